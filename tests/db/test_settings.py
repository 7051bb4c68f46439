"""What a server has chosen, on both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.settings import GuildSettings, guild_settings, remember_ruleset

if TYPE_CHECKING:
    from db.database import Database


async def test_a_server_that_chose_nothing_has_empty_settings(database: Database) -> None:
    async with database.read() as conn:
        assert await guild_settings(conn, 1) == GuildSettings(locale=None, ruleset=None, time_zone=None)


async def test_the_last_ruleset_of_a_server_is_remembered(database: Database) -> None:
    async with database.write() as conn:
        await remember_ruleset(conn, 1, "yacht")
        await remember_ruleset(conn, 2, "yacht")
        await remember_ruleset(conn, 1, "yahtzee")

    async with database.read() as conn:
        assert await guild_settings(conn, 1) == GuildSettings(locale=None, ruleset="yahtzee", time_zone=None)
        assert await guild_settings(conn, 2) == GuildSettings(locale=None, ruleset="yacht", time_zone=None)
