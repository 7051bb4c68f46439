"""How long a server's records take to read, through the bot's own functions on its own database."""

from __future__ import annotations

import random
from dataclasses import replace
from tempfile import TemporaryDirectory
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.rules import RULESETS
from db import history, standings, statistics
from db.database import Database
from db.derived import Rated, note_results
from db.results import insert_results
from tests.bench import crowd
from tests.postgres import postgres_binaries, running_postgres

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import URL
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.standings import By
    from tests.bench.crowd import Crowd

    Read = Callable[[AsyncConnection], Awaitable[object]]
    Reads = Mapping[str, Sequence[int]]

_BOARDS: tuple[By, ...] = ("rating", "wins", "average", "best")
_WARM_UP = 5


async def measure(folder: Path, sizes: Sequence[Crowd], times: int) -> Mapping[str, list[Reads]]:
    """For each engine that is there and each size, the nanoseconds of each read by its name."""
    found: dict[str, list[Reads]] = {"SQLite": []}
    for size in sizes:
        with TemporaryDirectory(dir=folder) as own:
            found["SQLite"].append(await measure_one(f"sqlite+aiosqlite:///{own}/yacht-club.db", size, times))
    if (binaries := postgres_binaries()) is not None:
        with running_postgres(binaries) as url:
            found["PostgreSQL"] = [
                await _measure_postgresql(url, number, size, times) for number, size in enumerate(sizes)
            ]
    return found


async def _measure_postgresql(server: str, number: int, size: Crowd, times: int) -> Reads:
    at = make_url(server).set(drivername="postgresql+asyncpg")
    await _run(at, f"CREATE DATABASE bench_{number}")
    own = at.set(database=f"bench_{number}")

    async def tidy() -> None:
        """What autovacuum has done on a server that has been up for a while."""
        await _run(own, "VACUUM ANALYZE")

    try:
        return await measure_one(own.render_as_string(hide_password=False), size, times, tidy)
    finally:
        await _run(at, f"DROP DATABASE bench_{number}")


async def _run(url: URL, statement: str) -> None:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as conn:
        await conn.execute(text(statement))
    await engine.dispose()


async def measure_one(url: str, size: Crowd, times: int, tidy: Callable[[], Awaitable[None]] | None = None) -> Reads:
    """Fill the empty database at `url` and time each read `times` times."""
    await crowd.settle(url, size)
    if tidy is not None:
        await tidy()
    database = await Database.open(url)
    try:
        samples = {name: await _timed(database, read, times) for name, read in _reads(size).items()}
        return {**samples, "a game of four counted": await _count_games(database, size, times)}
    finally:
        await database.close()


async def _timed(database: Database, read: Read, times: int) -> list[int]:
    spent = []
    for _ in range(_WARM_UP + times):
        began = perf_counter_ns()
        async with database.read() as conn:
            await read(conn)
        spent.append(perf_counter_ns() - began)
    return spent[_WARM_UP:]


def _reads(size: Crowd) -> Mapping[str, Read]:
    """Every board and page of the large server, and of any other; members and servers are drawn anew each time."""
    chance = random.Random(1)
    members = size.servers_members(0)
    found: dict[str, Read] = {}
    for by in _BOARDS:
        for where, offset in (("first", 0), ("middle", len(members) // 2), ("late", len(members) * 9 // 10)):
            found[f"{by}, {where} page"] = _board(by, "all", offset)
        found[f"{by}, this week"] = _board(by, crowd.periods_at(crowd.NOW)[-1], 0)
        found[f"{by}, own place"] = _own_place(by, members, chance)
    return {**found, **_pages(size, members, chance)}


def _board(by: By, period: str, offset: int) -> Read:
    return lambda conn: standings.leaderboard(conn, crowd.LARGE, crowd.RULESET, by, period, offset)


def _own_place(by: By, members: range, chance: random.Random) -> Read:
    return lambda conn: standings.standing_of(conn, crowd.LARGE, crowd.RULESET, by, "all", chance.choice(members))


def _pages(size: Crowd, members: range, chance: random.Random) -> Mapping[str, Read]:
    large, ruleset = crowd.LARGE, crowd.RULESET
    deep = size.large // 5

    def elsewhere() -> tuple[int, str, int]:
        number = chance.randrange(1, size.servers)
        return large + number, tuple(RULESETS)[number % len(RULESETS)], chance.choice(size.servers_members(number))

    def any_board(conn: AsyncConnection) -> Awaitable[object]:
        guild, rules, _ = elsewhere()
        return standings.leaderboard(conn, guild, rules, chance.choice(_BOARDS), "all", 0)

    return {
        "a board elsewhere": any_board,
        "/stats elsewhere": lambda conn: statistics.statistics(conn, *elsewhere()),
        "/stats": lambda conn: statistics.statistics(conn, large, ruleset, chance.choice(members)),
        "/stats, busiest member": lambda conn: statistics.statistics(conn, large, ruleset, members[0]),
        "server best": lambda conn: standings.server_best(conn, large, ruleset),
        "member best": lambda conn: standings.member_best(conn, large, ruleset, chance.choice(members)),
        "/history": lambda conn: history.history(conn, large),
        "/history, deep": lambda conn: history.history(conn, large, ruleset=ruleset, offset=deep),
        "/history, busiest member": lambda conn: history.history(conn, large, member_id=members[0]),
    }


async def _count_games(database: Database, size: Crowd, times: int) -> list[int]:
    """What counting adds to the transaction of a last move, on the large server."""
    chance = random.Random(2)
    periods = crowd.periods_at(crowd.NOW)
    four = next(game for game in crowd.games_of(size) if len(game) == 4)
    spent = []
    for number in range(1, 1 + _WARM_UP + times):
        members = chance.sample(size.servers_members(0), 4)
        # The game is there already; seats that nobody has do not collide with its results.
        facts: dict[str, Any] = {"game_id": number, "guild_id": crowd.LARGE, "ruleset": crowd.RULESET}
        rows = [
            replace(row, **facts, seat=100 + row.seat, member_id=member)
            for row, member in zip(four, members, strict=True)
        ]
        async with database.write() as conn:
            began = perf_counter_ns()
            await standings.ratings_of(conn, crowd.LARGE, crowd.RULESET, members)
            await insert_results(conn, rows)
            await note_results(conn, rows, periods, {member: Rated(25.0, 8.0, 1000) for member in members})
            spent.append(perf_counter_ns() - began)
    return spent[_WARM_UP:]
