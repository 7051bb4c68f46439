"""Seasons: who manages a server begins one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.answers import Plainly, guild_of, reader_words
from bot.ui.names import plain
from bot.ui.seasons import season_begun
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub

LONGEST_NAME = 32


@app_commands.default_permissions(manage_guild=True)
class Seasons(commands.GroupCog, group_name="season", group_description=N_("The seasons of this server.")):
    """Shown to who may manage the server, unless the server shows it to others; carried out for nobody else."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("Begin a season, which ends the one before. Nothing is deleted."))
    @app_commands.describe(name=N_("What the season is called."))
    async def start(
        self, interaction: discord.Interaction[YachtClub], name: app_commands.Range[str, 1, LONGEST_NAME]
    ) -> None:
        words = reader_words(interaction)
        if not interaction.permissions.manage_guild:
            raise Plainly(words("Only who may manage this server can begin a season."))
        if not name.strip():
            raise Plainly(words("Give the season a name."))
        guild = guild_of(interaction)
        before = await self.client.records.season(guild)
        season = await self.client.records.start_season(guild, plain(name))
        screen = season_begun(self.client.channels.words(guild), season, before)
        await interaction.response.send_message(**screen.to_send())


async def setup(client: YachtClub) -> None:
    await client.add_cog(Seasons(client))
