"""What is over: the games of a server, and each of them step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.ruleset_choice import chosen, offer
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub

Interaction = discord.Interaction["YachtClub"]


class History(commands.Cog):
    """Public answers; the controls under them belong to who asked."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("The games of this server that are over, the newest first."))
    @app_commands.describe(member=N_("Only the games of this member."), rules=N_("Only games of these rules."))
    @app_commands.autocomplete(rules=offer)
    async def history(
        self,
        interaction: Interaction,
        member: discord.Member | discord.User | None = None,
        rules: str | None = None,
    ) -> None:
        ruleset = None if rules is None else await chosen(interaction, rules)
        await self.client.histories.show(interaction, member, ruleset)

    @app_commands.command(description=N_("A game of this server that is over, roll by roll."))
    @app_commands.describe(game=N_("The number of the game, as /history tells it."))
    async def replay(self, interaction: Interaction, game: app_commands.Range[int, 1]) -> None:
        await self.client.replays.open(interaction, game)


async def setup(client: YachtClub) -> None:
    await client.add_cog(History(client))
