"""Servers that removed the bot: noted at once, their data deleted later, in parts that hold nobody up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, bindparam, delete, select

from db.schema import DERIVED, events, games, guild_settings, presses, removed_guilds, results, seasons, seats
from db.upsert import insert_or_skip

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Delete, Select, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

_GUILD: BindParameter[int] = bindparam("guild_id")
_INSERT = insert_or_skip(removed_guilds, keys=["guild_id"])
_SELECT_REMOVED = select(removed_guilds.c.guild_id, removed_guilds.c.removed_at)
_SELECT_OVERDUE = (
    select(removed_guilds.c.guild_id)
    .where(removed_guilds.c.removed_at < bindparam("before"))
    .order_by(removed_guilds.c.removed_at)
    .limit(1)
)
_SELECT_KNOWN = select(guild_settings.c.guild_id).order_by(guild_settings.c.guild_id)
_SELECT_GAMES = select(games.c.id).where(games.c.guild_id == _GUILD).limit(bindparam("limit"))
_DELETE_GAMES = [
    delete(table).where((games.c.id if table is games else table.c.game_id).in_(bindparam("game_ids", expanding=True)))
    for table in (events, presses, seats, results, games)
]


def _part(table: Table) -> tuple[Select[Any], Delete]:
    """Finds the keys of some rows of a server, and deletes one by its key."""
    keys = list(table.primary_key)
    return (
        select(*keys).where(table.c.guild_id == _GUILD).limit(bindparam("limit")),
        delete(table).where(*[key == bindparam(key.name) for key in keys]),
    )


_PARTS = [_part(table) for table in DERIVED]
_DELETE_REST = [delete(table).where(table.c.guild_id == _GUILD) for table in (seasons, guild_settings, removed_guilds)]


async def guild_removed(conn: AsyncConnection, guild_id: int, at: datetime) -> None:
    """Note that the server removed the bot; noted already, the earlier time stands."""
    await conn.execute(_INSERT[conn.dialect.name], {"guild_id": guild_id, "removed_at": at})


async def guild_restored(conn: AsyncConnection, guild_id: int) -> None:
    """Note that the bot is on the server, again or still: its data stays."""
    await conn.execute(delete(removed_guilds).where(removed_guilds.c.guild_id == _GUILD), {"guild_id": guild_id})


async def guilds_removed(conn: AsyncConnection) -> Mapping[int, datetime]:
    """The servers whose data waits to be deleted, and since when."""
    return {row.guild_id: row.removed_at for row in await conn.execute(_SELECT_REMOVED)}


async def known_guilds(conn: AsyncConnection) -> list[int]:
    """Every server that ever opened a game or chose anything and whose data is kept."""
    return list((await conn.execute(_SELECT_KNOWN)).scalars())


async def delete_guilds_removed_before(conn: AsyncConnection, before: datetime, *, part: int = 10) -> bool:
    """Delete a part of what is kept of a server that was removed before `before`: some games, then the rest.

    Call it again, in a new transaction each time, until it answers False: nothing is left to delete.
    """
    guild_id = (await conn.execute(_SELECT_OVERDUE, {"before": before})).scalar_one_or_none()
    if guild_id is None:
        return False
    game_ids = list((await conn.execute(_SELECT_GAMES, {"guild_id": guild_id, "limit": part})).scalars())
    if game_ids:
        for statement in _DELETE_GAMES:
            await conn.execute(statement, {"game_ids": game_ids})
    elif not await _delete_derived(conn, guild_id, limit=50 * part):
        for statement in _DELETE_REST:
            await conn.execute(statement, {"guild_id": guild_id})
    return True


async def _delete_derived(conn: AsyncConnection, guild_id: int, *, limit: int) -> bool:
    """Whether there was anything."""
    for find, remove in _PARTS:
        found = (await conn.execute(find, {"guild_id": guild_id, "limit": limit})).all()
        if found:
            await conn.execute(remove, [dict(row._mapping) for row in found])
            return True
    return False
