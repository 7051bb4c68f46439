"""The one clock of the bot: closing what is due, showing what was not shown, and going on whatever fails."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from unittest.mock import create_autospec

import pytest

from bot.game import Order, Phase, moves
from bot.games import Games, Press
from bot.records import Records
from bot.scheduler import Scheduler
from bot.ui.channels import Channels

if TYPE_CHECKING:
    from db.database import Database

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD, ELSEWHERE = 10, 11


class Clock:
    """Tells the time that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One engine is enough: what the scheduler asks of the games is tested on both."""
    return sqlite_url


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(database: Database, clock: Clock) -> Games:
    return Games(database, clock)


@pytest.fixture
def channels() -> Channels:
    """No Discord is needed here: what is shown in it is another module's business."""
    double: Channels = create_autospec(Channels, instance=True)
    return double


@pytest.fixture
def records(database: Database, clock: Clock) -> Records:
    return Records(database, clock)


@pytest.fixture
def scheduler(games: Games, channels: Channels, records: Records, clock: Clock) -> Scheduler:
    return Scheduler(games, channels, records, guilds=lambda: [GUILD], clock=clock)


async def lobby(games: Games, channel: int, *, guild: int = GUILD, at: datetime = NOON) -> int:
    press = Press(channel, 101, "ada", at)
    stored = await games.open(press, guild=guild, channel=channel, ruleset="yacht", order=Order.TURNS, duplicate=False)
    await games.note_shown(stored)
    return stored.id


def shown(channels: Channels) -> list[int]:
    return [call.args[0] for call in channels.bring_up_to_date.await_args_list]  # type: ignore[attr-defined]


async def test_what_is_due_is_closed_and_shown_in_one_pass(
    scheduler: Scheduler, games: Games, channels: Channels
) -> None:
    due = await lobby(games, 1)
    young = await lobby(games, 2, at=NOON + timedelta(hours=1))
    await scheduler.pass_over(NOON + timedelta(hours=24))
    assert (await games.load(due)).game.phase is Phase.ABANDONED
    assert (await games.load(young)).game.phase is Phase.LOBBY
    assert shown(channels) == [due]


async def test_games_of_servers_that_this_process_does_not_serve_are_closed_but_not_shown(
    scheduler: Scheduler, games: Games, channels: Channels
) -> None:
    due = await lobby(games, 1, guild=ELSEWHERE)
    await scheduler.pass_over(NOON + timedelta(hours=24))
    assert not (await games.load(due)).game.live
    assert shown(channels) == []


async def test_a_pass_with_nothing_to_do_shows_nothing(scheduler: Scheduler, games: Games, channels: Channels) -> None:
    await lobby(games, 1)
    await scheduler.pass_over(NOON)
    assert shown(channels) == []


async def test_a_game_that_cannot_be_shown_does_not_hold_up_the_others(
    scheduler: Scheduler, games: Games, channels: Channels, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await lobby(games, 1), await lobby(games, 2)
    channels.bring_up_to_date.side_effect = [ZeroDivisionError, True]  # type: ignore[attr-defined]
    await scheduler.pass_over(NOON + timedelta(hours=24))
    assert shown(channels) == [first, second]
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.getMessage() == f"not shown game={first}; it is tried again"
    assert record.exc_info is not None


async def test_a_lobby_in_which_somebody_sits_down_late_still_closes_after_its_day(
    scheduler: Scheduler, games: Games
) -> None:
    game_id = await lobby(games, 1)
    late = Press(77, 102, "ben", NOON + timedelta(hours=23))
    await games.act(game_id, late, lambda game, _: moves.join(game, 102, 77))
    await scheduler.pass_over(NOON + timedelta(hours=24))
    assert not (await games.load(game_id)).game.live


@pytest.mark.parametrize(
    ("ahead", "pause"),
    [
        (timedelta(minutes=5), timedelta(minutes=5)),
        (timedelta(hours=5), timedelta(minutes=10)),
        (timedelta(seconds=1), timedelta(seconds=30)),
        (timedelta(seconds=-1), timedelta(seconds=30)),
        (None, timedelta(minutes=10)),
    ],
    ids=["next-deadline", "far-off", "very-soon", "overdue", "none"],
)
async def test_it_sleeps_until_the_next_deadline_or_the_next_sweep(
    scheduler: Scheduler,
    games: Games,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    ahead: timedelta | None,
    pause: timedelta,
) -> None:
    if ahead is not None:
        await lobby(games, 1)
    slept = _stop_at_first_sleep(monkeypatch)
    if ahead is not None:
        # The pass itself happens now; what is left is then measured by the clock.
        monkeypatch.setattr(scheduler, "pass_over", create_autospec(scheduler.pass_over))
        clock.now = NOON + timedelta(hours=24) - ahead
    with suppress(asyncio.CancelledError):
        await scheduler.run()
    assert slept == [pause.total_seconds()]


async def test_a_pass_that_fails_is_logged_and_tried_again(
    scheduler: Scheduler, games: Games, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept = _stop_at_first_sleep(monkeypatch)
    monkeypatch.setattr(games, "expire", create_autospec(games.expire, side_effect=ZeroDivisionError))
    with suppress(asyncio.CancelledError):
        await scheduler.run()
    assert slept == [600]
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.getMessage() == "the scheduler's pass failed; it is tried again"
    assert record.exc_info is not None


def _stop_at_first_sleep(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        raise asyncio.CancelledError

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return slept
