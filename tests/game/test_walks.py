"""Any moves of anybody, allowed and not: the history, the state and the rules agree at every step."""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.game import Game, Moment, Order, Phase
from bot.rules import RULESETS
from tests.game.builders import COMPUTER_IDS, PLAYERS, STRANGER
from tests.game.table import Table, opened, seated

ANYBODY = (*PLAYERS, STRANGER)
ALL_BOXES = sorted({box.key for ruleset in RULESETS.values() for box in ruleset.boxes})

EVERY_GAME = pytest.mark.parametrize(("ruleset", "order", "seats"), list(product(RULESETS, Order, (1, 2, 3, 4))))


@EVERY_GAME
def test_whole_games_of_legal_moves_end_in_time(ruleset: str, order: Order, seats: int) -> None:
    table = seated(ruleset, order, seats, seed=seats)
    chance = Random(f"{ruleset} {order} {seats}")
    bound = seats * len(RULESETS[ruleset].boxes) * 4
    made = 0

    while table.game.live:
        index = chance.choice([seat for seat in range(seats) if table.game.may_act(seat)])
        player, shown = PLAYERS[index], table.game.moment(index)
        row = table.history.rows[index]
        if shown.roll == 0 or (shown.roll < 3 and chance.random() < 0.6):
            for position in chance.sample(range(5), chance.randrange(5) if shown.roll else 0):
                if len({*table.game.seats[index].turn.held, position}) < 5:
                    table.hold(player, shown, position)
            table.roll(player, shown)
        else:
            table.score(player, shown, chance.choice(list(table.history.worth(index))))
            assert row.may_undo
        made += 1
        assert made <= bound
        table.check()

    table.check_fold()
    assert table.game.phase is Phase.FINISHED
    assert {len(seat.card.scores) for seat in table.game.seats} == {len(RULESETS[ruleset].boxes)}
    best = max(table.history.total(seat) for seat in range(seats))
    assert best <= RULESETS[ruleset].maximum
    assert list(table.game.winners()) == [seat for seat in range(seats) if table.history.total(seat) == best]


@pytest.mark.parametrize(("ruleset", "order", "computers"), list(product(RULESETS, Order, (1, 3))))
def test_a_game_against_computers_ends_when_its_member_has_filled_his_card(
    ruleset: str, order: Order, computers: int
) -> None:
    table = seated(ruleset, order, 1, seed=computers, computers=computers)
    player = PLAYERS[0]

    while table.game.live:
        assert [seat for seat in range(computers + 1) if table.game.may_act(seat)] == [0]
        table.roll(player, table.game.moment(0))
        table.score(player, table.game.moment(0), min(table.history.worth(0)))
        table.check()

    table.check_fold()
    assert {len(seat.card.scores) for seat in table.game.seats} == {len(RULESETS[ruleset].boxes)}
    best = max(table.history.total(seat) for seat in range(computers + 1))
    assert list(table.game.winners()) == [seat for seat in range(computers + 1) if table.history.total(seat) == best]


def late_or_any(game: Game, chance: Random) -> int:
    """Mostly the turn that is late, if one is; else any."""
    late = game.late_seat
    if late is not None and chance.random() < 0.8:
        return game.turn_id(late)
    return stray_moment(game, chance).turn


def undecided_or_any(game: Game, chance: Random) -> int:
    """Mostly the seat that is undecided, if one is; else any."""
    undecided = game.undecided_seat
    return chance.randrange(len(game.seats) + 1) if undecided is None or chance.random() < 0.2 else undecided


def stray_moment(game: Game, chance: Random) -> Moment:
    """Mostly a board that is good, often one that was or will be."""
    moment = game.moment(chance.randrange(len(game.seats)))
    if chance.random() < 0.7:
        return moment
    return Moment(moment.turn + chance.randint(-len(game.seats), 2), moment.roll + chance.randint(-1, 1))


