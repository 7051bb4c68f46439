"""A game in play beside its history, with every move tried against what the history says of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from bot.game import (
    Event,
    FairDice,
    Game,
    Moment,
    Order,
    Phase,
    Transition,
    event_from_json,
    event_to_json,
    fold,
    moves,
)
from bot.game.computers import play_on
from bot.game.refusals import Refusal
from bot.rules import Dice
from tests.game.builders import COMPUTERS, PLAYERS, join_id
from tests.game.history import History, Record


def with_holds_of_the_last_roll(game: Game, history: History) -> Game:
    """The game as it would be if nobody had toggled a hold since the last roll of the turn."""
    seats = []
    for seat, row in zip(game.seats, history.rows, strict=True):
        undoable = seat.undoable
        if undoable is not None:
            undoable = replace(undoable, turn=replace(undoable.turn, held=tuple(row.before[1])))
        seats.append(replace(seat, turn=replace(seat.turn, held=tuple(row.kept)), undoable=undoable))
    return replace(game, seats=tuple(seats))


@dataclass(frozen=True)
class LoadedDice:
    """Fair dice of which every second roll shows five alike, for the rules that ask for it. A roll-off is left fair."""

    fair: FairDice

    def roll(self, seat: int, turn: int, roll: int) -> Dice:
        faces = self.fair.roll(seat, turn, roll)
        return faces if faces[0] % 2 else (faces[1],) * 5

    def roll_off(self, seat: int, attempt: int) -> Dice:
        return self.fair.roll_off(seat, attempt)


class Table:
    """A game in play beside its history told twice: folded by the engine, and by the tests' own reading."""

    def __init__(self, opening: Transition, seed: bytes) -> None:
        self.seed = seed
        self.records: list[Record] = []
        self.history = History()
        self.take(opening)

    @property
    def dice(self) -> LoadedDice:
        """The dice of the seats as they are now."""
        joins = [seat.join for seat in self.game.seats]
        return LoadedDice(FairDice.of(self.seed, joins, duplicate=self.game.duplicate))

    def take(self, transition: Transition) -> None:
        """Goes on from there, with the new events written down as they are stored."""
        self.game = transition.game
        for event in transition.events:
            record = event.kind, json.loads(json.dumps(event_to_json(event)))
            self.records.append(record)
            self.history.tell(*record)

    def attempt(self, move: Callable[[Game], Transition], *, allowed: bool) -> None:
        """Tries a move of which the history alone knows whether it is allowed. Computers play at once."""
        if allowed:
            self.take(play_on(move(self.game), self.dice, COMPUTERS))
        else:
            before = json.dumps(self.game.to_json())
            with pytest.raises(Refusal):
                move(self.game)
            assert json.dumps(self.game.to_json()) == before

    def events(self) -> list[Event]:
        """The history as it is read from storage."""
        return [event_from_json(kind, data) for kind, data in self.records]

    def check(self) -> None:
        """State, folded history and the tests' own reading are one game."""
        game, history = self.game, self.history
        assert Game.from_json(json.loads(json.dumps(game.to_json()))) == game
        assert (game.phase.value, game.host, game.current) == (history.phase, history.host, history.current)
        assert game.hints is history.hints
        for index, (seat, row) in enumerate(zip(game.seats, history.rows, strict=True)):
            assert (seat.player, seat.left, seat.undoable is not None) == (row.player, row.gone, row.may_undo)
            assert (seat.undecided, seat.level, seat.late) == (row.undecided, row.level, row.late)
            assert list(seat.stood_in) == row.stood_in
            assert [seat.card.points(box) for box in row.boxes] == list(row.boxes.values())
            assert (seat.turn.roll, seat.turn.dice) == (len(row.dice), tuple(row.dice[-1]) if row.dice else ())
            assert game.turn_id(index) == history.turn_id(index)
            assert (game.total(index), game.may_act(index)) == (history.total(index), history.may_act(index))
        assert list(game.places()) == history.places()
        unrated = history.hints or any(row.level for row in history.rows)
        assert game.rated == (len(history.rows) > 1 and not unrated)
        if game.phase is Phase.PLAYING:
            assert any(game.may_act(index) and game.present(index) for index in range(len(game.seats)))

    def check_fold(self) -> None:
        """Folding the stored events gives the state, but for holds toggled since the last roll."""
        assert fold(self.events()) == with_holds_of_the_last_roll(self.game, self.history)

    def row_of(self, player: int) -> int | None:
        """The seat of a player who is still in the game."""
        rows = enumerate(self.history.rows)
        return next((i for i, row in rows if row.player == player and not row.gone), None)

    def may_press(self, player: int, shown: Moment) -> int | None:
        """The seat that acts when the player presses a board which shows that moment; None when it is refused."""
        index = self.row_of(player)
        if index is None or not self.history.may_act(index):
            return None
        in_hand = self.history.turn_id(index), len(self.history.rows[index].dice)
        return index if (shown.turn, shown.roll) == in_hand else None

    def roll(self, player: int, shown: Moment) -> None:
        index = self.may_press(player, shown)
        allowed = index is not None and shown.roll < 3 and len(self.game.seats[index].turn.held) < 5
        self.attempt(lambda game: moves.roll(game, player, shown, self.dice), allowed=allowed)

    def hold(self, player: int, shown: Moment, position: int) -> None:
        allowed = self.may_press(player, shown) is not None and shown.roll in (1, 2) and 0 <= position < 5
        self.attempt(lambda game: moves.hold(game, player, shown, position), allowed=allowed)

    def score(self, player: int, shown: Moment, box: str) -> None:
        index = self.may_press(player, shown)
        allowed = index is not None and shown.roll > 0 and box in self.history.worth(index)
        self.attempt(lambda game: moves.score(game, player, shown, box), allowed=allowed)

    def undo(self, player: int) -> None:
        index = self.row_of(player)
        allowed = self.history.phase == "playing" and index is not None and self.history.rows[index].may_undo
        self.attempt(lambda game: moves.undo(game, player), allowed=allowed)

    def leave(self, player: int) -> None:
        allowed = self.history.phase in ("lobby", "playing") and self.row_of(player) is not None
        self.attempt(lambda game: moves.leave(game, player), allowed=allowed)

    def time_up(self, index: int, turn: int) -> None:
        history = self.history
        in_hand = history.may_act(index) and turn == history.turn_id(index)
        asked = in_hand and not history.rows[index].gone and not history.rows[index].late
        allowed = asked and bool(history.others(index))
        self.attempt(lambda game: moves.time_up(game, index, turn), allowed=allowed)

    def may_decide(self, player: int | None, about: int) -> bool:
        """Whether that member, or nobody, may decide about the seat."""
        return self.history.phase == "playing" and (player is None or self.row_of(player) in self.history.others(about))

    def may_decide_late(self, player: int | None, turn: int) -> bool:
        """Whether that member, or nobody, may decide about the turn."""
        about = (turn - 1) % len(self.history.rows) if self.history.rows else 0
        late = self.history.phase == "playing" and self.history.rows[about].late
        return late and turn == self.history.turn_id(about) and self.may_decide(player, about)

    def wait(self, player: int | None, turn: int) -> None:
        allowed = self.may_decide_late(player, turn)
        self.attempt(lambda game: moves.wait(game, player, turn), allowed=allowed)

    def stand_in(self, player: int | None, turn: int) -> None:
        allowed = self.may_decide_late(player, turn)
        self.attempt(lambda game: moves.stand_in(game, player, turn, "hasty"), allowed=allowed)

    def remove(self, player: int | None, turn: int) -> None:
        allowed = self.may_decide_late(player, turn)
        self.attempt(lambda game: moves.remove(game, player, turn), allowed=allowed)

    def may_settle(self, player: int | None, about: int) -> bool:
        """Whether that member, or nobody, may decide about the open boxes of the seat."""
        undecided = about < len(self.history.rows) and self.history.rows[about].undecided
        return undecided and self.may_decide(player, about)

    def zero(self, player: int | None, about: int) -> None:
        allowed = self.may_settle(player, about)
        self.attempt(lambda game: moves.zero(game, player, about), allowed=allowed)

    def take_over(self, player: int, about: int) -> None:
        allowed = self.may_settle(player, about)
        self.attempt(lambda game: moves.take_over(game, player, about, "hasty"), allowed=allowed)

    def join(self, player: int) -> None:
        allowed = self.history.phase == "lobby" and self.row_of(player) is None and self.has_room()
        self.attempt(lambda game: moves.join(game, player, join_id(player)), allowed=allowed)

    def has_room(self) -> bool:
        """Whether a seat is free: a game has ten at the most."""
        return len(self.history.rows) < 10

    def may_arrange(self, player: int) -> bool:
        """Whether that member arranges the lobby."""
        return self.history.phase == "lobby" and player == self.history.host

    def add_computer(self, player: int) -> None:
        allowed = self.may_arrange(player) and self.has_room()
        interaction = 8000 + len(self.records)
        self.attempt(lambda game: moves.add_computer(game, player, "hasty", interaction), allowed=allowed)

    def dismiss_computer(self, player: int, computer: int) -> None:
        allowed = self.may_arrange(player) and any(row.player == computer and row.level for row in self.history.rows)
        self.attempt(lambda game: moves.dismiss_computer(game, player, computer), allowed=allowed)

    def set_hints(self, player: int, *, on: bool) -> None:
        self.attempt(lambda game: moves.set_hints(game, player, on), allowed=self.may_arrange(player))

    def start(self, player: int, *, host_away: bool, hints: bool = False) -> None:
        seated = self.row_of(player) is not None
        allowed = self.history.phase == "lobby" and seated and (host_away or player == self.history.host)
        self.attempt(
            lambda game: moves.start(game, player, self.dice, host_away=host_away, hints=hints), allowed=allowed
        )

    def end(self, player: int, *, may_manage: bool) -> None:
        allowed = self.history.phase in ("lobby", "playing") and (may_manage or player == self.history.host)
        self.attempt(lambda game: moves.end(game, player, may_manage=may_manage), allowed=allowed)


def opened(ruleset: str, order: Order, duplicate: bool, seed: int) -> Table:
    """A lobby with its host."""
    host = PLAYERS[0]
    opening = moves.open_lobby(ruleset, host, join_id(host), order=order, duplicate=duplicate)
    return Table(opening, seed.to_bytes(32, "big"))


def seated(ruleset: str, order: Order, seats: int, seed: int, computers: int = 0) -> Table:
    """A game of so many members and computers just started; duplicate for odd seeds."""
    table = opened(ruleset, order, bool(seed % 2), seed)
    for player in PLAYERS[1:seats]:
        table.join(player)
    for _ in range(computers):
        table.add_computer(PLAYERS[0])
    table.start(PLAYERS[0], host_away=False)
    return table
