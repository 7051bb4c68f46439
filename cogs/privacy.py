"""A member's own data: all of it given, or deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub

Interaction = discord.Interaction["YachtClub"]


class Privacy(
    commands.GroupCog, name="privacy", description=N_("What this bot keeps about you: take a copy, or delete it.")
):
    """Private answers for the member they are about."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("Get everything that is kept about you, as a file only you see."))
    async def export(self, interaction: Interaction) -> None:
        await self.client.privacy.export(interaction)

    @app_commands.command(description=N_("Delete everything that is kept about you; you are asked first."))
    async def delete(self, interaction: Interaction) -> None:
        await self.client.privacy.ask(interaction)


async def setup(client: YachtClub) -> None:
    await client.add_cog(Privacy(client))
