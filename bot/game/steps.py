"""A history step by step: what happened since the start, and how everybody stood after it.

It asks no ruleset, so that games whose rules the code no longer has can be stepped through as well.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.game.events import (
    Event,
    GivenTime,
    Left,
    Opened,
    Rolled,
    Scored,
    StoodIn,
    TakenOver,
    TimedOut,
    Undone,
    Zeroed,
    evolve,
    opened,
)
from bot.game.model import Game, Order, Phase, Seat, Turn


@dataclass(frozen=True)
class Step:
    """One event of a started game, and the seats after it, but for who is late and what may be undone.

    A seat that was left keeps its card as it was then, unless a computer plays on.

    `seat` is the index of whom it is about, None for the start and the end. `turn` is the turn in which it happened,
    with the dice as they lay then; for what belongs to no turn it is None.
    """

    event: Event
    seats: tuple[Seat, ...]
    seat: int | None = None
    turn: Turn | None = None

    @property
    def zeros(self) -> frozenset[int]:
        """The seats that were left and whose open boxes have become zeros."""
        left = (index for index, seat in enumerate(self.seats) if seat.given_up)
        return frozenset(index for index in left if not self.seats[index].undecided)

    @property
    def of_turn(self) -> tuple[int | None, int | None]:
        """The same for all steps of one turn."""
        return self.seat, None if self.turn is None else self.turn.number


def steps(events: Iterable[Event]) -> tuple[Step, ...]:
    """The steps of a whole history, whose first event must be Opened; a lobby that never started has only its end."""
    history = iter(events)
    first = next(history)
    if not isinstance(first, Opened):
        raise TypeError(f"a history begins with Opened, not {first!r}")
    # Every event names its seat. Whose turn comes next does not matter here, and only the rules could tell.
    game = replace(opened(first), order=Order.TOGETHER)
    taken: list[Step] = []
    for event in history:
        before, game = game, _evolved(game, event)
        if game.phase is not Phase.LOBBY:
            taken.append(_step(before, game, event))
    return tuple(taken)


def next_turn(taken: Sequence[Step], at: int) -> int:
    """The first step of the turn after the one at `at`; the last step where none follows."""
    here = taken[at].of_turn
    return next((number for number in range(at + 1, len(taken)) if taken[number].of_turn != here), len(taken) - 1)


def _evolved(game: Game, event: Event) -> Game:
    match event:
        case Rolled(index, held, dice):
            # As in evolve, but that it leaves the others' last boxes open to undoing: replacing all seats is slow.
            seat = game.seats[index]
            turn = Turn(seat.turn.number, seat.turn.roll + 1, dice, held)
            return game.with_seat(index, replace(seat, turn=turn, undoable=None))
        case Left(player, undecided) if game.phase is not Phase.LOBBY:
            index = _index_of(game, player)
            seat = game.seats[index]
            turn = Turn(seat.turn.number)
            return game.with_seat(index, replace(seat, turn=turn, undoable=None, left=True, undecided=undecided))
        case Zeroed(index):
            return game.with_seat(index, replace(game.seats[index], undecided=False))
        case _:
            return evolve(game, event)


def _step(before: Game, game: Game, event: Event) -> Step:
    match event:
        case Rolled(seat) | Undone(seat) | TimedOut(seat) | GivenTime(seat) | StoodIn(seat):
            return Step(event, game.seats, seat, game.seats[seat].turn)
        case Scored(seat):
            return Step(event, game.seats, seat, before.seats[seat].turn)
        case Left(player):
            return Step(event, game.seats, _index_of(game, player))
        case Zeroed(seat) | TakenOver(seat):
            return Step(event, game.seats, seat)
        case _:
            return Step(event, game.seats)


def _index_of(game: Game, player: int) -> int:
    index = game.index_of(player)
    if index is None:
        raise TypeError("who has no seat cannot leave")
    return index
