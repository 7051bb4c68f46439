"""How to play: the rules, and where to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules import RULESETS
from bot.ui.answers import guild_of, reader_words
from bot.ui.guide import help_embed, rules_embed
from bot.ui.ruleset_choice import rulesets_to_play
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub


class Guide(commands.Cog):
    """Private answers for who wants to learn."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("How to play, with every box and what it scores."))
    @app_commands.describe(rules=N_("Which rules; left out, those this server usually plays."))
    @app_commands.choices(rules=rulesets_to_play())
    async def rules(self, interaction: discord.Interaction[YachtClub], rules: str | None = None) -> None:
        key = rules or self.client.games.usual_ruleset(guild_of(interaction))
        embed = rules_embed(reader_words(interaction), RULESETS[key])
        await interaction.response.send_message(embed=embed, ephemeral=True)

    @app_commands.command(description=N_("Where to begin with Yacht Club."))
    async def help(self, interaction: discord.Interaction[YachtClub]) -> None:
        await interaction.response.send_message(embed=help_embed(reader_words(interaction)), ephemeral=True)


async def setup(client: YachtClub) -> None:
    await client.add_cog(Guide(client))
