"""A member's own games, wherever they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.answers import guild_of, reader_words
from bot.ui.inbox import inbox
from bot.ui.places import sees
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub


class Inbox(commands.Cog):
    """What waits for the member who asks."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("Your running games everywhere, and the lobbies that are open here."))
    async def games(self, interaction: discord.Interaction[YachtClub]) -> None:
        here, member = guild_of(interaction), interaction.user
        mine = await self.client.games.games_of(member.id)
        lobbies = await self.client.games.lobbies_in(here)
        visible = [lobby for lobby in lobbies if sees(interaction, lobby.row.channel_id)]
        screen = inbox(reader_words(interaction), member.id, mine, visible, here, self._name_of)
        await interaction.response.send_message(ephemeral=True, **screen.to_send())

    def _name_of(self, guild: int) -> str | None:
        known = self.client.get_guild(guild)
        return None if known is None else known.name


async def setup(client: YachtClub) -> None:
    await client.add_cog(Inbox(client))
