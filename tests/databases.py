"""The databases of the tests. A test that takes `empty_url`, `database_url` or `database` runs on both engines.

A run migrates one database of each engine from nothing; the others are copies of it.
"""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

import pytest

from db.database import Database
from tests.postgres import new_postgres

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """Where this test's SQLite database is, or will be."""
    return tmp_path / "yacht-club.db"


@pytest.fixture
def sqlite_url(sqlite_path: Path) -> str:
    return f"sqlite+aiosqlite:///{sqlite_path}"


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database without tables, on each engine in turn."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture
def migrated_sqlite_url(sqlite_url: str, sqlite_path: Path, sqlite_template: Path) -> str:
    """The URL of a new SQLite database with all tables."""
    shutil.copyfile(sqlite_template, sqlite_path)
    return sqlite_url


@pytest.fixture
async def migrated_postgres_url(postgres_server: str, postgres_template: str) -> AsyncIterator[str]:
    """The URL of a new PostgreSQL database with all tables."""
    async with new_postgres(postgres_server, template=postgres_template) as (_, url):
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of a new database with all tables, on each engine in turn."""
    url: str = request.getfixturevalue(f"migrated_{'sqlite' if request.param == 'sqlite' else 'postgres'}_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open, migrated, empty database on each engine in turn."""
    opened = await Database.open(database_url)
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty SQLite database that is closed."""
    path = tmp_path_factory.mktemp("template") / "yacht-club.db"
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        runner.run(_migrate(f"sqlite+aiosqlite:///{path}"))
    return path


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """The name of a migrated, empty PostgreSQL database to which nobody is connected."""
    with asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
        database = new_postgres(postgres_server)
        name, url = runner.run(database.__aenter__())
        runner.run(_migrate(url))
        yield name
        runner.run(database.__aexit__(None, None, None))


async def _migrate(url: str) -> None:
    await (await Database.open(url)).close()
