"""Quiet hours do not count, whatever the clocks of the zone do that night."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.clocks import CLOCKS, SHORT, QuietHours, awake_between, due_at, is_short

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)

BERLIN, NEW_YORK, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
SANTIAGO, CAIRO, KOLKATA = "America/Santiago", "Africa/Cairo", "Asia/Kolkata"


def quiet(zone: str, hours: str) -> QuietHours:
    """`quiet(BERLIN, "22:00-07:00")`."""
    start, end = (60 * int(time[:2]) + int(time[3:]) for time in hours.split("-"))
    return QuietHours(start, end, ZoneInfo(zone))


def utc(text: str) -> datetime:
    """`utc("2026-06-01 19:00")`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_the_clocks_on_offer() -> None:
    assert [str(clock) for clock in CLOCKS] == [
        "0:05:00",
        "1:00:00",
        "12:00:00",
        "1 day, 0:00:00",
        "3 days, 0:00:00",
        "7 days, 0:00:00",
    ]


def test_only_five_minutes_are_short() -> None:
    assert [clock for clock in CLOCKS if is_short(clock)] == [SHORT]
    assert not is_short(None)


@pytest.mark.parametrize(
    ("zone", "hours", "began", "length", "due"),
    [
        # Berlin is two hours ahead of UTC in summer: 21:00, an hour of evening, then from 07:00 on.
        (BERLIN, "22:00-07:00", "2026-06-01 19:00", 12 * HOUR, "2026-06-02 16:00"),
        # Time left over within the evening needs no night.
        (BERLIN, "22:00-07:00", "2026-06-01 10:00", 3 * HOUR, "2026-06-01 13:00"),
        # A deadline of 22:00 falls into quiet hours already, and so does one at 22:30.
        (BERLIN, "22:00-07:00", "2026-06-01 19:00", HOUR, "2026-06-02 05:00"),
        (BERLIN, "22:00-07:00", "2026-06-01 19:30", HOUR, "2026-06-02 05:30"),
        # Begun at night; begun on the minute at which the night ends.
        (BERLIN, "22:00-07:00", "2026-06-02 01:00", HOUR, "2026-06-02 06:00"),
        (BERLIN, "22:00-07:00", "2026-06-02 05:00", HOUR, "2026-06-02 06:00"),
        # Several nights: fifteen hours of each day count.
        (BERLIN, "22:00-07:00", "2026-06-01 05:00", 31 * HOUR, "2026-06-03 06:00"),
        (BERLIN, "22:00-07:00", "2026-06-01 05:00", 24 * 7 * HOUR, "2026-06-12 08:00"),
        # Within one day.
        (BERLIN, "08:00-16:00", "2026-06-01 05:00", 2 * HOUR, "2026-06-01 15:00"),
        (BERLIN, "00:00-07:00", "2026-06-01 21:00", 2 * HOUR, "2026-06-02 06:00"),
        # The night of 29 March is an hour shorter, that of 25 October an hour longer.
        (BERLIN, "22:00-07:00", "2026-03-28 20:00", 12 * HOUR, "2026-03-29 16:00"),
        (BERLIN, "22:00-07:00", "2026-10-24 19:00", 12 * HOUR, "2026-10-25 17:00"),
        # The hour that is left out, or repeated, counts as it is lived: seven hours to 08:00, and nine.
        (BERLIN, "08:00-16:00", "2026-03-28 23:00", 12 * HOUR, "2026-03-29 19:00"),
        (BERLIN, "08:00-16:00", "2026-10-24 22:00", 12 * HOUR, "2026-10-25 18:00"),
        # Quiet hours that end within the hour left out, and that lie wholly in it.
        (BERLIN, "22:00-02:30", "2026-03-28 20:30", HOUR, "2026-03-29 01:30"),
        (BERLIN, "02:00-03:00", "2026-03-29 00:30", HOUR, "2026-03-29 01:30"),
        (BERLIN, "02:30-05:00", "2026-03-29 00:30", HOUR, "2026-03-29 03:30"),
        # Half an hour that comes twice is quiet twice.
        (BERLIN, "02:00-02:30", "2026-10-24 23:45", HOUR, "2026-10-25 01:45"),
        # New York: 8 March at 07:00 UTC and 1 November at 06:00 UTC.
        (NEW_YORK, "23:00-08:00", "2026-03-08 03:00", 12 * HOUR, "2026-03-08 23:00"),
        (NEW_YORK, "23:00-08:00", "2026-11-01 02:00", 12 * HOUR, "2026-11-02 00:00"),
        # Lord Howe Island changes by half an hour: 4 April at 15:00 UTC and 3 October at 15:30 UTC.
        (LORD_HOWE, "22:00-07:00", "2026-04-04 10:00", 12 * HOUR, "2026-04-05 07:30"),
        (LORD_HOWE, "22:00-07:00", "2026-10-03 10:30", 12 * HOUR, "2026-10-04 07:00"),
        # Santiago: midnight of 6 September is left out, the hour before that of 5 April comes twice.
        (SANTIAGO, "23:00-07:00", "2026-09-06 02:00", 12 * HOUR, "2026-09-06 21:00"),
        (SANTIAGO, "00:00-07:00", "2026-09-06 03:00", 12 * HOUR, "2026-09-06 21:00"),
        (SANTIAGO, "23:00-07:00", "2026-04-05 01:00", 12 * HOUR, "2026-04-05 22:00"),
        (SANTIAGO, "00:00-07:00", "2026-04-05 02:00", 12 * HOUR, "2026-04-05 21:00"),
        # Cairo: midnight of 24 April is left out, the hour before that of 30 October comes twice.
        (CAIRO, "00:00-07:00", "2026-04-23 21:00", 12 * HOUR, "2026-04-24 15:00"),
        (CAIRO, "00:00-07:00", "2026-10-29 20:00", 12 * HOUR, "2026-10-30 15:00"),
        # Kolkata changes nothing, five and a half hours ahead of UTC.
        (KOLKATA, "22:00-07:00", "2026-03-28 15:30", 12 * HOUR, "2026-03-29 12:30"),
        # All but the minute after midnight: the fifth minute ends in quiet hours.
        ("UTC", "00:01-00:00", "2026-06-01 12:00", 5 * MINUTE, "2026-06-07 00:00"),
        ("UTC", "00:01-00:00", "2026-06-01 12:00", 4.5 * MINUTE, "2026-06-06 00:00:30"),
        # All but the last minute of the day.
        ("UTC", "00:00-23:59", "2026-06-01 12:00", 1.5 * MINUTE, "2026-06-02 23:59:30"),
    ],
)
def test_deadline_counts_no_quiet_hours(zone: str, hours: str, began: str, length: timedelta, due: str) -> None:
    hushed = quiet(zone, hours)
    assert due_at(utc(began), length, hushed) == utc(due)
    assert awake_between(utc(began), utc(due), hushed) == length


