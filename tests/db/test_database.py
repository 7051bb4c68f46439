"""Opening, sharing and closing a database."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from db import games
from db.database import Database, DatabaseError, DatabaseInUse
from db.due import ALL_SHARDS, next_deadline
from db.schema import events, presses
from tests.db.builders import ADA, GUILD, NOW, move, new_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

OPEN_AND_CLOSE = """
import asyncio, sys
from db.database import Database, DatabaseError
from db.due import ALL_SHARDS, next_deadline

async def main():
    try:
        database = await Database.open(sys.argv[1])
    except DatabaseError as error:
        sys.exit(f"{type(error).__name__}: {error}")
    async with database.read() as conn:
        await next_deadline(conn, ALL_SHARDS)
    if "--crash" in sys.argv:
        raise SystemExit("crashed")
    await database.close()

asyncio.run(main())
"""


def another_process(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", OPEN_AND_CLOSE, url, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


async def test_a_second_process_on_the_same_file_refuses_by_name(sqlite_url: str, sqlite_path: Path) -> None:
    database = await Database.open(sqlite_url)

    refused = another_process(sqlite_url)
    await database.close()
    allowed = another_process(sqlite_url)

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"DatabaseInUse: Another process is using the database {sqlite_path}.")
    assert (allowed.returncode, allowed.stderr) == (0, "")


async def test_a_second_opening_in_this_process_refuses_and_harms_nothing(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)

    with pytest.raises(DatabaseInUse):
        await Database.open(sqlite_url)

    async with database.write() as conn:
        await new_game(conn)
    await database.close()


def test_the_process_ends_after_closing(empty_url: str) -> None:
    ended = another_process(empty_url)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_process_ends_without_closing_too_and_the_next_may_open(sqlite_url: str) -> None:
    crashed = another_process(sqlite_url, "--crash")
    following = another_process(sqlite_url)

    assert crashed.returncode == 1
    assert crashed.stderr.endswith("crashed\n")
    assert (following.returncode, following.stderr) == (0, "")


async def test_closing_leaves_no_thread_behind(sqlite_url: str) -> None:
    before = set(threading.enumerate())
    database = await Database.open(sqlite_url)
    async with database.read() as first, database.read() as second:
        await next_deadline(first, ALL_SHARDS)
        await next_deadline(second, ALL_SHARDS)
    threads = set(threading.enumerate()) - before

    await database.close()

    assert len(threads) == 3
    for thread in threads:
        thread.join(timeout=5)
    assert not any(thread.is_alive() for thread in threads)


async def test_closing_waits_for_the_write_in_hand(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)
    entered = asyncio.Event()

    async def write() -> int:
        async with database.write() as conn:
            entered.set()
            await asyncio.sleep(0.05)
            return await new_game(conn)

    writing = asyncio.create_task(write())
    await entered.wait()
    await database.close()

    game_id = await writing
    database = await Database.open(sqlite_url)
    async with database.read() as conn:
        assert await games.load_game(conn, game_id) is not None
    await database.close()


async def test_the_directory_of_the_file_is_made(tmp_path: Path) -> None:
    file = tmp_path / "some" / "where" / "yacht 100%.db"

    database = await Database.open(f"sqlite:///{file}")
    await database.close()

    assert file.is_file()


def not_a_database(path: Path) -> None:
    path.write_text("Dear diary, " * 100)


def a_directory(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("obstacle", [not_a_database, a_directory])
async def test_what_is_no_database_is_refused_by_name(
    sqlite_url: str, sqlite_path: Path, obstacle: Callable[[Path], None]
) -> None:
    obstacle(sqlite_path)

    with pytest.raises(DatabaseError, match=f"^The database {sqlite_path} cannot be opened: .+\\.$"):
        await Database.open(sqlite_url)
    with pytest.raises(DatabaseError, match="cannot be opened"):  # the lock was given back
        await Database.open(sqlite_url)


async def test_a_directory_that_cannot_be_made_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(DatabaseError, match=r"directory of the database .* cannot be written: File exists\."):
        await Database.open(f"sqlite+aiosqlite:///{tmp_path}/file/yacht-club.db")


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("yacht-club.db", "is not a URL"),
        ("mysql://localhost/yacht", "begins with mysql"),
        ("sqlite+aiosqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("postgresql://ada:secret@localhost:port/yacht", "is not a URL"),
        ("postgresql://ada:secret@localhost/yacht?channel_binding=require", "cannot be used here: channel_binding"),
        ("postgresql://ada:secret@127.0.0.1:1/yacht", r"postgresql\+asyncpg://ada:\*\*\*@127.0.0.1:1/yacht cannot be"),
    ],
)
async def test_a_url_that_leads_nowhere_is_refused_without_its_password(url: str, sentence: str) -> None:
    with pytest.raises(DatabaseError, match=sentence) as refusal:
        await Database.open(url)

    assert "secret" not in str(refusal.value)


async def test_a_postgresql_database_that_is_not_there_is_refused_by_name(postgres_url: str) -> None:
    with pytest.raises(DatabaseError, match=r"nowhere cannot be opened: .*does not exist"):
        await Database.open(postgres_url + "nowhere")


@pytest.mark.parametrize("scheme", ["postgres://", "postgresql://"])
async def test_the_urls_that_hosts_hand_out_are_understood(postgres_url: str, scheme: str) -> None:
    url = postgres_url.replace("postgresql+asyncpg://", scheme) + "?sslmode=prefer"

    database = await Database.open(url)
    await database.close()


async def test_two_processes_may_start_on_one_postgresql_at_once(postgres_url: str) -> None:
    first, second = await asyncio.gather(Database.open(postgres_url), Database.open(postgres_url))

    await first.close()
    await second.close()


async def test_connections_that_postgresql_has_cut_are_replaced(postgres_url: str) -> None:
    database = await Database.open(postgres_url)
    killer = await Database.open(postgres_url)
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    cut = text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    async with killer.write() as conn:
        assert list((await conn.execute(cut)).scalars()) == [True]
    await killer.close()

    async with database.write() as conn:
        await new_game(conn)
    await database.close()


async def test_a_block_that_raises_writes_nothing(database: Database) -> None:
    async def fail() -> None:
        async with database.write() as conn:
            await new_game(conn)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()

    async with database.write() as conn:
        assert await games.unshown_games(conn, [GUILD]) == []
        await new_game(conn)


async def test_reading_sees_one_moment(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)

    async with database.read() as reading:
        before = await games.load_game(reading, game_id)
        async with database.write() as writing:
            await move(writing, game_id, 1)
        assert await games.load_game(reading, game_id) == before
        assert await games.load_events(reading, game_id) == ()


async def test_reading_may_not_write(database: Database) -> None:
    async with database.read() as conn:
        with pytest.raises(DBAPIError, match=r"readonly|read-only"):
            await new_game(conn)


async def test_a_statement_that_fails_does_not_tell_its_values(database: Database) -> None:
    with pytest.raises(DBAPIError) as failure:
        async with database.write() as conn:
            await conn.execute(text("SELECT :seed FROM nowhere"), {"seed": "a secret"})
    assert "a secret" not in str(failure.value)


async def test_a_commit_reaches_the_disk_before_it_returns(sqlite_url: str) -> None:
    database = await Database.open(sqlite_url)

    async with database.write() as conn:
        assert (await conn.execute(text("PRAGMA synchronous"))).scalar_one() == 2  # FULL
        assert (await conn.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await conn.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1

    await database.close()


async def test_a_write_cancelled_at_any_point_is_whole_or_absent(database: Database) -> None:
    outcomes = [await write_and_cancel(database, number) for number in range(60)]

    assert set(outcomes) == {(0, 0, 0), (1, 1, 1)}


async def write_and_cancel(database: Database, number: int) -> tuple[int, int, int]:
    """Cancel a press a little later with each `number` and answer how many presses, events and versions it left."""
    async with database.write() as conn:
        game_id = await new_game(conn, channel_id=number)

    async def press() -> None:
        async with database.write() as conn:
            await games.record_press(conn, number, game_id, ADA, NOW)
            await move(conn, game_id, 1)

    pressing = asyncio.create_task(press())
    await asyncio.sleep(0)
    await asyncio.sleep(number * 0.0002)
    pressing.cancel()
    await asyncio.gather(pressing, return_exceptions=True)

    async with database.read() as conn:
        game = await games.load_game(conn, game_id)
        assert game is not None
        return (
            await count(conn, select(func.count()).where(presses.c.game_id == game_id)),
            await count(conn, select(func.count()).where(events.c.game_id == game_id)),
            game.version - 1,
        )


async def count(conn: AsyncConnection, statement: Select[Any]) -> int:
    number: int = (await conn.execute(statement)).scalar_one()
    return number


async def test_writers_that_are_cancelled_while_they_queue_hold_nobody_up(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)

    async def press(interaction: int) -> None:
        async with database.write() as conn:
            await games.record_press(conn, interaction, game_id, ADA, NOW)

    pressing = [asyncio.create_task(press(interaction)) for interaction in range(40)]
    await asyncio.sleep(0.002)
    for task in pressing[::2]:
        task.cancel()
    outcomes = await asyncio.gather(*pressing, return_exceptions=True)

    assert outcomes[1::2] == [None] * 20
    async with database.write() as conn:
        written = set((await conn.execute(select(presses.c.interaction_id))).scalars())
    assert written >= set(range(1, 40, 2))
