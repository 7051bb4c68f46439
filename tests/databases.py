"""The fixtures `database_url` and `database`: a test that takes one runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db.database import Database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """Where this test's SQLite database is, or will be."""
    return tmp_path / "yacht-club.db"


@pytest.fixture
def sqlite_url(sqlite_path: Path) -> str:
    return f"sqlite+aiosqlite:///{sqlite_path}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new, empty database on each engine in turn."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open, migrated, empty database on each engine in turn."""
    opened = await Database.open(database_url)
    yield opened
    await opened.close()
