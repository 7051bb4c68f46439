"""Two processes with a scheduler each on one PostgreSQL: whatever falls due is acted on once."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
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
from db.database import Database
from db.due import Shards
from tests.in_play import ADA, BEN, DAN, NOON, Clock, interactions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from datetime import datetime
    from unittest.mock import AsyncMock

    from bot.games import StoredGame

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BOTH = (0, 1)


@dataclass(frozen=True)
class Process:
    """One process of the bot, whose doubles record what Discord would be told."""

    games: Games
    choices: Choices
    scheduler: Scheduler
    channels: AsyncMock
    pings: AsyncMock

    def shown(self) -> list[int]:
        """The games whose channels were brought up to date."""
        return [call.args[0] for call in self.channels.bring_up_to_date.await_args_list]

    def reminded(self) -> list[tuple[int, DueKind, bool]]:
        """The games in which somebody was mentioned, and why."""
        calls = (call.args for call in self.pings.remind.await_args_list)
        return [(stored.id, due.kind, due.last) for stored, due in calls]


def process(database: Database, clock: Clock, shards: Sequence[int]) -> Process:
    channels, pings = create_autospec(Channels, instance=True), create_autospec(Pings, instance=True)
    pings.remind.return_value = pings.dismiss_gone.return_value = False
    choices = Choices(database)
    games = Games(database, clock, choices)
    scheduler = Scheduler(
        Deadlines(database, games, choices, Shards(2, tuple(shards))),
        Uptime(database, shards),
        games,
        channels,
        pings,
        Records(database, clock),
        choices,
        guilds=list,
        online=lambda: True,
        clock=clock,
    )
    return Process(games, choices, scheduler, channels, pings)


@pytest.fixture
async def databases(migrated_postgres_url: str) -> AsyncIterator[list[Database]]:
    """One database, opened by two processes."""
    opened = [await Database.open(migrated_postgres_url) for _ in range(2)]
    yield opened
    for each in opened:
        await each.close()


def press(player: int, at: datetime = NOON) -> Press:
    return Press(next(interactions), player, f"player {player}", at)


async def lobby(games: Games, number: int, *, at: datetime = NOON, length: timedelta | None = None) -> StoredGame:
    """A lobby in a channel and a server of its own; odd numbers are of shard 1."""
    facts = {"ruleset": "yacht", "order": Order.TURNS, "duplicate": False, "clock": length}
    return await games.open(press(ADA, at), guild=number << 22, channel=number, **facts)  # type: ignore[arg-type]


async def playing(games: Games, number: int, length: timedelta, *, at: datetime, others: Sequence[int] = (BEN,)) -> int:
    """A game that started at that time, with the clock of a turn."""
    stored = await lobby(games, number, at=at, length=length)
    for player in others:
        joining = press(player, at)
        await games.act(stored.id, joining, lambda game, _, p=player, j=joining: moves.join(game, p, j.interaction))  # type: ignore[misc]
    await games.act(stored.id, press(ADA, at), lambda game, dice: moves.start(game, ADA, dice))
    return stored.id


async def with_nudge(games: Games, number: int, due: datetime) -> int:
    """A game whose player is to be called at that time."""
    game_id = await playing(games, number, DAY, at=due - timedelta(seconds=90))
    await games.plan_nudge(await games.load(game_id), due)
    return game_id


async def with_seat_left(games: Games, number: int, due: datetime) -> int:
    """A game in which a seat was left a day ago, about which nobody has decided."""
    game_id = await playing(games, number, 7 * DAY, at=due - DAY, others=(BEN, DAN))
    await games.act(game_id, press(DAN, due - DAY), lambda game, _: moves.leave(game, DAN))
    return game_id


async def events(games: Games, game_id: int) -> Counter[str]:
    return Counter(event.kind for event in await games.events(game_id))


async def test_each_process_acts_for_its_own_shards_and_for_all_of_them(
    databases: list[Database], clock: Clock
) -> None:
    first, second = (process(database, clock, [shard]) for shard, database in enumerate(databases))
    lobbies = [(await lobby(first.games, number)).id for number in range(1, 21)]
    late = [await playing(second.games, number, HOUR, at=NOON + DAY - HOUR) for number in range(21, 41)]

    clock.now = NOON + DAY
    for _ in range(3):
        await asyncio.gather(first.scheduler.work_off(clock.now), second.scheduler.work_off(clock.now))

    mine = [game_id for game_id in lobbies + late if (await first.games.load(game_id)).row.guild_id >> 22 & 1 == 0]
    theirs = [game_id for game_id in lobbies + late if game_id not in mine]
    assert len(mine) == len(theirs) == 20
    assert sorted(first.shown()) == mine
    assert sorted(second.shown()) == theirs
    assert {(await first.games.load(game_id)).game.phase for game_id in lobbies} == {Phase.ABANDONED}
    for game_id in late:
        assert (await events(first.games, game_id))["timed-out"] == 1


async def test_two_processes_with_the_same_shards_do_everything_once(databases: list[Database], clock: Clock) -> None:
    first, second = (process(database, clock, BOTH) for database in databases)
    games, due = first.games, NOON + 2 * DAY
    late = [await playing(games, number, HOUR, at=due - HOUR) for number in range(1, 11)]
    played = [await playing(games, number, HOUR, at=due - HOUR) for number in range(11, 21)]
    halfway = [await playing(games, number, DAY, at=due - DAY / 2) for number in range(21, 31)]
    nudged = [await with_nudge(games, number, due) for number in range(31, 41)]
    left = [await with_seat_left(games, number, due) for number in range(41, 51)]
    lobbies = [(await lobby(games, number, at=due - DAY)).id for number in range(51, 61)]
    for number in range(11, 21):
        await first.choices.change_server(number << 22, on_expiry="computer")
    await second.choices.read()
    before = {game_id: await events(games, game_id) for game_id in [*late, *played, *left, *lobbies]}

    clock.now = due
    for _ in range(3):
        await asyncio.gather(first.scheduler.work_off(due), second.scheduler.work_off(due))

    happened = {game_id: await events(games, game_id) - earlier for game_id, earlier in before.items()}
    assert [happened[game_id] for game_id in late] == [Counter({"timed-out": 1})] * 10
    assert [happened[game_id] for game_id in left] == [Counter({"zeroed": 1})] * 10
    assert [happened[game_id] for game_id in lobbies] == [Counter({"ended": 1})] * 10
    for game_id in played:
        once = {kind: happened[game_id][kind] for kind in ("timed-out", "stood-in", "scored")}
        assert once == {"timed-out": 1, "stood-in": 1, "scored": 1}
    assert sorted(first.shown() + second.shown()) == sorted(before)
    assert sorted(first.reminded() + second.reminded()) == [
        *((game_id, DueKind.REMINDER, False) for game_id in halfway),
        *((game_id, DueKind.NUDGE, False) for game_id in nudged),
    ]


async def test_a_reminder_that_another_process_has_sent_does_not_come_back_with_a_press(
    databases: list[Database], clock: Clock
) -> None:
    first, second = (process(database, clock, BOTH) for database in databases)
    game_id = await playing(first.games, 1, DAY, at=NOON)
    game = (await first.games.load(game_id)).game
    assert game.current is not None
    player, moment = game.seats[game.current].player, game.moment(game.current)

    clock.now = NOON + DAY / 2
    await second.scheduler.work_off(clock.now)
    await first.games.act(game_id, press(player, clock.now), lambda game, dice: moves.roll(game, player, moment, dice))
    for each in (first, second):
        await each.scheduler.work_off(clock.now)

    assert first.reminded() + second.reminded() == [(game_id, DueKind.REMINDER, False)]
