"""The one clock of the bot: working off what is due, showing what was not shown, and going on whatever fails."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from unittest.mock import create_autospec

import pytest

from bot.choices import Choices
from bot.deadlines import Deadlines
from bot.game import Order, Phase, moves
from bot.games import Games, Press
from bot.records import Records
from bot.scheduler import Scheduler
from bot.timing import DueKind
from bot.ui.channels import Channels
from bot.ui.pings import Pings
from bot.uptime import Uptime
from tests.in_play import GUILD, NOON, Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from db.database import Database

ELSEWHERE = GUILD + 1
HOUR = timedelta(hours=1)


class World(Clock):
    """Tells the time that the test sets, and whether Discord is heard."""

    def __init__(self) -> None:
        super().__init__()
        self.online = True


@pytest.fixture
def database_url(migrated_sqlite_url: str) -> str:
    """One engine is enough: what the scheduler asks of the games is tested on both."""
    return migrated_sqlite_url


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def clock(world: World) -> Clock:
    return world


@pytest.fixture
def channels() -> Channels:
    """No Discord is needed here: what is shown in it is another module's business."""
    double: Channels = create_autospec(Channels, instance=True)
    return double


@pytest.fixture
def pings() -> Pings:
    """Everybody is still there."""
    double: Pings = create_autospec(Pings, instance=True)
    double.remind.return_value = double.dismiss_gone.return_value = False  # type: ignore[attr-defined]
    return double


@pytest.fixture
def scheduler(
    database: Database,
    games: Games,
    deadlines: Deadlines,
    channels: Channels,
    pings: Pings,
    choices: Choices,
    world: World,
) -> Scheduler:
    return Scheduler(
        deadlines,
        Uptime(database, [0]),
        games,
        channels,
        pings,
        Records(database, world),
        choices,
        guilds=lambda: [GUILD],
        online=lambda: world.online,
        clock=world,
    )


async def lobby(
    games: Games, channel: int, *, guild: int = GUILD, at: datetime = NOON, clock: timedelta | None = None
) -> int:
    press = Press(channel, 101, "ada", at)
    facts = {"ruleset": "yacht", "order": Order.TURNS, "duplicate": False, "clock": clock}
    stored = await games.open(press, guild=guild, channel=channel, **facts)  # type: ignore[arg-type]
    await games.note_shown(stored)
    return stored.id


async def playing(games: Games, channel: int, clock: timedelta) -> int:
    """A game of two, begun at noon, whose channel has been shown it."""
    game_id = await lobby(games, channel, clock=clock)
    joining = Press(channel + 1000, 102, "ben", NOON)
    await games.act(game_id, joining, lambda game, _: moves.join(game, 102, joining.interaction))
    starting = Press(channel + 2000, 101, "ada", NOON)
    started = await games.act(game_id, starting, lambda game, dice: moves.start(game, 101, dice))
    await games.note_shown(started.after)
    return game_id


def shown(channels: Channels) -> list[int]:
    return [call.args[0] for call in channels.bring_up_to_date.await_args_list]  # type: ignore[attr-defined]


async def test_what_is_due_is_closed_and_shown_in_one_pass(
    scheduler: Scheduler, games: Games, channels: Channels
) -> None:
    due = await lobby(games, 1)
    young = await lobby(games, 2, at=NOON + HOUR)
    await scheduler.work_off(NOON + timedelta(hours=24))
    assert (await games.load(due)).game.phase is Phase.ABANDONED
    assert (await games.load(young)).game.phase is Phase.LOBBY
    assert shown(channels) == [due]


async def test_what_a_channel_was_not_shown_is_shown_in_the_sweep_if_this_process_serves_it(
    scheduler: Scheduler, games: Games, channels: Channels
) -> None:
    mine, theirs = await lobby(games, 1), await lobby(games, 2, guild=ELSEWHERE)
    for game_id in (mine, theirs):
        joining = Press(game_id + 500, 102, "ben", NOON)
        await games.act(game_id, joining, lambda game, _: moves.join(game, 102, 77))
    await scheduler.work_off(NOON)
    assert shown(channels) == []
    await scheduler.pass_over(NOON)
    assert shown(channels) == [mine]


