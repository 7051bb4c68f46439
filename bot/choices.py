"""What servers and members have chosen, kept in memory: every press asks for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from db.preferences import MemberPreferences, PingsWanted, all_preferences, change_preferences, preferences_of
from db.settings import (
    GuildSettings,
    HintsAllowed,
    OnExpiry,
    all_guild_settings,
    change_guild_settings,
    guild_settings,
)

if TYPE_CHECKING:
    from db.database import Database

__all__ = ["Choices", "GuildSettings", "HintsAllowed", "MemberPreferences", "OnExpiry", "PingsWanted"]

_NOTHING = GuildSettings()
_NO_PREFERENCES = MemberPreferences()


class Choices:
    """The choices of all servers and members of one database; `read` comes first.

    What another process has changed is known after the next `read`.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._servers: dict[int, GuildSettings] = {}
        self._members: dict[int, MemberPreferences] = {}
        # Held from a look at the database to the change in memory, so that what is older never replaces what is newer.
        self._lock = asyncio.Lock()

    async def read(self) -> None:
        """Read all of it anew."""
        async with self._lock, self._database.read() as conn:
            servers, members = await all_guild_settings(conn), await all_preferences(conn)
            self._servers, self._members = servers, members

    def server(self, guild: int) -> GuildSettings:
        """What a server has chosen; the defaults for one that has chosen nothing."""
        return self._servers.get(guild, _NOTHING)

    def member(self, member: int) -> MemberPreferences:
        """What a member has chosen; the defaults for who has chosen nothing."""
        return self._members.get(member, _NO_PREFERENCES)

    def keeps(self, member: int) -> bool:
        """Whether anything that the member has chosen is kept."""
        return member in self._members

    async def change_server(self, guild: int, **fields: Any) -> GuildSettings:
        """Keep these fields of GuildSettings, and answer what holds now; None takes a choice back."""
        async with self._lock:
            async with self._database.write() as conn:
                await change_guild_settings(conn, guild, **fields)
                chosen = await guild_settings(conn, guild)
            self._servers[guild] = chosen
        return chosen

    async def change_member(self, member: int, **fields: Any) -> MemberPreferences:
        """Keep these fields of MemberPreferences, and answer what holds now; None takes a choice back."""
        async with self._lock:
            async with self._database.write() as conn:
                await change_preferences(conn, member, **fields)
                chosen = await preferences_of(conn, member)
            self._members[member] = chosen
        return chosen

    def note_ruleset(self, guild: int, ruleset: str) -> None:
        """Note in memory which ruleset a server played last, which opening a game has written."""
        self._servers[guild] = replace(self.server(guild), ruleset=ruleset)

    async def forget_member(self, member: int) -> None:
        """Drop from memory what `Records.forget` has deleted."""
        async with self._lock:
            self._members.pop(member, None)
