"""The seasons of a server: each lasts until the next one starts, and none deletes anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, insert, select

from db.schema import seasons

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class Season:
    """A season that started at `started_at`."""

    id: int
    name: str
    started_at: datetime


_INSERT = insert(seasons).returning(seasons.c.id)
_SELECT = (
    select(seasons.c.id, seasons.c.name, seasons.c.started_at)
    .where(seasons.c.guild_id == bindparam("guild_id"))
    .order_by(seasons.c.started_at, seasons.c.id)
)


async def start_season(conn: AsyncConnection, guild_id: int, name: str, at: datetime) -> int:
    """Begin a season, which ends the one before, and answer its id."""
    values = {"guild_id": guild_id, "name": name, "started_at": at}
    season_id: int = (await conn.execute(_INSERT, values)).scalar_one()
    return season_id


async def seasons_of(conn: AsyncConnection, guild_id: int) -> tuple[Season, ...]:
    """The seasons of a server, the oldest first; the last is the present one."""
    return tuple(Season(*row) for row in await conn.execute(_SELECT, {"guild_id": guild_id}))
