"""What a server has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from db.schema import guild_settings as table
from db.upsert import upsert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class GuildSettings:
    """`locale` is Discord's code, `ruleset` the server's last choice, `time_zone` an IANA name; None: not chosen."""

    locale: str | None
    ruleset: str | None
    time_zone: str | None


_SELECT = select(table.c.locale, table.c.ruleset, table.c.time_zone).where(table.c.guild_id == bindparam("guild_id"))
_REMEMBER_RULESET = upsert(table, keys=["guild_id"], update=["ruleset"])


async def guild_settings(conn: AsyncConnection, guild_id: int) -> GuildSettings:
    """The settings of a server; all None for one that has none."""
    row = (await conn.execute(_SELECT, {"guild_id": guild_id})).one_or_none()
    return GuildSettings(None, None, None) if row is None else GuildSettings(*row)


async def remember_ruleset(conn: AsyncConnection, guild_id: int, ruleset: str) -> None:
    """Make `ruleset` what this server is offered next time."""
    await conn.execute(_REMEMBER_RULESET[conn.dialect.name], {"guild_id": guild_id, "ruleset": ruleset})
