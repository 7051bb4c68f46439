"""Servers that removed the bot, on both engines: kept for a while, then deleted whole, and no other with them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from db import removal
from db.derived import Rated, note_results
from db.games import record_press, replace_seats
from db.results import insert_results
from db.schema import member_preferences, metadata, removed_guilds, shards_alive
from db.seasons import start_season
from db.settings import remember_ruleset
from tests.db.builders import ADA, BEN, GUILD, NOW, SEATS, end, new_game, result

if TYPE_CHECKING:
    from db.database import Database

DAY = timedelta(days=1)
OTHER = GUILD + 100


async def fill(database: Database, guild: int) -> None:
    """Two finished games and everything else that a server can have."""
    async with database.write() as conn:
        await remember_ruleset(conn, guild, "yacht")
        await start_season(conn, guild, "Spring", NOW)
        for _ in range(2):
            game_id = await new_game(conn, guild_id=guild, channel_id=guild)
            await replace_seats(conn, game_id, SEATS)
            await record_press(conn, guild + game_id, game_id, ADA, NOW)
            await end(conn, game_id, 1)
            rows = [result(game_id, seat, guild_id=guild) for seat in (0, 1)]
            await insert_results(conn, rows)
            await note_results(conn, rows, ["all"], {member: Rated(25.0, 8.0, 1000) for member in (ADA, BEN)})


async def counts(database: Database) -> dict[str, int]:
    """How many rows each table has that is about servers and waits to be deleted."""
    async with database.read() as conn:
        return {
            table.name: (await conn.execute(select(func.count()).select_from(table))).scalar_one()
            for table in metadata.sorted_tables
            if table not in (removed_guilds, member_preferences, shards_alive)
        }


async def delete(database: Database, before_days: float) -> int:
    """Delete what was removed before NOW + days, and answer in how many parts."""
    for parts in range(1000):
        async with database.write() as conn:
            if not await removal.delete_guilds_removed_before(conn, NOW + before_days * DAY, part=1):
                return parts
    raise AssertionError("deleting never ends")


async def test_a_removed_server_is_deleted_whole_and_others_stay(database: Database) -> None:
    await fill(database, GUILD)
    alone = await counts(database)
    await fill(database, OTHER)
    async with database.write() as conn:
        await removal.guild_removed(conn, OTHER, NOW)

    assert await delete(database, 0) == 0
    assert await delete(database, 1) > 2

    assert all(alone.values())
    assert await counts(database) == alone
    async with database.read() as conn:
        assert await removal.guilds_removed(conn) == {}
        assert await removal.known_guilds(conn) == [GUILD]


async def test_a_server_that_came_back_keeps_everything(database: Database) -> None:
    await fill(database, GUILD)
    before = await counts(database)
    async with database.write() as conn:
        await removal.guild_removed(conn, GUILD, NOW)
        await removal.guild_restored(conn, GUILD)

    assert await delete(database, 31) == 0
    assert await counts(database) == before


async def test_the_first_removal_counts_however_often_it_is_noted(database: Database) -> None:
    async with database.write() as conn:
        await removal.guild_removed(conn, GUILD, NOW)
        await removal.guild_removed(conn, GUILD, NOW + DAY)
        assert await removal.guilds_removed(conn) == {GUILD: NOW}
