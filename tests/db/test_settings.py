"""What servers have chosen, on both engines."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert

from db.schema import guild_settings as stored
from db.settings import (
    GuildSettings,
    all_guild_settings,
    change_guild_settings,
    guild_settings,
    remember_ruleset,
)

if TYPE_CHECKING:
    from db.database import Database

CHOSEN: dict[str, Any] = {
    "locale": "de",
    "ruleset": "yahtzee",
    "time_zone": "Europe/Berlin",
    "default_ruleset": "yacht",
    "clock": 86400,
    "on_expiry": "computer",
    "quiet": (1320, 0),
    "channels": frozenset({1 << 60, 5}),
    "computers": False,
    "hints": "never",
    "turn_pings": False,
}


async def test_a_server_that_chose_nothing_has_the_defaults(database: Database) -> None:
    async with database.write() as conn:
        await conn.execute(insert(stored).values(guild_id=2))

        assert await guild_settings(conn, 1) == GuildSettings()
        assert await guild_settings(conn, 2) == GuildSettings()
        assert await all_guild_settings(conn) == {2: GuildSettings()}


async def test_the_last_ruleset_of_a_server_is_remembered(database: Database) -> None:
    async with database.write() as conn:
        await remember_ruleset(conn, 1, "yacht")
        await remember_ruleset(conn, 2, "yacht")
        await remember_ruleset(conn, 1, "yahtzee")

    async with database.read() as conn:
        assert await guild_settings(conn, 1) == GuildSettings(ruleset="yahtzee")
        assert await guild_settings(conn, 2) == GuildSettings(ruleset="yacht")


async def test_everything_a_server_can_choose_is_kept(database: Database) -> None:
    async with database.write() as conn:
        await change_guild_settings(conn, 1, **CHOSEN)
        await change_guild_settings(conn, 2, locale="fr")

    async with database.read() as conn:
        assert await guild_settings(conn, 1) == GuildSettings(**CHOSEN)
        assert await all_guild_settings(conn) == {1: GuildSettings(**CHOSEN), 2: GuildSettings(locale="fr")}


@pytest.mark.parametrize("field", CHOSEN)
async def test_a_choice_taken_back_leaves_the_default_and_the_other_choices(database: Database, field: str) -> None:
    async with database.write() as conn:
        await change_guild_settings(conn, 1, **CHOSEN)
        await change_guild_settings(conn, 1, **{field: None})

        rest = {name: value for name, value in CHOSEN.items() if name != field}
        assert await guild_settings(conn, 1) == GuildSettings(**rest)


async def test_no_channels_are_all_channels(database: Database) -> None:
    async with database.write() as conn:
        await change_guild_settings(conn, 1, channels={5})
        await change_guild_settings(conn, 1, channels=frozenset())

        assert (await guild_settings(conn, 1)).channels == frozenset()


async def test_choices_made_at_once_are_all_kept(database: Database) -> None:
    async def choose(field: str) -> None:
        async with database.write() as conn:
            await change_guild_settings(conn, 1, **{field: CHOSEN[field]})

    await asyncio.gather(*map(choose, CHOSEN))

    async with database.read() as conn:
        assert await guild_settings(conn, 1) == GuildSettings(**CHOSEN)


@pytest.mark.parametrize(
    "columns",
    [
        *({"channels": text} for text in ("nonsense", "", "5", "null", '{"a": 1}', '["x", [1], null, true, 1.5]')),
        {"on_expiry": "explode"},
        {"hints": "sometimes"},
        {"clock": 0},
        {"clock": -60},
        {"quiet_from": 5},
        {"quiet_to": 5},
        {"quiet_from": 5, "quiet_to": 5},
        {"quiet_from": -5, "quiet_to": 60},
        {"quiet_from": 60, "quiet_to": 1440},
    ],
    ids=str,
)
async def test_what_another_version_wrote_counts_as_not_chosen(database: Database, columns: dict[str, Any]) -> None:
    async with database.write() as conn:
        await conn.execute(insert(stored).values(guild_id=2, **columns))
        assert await all_guild_settings(conn) == {2: GuildSettings()}


async def test_of_a_list_of_channels_the_ids_count(database: Database) -> None:
    async with database.write() as conn:
        await conn.execute(insert(stored).values(guild_id=2, channels='["x", 5, null]'))
        assert (await guild_settings(conn, 2)).channels == {5}