def test_without_quiet_hours_all_time_counts() -> None:
    began = utc("2026-03-28 20:00")
    assert due_at(began, 12 * HOUR, None) == utc("2026-03-29 08:00")
    assert awake_between(began, utc("2026-03-29 08:00"), None) == 12 * HOUR


@pytest.mark.parametrize("hushed", [None, quiet(BERLIN, "22:00-07:00")])
def test_no_time_lies_between_an_instant_and_an_earlier_one(hushed: QuietHours | None) -> None:
    assert awake_between(utc("2026-06-02 12:00"), utc("2026-06-01 12:00"), hushed) == timedelta()
    assert awake_between(utc("2026-06-02 12:00"), utc("2026-06-02 12:00"), hushed) == timedelta()


@pytest.mark.parametrize(("start", "end"), [(0, 0), (420, 420), (-1, 60), (60, 1440), (1440, 60), (60, -1)])
def test_no_quiet_hours_of_a_whole_day_or_outside_it(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="minute"):
        QuietHours(start, end, ZoneInfo("UTC"))


# Instants near which the zone's clocks change, and one in a zone where they never do.
CHANGES = {
    BERLIN: ("2026-03-29 01:00", "2026-10-25 01:00"),
    NEW_YORK: ("2026-03-08 07:00", "2026-11-01 06:00"),
    LORD_HOWE: ("2026-04-04 15:00", "2026-10-03 15:30"),
    SANTIAGO: ("2026-04-05 03:00", "2026-09-06 04:00"),
    CAIRO: ("2026-04-23 22:00", "2026-10-29 21:00"),
    KOLKATA: ("2026-01-01 00:00",),
}

instants = st.sampled_from([(zone, change) for zone, changes in CHANGES.items() for change in changes]).flatmap(
    lambda at: st.tuples(
        st.just(ZoneInfo(at[0])),
        st.integers(-2 * 1440, 1440).map(lambda minutes: utc(at[1]) + minutes * MINUTE),
    )
)
hours = st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda pair: pair[0] != pair[1])


def hushed_at(at: datetime, quiet: QuietHours) -> bool:
    """Whether a clock on the wall shows a quiet minute."""
    wall = at.astimezone(quiet.zone)
    minute = 60 * wall.hour + wall.minute
    if quiet.start < quiet.end:
        return quiet.start <= minute < quiet.end
    return minute >= quiet.start or minute < quiet.end


@settings(max_examples=100, deadline=None)
@given(instants, hours, st.integers(0, 12 * 1440))
def test_counted_minute_by_minute_it_is_the_same(
    zoned: tuple[ZoneInfo, datetime], minutes: tuple[int, int], later: int
) -> None:
    zone, began = zoned
    hushed = QuietHours(*minutes, zone)
    awake = [minute for minute in range(later) if not hushed_at(began + minute * MINUTE, hushed)]
    assert awake_between(began, began + later * MINUTE, hushed) == len(awake) * MINUTE
    for length, minute in enumerate(awake):
        if length % 97 == 0:
            assert due_at(began, length * MINUTE, hushed) == began + minute * MINUTE


@settings(max_examples=300, deadline=None)
@given(instants, hours, st.integers(0, 7 * 86_400_000), st.integers(0, 59_999))
def test_time_counted_to_a_deadline_is_the_time_given(
    zoned: tuple[ZoneInfo, datetime], minutes: tuple[int, int], length: int, shift: int
) -> None:
    zone, at = zoned
    began = at + timedelta(milliseconds=shift)
    hushed = QuietHours(*minutes, zone)
    # A hundred days at most, for quiet hours may leave but a minute of each.
    awake_a_day = (1440 - (hushed.end - hushed.start) % 1440) * MINUTE
    time = min(timedelta(milliseconds=length), 100 * awake_a_day)
    due = due_at(began, time, hushed)
    assert awake_between(began, due, hushed) == time
    assert not hushed_at(due, hushed)
