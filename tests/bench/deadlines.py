"""What thousands of running games cost the scheduler, and what it costs a press when many of them fall due at once."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import discord
from sqlalchemy import insert, make_url, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.choices import Choices
from bot.client import YachtClub
from bot.config import Settings
from bot.game import Order, moves
from bot.games import Games, Press
from bot.running import share_the_interpreter, spare_the_collector
from bot.stored import dump
from bot.timing import ClockRules, after, due, without
from bot.ui.posts import turn_to_show
from bot.uptime import Uptime
from db.database import Database
from db.due import ALL_SHARDS, due_games
from db.schema import events, games, seats
from tests.bench.bare import BareBot
from tests.bench.commits import BareCommits, CommitClock
from tests.bench.presses import RULESET, WHOLE, Meter, Samples
from tests.bench.stub import GUILD, join
from tests.postgres import postgres_binaries, running_postgres

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

    from sqlalchemy import ColumnElement, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.games import StoredGame
    from tests.bench.stub import Stub

CLOCK = timedelta(hours=12)
GAMES_OF_A_SERVER = 4
_PLAYERS = (21, 22)
_FIRST_SERVER, _FIRST_CHANNEL, _FIRST_PRESS = 1000, 100_000, 10_000_000
_SOON = timedelta(seconds=1)
_CHUNK = 1000


@dataclass(frozen=True)
class Load:
    """How many games run, how many of them fall due at once, and how often a pass is timed."""

    running: int = 10_000
    due: int = 500
    passes: int = 20


@dataclass
class Deadlines:
    """Nanoseconds: of passes with nothing due, of presses in quiet and while games were worked off, and of that."""

    passes: list[int] = field(default_factory=list)
    quiet: list[int] = field(default_factory=list)
    meanwhile: list[int] = field(default_factory=list)
    worked_off: int = 0


async def measure(folder: Path, load: Load, turns: int = WHOLE) -> Mapping[str, Deadlines]:
    """For each engine that is there: a game of so many turns is played in quiet."""
    found = {"SQLite": await measure_one(f"sqlite+aiosqlite:///{folder / 'deadlines.db'}", folder, load, turns)}
    if (binaries := postgres_binaries()) is not None:
        with running_postgres(binaries) as url:
            own = make_url(url).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)
            found["PostgreSQL"] = await measure_one(own, folder, load, turns)
    return found


async def measure_one(url: str, folder: Path, load: Load, turns: int) -> Deadlines:
    """Fill the empty database at `url`, and time passes, presses, and presses while many games are worked off."""
    found, now = Deadlines(), discord.utils.utcnow()
    commits = await BareCommits.open(folder / f"bare-{make_url(url).get_backend_name()}.db", now)
    database = await Database.open(url)
    bot = YachtClub(database, Settings(), shard_count=1)
    meter = Meter(bot, BareBot(shard_count=1), commits, CommitClock())
    interval = sys.getswitchinterval()
    try:
        async with AsyncExitStack() as stack:
            await meter.login(stack)
            await fill(database, meter.stub, load, now)
            await _tidy(url)
            for number in range(load.running // GAMES_OF_A_SERVER + 1):
                join(bot, _FIRST_SERVER + number)
            spare_the_collector()
            share_the_interpreter()
            await meter.play(turns)
            found.quiet = await _presses(meter, turns)
            for _ in range(load.passes):
                began = perf_counter_ns()
                await bot.scheduler.pass_over(now)
                found.passes.append(perf_counter_ns() - began)
            await Uptime(database, (0,)).beat(now + _SOON)
            working = asyncio.create_task(_work_off(bot, now + _SOON))
            while not working.done():
                found.meanwhile += await _presses(meter, 1)
            found.worked_off = await working
            assert await _nothing_is_left(bot, database, now + _SOON)
    finally:
        gc.unfreeze()
        sys.setswitchinterval(interval)
        await database.close()
        commits.close()
    return found


async def _work_off(bot: YachtClub, now: datetime) -> int:
    began = perf_counter_ns()
    await bot.scheduler.work_off(now)
    return perf_counter_ns() - began


async def _presses(meter: Meter, turns: int) -> list[int]:
    meter.samples = {kind: Samples() for kind in meter.samples}
    await meter.play(turns)
    return [time for each in meter.samples.values() for time in each.bot]


async def fill(database: Database, stub: Stub, load: Load, now: datetime) -> None:
    """Copies of a game of two whose turns began within half a day; of the first, the time is up a second from now."""
    first = await _started(database, now)
    async with database.write() as conn:
        rows = await _rows(conn, games, games.c.id == first.id)
        copies = _copies(rows[0], first, stub, load, now)
        for start in range(0, load.running, _CHUNK):
            await conn.execute(insert(games), copies[start : start + _CHUNK])
        ids = list((await conn.execute(select(games.c.id).where(games.c.id != first.id))).scalars())
        for table in (events, seats):
            rows = await _rows(conn, table, table.c.game_id == first.id)
            for start in range(0, len(ids), _CHUNK):
                of_games = ids[start : start + _CHUNK]
                await conn.execute(insert(table), [{**row, "game_id": game} for game in of_games for row in rows])


async def _started(database: Database, now: datetime) -> StoredGame:
    """A game of two that has just started."""
    started = Games(database, lambda: now, Choices(database))
    host, other = _PLAYERS
    opening = {"guild": 1, "channel": 1, "ruleset": RULESET, "order": Order.TURNS, "duplicate": False, "clock": CLOCK}
    game_id = (await started.open(Press(_FIRST_PRESS, host, "host", now), **opening)).id  # type: ignore[arg-type]
    await started.act(
        game_id, Press(_FIRST_PRESS + 1, other, "other", now), lambda game, _: moves.join(game, other, _FIRST_PRESS + 1)
    )
    pressed = Press(_FIRST_PRESS + 2, host, "host", now)
    return (await started.act(game_id, pressed, lambda game, dice: moves.start(game, host, dice))).after


async def _rows(conn: AsyncConnection, table: Table, where: ColumnElement[bool]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in await conn.execute(select(table).where(where))]


def _copies(row: dict[str, Any], first: StoredGame, stub: Stub, load: Load, now: datetime) -> list[dict[str, Any]]:
    """Rows for so many games, each with a clock and a channel of its own, whose boards stand."""
    chance, copied = random.Random(1), {name: value for name, value in row.items() if name != "id"}
    copies = []
    for number in range(load.running):
        is_due = number < load.due
        began = now + _SOON - CLOCK if is_due else now - timedelta(minutes=chance.randrange(1, 700))
        timing = after(None, first.game, began, ClockRules(CLOCK), by=0)
        assert timing is not None
        timing = without(timing, due(timing, now))
        facts = {
            "guild_id": _FIRST_SERVER + number // GAMES_OF_A_SERVER,
            "channel_id": _FIRST_CHANNEL + number,
            "board_message_id": int(stub.post({})["id"]) if is_due else number,
            "board_posted_at": now,
            "board_turn": turn_to_show(first),
            "version_shown": row["version"],
            "timing": dump(timing.to_json()),
            "deadline": timing.next_at,
        }
        copies.append({**copied, **facts})
    return copies


async def _tidy(url: str) -> None:
    """What autovacuum has done on a PostgreSQL server that has been up for a while."""
    if make_url(url).get_backend_name() == "postgresql":
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as conn:
            await conn.execute(text("VACUUM ANALYZE"))
        await engine.dispose()


async def _nothing_is_left(bot: YachtClub, database: Database, now: datetime) -> bool:
    """Whether all that was due has been decided and shown."""
    async with database.read() as conn:
        still_due = await due_games(conn, now, 1, ALL_SHARDS)
    # The games that the presses were made in are given up at their end, and nobody shows that.
    return not still_due and not await bot.games.unshown([guild.id for guild in bot.guilds if guild.id != GUILD])
