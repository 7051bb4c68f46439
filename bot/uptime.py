"""Since when the bot has been up: what it did not see, turns that were running meanwhile get back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from db.alive import last_alive, note_alive

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from db.database import Database

# A pass may be late by this much without the bot having been down.
_LATE = timedelta(seconds=15)


class Uptime:
    """Notes again and again that these shards, by id, are up; a gap between two notes is time they were down."""

    def __init__(self, database: Database, shards: Sequence[int]) -> None:
        self._database = database
        self._shards = shards

    async def beat(self, now: datetime, expected: timedelta = timedelta()) -> tuple[datetime, datetime] | None:
        """Note that the bot is up, and answer from when to when it was down: the last note is older than `expected`."""
        async with self._database.write() as conn:
            last = await last_alive(conn, self._shards)
            await note_alive(conn, self._shards, now)
        return None if last is None or now - last <= expected + _LATE else (last, now)
