"""When shards were last known to be up, on both engines."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from db.alive import last_alive, note_alive
from tests.db.builders import HOUR, NOW

if TYPE_CHECKING:
    from db.database import Database


async def test_shards_that_were_never_up_have_no_time(database: Database) -> None:
    async with database.write() as conn:
        await note_alive(conn, [0], NOW)
        await note_alive(conn, [], NOW)

        assert await last_alive(conn, [1, 2]) is None
        assert await last_alive(conn, []) is None


async def test_the_latest_note_of_a_shard_counts_and_the_earliest_of_several_shards(database: Database) -> None:
    async with database.write() as conn:
        await note_alive(conn, [0, 1], NOW)
        await note_alive(conn, [0], NOW + HOUR)
        await note_alive(conn, [2], NOW - HOUR)

        assert await last_alive(conn, [0]) == NOW + HOUR
        assert await last_alive(conn, [0, 1]) == NOW
        assert await last_alive(conn, [0, 1, 2]) == NOW - HOUR
        assert await last_alive(conn, [0, 3]) == NOW + HOUR


async def test_processes_that_note_at_once_do_not_wait_for_each_other_for_ever(database: Database) -> None:
    async def note(shards: list[int]) -> None:
        for _ in range(10):
            async with database.write() as conn:
                await note_alive(conn, shards, NOW)

    await asyncio.gather(note([0, 1, 2]), note([2, 1, 0]), note([1, 2, 0]))

    async with database.read() as conn:
        assert await last_alive(conn, [0, 1, 2]) == NOW
