"""What finished games leave behind, one row for each seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import insert

from db.schema import results

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class ResultRow:
    """`place` counts from 1, equal totals share it; `name` is what the member was called then.

    `seats` is how many started, `card` JSON of [[box, points], ...], and `extra` the points earned beside the boxes.
    """

    game_id: int
    seat: int
    guild_id: int
    member_id: int
    name: str
    ruleset: str
    play_order: str
    duplicate: bool
    total: int
    place: int
    won: bool
    left: bool
    ended_at: datetime
    rated: bool
    seats: int
    card: str
    upper_bonus: bool
    extra: int


_INSERT = insert(results)


async def insert_results(conn: AsyncConnection, rows: Sequence[ResultRow]) -> None:
    """Store the results of one game; call it in the transaction of its last move."""
    await conn.execute(_INSERT, [asdict(row) for row in rows])
