"""The spans of time that leaderboards are kept for, as keys: all-time, a season, a month, a week."""

from datetime import datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo


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
