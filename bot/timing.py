"""When something falls due in a game by itself: turns, reminders, decisions and the end of a game nobody plays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from bot.clocks import AWAY, QuietHours, awake_between, due_at, is_short
from bot.game import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.game import Game

DECIDE_WITHIN = timedelta(hours=24)
"""How long the others may decide about a seat that was left, before its open boxes become zeros."""
GAME_LIFE = timedelta(days=30)
"""How long a game lives without a press of a member who has a seat."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(frozen=True)
class ClockRules:
    """The clock of a game, None for none, and the quiet hours of its server."""

    clock: timedelta | None = None
    quiet: QuietHours | None = None

    @property
    def pauses(self) -> QuietHours | None:
        """The quiet hours in which this clock stands still: a short one never does, nor does a player's absence."""
        return None if self.clock is None or is_short(self.clock) else self.quiet


@dataclass(frozen=True)
class SeatTiming:
    """The clock of a seat that has to act: of which turn (`Game.turn_id`), and when it is up.

    `began` is when its time began to run: the turn's start, or the end of a downtime whose time was given back.
    `reminders` and the `nudge` are those still to come. `length` is the whole clock, AWAY in a game without one.
    """

    turn: int
    began: datetime
    due: datetime
    reminders: tuple[datetime, ...]
    nudge: datetime | None
    length: timedelta

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back."""
        return {
            "turn": self.turn,
            "began": _unix(self.began),
            "due": _unix(self.due),
            "reminders": [_unix(at) for at in self.reminders],
            "nudge": None if self.nudge is None else _unix(self.nudge),
            "length": self.length // _MILLISECOND,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SeatTiming:
        """The timing that `to_json` wrote."""
        return cls(
            data["turn"],
            _instant(data["began"]),
            _instant(data["due"]),
            tuple(_instant(at) for at in data["reminders"]),
            None if data["nudge"] is None else _instant(data["nudge"]),
            data["length"] * _MILLISECOND,
        )


@dataclass(frozen=True)
class Timing:
    """All that falls due in a game: `decisions` is when an undecided seat's open boxes become zeros, `ends` when the
    game ends for want of presses. Instants are in UTC, in whole milliseconds."""

    seats: Mapping[int, SeatTiming]
    decisions: Mapping[int, datetime]
    ends: datetime

    @property
    def next_at(self) -> datetime:
        """When the first of it falls due."""
        times = [self.ends, *self.decisions.values()]
        for seat in self.seats.values():
            times += (seat.due, *seat.reminders)
            if seat.nudge is not None:
                times.append(seat.nudge)
        return min(times)

    def to_json(self) -> dict[str, Any]:
        """A JSON object, with times as Unix milliseconds, that `from_json` reads back as an equal timing."""
        return {
            "seats": {str(index): seat.to_json() for index, seat in self.seats.items()},
            "decisions": {str(index): _unix(at) for index, at in self.decisions.items()},
            "ends": _unix(self.ends),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Timing:
        """The timing that `to_json` wrote."""
        return cls(
            {int(index): SeatTiming.from_json(seat) for index, seat in data["seats"].items()},
            {int(index): _instant(at) for index, at in data["decisions"].items()},
            _instant(data["ends"]),
        )


def after(timing: Timing | None, game: Game, at: datetime, rules: ClockRules, *, by: int | None) -> Timing | None:
    """The timing of a game after a move at `at`; None unless it is being played.

    `timing` is the one before, None if there was none; `by` is the seat whose member pressed, None if nobody did. A
    seat that has to act keeps the clock of its turn, and gets one if it has none: for a turn that was taken back, and
    for one that was late and is not any more.
    """
    if game.phase is not Phase.PLAYING:
        return None
    at = _whole(at)
    old = timing or Timing({}, {}, at + GAME_LIFE)
    seats: dict[int, SeatTiming] = {}
    fresh: SeatTiming | None = None
    for index in _running(game):
        turn = game.turn_id(index)
        kept = old.seats.get(index)
        if kept is None or kept.turn != turn or (index == by and rules.clock is None):
            fresh = fresh or _begun(turn, at, rules)
            kept = replace(fresh, turn=turn)
        elif index == by and kept.nudge is not None:
            kept = replace(kept, nudge=None)
        seats[index] = kept
    decisions = {
        index: old.decisions.get(index, at + DECIDE_WITHIN) for index, seat in enumerate(game.seats) if seat.undecided
    }
    return Timing(seats, decisions, old.ends if by is None else at + GAME_LIFE)


def _running(game: Game) -> list[int]:
    """The seats whose time runs: a member who has to act and is not late already, while another could decide."""
    present = [index for index in range(len(game.seats)) if game.present(index)]
    if len(present) == 1:
        return []
    # Who has the turn is asked first, because may_act looks at the card before.
    acting = present if game.current is None else [index for index in present if index == game.current]
    return [index for index in acting if not game.seats[index].late and game.may_act(index)]


def _begun(turn: int, at: datetime, rules: ClockRules) -> SeatTiming:
    """The clock of a turn that begins, with reminders at half time and where the last tenth begins."""
    clock = rules.clock
    if clock is None:
        return SeatTiming(turn, at, at + AWAY, (), None, AWAY)
    if is_short(clock):
        return SeatTiming(turn, at, at + clock, (), None, clock)
    half = due_at(at, clock / 2, rules.pauses)
    last = due_at(half, clock * 2 / 5, rules.pauses)
    return SeatTiming(turn, at, due_at(last, clock / 10, rules.pauses), (half, last), None, clock)


class DueKind(StrEnum):
    """What falls due. A nudge follows a board that mentioned nobody; a reminder belongs to the clock."""

    NUDGE = "nudge"
    REMINDER = "reminder"
    TIME_UP = "time-up"
    DECISION = "decision"
    END = "end"


@dataclass(frozen=True)
class Due:
    """Something that is due, of which seat (None: of the game), and whether it is a reminder of the last tenth."""

    kind: DueKind
    seat: int | None = None
    last: bool = False


def due(timing: Timing, now: datetime) -> tuple[Due, ...]:
    """All that is due, in the order of time; the end of the game alone. At most one thing for each clock.

    Who is out of time is not reminded any more, and of several reminders the last one says it all.
    """
    if timing.ends <= now:
        return (Due(DueKind.END),)
    found = [(at, Due(DueKind.DECISION, index)) for index, at in timing.decisions.items() if at <= now]
    for index, seat in timing.seats.items():
        passed = [at for at in seat.reminders if at <= now]
        if seat.due <= now:
            found.append((seat.due, Due(DueKind.TIME_UP, index)))
        elif passed:
            found.append((passed[-1], Due(DueKind.REMINDER, index, last=passed[-1] == seat.reminders[-1])))
        elif seat.nudge is not None and seat.nudge <= now:
            found.append((seat.nudge, Due(DueKind.NUDGE, index)))
    return tuple(one for _, one in sorted(found, key=lambda timed: timed[0]))


def without(timing: Timing, claimed: Iterable[Due]) -> Timing:
    """The timing without what was due and is being carried out; a reminder takes along all that it makes needless.

    A clock that is up is taken out, so that `after` begins another if the seat was given time at once.
    """
    seats, decisions = dict(timing.seats), dict(timing.decisions)
    for one in claimed:
        match one:
            case Due(DueKind.DECISION, int(index)):
                decisions.pop(index, None)
            case Due(DueKind.TIME_UP, int(index)):
                seats.pop(index, None)
            case Due(DueKind.REMINDER, int(index), last) if index in seats:
                left = () if last else seats[index].reminders[1:]
                seats[index] = replace(seats[index], reminders=left, nudge=None)
            case Due(DueKind.NUDGE, int(index)) if index in seats:
                seats[index] = replace(seats[index], nudge=None)
    return replace(timing, seats=seats, decisions=decisions)


def with_nudge(timing: Timing, seat: int, at: datetime) -> Timing:
    """The timing with a nudge for that seat at `at`; the same if its time does not run."""
    if seat not in timing.seats:
        return timing
    return replace(timing, seats={**timing.seats, seat: replace(timing.seats[seat], nudge=_whole(at))})


def given_back(timing: Timing, down_from: datetime, down_to: datetime, rules: ClockRules) -> Timing:
    """The timing after the bot was down: a clock that lost more than a tenth of its time has again at `down_to` what
    it had when the bot went down. Told the same downtime twice, it gives it back once."""
    down_to = _whole(down_to)
    return replace(
        timing, seats={index: _given_back(seat, down_from, down_to, rules) for index, seat in timing.seats.items()}
    )


def _given_back(seat: SeatTiming, down_from: datetime, down_to: datetime, rules: ClockRules) -> SeatTiming:
    lost_from = max(_whole(down_from), seat.began)
    if awake_between(lost_from, min(down_to, seat.due), rules.pauses) <= seat.length / 10:
        return seat

    def moved(at: datetime) -> datetime:
        return at if at < lost_from else due_at(down_to, awake_between(lost_from, at, rules.pauses), rules.pauses)

    return replace(seat, began=down_to, due=moved(seat.due), reminders=tuple(moved(at) for at in seat.reminders))


def _whole(at: datetime) -> datetime:
    """That instant, cut to whole milliseconds: so it is kept."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def _unix(at: datetime) -> int:
    return (at - _EPOCH) // _MILLISECOND


def _instant(milliseconds: int) -> datetime:
    return _EPOCH + milliseconds * _MILLISECOND
