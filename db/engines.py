"""How the two engines are connected to."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, Any

import aiosqlite
from aiosqlite.context import contextmanager
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from sqlalchemy import URL

_BUSY_SECONDS = 10.0


class _Cursor(aiosqlite.Cursor):
    """Executes, fetches and closes in one trip to the connection's thread; aiosqlite's own takes three or four."""

    def __init__(self, conn: _Connection) -> None:
        self._conn: _Connection = conn
        self._rows: list[Any] = []

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> _Cursor:
        await self._carry_out(sqlite3.Cursor.execute, sql, () if parameters is None else parameters)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> _Cursor:
        await self._carry_out(sqlite3.Cursor.executemany, sql, parameters)
        return self

    async def _carry_out(self, method: Callable[..., object], sql: str, parameters: Any) -> None:
        if self._conn.may_skip_the_thread:
            self._run(method, sql, parameters)
        else:
            await self._conn.run(self._run, method, sql, parameters)

    def _run(self, method: Callable[..., object], sql: str, parameters: Any) -> None:
        raw = self._conn.raw
        if not raw.in_transaction:
            raw.execute(self._conn.begin)
        self._cursor = raw.cursor()
        method(self._cursor, sql, parameters)
        if self._cursor.description:
            self._rows = self._cursor.fetchall()
        self._cursor.close()

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        """Nothing is left to close."""


class _Connection(aiosqlite.Connection):
    """A statement costs one trip to the thread; the first of a transaction runs `begin` on the way.

    With `short` statements the others are run where they are asked for: once the transaction has the lock they wait
    for nothing, and writing a row takes less time than the trip. What waits for the disk or for another process, the
    beginning and the commit, is always left to the thread.
    """

    def __init__(self, connector: Callable[[], sqlite3.Connection], begin: str, *, short: bool) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self.begin = begin
        self._short = short
        # Each is counted by one thread alone.
        self._sent = self._done = 0
        # A crash on the way out must not leave a process that never ends and holds the lock.
        self._thread.daemon = True

    def stop(self) -> asyncio.Future[Any] | None:
        if (stopping := super().stop()) is not None:
            self.stopped = stopping
        return stopping

    @property
    def raw(self) -> sqlite3.Connection:
        return self._conn

    @property
    def may_skip_the_thread(self) -> bool:
        """Whether a statement may run in the caller's thread: never beside one that a cancelled task left behind."""
        return self._short and self._sent == self._done and self._conn.in_transaction

    async def run(self, function: Callable[..., object], *args: object) -> None:
        await self._execute(function, *args)

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        def counted() -> Any:
            try:
                return fn(*args, **kwargs)
            finally:
                self._done += 1

        self._sent += 1
        return await super()._execute(counted)  # type: ignore[no-untyped-call]

    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        return _Cursor(self)


def sqlite_engine(path: Path, *, begin: str, pragmas: Sequence[str] = (), short: bool = False) -> AsyncEngine:
    """An engine on a file, in WAL mode and flushed at every commit; `begin` is how its transactions start.

    `short` promises that in every transaction what follows the first statement touches a few rows by their keys.
    """

    def connect() -> sqlite3.Connection:
        # isolation_level=None: the driver starts no transactions by itself.
        raw = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=not short)
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", *pragmas):
                raw.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            raw.close()
            raise
        return raw

    async def creator(*_args: object, **_kwargs: object) -> _Connection:
        connection = _Connection(connect, begin, short=short)
        try:
            await connection
        except sqlite3.Error:
            # The thread reports to this loop once more, which must not be closed by then.
            await connection.stopped
            raise
        return connection

    # No reset: whoever gives a connection back has committed or rolled back, and a second rollback is one more trip.
    return create_async_engine(
        "sqlite+aiosqlite:///file", async_creator=creator, pool_reset_on_return=None, hide_parameters=True
    )


def postgresql_engine(url: URL) -> AsyncEngine:
    """An engine for `postgresql+asyncpg`. Hosts hand out URLs with libpq's `sslmode`, which asyncpg calls `ssl`."""
    sslmode = url.query.get("sslmode")
    if sslmode is not None:
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": sslmode})
    return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
