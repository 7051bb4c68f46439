"""Ratings, standings and statistics derived anew, server by server, from the results in the order of the games."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.periods import LONGEST
from bot.results import Past, calendar_of, counts_as_best, in_history, noted, ratings_after
from db import derived
from db.database import Database
from db.results import ResultRow, correct_results

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.periods import Calendar
    from bot.ratings import Rating

_GAMES_AT_ONCE = 500
_GAMES_BESIDE_PRESSES = 50


@dataclass(frozen=True)
class Rebuilt:
    """How many servers, games and results were counted anew."""

    guilds: int = 0
    games: int = 0
    results: int = 0


@dataclass
class _Ledger:
    """What stands on a server for one ruleset, game after game."""

    ratings: dict[int, Rating] = field(default_factory=dict)
    bests: dict[int, int] = field(default_factory=dict)
    server_best: int | None = None

    def enter(self, rows: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
        """The results of the next game with what stood before it."""
        rows = in_history(rows, Past(self.ratings, self.bests, self.server_best))
        for row, rating in zip(rows, ratings_after(rows), strict=False):
            if row.member_id > derived.SERVER:
                self.ratings[row.member_id] = rating
        for row in rows:
            if row.member_id > derived.SERVER and counts_as_best(row):
                self.bests[row.member_id] = max(row.total, self.bests.get(row.member_id, row.total))
                self.server_best = max(row.total, self.server_best or row.total)
        return rows


async def rebuild_at(url: str) -> Rebuilt:
    """Derive everything anew in the database at `url`; raises DatabaseError."""
    database = await Database.open(url)
    try:
        async with database.read() as conn:
            guilds = await derived.guilds_with_results(conn)
        return await rebuild(database, guilds)
    finally:
        await database.close()


async def rebuild(database: Database, guilds: Iterable[int]) -> Rebuilt:
    """Derive everything anew for those servers, each in a transaction of its own."""
    total = Rebuilt()
    for guild in guilds:
        async with database.write() as conn:
            games, results = await _rebuild(conn, guild)
        total = Rebuilt(total.guilds + 1, total.games + games, total.results + results)
    return total


async def recount(conn: AsyncConnection, guild: int, now: datetime) -> None:
    """Count the present month and week of a server anew, in the transaction that changes its time zone.

    Whatever was counted by another zone for the time to come goes with them. Past months and weeks, which nobody is
    shown, stay as they were counted, until everything is rebuilt.
    """
    await derived.lock_guild(conn, guild)
    calendar = await calendar_of(conn, guild)
    recent = calendar.recent(now)
    await derived.clear_periods(conn, guild, recent)
    batch: list[derived.NotedGame] = []
    async for rows in derived.results_in_order(conn, guild, since=now - LONGEST):
        game = noted(rows, calendar)
        batch.append(replace(game, periods=[period for period in game.periods if period in recent]))
        if len(batch) == _GAMES_BESIDE_PRESSES:
            await derived.note_standings(conn, batch)
            batch.clear()
            # SQLite's writer lets nothing else run by itself.
            await asyncio.sleep(0)
    await derived.note_standings(conn, batch)


async def _rebuild(conn: AsyncConnection, guild: int) -> tuple[int, int]:
    """How many games and results of the server were counted."""
    await derived.lock_guild(conn, guild)
    await derived.clear_derived(conn, guild)
    calendar = await calendar_of(conn, guild)
    ledgers: defaultdict[str, _Ledger] = defaultdict(_Ledger)
    games = results = 0
    batch: list[tuple[ResultRow, ...]] = []
    async for rows in derived.results_in_order(conn, guild):
        batch.append(ledgers[rows[0].ruleset].enter(rows))
        games, results = games + 1, results + len(rows)
        if len(batch) == _GAMES_AT_ONCE:
            await _store(conn, batch, calendar)
            batch.clear()
    await _store(conn, batch, calendar)
    return games, results


async def _store(conn: AsyncConnection, games: list[tuple[ResultRow, ...]], calendar: Calendar) -> None:
    if games:
        await correct_results(conn, [row for rows in games for row in rows])
        await derived.note_games(conn, [noted(rows, calendar) for rows in games])
