"""Copies of a SQLite database."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from db import games
from db.backup import BackupFailed, backup
from db.database import Database
from tests.db.builders import ADA, NOW, move, new_game

if TYPE_CHECKING:
    from pathlib import Path


def ask(path: Path, question: str) -> Any:
    with closing(sqlite3.connect(path)) as conn:
        return conn.execute(question).fetchone()[0]


async def test_copies_taken_during_writes_are_whole_and_of_one_moment(
    sqlite_url: str, sqlite_path: Path, tmp_path: Path
) -> None:
    database = await Database.open(sqlite_url)
    async with database.write() as conn:
        game_id = await new_game(conn)
    copied = asyncio.Event()

    async def play() -> int:
        version = 1
        while not copied.is_set():
            async with database.write() as conn:
                await games.record_press(conn, version, game_id, ADA, NOW)
                await move(conn, game_id, version, state="x" * 3000)
            version += 1
        return version

    playing = asyncio.create_task(play())
    for number in range(5):
        await asyncio.sleep(0.05)
        await asyncio.to_thread(backup, sqlite_path, tmp_path / f"copy {number}.db")
    copied.set()
    last_version = await playing
    await database.close()

    versions = []
    for number in range(5):
        copy = tmp_path / f"copy {number}.db"
        assert ask(copy, "PRAGMA integrity_check") == "ok"
        versions.append(ask(copy, "SELECT version FROM games"))
        assert ask(copy, "SELECT count(*) FROM events") == ask(copy, "SELECT count(*) FROM presses")
        assert ask(copy, "SELECT count(*) + 1 FROM events") == versions[-1]
    assert 1 < versions[0] < versions[-1] <= last_version


async def test_a_copy_opens_as_a_database(sqlite_url: str, sqlite_path: Path, tmp_path: Path) -> None:
    database = await Database.open(sqlite_url)
    async with database.write() as conn:
        game_id = await new_game(conn)
    backup(sqlite_path, tmp_path / "copy.db")
    await database.close()

    copy = await Database.open(f"sqlite+aiosqlite:///{tmp_path}/copy.db")
    async with copy.read() as conn:
        assert await games.load_game(conn, game_id) is not None
    await copy.close()


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "source.db").close()
    (tmp_path / "source.db").touch()
    (tmp_path / "copy.db").write_text("precious")

    with pytest.raises(BackupFailed, match=r"copy\.db exists already"):
        backup(tmp_path / "source.db", tmp_path / "copy.db")

    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_source_that_is_not_there_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="There is no database at"):
        backup(tmp_path / "source.db", tmp_path / "copy.db")

    assert list(tmp_path.iterdir()) == []


def test_a_source_that_is_no_database_is_refused_and_leaves_no_copy(tmp_path: Path) -> None:
    (tmp_path / "source.db").write_text("Dear diary, " * 100)

    with pytest.raises(BackupFailed, match=r"cannot be copied .* file is not a database"):
        backup(tmp_path / "source.db", tmp_path / "copy.db")

    assert [path.name for path in tmp_path.iterdir()] == ["source.db"]


def test_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "source.db").close()
    (tmp_path / "source.db").touch()

    with pytest.raises(BackupFailed, match="cannot be copied"):
        backup(tmp_path / "source.db", tmp_path / "nowhere" / "copy.db")
