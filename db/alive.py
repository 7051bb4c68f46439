"""When the process of each shard was last known to be up. An unsharded process has shard 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import bindparam, func, select

from db.schema import shards_alive
from db.upsert import upsert

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

_NOTE = upsert(shards_alive, keys=["shard_id"], update=["alive_at"])
_SELECT_EARLIEST = select(func.min(shards_alive.c.alive_at)).where(
    shards_alive.c.shard_id.in_(bindparam("shard_ids", expanding=True))
)


async def note_alive(conn: AsyncConnection, shard_ids: Collection[int], at: datetime) -> None:
    """Note that the process of those shards is up."""
    # In one order everywhere, so that two transactions cannot wait for each other.
    values = [{"shard_id": shard_id, "alive_at": at} for shard_id in sorted(shard_ids)]
    if values:
        await conn.execute(_NOTE[conn.dialect.name], values)


async def last_alive(conn: AsyncConnection, shard_ids: Collection[int]) -> datetime | None:
    """When all of those shards were last up: the earliest of their times; None if none is known."""
    found = await conn.execute(_SELECT_EARLIEST, {"shard_ids": list(shard_ids)})
    return cast("datetime | None", found.scalar_one())
