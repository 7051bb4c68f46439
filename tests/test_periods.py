"""Leaderboards of a month and a week begin when the server's own day does."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.periods import Period, period_key, periods_of

KOLKATA, NEW_YORK, UTC_ZONE = ZoneInfo("Asia/Kolkata"), ZoneInfo("America/New_York"), ZoneInfo("UTC")


@pytest.mark.parametrize(
    ("at", "zone", "month", "week"),
    [
        (datetime(2026, 11, 30, 12, tzinfo=UTC), UTC_ZONE, "month:2026-11", "week:2026-11-30"),
        (datetime(2026, 11, 29, 23, 59, tzinfo=UTC), UTC_ZONE, "month:2026-11", "week:2026-11-23"),
        (datetime(2026, 11, 29, 23, 59, tzinfo=UTC), KOLKATA, "month:2026-11", "week:2026-11-30"),
        (datetime(2026, 12, 1, 3, tzinfo=UTC), NEW_YORK, "month:2026-11", "week:2026-11-30"),
        (datetime(2027, 1, 1, tzinfo=UTC), UTC_ZONE, "month:2027-01", "week:2026-12-28"),
        # Clocks go forward in New York on 8 March 2026: midnight that Monday is at four o'clock UTC, no longer at five.
        (datetime(2026, 3, 9, 3, 59, tzinfo=UTC), NEW_YORK, "month:2026-03", "week:2026-03-02"),
        (datetime(2026, 3, 9, 4, 0, tzinfo=UTC), NEW_YORK, "month:2026-03", "week:2026-03-09"),
    ],
)
def test_month_and_week_are_those_of_the_zone(at: datetime, zone: ZoneInfo, month: str, week: str) -> None:
    assert period_key(Period.MONTH, at, zone, None) == month
    assert period_key(Period.WEEK, at, zone, None) == week


def test_a_server_without_a_season_has_no_season_board() -> None:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    assert period_key(Period.SEASON, at, UTC_ZONE, None) is None
    assert periods_of(at, UTC_ZONE, None) == ("all", "month:2026-11", "week:2026-11-30")
    assert periods_of(at, UTC_ZONE, 3) == ("all", "season:3", "month:2026-11", "week:2026-11-30")
