"""What members have chosen for themselves, on all servers alike."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from db.schema import member_preferences as table
from db.upsert import upsert

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Insert, Row
    from sqlalchemy.ext.asyncio import AsyncConnection


class PingsWanted(StrEnum):
    """What may mention a member."""

    ALL = "all"
    REMINDERS = "reminders"
    NONE = "none"


@dataclass(frozen=True)
class MemberPreferences:
    """`locale` is Discord's code; None: not chosen."""

    pings: PingsWanted = PingsWanted.ALL
    locale: str | None = None


_SELECT_ALL = select(table)
_SELECT = _SELECT_ALL.where(table.c.member_id == bindparam("member_id"))


@cache
def _change(*columns: str) -> Mapping[str, Insert]:
    return upsert(table, keys=["member_id"], update=columns)


async def all_preferences(conn: AsyncConnection) -> dict[int, MemberPreferences]:
    """The preferences of every member who has any."""
    return {row.member_id: _preferences(row) for row in await conn.execute(_SELECT_ALL)}


async def preferences_of(conn: AsyncConnection, member_id: int) -> MemberPreferences:
    """The preferences of a member; the defaults for who has chosen nothing."""
    row = (await conn.execute(_SELECT, {"member_id": member_id})).one_or_none()
    return MemberPreferences() if row is None else _preferences(row)


async def change_preferences(conn: AsyncConnection, member_id: int, **fields: Any) -> None:
    """Keep these choices of a member, given as the fields of MemberPreferences; None takes one back."""
    values = {"member_id": member_id, **fields}
    await conn.execute(_change(*sorted(fields))[conn.dialect.name], values)


def _preferences(row: Row[Any]) -> MemberPreferences:
    # What another version may have written counts as not chosen.
    pings = next((known for known in PingsWanted if known == row.pings), PingsWanted.ALL)
    return MemberPreferences(pings, row.locale)
