"""The spans of time that leaderboards are kept for, as keys: all-time, a season, a month, a week."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from db.seasons import Season

LONGEST = timedelta(days=32)
"""More than a month or a week lasts in any time zone."""

# More than local times differ by.
_WIDEST = timedelta(days=2)


class Period(StrEnum):
    """The spans a reader may ask for."""

    ALL = "all"
    SEASON = "season"
    MONTH = "month"
    WEEK = "week"


def period_key(period: Period, at: datetime, zone: ZoneInfo, season: int | None) -> str | None:
    """The key of the span that holds an instant; None for the season of a server that has begun none.

    Months and weeks, which begin on Monday, are those of the server's time zone.
    """
    day = at.astimezone(zone).date()
    match period:
        case Period.ALL:
            return "all"
        case Period.SEASON:
            return None if season is None else f"season:{season}"
        case Period.MONTH:
            return f"month:{day:%Y-%m}"
        case Period.WEEK:
            return f"week:{day - timedelta(days=day.weekday()):%Y-%m-%d}"


def periods_of(at: datetime, zone: ZoneInfo, season: int | None) -> tuple[str, ...]:
    """The keys of every span that holds an instant."""
    keys = (period_key(period, at, zone, season) for period in Period)
    return tuple(key for key in keys if key is not None)


@dataclass(frozen=True)
class Calendar:
    """The time zone of a server and its seasons, the oldest first."""

    zone: ZoneInfo
    seasons: Sequence[Season]

    @property
    def season(self) -> Season | None:
        """The present season: the last that was begun."""
        return self.seasons[-1] if self.seasons else None

    def present(self, period: Period, now: datetime) -> str | None:
        """The key of the present span of that kind; None where no season was begun."""
        return period_key(period, now, self.zone, None if self.season is None else self.season.id)

    def recent(self, now: datetime) -> frozenset[str]:
        """The keys of the months and weeks that are not past here, among those that are present in any time zone."""
        return frozenset(
            key
            for period in (Period.MONTH, Period.WEEK)
            for at in (now, now + _WIDEST)
            if (key := period_key(period, at, self.zone, None)) is not None
        )

    def keys(self, at: datetime) -> tuple[str, ...]:
        """The keys of every span that holds an instant."""
        season = next((season.id for season in reversed(self.seasons) if season.started_at <= at), None)
        return periods_of(at, self.zone, season)


def zone_of(name: str | None) -> ZoneInfo:
    """The time zone of that IANA name: UTC where none was chosen, or where this machine no longer knows it."""
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
