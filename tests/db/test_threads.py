"""Which statements of a SQLite write run in its thread, and which where they are asked for."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from sqlalchemy import text

from db.database import Database

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.engines import _Connection


async def driver(conn: AsyncConnection) -> _Connection:
    connection: _Connection = (await conn.get_raw_connection()).driver_connection  # type: ignore[assignment]
    return connection


async def test_a_write_skips_the_thread_once_it_has_begun(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    async with database.write() as conn:
        connection = await driver(conn)
        assert not connection.may_skip_the_thread
        await conn.execute(text("DELETE FROM presses"))
        assert connection.may_skip_the_thread
    assert not connection.may_skip_the_thread
    await database.close()


async def test_a_read_never_skips_the_thread(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    async with database.read() as conn:
        await conn.execute(text("SELECT * FROM presses"))
        assert not (await driver(conn)).may_skip_the_thread
    await database.close()


async def test_no_statement_overtakes_one_that_a_cancelled_task_left_in_the_thread(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    begun, go_on = threading.Event(), threading.Event()

    def dawdle() -> None:
        begun.set()
        go_on.wait(10)

    async with database.write() as conn:
        await conn.execute(text("DELETE FROM presses"))
        connection = await driver(conn)
        left = asyncio.create_task(connection.run(dawdle))
        await asyncio.to_thread(begun.wait, 10)
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        assert not connection.may_skip_the_thread
        following = asyncio.create_task(conn.execute(text("SELECT 1")))
        await asyncio.sleep(0.05)
        assert not following.done()
        go_on.set()
        assert (await following).scalar_one() == 1
        assert connection.may_skip_the_thread
    await database.close()