async def test_a_pass_with_nothing_to_do_shows_nothing(scheduler: Scheduler, games: Games, channels: Channels) -> None:
    await lobby(games, 1)
    await scheduler.pass_over(NOON)
    assert shown(channels) == []


async def test_a_game_that_cannot_be_shown_does_not_hold_up_the_others(
    scheduler: Scheduler, games: Games, channels: Channels, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await lobby(games, 1), await lobby(games, 2)
    channels.bring_up_to_date.side_effect = [ZeroDivisionError, True]  # type: ignore[attr-defined]
    await scheduler.work_off(NOON + timedelta(hours=24))
    assert shown(channels) == [first, second]
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.getMessage() == f"not shown game={first}; it is tried again"
    assert record.exc_info is not None


async def test_more_than_a_hundred_games_at_once_are_all_worked_off(
    scheduler: Scheduler, games: Games, channels: Channels
) -> None:
    due = [await lobby(games, channel) for channel in range(1, 131)]
    await scheduler.work_off(NOON + timedelta(hours=24))
    assert sorted(shown(channels)) == due


async def test_a_lobby_in_which_somebody_sits_down_late_still_closes_after_its_day(
    scheduler: Scheduler, games: Games
) -> None:
    game_id = await lobby(games, 1)
    late = Press(77, 102, "ben", NOON + timedelta(hours=23))
    await games.act(game_id, late, lambda game, _: moves.join(game, 102, 77))
    await scheduler.pass_over(NOON + timedelta(hours=24))
    assert not (await games.load(game_id)).game.live


async def test_a_reminder_is_sent_once_and_is_no_new_version(
    scheduler: Scheduler, games: Games, channels: Channels, pings: Pings
) -> None:
    game_id = await playing(games, 1, HOUR)
    await _up_to(scheduler, NOON + HOUR / 2)
    await scheduler.work_off(NOON + HOUR / 2)
    (call,) = pings.remind.await_args_list  # type: ignore[attr-defined]
    assert (call.args[0].id, call.args[1].kind, call.args[1].last) == (game_id, DueKind.REMINDER, False)
    assert shown(channels) == []


async def test_a_turn_whose_time_is_up_is_shown_after_its_members_were_looked_up(
    scheduler: Scheduler, games: Games, channels: Channels, pings: Pings
) -> None:
    game_id = await playing(games, 1, HOUR)
    await _up_to(scheduler, NOON + HOUR)
    assert [call.args[0].id for call in pings.dismiss_gone.await_args_list] == [game_id]  # type: ignore[attr-defined]
    assert (await games.load(game_id)).game.late_seat is not None
    assert shown(channels) == [game_id]


async def test_nothing_happens_while_discord_is_not_heard_and_the_time_is_given_back(
    scheduler: Scheduler, games: Games, channels: Channels, world: World
) -> None:
    game_id = await playing(games, 1, HOUR)
    await scheduler.work_off(NOON)
    world.online = False
    await scheduler.work_off(NOON + 2 * HOUR)
    assert (await games.load(game_id)).game.late_seat is None
    world.online = True
    await scheduler.work_off(NOON + 3 * HOUR)
    stored = await games.load(game_id)
    assert stored.game.late_seat is None
    assert stored.game.current is not None
    assert stored.deadline_of(stored.game.current) == NOON + 4 * HOUR
    assert shown(channels) == [game_id]


async def test_a_stop_is_noted_so_that_only_the_time_after_it_is_given_back(
    scheduler: Scheduler, games: Games, world: World
) -> None:
    game_id = await playing(games, 1, HOUR)
    await scheduler.work_off(NOON)
    world.now = NOON + HOUR / 2
    await scheduler.stop()
    await scheduler.work_off(NOON + 3 * HOUR)
    stored = await games.load(game_id)
    assert stored.game.current is not None
    assert stored.deadline_of(stored.game.current) == NOON + 3 * HOUR + HOUR / 2


@pytest.mark.parametrize(
    ("ahead", "pause"),
    [
        (timedelta(minutes=5), timedelta(minutes=5)),
        (timedelta(hours=5), timedelta(minutes=10)),
        (timedelta(milliseconds=1), timedelta(seconds=1)),
        (None, timedelta(minutes=10)),
    ],
    ids=["next-deadline", "far-off", "very-soon", "none"],
)
async def test_it_sleeps_until_the_next_deadline_or_the_next_sweep(
    scheduler: Scheduler,
    games: Games,
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    ahead: timedelta | None,
    pause: timedelta,
) -> None:
    if ahead is not None:
        await lobby(games, 1)
        world.now = NOON + timedelta(hours=24) - ahead
    assert await _first_sleep(scheduler, monkeypatch) == pause.total_seconds()


async def test_it_sweeps_although_the_clock_was_set_back(
    scheduler: Scheduler, games: Games, channels: Channels, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await scheduler.pass_over(NOON + HOUR)
    game_id = await lobby(games, 1)
    await games.act(game_id, Press(9, 102, "ben", NOON), lambda game, _: moves.join(game, 102, 9))
    assert await _first_sleep(scheduler, monkeypatch) == 600
    assert shown(channels) == [game_id]


@pytest.mark.parametrize(
    ("clock", "pause"),
    [(timedelta(minutes=5), 10), (HOUR, 120), (timedelta(days=1), 600)],
    ids=["short", "hour", "day"],
)
async def test_it_notes_thirty_times_a_clock_that_it_is_up(
    scheduler: Scheduler, games: Games, monkeypatch: pytest.MonkeyPatch, clock: timedelta, pause: float
) -> None:
    await playing(games, 1, clock)
    assert await _first_sleep(scheduler, monkeypatch) == pause


async def test_a_clock_that_is_set_running_wakes_it_if_it_would_sleep_too_long(
    scheduler: Scheduler, games: Games, deadlines: Deadlines, monkeypatch: pytest.MonkeyPatch
) -> None:
    passes = create_autospec(deadlines.work_off, side_effect=deadlines.work_off)
    monkeypatch.setattr(deadlines, "work_off", passes)
    running = asyncio.create_task(scheduler.run())
    await _until(lambda: passes.await_count == 1)
    await lobby(games, 1)
    await asyncio.sleep(0.1)
    assert passes.await_count == 1
    await playing(games, 2, timedelta(minutes=5))
    await _until(lambda: passes.await_count == 2)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_a_pass_that_fails_is_logged_and_tried_again(
    scheduler: Scheduler, deadlines: Deadlines, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(deadlines, "work_off", create_autospec(deadlines.work_off, side_effect=ZeroDivisionError))
    assert await _first_sleep(scheduler, monkeypatch) == 60
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert record.getMessage() == "the scheduler's pass failed; it is tried again"
    assert record.exc_info is not None


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - any condition will do
            await asyncio.sleep(0.01)


async def _up_to(scheduler: Scheduler, end: datetime) -> None:
    """Let the scheduler be up from noon until then, so that nothing is given back."""
    now = NOON
    while now <= end:
        await scheduler.work_off(now)
        now += timedelta(seconds=10)


async def _first_sleep(scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> float:
    """Run the scheduler, and answer how many seconds it sleeps after its first pass."""
    slept: asyncio.Queue[float] = asyncio.Queue()

    async def sleep(seconds: float) -> None:
        await slept.put(seconds)
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.scheduler.asyncio.sleep", sleep)
    running = asyncio.create_task(scheduler.run())
    first = await slept.get()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return first
