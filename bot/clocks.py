"""How long a turn may take, and the hours of the night that do not count."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

SHORT = timedelta(minutes=5)
CLOCKS = (
    SHORT,
    timedelta(hours=1),
    timedelta(hours=12),
    timedelta(days=1),
    timedelta(days=3),
    timedelta(days=7),
)
AWAY = timedelta(days=3)
"""How long the player of a game without a clock may be away before the others are asked."""

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_SECOND = timedelta(seconds=1)
_MINUTES = 24 * 60


def is_short(clock: timedelta | None) -> bool:
    """Whether that clock is for a game played in one sitting: it knows no quiet hours and no reminders."""
    return clock is not None and clock < timedelta(hours=1)


@dataclass(frozen=True)
class QuietHours:
    """From minute `start` of each local day until before minute `end`, past midnight where `end` is the smaller.

    What the clock on the wall shows is what counts: an hour that a change of time repeats is quiet twice. Raises
    ValueError for a minute that no day has, and where `start` is `end`, which might mean a whole day or nothing.
    """

    start: int
    end: int
    zone: ZoneInfo

    def __post_init__(self) -> None:
        if not (0 <= self.start < _MINUTES and 0 <= self.end < _MINUTES):
            raise ValueError(f"a day has the minutes 0 to {_MINUTES - 1}, not {self.start} to {self.end}")
        if self.start == self.end:
            raise ValueError("quiet hours must end at another minute than they start")

    @property
    def lasts(self) -> timedelta:
        """How long they are on a day without a change of time."""
        return timedelta(minutes=(self.end - self.start) % _MINUTES)


def due_at(began: datetime, length: timedelta, quiet: QuietHours | None) -> datetime:
    """When `length` has passed outside quiet hours, never an instant within them. All instants here are in UTC."""
    if quiet is None:
        return began + length
    week = 7 * (_DAY - quiet.lasts)
    while True:
        if length >= week and _keeps_offset(began, quiet.zone):
            length -= week
            began += _WEEK
            continue
        until, awake = _stretch(began, quiet)
        if awake:
            if length < until - began:
                return began + length
            length -= until - began
        began = until


def awake_between(begin: datetime, end: datetime, quiet: QuietHours | None) -> timedelta:
    """How much of the time between two instants lies outside quiet hours; nothing unless `end` is the later one."""
    if quiet is None:
        return max(end - begin, timedelta())
    total = timedelta()
    while begin < end:
        if end - begin >= _WEEK and _keeps_offset(begin, quiet.zone):
            total += 7 * (_DAY - quiet.lasts)
            begin += _WEEK
            continue
        until, awake = _stretch(begin, quiet)
        if awake:
            total += min(until, end) - begin
        begin = until
    return total


def _keeps_offset(begin: datetime, zone: ZoneInfo) -> bool:
    """Whether the week that begins there has seven ordinary days. No zone changes its offset and back in a week."""
    return begin.astimezone(zone).utcoffset() == (begin + _WEEK).astimezone(zone).utcoffset()


def _stretch(begin: datetime, quiet: QuietHours) -> tuple[datetime, bool]:
    """Until when it stays as at `begin`, and whether that is outside quiet hours.

    A stretch also ends where the offset of the zone changes, for what the wall shows there is not what comes next.
    """
    wall = begin.astimezone(quiet.zone)
    time = timedelta(hours=wall.hour, minutes=wall.minute, seconds=wall.second, microseconds=wall.microsecond)
    passed = (time - timedelta(minutes=quiet.start)) % _DAY
    awake = passed >= quiet.lasts
    until = begin + ((_DAY if awake else quiet.lasts) - passed)
    if until.astimezone(quiet.zone).utcoffset() != wall.utcoffset():
        until = _change(begin, until, quiet.zone)
    return until, awake


def _change(begin: datetime, end: datetime, zone: ZoneInfo) -> datetime:
    """The first instant after `begin` and up to `end` with the offset of `end`. Offsets change at whole seconds."""
    first = begin.replace(microsecond=0)
    after = end.astimezone(zone).utcoffset()

    def changed(second: int) -> bool:
        return (first + second * _SECOND).astimezone(zone).utcoffset() == after

    return first + _SECOND * bisect_left(range((end - first) // _SECOND), True, key=changed)
