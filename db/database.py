"""The open database: connections for reading and for writing, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from db.engines import postgresql_engine, sqlite_engine
from db.errors import DatabaseError, DatabaseInUse, DatabaseTooNew
from db.migrate import migrate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["Database", "DatabaseError", "DatabaseInUse", "DatabaseTooNew"]

_NO_URL = (
    "The database URL is not a URL, such as sqlite+aiosqlite:///data/yacht-club.db or "
    "postgresql://user:password@host:5432/database."
)
# What asyncpg takes as text. It ends at any other with an error in its own terms.
_PARAMETERS = {
    "host",
    "passfile",
    "port",
    "prepared_statement_cache_size",
    "ssl",
    "sslmode",
    "target_session_attrs",
}
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


@dataclass(frozen=True)
class _OnlyWriter:
    """What SQLite's one writer at a time needs: its connection, which stays open, and the lock on the file.

    Tasks wait for their `turn` here, in order, rather than in SQLite's busy loop.
    """

    conn: AsyncConnection
    lock: FileLock
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


class Database:
    """Opened with `await Database.open(url)`, and to be closed, or the process holds the file."""

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine, only: _OnlyWriter | None = None) -> None:
        self._writer = writer
        self._reader = reader
        self._only = only

    @classmethod
    async def open(cls, url: str) -> Database:
        """Migrate the database at `url` and open it.

        Raises DatabaseError: DatabaseTooNew, DatabaseInUse, or a sentence that says what is wrong.
        """
        parsed = _parse(url)
        if parsed.get_backend_name() == "sqlite":
            return await cls._open_sqlite(_file(parsed))
        return await cls._open_postgresql(parsed)

    @classmethod
    async def _open_sqlite(cls, path: Path) -> Database:
        lock = _lock(path)
        try:
            # Foreign keys are off while tables are rebuilt, or dropping the old one would empty those that refer to it.
            await _migrate(sqlite_engine(path, begin="BEGIN IMMEDIATE"), str(path), dispose=True)
            writer = sqlite_engine(path, begin="BEGIN IMMEDIATE", pragmas=["foreign_keys=ON"], short=True)
            reader = sqlite_engine(path, begin="BEGIN", pragmas=["query_only=ON"])
            return cls(writer, reader, _OnlyWriter(await writer.connect(), lock))
        except BaseException:
            lock.release()
            raise

    @classmethod
    async def _open_postgresql(cls, url: URL) -> Database:
        if unknown := sorted(set(url.query) - _PARAMETERS):
            raise DatabaseError(f"The database URL has parameters that cannot be used here: {', '.join(unknown)}.")
        try:
            engine = postgresql_engine(url)
        except ModuleNotFoundError as error:
            raise DatabaseError("PostgreSQL needs asyncpg: pip install 'yacht-club[postgres]'.") from error
        await _migrate(engine, url.render_as_string(hide_password=True), dispose=False)
        reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        return cls(engine, reader)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end of the block and undone if the block raises or is cancelled."""
        if self._only is None:
            async with self._writer.begin() as conn:
                yield conn
        else:
            async with self._only.turn, self._only.conn.begin():
                yield self._only.conn

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which all statements see the same state, and none may write."""
        async with self._reader.connect() as conn:
            yield conn

    async def close(self) -> None:
        """Wait for the write in hand, close every connection, and release the file."""
        if self._only is not None:
            async with self._only.turn:
                await self._only.conn.close()
        await self._reader.dispose()
        await self._writer.dispose()
        if self._only is not None:
            self._only.lock.release()


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise DatabaseError(_NO_URL) from None
    driver = _DRIVERS.get(parsed.drivername.partition("+")[0])
    if driver is None:
        raise DatabaseError(f"The database URL begins with {parsed.drivername}; use sqlite or postgresql.")
    return parsed.set(drivername=driver)


def _file(url: URL) -> Path:
    if not url.database or url.database == ":memory:":
        raise DatabaseError(
            "The database URL names no file; write sqlite+aiosqlite:///data/yacht-club.db, for example."
        )
    return Path(url.database).absolute()


def _lock(path: Path) -> FileLock:
    """Hold `<file>.lock` for as long as the process lives or until it is released."""
    lock = FileLock(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout as error:
        raise DatabaseInUse(str(path)) from error
    except OSError as error:
        raise DatabaseError(f"The directory of the database {path} cannot be written: {error.strerror}.") from error
    return lock


async def _migrate(engine: AsyncEngine, name: str, *, dispose: bool) -> None:
    done = False
    try:
        async with engine.begin() as conn:
            await conn.run_sync(migrate)
        done = True
    except (SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise DatabaseError(f"The database {name} cannot be opened: {reason}.") from error
    finally:
        if dispose or not done:
            await engine.dispose()
