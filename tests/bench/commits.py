"""What the disk takes of a press: the bot's own commits, and the same rows committed by sqlite3 alone."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import aiosqlite

from bot.choices import Choices
from bot.game import Order
from bot.games import Games, Press
from db.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path


class CommitClock:
    """`spent` is how long all commits of aiosqlite have taken within their threads, in nanoseconds."""

    def __init__(self) -> None:
        self.spent = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Time every commit within the block."""
        clock = self

        async def commit(self: aiosqlite.Connection) -> None:
            await self._execute(clock._timed, self._conn)  # type: ignore[no-untyped-call]

        with patch.object(aiosqlite.Connection, "commit", commit):
            yield

    def _timed(self, conn: sqlite3.Connection) -> None:
        began = perf_counter_ns()
        conn.commit()
        self.spent += perf_counter_ns() - began


class BareCommits:
    """The rows of a move in a file of its own, with the tables and the flushing of the bot's and nothing above."""

    def __init__(self, path: Path, game: int) -> None:
        self._conn = sqlite3.connect(path, isolation_level=None)
        self._conn.execute("PRAGMA journal_mode=WAL")
        self._conn.execute("PRAGMA synchronous=FULL")
        self._game = game
        self._number = 1000

    @classmethod
    async def open(cls, path: Path, now: datetime) -> BareCommits:
        """A new file with one game."""
        database = await Database.open(f"sqlite+aiosqlite:///{path}")
        games = Games(database, lambda: now, Choices(database))
        press = Press(1, 1, "player", now)
        stored = await games.open(press, guild=1, channel=1, ruleset="yahtzee", order=Order.TURNS, duplicate=False)
        await database.close()
        return cls(path, stored.id)

    def move(self, state: str, event: tuple[str, str] | None) -> int:
        """Store a press, its state and its event; gives the nanoseconds of the commit alone."""
        self._number += 1
        run: Any = self._conn.execute
        run("BEGIN IMMEDIATE")
        run(
            "INSERT INTO presses (interaction_id, game_id, member_id, at) VALUES (?, ?, 1, 1)",
            (self._number, self._game),
        )
        run("UPDATE games SET state = ?, version = version + 1 WHERE id = ?", (state, self._game))
        if event is not None:
            values = (self._game, self._number, *event)
            run("INSERT INTO events (game_id, number, kind, data, at) VALUES (?, ?, ?, ?, 1)", values)
        began = perf_counter_ns()
        run("COMMIT")
        return perf_counter_ns() - began

    def close(self) -> None:
        self._conn.close()
