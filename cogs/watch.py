"""What happens to channels and boards while a game stands in them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import YachtClub

_log = logging.getLogger(__name__)


class Watch(commands.Cog):
    """Listens; nobody types anything here."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        await self.client.games.board_gone(payload.channel_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        await self.client.games.board_gone(payload.channel_id, payload.message_ids)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._channel_gone(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again: games that waited are shown."""
        _log.info("joined guild=%d", guild.id)
        await self.client.records.guild_restored(guild.id)
        games = self.client.games
        waiting = [*await games.live_in_guild(guild.id), *await games.unshown([guild.id])]
        for game_id in dict.fromkeys(stored.id for stored in waiting):
            await self.client.channels.bring_up_to_date(game_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed; discord.py tells of a server that is only unavailable by another event."""
        _log.info("removed guild=%d", guild.id)
        await self.client.records.guild_removed(guild.id)

    async def _channel_gone(self, channel: int) -> None:
        stored = await self.client.games.end_of_channel(channel)
        if stored is not None:
            _log.info("channel gone game=%d channel=%d", stored.id, channel)


async def setup(client: YachtClub) -> None:
    await client.add_cog(Watch(client))