OFTEN = {
    "roll": 30,
    "hold": 20,
    "score": 40,
    "undo": 20,
    "leave": 0.7,
    "time up": 12,
    "wait": 4,
    "stand in": 6,
    "remove": 0.5,
    "zero": 2,
    "take over": 3,
    "join": 1,
    "start": 1,
    "computer": 1,
    "hints": 1,
    "end": 0.2,
}


@EVERY_GAME
@pytest.mark.parametrize("computers", [0, 2])
def test_any_moves_of_anybody_keep_the_history_true(ruleset: str, order: Order, seats: int, computers: int) -> None:
    table = seated(ruleset, order, seats, seed=seats + 1, computers=computers)
    chance = Random(f"{ruleset} {order} {seats}")
    boxes = [box.key for box in RULESETS[ruleset].boxes]

    for _ in range(200 if not computers else 100):
        acting = [seat for seat in range(seats) if table.game.may_act(seat)]
        if acting and chance.random() < 0.6:
            index = chance.choice(acting)
            player, shown = PLAYERS[index], table.game.moment(index)
        else:
            player, shown = chance.choice(ANYBODY), stray_moment(table.game, chance)
        decider = None if chance.random() < 0.2 else chance.choice(ANYBODY)
        match chance.choices(list(OFTEN), list(OFTEN.values()))[0]:
            case "roll":
                table.roll(player, shown)
            case "hold":
                table.hold(player, shown, chance.randint(-1, 5))
            case "score":
                table.score(player, shown, chance.choice(boxes))
            case "undo":
                table.undo(player)
            case "leave":
                table.leave(player)
            case "time up":
                index = chance.randrange(seats)
                table.time_up(index, table.game.turn_id(index) + (chance.random() < 0.1))
            case "wait":
                table.wait(decider, late_or_any(table.game, chance))
            case "stand in":
                table.stand_in(decider, late_or_any(table.game, chance))
            case "remove":
                table.remove(decider, late_or_any(table.game, chance))
            case "zero":
                table.zero(decider, undecided_or_any(table.game, chance))
            case "take over":
                table.take_over(player, undecided_or_any(table.game, chance))
            case "join":
                table.join(player)
            case "start":
                table.start(player, host_away=chance.random() < 0.5)
            case "computer":
                table.add_computer(player)
                table.dismiss_computer(player, chance.choice((*COMPUTER_IDS, *PLAYERS)))
            case "hints":
                table.set_hints(player, on=chance.random() < 0.5)
            case _:
                table.end(STRANGER, may_manage=False)
        table.check()
    table.check_fold()


players = st.sampled_from(ANYBODY)
deciders = st.sampled_from((*ANYBODY, None))


