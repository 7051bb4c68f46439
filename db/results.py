"""What finished games leave behind, one row for each seat."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select, update

from db.schema import results

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class ResultRow:
    """`place` counts from 1, equal totals share it; `name` is what the member was called then.

    `seats` is how many started, `card` JSON of [[box, points], ...], and `extra` the points earned beside the boxes.
    `mu` to `server_best_before` are as they stood before the game: the member's rating, None if it was not rated, and
    the best totals. `hints` is whether they could be asked for.
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
    mu: float | None = None
    sigma: float | None = None
    best_before: int | None = None
    server_best_before: int | None = None
    hints: bool = False


_INSERT = insert(results)
_SELECT = (
    select(*[results.c[each.name] for each in fields(ResultRow)])
    .where(results.c.game_id == bindparam("game_id"))
    .order_by(results.c.seat)
)
_SELECT_LAST = (
    select(results.c.ended_at, results.c.game_id)
    .where(results.c.guild_id == bindparam("guild_id"))
    .order_by(results.c.ended_at.desc(), results.c.game_id.desc())
    .limit(1)
)
_BEFORE = ("mu", "sigma", "best_before", "server_best_before")
_UPDATE = (
    update(results)
    .where(results.c.game_id == bindparam("of_game"), results.c.seat == bindparam("of_seat"))
    .values({name: bindparam(f"new_{name}") for name in _BEFORE})
)


async def insert_results(conn: AsyncConnection, rows: Sequence[ResultRow]) -> None:
    """Store the results of one game; call it in the transaction of its last move."""
    await conn.execute(_INSERT, [asdict(row) for row in rows])


async def results_of(conn: AsyncConnection, game_id: int) -> tuple[ResultRow, ...]:
    """The results of a game by seat; empty for one that has none."""
    return tuple(ResultRow(*row) for row in await conn.execute(_SELECT, {"game_id": game_id}))


async def last_end(conn: AsyncConnection, guild_id: int) -> tuple[datetime, int] | None:
    """When the latest game with results ended on a server, and its id."""
    row = (await conn.execute(_SELECT_LAST, {"guild_id": guild_id})).one_or_none()
    return None if row is None else (row.ended_at, row.game_id)


async def correct_results(conn: AsyncConnection, rows: Sequence[ResultRow]) -> None:
    """Set what stood before the game in results that are stored already."""
    values = [
        {"of_game": row.game_id, "of_seat": row.seat, **{f"new_{name}": getattr(row, name) for name in _BEFORE}}
        for row in rows
    ]
    await conn.execute(_UPDATE, values)
