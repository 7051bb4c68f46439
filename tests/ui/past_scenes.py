"""Games that are over, with their whole histories, and every screen that shows one."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import TYPE_CHECKING, Any

from bot.game import MAX_SEATS, Event, FairDice, Game, Order, Phase, Transition, moves
from bot.game.computers import play_on
from bot.records import Forgotten, HistoryPage, PastGame, PastSeat, Replay
from bot.rules import RULESETS
from bot.strategy.players import PLAYERS, STAND_IN
from bot.ui import histories, privacy, replays
from db.results import ResultRow
from tests.ui import scenes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.ui.emojis import DiceEmojis
    from bot.ui.screen import Screen
    from bot.ui.words import Words

ASKER = 2**64 - 1
LATEST = 999_999_999_999_999_999
STARS = (*scenes.STARS, "★4")
EVENTFUL = ("eventful", "decided", "undecided")


class Course:
    """A game as it is played; every roll holds the first two dice of the one before."""

    def __init__(self, key: str, seats: int, *, order: Order = Order.TURNS, duplicate: bool = False) -> None:
        self.events: list[Event] = []
        self.dice = FairDice.of(scenes.SEED, [])
        opening = moves.open_lobby(key, scenes.member(0), scenes.SNOWFLAKE, order=order, duplicate=duplicate)
        self.game = self._take(opening)
        for seat in range(1, seats):
            self.game = self._take(moves.join(self.game, scenes.member(seat), scenes.SNOWFLAKE + seat))
        self.dice = FairDice.of(scenes.SEED, [seat.join for seat in self.game.seats], duplicate=duplicate)
        self.game = self._take(moves.start(self.game, self.game.host, self.dice))

    @property
    def acting(self) -> int:
        """The first seat that may act."""
        return next(seat for seat in range(len(self.game.seats)) if self.game.may_act(seat))

    def roll(self, *, rolls: int = 1) -> None:
        """Whoever may act rolls that often."""
        index = self.acting
        for roll in range(rolls):
            if roll:
                for die in (0, 1) if roll == 1 else ():
                    self._take(moves.hold(self.game, self._player(index), self.game.moment(index), die))
            self._take(moves.roll(self.game, self._player(index), self.game.moment(index), self.dice))

    def turn(self, *, rolls: int = 1, undo: bool = False) -> None:
        """Whoever may act rolls that often and fills the first box that is open, once or again."""
        index = self.acting
        self.roll(rolls=rolls)
        self._score(index)
        if undo:
            self._take(moves.undo(self.game, self._player(index)))
            self._score(index)

    def play_on(self) -> Course:
        """Until the game is over."""
        while self.game.live:
            self.turn()
        return self

    def leave(self, seat: int) -> None:
        """That seat is given up."""
        self._take(moves.leave(self.game, self._player(seat)))

    def time_up(self) -> int:
        """The time of whoever may act is up; returns the turn."""
        turn = self.game.turn_id(self.acting)
        self._take(moves.time_up(self.game, self.acting, turn))
        return turn

    def wait(self, *, asked: bool = True) -> None:
        """Whoever may act gets his time anew, from another or by itself."""
        turn = self.time_up()
        self._take(moves.wait(self.game, self._other if asked else None, turn))

    def stand_in(self, *, asked: bool = True) -> None:
        """The computer plays the turn of whoever may act; another decides that, or it comes by itself."""
        turn = self.time_up()
        self._take(moves.stand_in(self.game, self._other if asked else None, turn, STAND_IN))

    def remove(self) -> None:
        """Whoever may act is removed."""
        turn = self.time_up()
        self._take(moves.remove(self.game, self._other, turn))

    def zero(self, seat: int, *, asked: bool = True) -> None:
        """The open boxes of a seat that was left become zeros."""
        self._take(moves.zero(self.game, self._player(self.acting) if asked else None, seat))

    def take_over(self, seat: int) -> None:
        """A computer finishes the card of a seat that was left."""
        self._take(moves.take_over(self.game, self._player(self.acting), seat, STAND_IN))

    def end(self, by: int | None) -> Course:
        """The game ends before its time."""
        self._take(moves.expire(self.game) if by is None else moves.end(self.game, by, may_manage=True))
        return self

    def over(self, names: Sequence[str] = STARS, **row: Any) -> Replay:
        """The game as the records hand it out."""
        stored = scenes.stored(self.game, names, id=LATEST, **row)
        times = tuple(scenes.NOW + timedelta(minutes=number) for number in range(len(self.events)))
        return Replay(stored, tuple(self.events), times, results(self.game, names) if self.finished else ())

    @property
    def finished(self) -> bool:
        return self.game.phase is Phase.FINISHED

    def _score(self, index: int) -> None:
        seat = self.game.seats[index]
        box = self.game.rules.options(seat.card, seat.turn.dice)[0].box
        self._take(moves.score(self.game, self._player(index), self.game.moment(index), box))

    def _player(self, index: int) -> int:
        return self.game.seats[index].player

    @property
    def _other(self) -> int:
        """Somebody who may decide about whoever may act."""
        return self._player(self.game.others_of(self.acting)[0])

    def _take(self, transition: Transition) -> Game:
        transition = play_on(transition, self.dice, PLAYERS)
        self.game = transition.game
        self.events += transition.events
        return self.game


def results(game: Game, names: Sequence[str]) -> tuple[ResultRow, ...]:
    """The results of a finished game."""
    places, winners = game.places(), game.winners()
    return tuple(
        ResultRow(
            game_id=LATEST,
            seat=index,
            guild_id=scenes.SNOWFLAKE,
            member_id=seat.player,
            name=names[index],
            ruleset=game.ruleset,
            play_order=game.order.value,
            duplicate=game.duplicate,
            total=game.total(index),
            place=places[index],
            won=index in winners,
            left=seat.left,
            ended_at=scenes.NOW,
            rated=game.rated,
            seats=len(game.seats),
            card="[]",
            upper_bonus=False,
            extra=0,
        )
        for index, seat in enumerate(game.seats)
    )


def past_seat(
    seat: int, name: str = "★", total: int | None = 200, *, former: bool = False, left: bool = False
) -> PastSeat:
    """A seat of a game in a history; the first one won."""
    member = -1 - seat if former else scenes.member(seat)
    place = None if total is None else seat + 1
    return PastSeat(seat, member, "" if former else name, total, place, None if total is None else seat == 0, left)


def past_game(
    *seats: PastSeat, number: int = 12, key: str = "yahtzee", rated: bool = True, phase: str = "finished"
) -> PastGame:
    """A game in a history."""
    return PastGame(number, 1, key, "turns", False, phase, scenes.NOW, scenes.NOW, rated, seats)


def games(names: Sequence[str] = ("★",) * MAX_SEATS, key: str = "yahtzee-upper-first") -> HistoryPage:
    """The longest page there can be."""
    seats = [past_seat(seat, name, 1575) for seat, name in enumerate(names)]
    return HistoryPage(tuple(past_game(*seats, number=LATEST - each, key=key, rated=False) for each in range(10)), True)


def decided(key: str, order: Order = Order.TURNS) -> Course:
    """A game of four in which the others decide all there is to decide."""
    course = Course(key, 4, order=order)
    course.wait()
    course.wait(asked=False)
    course.roll(rolls=2)
    course.stand_in()
    course.roll()
    course.stand_in(asked=False)
    course.leave(3)
    course.take_over(3)
    course.leave(2)
    course.zero(2)
    course.time_up()
    course.turn()
    course.remove()
    return course


def courses(key: str) -> Iterator[tuple[str, Course]]:
    """Games of that ruleset that differ in what their steps tell."""
    for order, seats in product(Order, (1, 2)):
        yield f"{order} of {seats}", Course(key, seats, order=order, duplicate=True).play_on()
    eventful = Course(key, 3)
    eventful.turn(rolls=3, undo=True)
    eventful.turn()
    eventful.leave(0)
    yield "eventful", eventful.play_on()
    yield "decided", decided(key).play_on()
    undecided = Course(key, 3)
    undecided.leave(2)
    undecided.leave(1)
    undecided.zero(2, asked=False)
    yield "undecided", undecided.play_on()
    for by in (None, scenes.member(0), scenes.SNOWFLAKE):
        yield f"ended by {by}", Course(key, 2).end(by)


def screens(words: Words, emojis: DiceEmojis = scenes.EMOJIS) -> Iterator[tuple[str, Screen]]:
    """Every message about what is over, with a name for it. Call it inside a running loop."""
    for key in RULESETS:
        for name, course in courses(key):
            past = course.over()
            for at in range(0, len(past.events), 1 if name in EVENTFUL else 5):
                yield f"{key} {name} step {at}", replays.replay(words, emojis, past, at, ASKER)
    yield "history", histories.history(words, games(), histories.Choice(ASKER, "yahtzee", 2), ASKER)
    several = HistoryPage(
        (
            past_game(past_seat(0), past_seat(1, left=True), past_seat(2, former=True)),
            past_game(past_seat(0, total=None), number=11, phase="abandoned", rated=False),
        ),
        False,
    )
    yield "history of one page", histories.history(words, several, histories.Choice(), ASKER)
    for games_, live, chosen in ((0, 0, True), *product((1, 2), (0, 1, 2), (False, True))):
        screen = privacy.confirmation(words, ASKER, games=games_, live=live, preferences=chosen)
        yield f"deleting {games_} {live} {chosen}", screen
    for games_, chosen in product((0, 1, 2), (False, True)):
        done = Forgotten(games_, games_, more=False, preferences=chosen)
        yield f"deleted {games_} {chosen}", privacy.forgotten(words, done)