class Channel(RuleBasedStateMachine):
    """Hypothesis looks for the shortest way to break a game, from the lobby on."""

    @initialize(
        ruleset=st.sampled_from(sorted(RULESETS)),
        order=st.sampled_from(Order),
        duplicate=st.booleans(),
        seats=st.integers(0, 4),
        computers=st.integers(0, 2),
        patience=st.integers(0, 60),
    )
    def open(self, ruleset: str, order: Order, duplicate: bool, seats: int, computers: int, patience: int) -> None:
        """A lobby, or a game of so many members and computers; nobody ends it before so many events."""
        self.table = opened(ruleset, order, duplicate, seed=1)
        self.patience = patience
        if seats:
            self.table = seated(ruleset, order, seats, seed=duplicate, computers=computers)

    def phase(self) -> Phase:
        return self.table.game.phase

    def shown(self, player: int) -> Moment:
        """The board of that player's seat; of somebody's for who has none."""
        game = self.table.game
        return game.moment(game.index_of(player) or 0) if game.seats else Moment(1, 0)

    @precondition(lambda self: self.phase() is not Phase.PLAYING)
    @rule(player=players)
    def join(self, player: int) -> None:
        self.table.join(player)

    @precondition(lambda self: self.phase() is Phase.LOBBY)
    @rule(player=players, host_away=st.booleans(), hints=st.booleans())
    def start(self, player: int, host_away: bool, hints: bool) -> None:
        self.table.start(player, host_away=host_away, hints=hints)

    @rule(player=players)
    def add_computer(self, player: int) -> None:
        self.table.add_computer(player)

    @rule(player=players, computer=st.sampled_from((*COMPUTER_IDS, *ANYBODY)))
    def dismiss_computer(self, player: int, computer: int) -> None:
        self.table.dismiss_computer(player, computer)

    @rule(player=players, on=st.booleans())
    def set_hints(self, player: int, on: bool) -> None:
        self.table.set_hints(player, on=on)

    @rule(player=players)
    def leave(self, player: int) -> None:
        self.table.leave(player)

    @precondition(lambda self: self.phase() is not Phase.LOBBY)
    @rule(board_of=players, shift=st.sampled_from((0, 0, 0, 1)))
    def time_up(self, board_of: int, shift: int) -> None:
        turn = self.shown(board_of).turn
        if seats := len(self.table.game.seats):
            self.table.time_up((turn - 1) % seats, turn + shift)

    @precondition(lambda self: self.table.game.seats)
    @rule(player=deciders, choice=st.sampled_from((Table.wait, Table.stand_in, Table.remove)))
    def decide_about_a_turn(self, player: int | None, choice: Callable[[Table, int | None, int], None]) -> None:
        """About the one that is late; where none is, the time of who may act is up first."""
        game = self.table.game
        late = game.late_seat
        if late is None:
            late = next((seat for seat in range(len(game.seats)) if game.may_act(seat)), 0)
            self.table.time_up(late, game.turn_id(late))
        choice(self.table, player, game.turn_id(late))

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=players, about=st.integers(0, 4))
    def take_over(self, player: int, about: int) -> None:
        undecided = self.table.game.undecided_seat
        self.table.take_over(player, about if undecided is None else undecided)

    @precondition(lambda self: self.phase() is not Phase.LOBBY)
    @rule(player=deciders, about=st.integers(0, 4))
    def zero(self, player: int | None, about: int) -> None:
        self.table.zero(player, about)

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(turns=st.integers(1, 8))
    def play_some_turns(self, turns: int) -> None:
        for _ in range(turns):
            self.play_a_turn()

    def play_a_turn(self) -> None:
        """Whoever may act rolls if he must, and fills a box."""
        game, history = self.table.game, self.table.history
        index = next((seat for seat in range(len(game.seats)) if game.may_act(seat)), None)
        if index is None:
            return
        player = game.seats[index].player
        if not game.seats[index].turn.roll:
            self.table.roll(player, game.moment(index))
        self.table.score(player, self.shown(player), min(history.worth(index)))

    @precondition(lambda self: len(self.table.records) >= self.patience)
    @rule(player=players, may_manage=st.booleans())
    def end(self, player: int, may_manage: bool) -> None:
        self.table.end(player, may_manage=may_manage)

    @precondition(lambda self: self.phase() is not Phase.LOBBY)
    @rule(player=players, board_of=players)
    def roll_on_any_board(self, player: int, board_of: int) -> None:
        self.table.roll(player, self.shown(board_of))

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=players, turn=st.integers(-1, 60), roll=st.integers(-1, 4))
    def roll_on_no_board(self, player: int, turn: int, roll: int) -> None:
        self.table.roll(player, Moment(turn, roll))

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=players)
    def roll(self, player: int) -> None:
        self.table.roll(player, self.shown(player))

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=players, position=st.integers(-1, 5))
    def hold(self, player: int, position: int) -> None:
        self.table.hold(player, self.shown(player), position)

    @precondition(lambda self: self.phase() is Phase.PLAYING)
    @rule(player=players, box=st.sampled_from(ALL_BOXES))
    def score(self, player: int, box: str) -> None:
        self.table.score(player, self.shown(player), box)

    @rule(player=players)
    def undo(self, player: int) -> None:
        self.table.undo(player)

    @invariant()
    def one_game(self) -> None:
        self.table.check()
        self.table.check_fold()


TestChannel = Channel.TestCase
TestChannel.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
