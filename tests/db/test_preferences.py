"""What members have chosen for themselves, on both engines."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from db.preferences import MemberPreferences, PingsWanted, all_preferences, change_preferences, preferences_of
from tests.db.builders import ADA, BEN

if TYPE_CHECKING:
    from db.database import Database


async def test_who_chose_nothing_is_not_kept(database: Database) -> None:
    async with database.read() as conn:
        assert await all_preferences(conn) == {}
        assert await preferences_of(conn, ADA) == MemberPreferences()


async def test_each_choice_is_kept_beside_the_others(database: Database) -> None:
    async with database.write() as conn:
        await change_preferences(conn, ADA, pings=PingsWanted.NONE)
        await change_preferences(conn, ADA, locale="de")
        await change_preferences(conn, BEN, locale="fr")

        assert await all_preferences(conn) == {
            ADA: MemberPreferences(pings=PingsWanted.NONE, locale="de"),
            BEN: MemberPreferences(pings=PingsWanted.ALL, locale="fr"),
        }
        assert await preferences_of(conn, ADA) == MemberPreferences(pings=PingsWanted.NONE, locale="de")


async def test_what_another_version_wrote_counts_as_not_chosen(database: Database) -> None:
    async with database.write() as conn:
        await change_preferences(conn, ADA, pings="sometimes", locale="de")
        assert await preferences_of(conn, ADA) == MemberPreferences(locale="de")


async def test_a_choice_taken_back_leaves_the_default(database: Database) -> None:
    async with database.write() as conn:
        await change_preferences(conn, ADA, pings="reminders", locale="de")
        await change_preferences(conn, ADA, pings=None)
        await change_preferences(conn, BEN, pings="none", locale="de")
        await change_preferences(conn, BEN, locale=None)

        assert await all_preferences(conn) == {
            ADA: MemberPreferences(locale="de"),
            BEN: MemberPreferences(pings=PingsWanted.NONE),
        }


async def test_choices_made_at_once_are_all_kept(database: Database) -> None:
    async def choose(**columns: str) -> None:
        async with database.write() as conn:
            await change_preferences(conn, ADA, **columns)

    await asyncio.gather(choose(pings="none"), choose(locale="de"))

    async with database.read() as conn:
        assert await all_preferences(conn) == {ADA: MemberPreferences(PingsWanted.NONE, "de")}
