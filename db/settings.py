"""What servers have chosen."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from db.schema import guild_settings as table
from db.upsert import upsert

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from sqlalchemy import Insert, Row
    from sqlalchemy.ext.asyncio import AsyncConnection


class OnExpiry(StrEnum):
    """What happens by itself when the time of a turn is up."""

    ASK = "ask"
    WAIT = "wait"
    COMPUTER = "computer"
    REMOVE = "remove"


class HintsAllowed(StrEnum):
    """In which games hints may be had."""

    SOLO = "solo"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True)
class GuildSettings:
    """What a server has chosen, and what holds where it has not.

    `locale` is Discord's code, `ruleset` what was opened last, `default_ruleset` what is always offered, `time_zone` an
    IANA name, `clock` in seconds. `quiet` is from and to, in minutes of the local day. `channels` is where games may be
    played; empty: everywhere.
    """

    locale: str | None = None
    ruleset: str | None = None
    time_zone: str | None = None
    default_ruleset: str | None = None
    clock: int | None = None
    on_expiry: OnExpiry = OnExpiry.ASK
    quiet: tuple[int, int] | None = None
    channels: frozenset[int] = frozenset()
    computers: bool = True
    hints: HintsAllowed = HintsAllowed.SOLO
    turn_pings: bool = True


_KINDS = {"on_expiry": OnExpiry, "hints": HintsAllowed}
_MINUTES = range(24 * 60)

_SELECT_ALL = select(table)
_SELECT = _SELECT_ALL.where(table.c.guild_id == bindparam("guild_id"))


@cache
def _change(*columns: str) -> Mapping[str, Insert]:
    return upsert(table, keys=["guild_id"], update=columns)


async def guild_settings(conn: AsyncConnection, guild_id: int) -> GuildSettings:
    """The settings of a server; the defaults for one that has chosen nothing."""
    row = (await conn.execute(_SELECT, {"guild_id": guild_id})).one_or_none()
    return GuildSettings() if row is None else _settings(row)


async def all_guild_settings(conn: AsyncConnection) -> dict[int, GuildSettings]:
    """The settings of every server that has any."""
    return {row.guild_id: _settings(row) for row in await conn.execute(_SELECT_ALL)}


async def change_guild_settings(conn: AsyncConnection, guild_id: int, **fields: Any) -> None:
    """Keep these choices of a server, given as the fields of GuildSettings; None takes one back."""
    values = {"guild_id": guild_id, **_columns(fields)}
    await conn.execute(_change(*sorted(values.keys() - {"guild_id"}))[conn.dialect.name], values)


async def remember_ruleset(conn: AsyncConnection, guild_id: int, ruleset: str) -> None:
    """Make `ruleset` what this server is offered next time."""
    await change_guild_settings(conn, guild_id, ruleset=ruleset)


def _settings(row: Row[Any]) -> GuildSettings:
    """What a server has chosen. What this version does not know, and another may have written, counts as not chosen."""
    kept = dict(row._mapping)
    del kept["guild_id"]
    kept["quiet"] = _quiet(kept.pop("quiet_from"), kept.pop("quiet_to"))
    kept["channels"] = _channels(kept["channels"])
    for name, kind in _KINDS.items():
        kept[name] = next((known for known in kind if known == kept[name]), None)
    if kept["clock"] is not None and kept["clock"] <= 0:
        kept["clock"] = None
    return GuildSettings(**{name: value for name, value in kept.items() if value is not None})


def _quiet(start: int | None, end: int | None) -> tuple[int, int] | None:
    if start is None or end is None or start == end:
        return None
    return (start, end) if start in _MINUTES and end in _MINUTES else None


def _channels(text: str | None) -> frozenset[int] | None:
    try:
        channels = json.loads(text or "[]")
    except ValueError:
        return None
    return frozenset(each for each in channels if type(each) is int) if isinstance(channels, list) else None


def _columns(fields: Mapping[str, Any]) -> dict[str, object]:
    columns = dict(fields)
    if "quiet" in columns:
        columns["quiet_from"], columns["quiet_to"] = columns.pop("quiet") or (None, None)
    if "channels" in columns:
        columns["channels"] = _list(columns["channels"])
    return columns


def _list(channels: Collection[int] | None) -> str | None:
    return json.dumps(sorted(channels), separators=(",", ":")) if channels else None
