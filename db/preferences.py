"""What members have chosen for themselves, on all servers alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from db.schema import member_preferences as table
from db.upsert import upsert

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Insert
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class MemberPreferences:
    """`pings` is what may mention him: 'all', 'reminders' or 'none'. `locale` is Discord's code; None: not chosen."""

    pings: str = "all"
    locale: str | None = None


_SELECT_ALL = select(table.c.member_id, table.c.pings, table.c.locale)


@cache
def _change(*columns: str) -> Mapping[str, Insert]:
    return upsert(table, keys=["member_id"], update=columns)


async def all_preferences(conn: AsyncConnection) -> dict[int, MemberPreferences]:
    """The preferences of every member who has any."""
    rows = await conn.execute(_SELECT_ALL)
    return {member: MemberPreferences(pings or "all", locale) for member, pings, locale in rows}


async def change_preferences(conn: AsyncConnection, member_id: int, **columns: Any) -> None:
    """Keep these choices of a member, given as the fields of MemberPreferences; None takes one back."""
    values = {"member_id": member_id, **columns}
    await conn.execute(_change(*sorted(columns))[conn.dialect.name], values)
