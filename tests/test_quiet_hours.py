"""Quiet hours across a change of time, from a server's settings to what falls due: instants worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.choices import Choices
from bot.deadlines import Deadlines
from bot.game import moves
from bot.game.events import TimedOut
from bot.games import Games
from bot.timing import Due, DueKind
from db.due import ALL_SHARDS
from tests.in_play import ADA, BEN, GUILD, Clock, join, lobby, press

if TYPE_CHECKING:
    from bot.games import StoredGame
    from db.database import Database

TWELVE_HOURS = timedelta(hours=12)
INSTANT = timedelta(milliseconds=1)
# In Berlin clocks went from 02:00 to 03:00 at the first of these, and go from 03:00 to 02:00 at the second.
SPRING, AUTUMN = datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)
NIGHT, UNTIL_AN_HOUR_THAT_CHANGES = (22 * 60, 8 * 60), (22 * 60, 2 * 60 + 30)


def utc(day: datetime, hour: int, minute: int = 0, *, before: bool = False) -> datetime:
    """A time of the day on which clocks change, or of the day before."""
    return day.replace(hour=hour, minute=minute) - timedelta(days=before)


@pytest.mark.parametrize(
    ("quiet", "began", "half", "last", "up"),
    [
        # Each turn begins at 20:00 in Berlin and has two hours until 22:00, so four are left until half time.
        # In spring, 22:00 to 08:00 are nine hours: 21:00 to 06:00 UTC.
        (NIGHT, utc(SPRING, 19, before=True), utc(SPRING, 10), utc(SPRING, 14, 48), utc(SPRING, 16)),
        # In autumn they are eleven: 20:00 to 07:00 UTC.
        (NIGHT, utc(AUTUMN, 18, before=True), utc(AUTUMN, 11), utc(AUTUMN, 15, 48), utc(AUTUMN, 17)),
        # 02:30 is left out: the quiet hours end when it is 03:00, at 01:00 UTC.
        (
            UNTIL_AN_HOUR_THAT_CHANGES,
            utc(SPRING, 19, before=True),
            utc(SPRING, 5),
            utc(SPRING, 9, 48),
            utc(SPRING, 11),
        ),
        # 02:00 to 02:30 come twice and are quiet twice: 20:00 to 00:30 and 01:00 to 01:30 UTC.
        (
            UNTIL_AN_HOUR_THAT_CHANGES,
            utc(AUTUMN, 18, before=True),
            utc(AUTUMN, 5),
            utc(AUTUMN, 9, 48),
            utc(AUTUMN, 11),
        ),
    ],
    ids=["spring", "autumn", "an-hour-left-out", "an-hour-twice"],
)
async def test_a_turn_over_the_night_of_a_change_of_time_falls_due_and_reminds_when_it_should(
    database: Database,
    quiet: tuple[int, int],
    began: datetime,
    half: datetime,
    last: datetime,
    up: datetime,
) -> None:
    choices = Choices(database)
    games = Games(database, Clock(), choices)
    deadlines = Deadlines(database, games, choices, ALL_SHARDS)
    await choices.change_server(GUILD, quiet=quiet, time_zone="Europe/Berlin")
    stored = await started(games, began)
    index = stored.game.current
    assert index is not None
    assert stored.deadline_of(index) == up

    for at, expected in ((half, Due(DueKind.REMINDER, index)), (last, Due(DueKind.REMINDER, index, last=True))):
        assert await deadlines.next_at() == at
        assert await deadlines.work_off(at - INSTANT) == []
        (done,) = await deadlines.work_off(at)
        assert (done.reminders, done.events) == ((expected,), ())
    assert await deadlines.next_at() == up
    assert await deadlines.work_off(up - INSTANT) == []
    (done,) = await deadlines.work_off(up)
    assert done.events == (TimedOut(index),)


async def test_a_short_clock_and_an_absence_run_through_the_night_of_a_change_of_time(database: Database) -> None:
    choices = Choices(database)
    games = Games(database, Clock(), choices)
    await choices.change_server(GUILD, quiet=NIGHT, time_zone="Europe/Berlin")
    began = utc(AUTUMN, 23, before=True)
    short = await started(games, began, clock=timedelta(minutes=5))
    absence = await started(games, began, clock=None, channel=21)
    assert short.row.deadline == began + timedelta(minutes=5)
    assert absence.row.deadline == began + timedelta(days=3)


async def started(
    games: Games, at: datetime, *, clock: timedelta | None = TWELVE_HOURS, channel: int = 20
) -> StoredGame:
    """A game of two whose first turn begins at that time."""
    stored = await lobby(games, clock=clock, channel=channel)
    await join(games, stored.id, BEN)
    return (await games.act(stored.id, press(ADA, at), lambda game, dice: moves.start(game, ADA, dice))).after
