"""The records of a server: its leaderboards, and the statistics of its members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.periods import Period
from bot.records import By
from bot.ui.leaderboards import BY_NAMES, PERIOD_NAMES
from bot.ui.ruleset_choice import chosen, offer
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub

BY_CHOICES = [app_commands.Choice(name=app_commands.locale_str(name), value=by) for by, name in BY_NAMES.items()]
PERIOD_CHOICES = [
    app_commands.Choice(name=app_commands.locale_str(name), value=period.value) for period, name in PERIOD_NAMES.items()
]


class Records(commands.Cog):
    """Public answers about games that are over."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("Who stands where on this server."))
    @app_commands.describe(
        rules=N_("Which rules; left out, the same as this server's last game."),
        by=N_("What counts; without it, the rating."),
        period=N_("Since when; without it, all time."),
    )
    @app_commands.choices(by=BY_CHOICES, period=PERIOD_CHOICES)
    @app_commands.autocomplete(rules=offer)
    async def leaderboard(
        self,
        interaction: discord.Interaction[YachtClub],
        rules: str | None = None,
        by: By = "rating",
        period: str = Period.ALL.value,
    ) -> None:
        ruleset = await chosen(interaction, rules)
        await self.client.record_desk.show_leaderboard(interaction, ruleset, by, Period(period))

    @app_commands.command(description=N_("How a member plays on this server."))
    @app_commands.describe(
        member=N_("Who; without it, yourself."),
        rules=N_("Which rules; left out, the same as this server's last game."),
    )
    @app_commands.autocomplete(rules=offer)
    async def stats(
        self,
        interaction: discord.Interaction[YachtClub],
        member: discord.Member | discord.User | None = None,
        rules: str | None = None,
    ) -> None:
        ruleset = await chosen(interaction, rules)
        await self.client.record_desk.show_statistics(interaction, ruleset, member or interaction.user)


async def setup(client: YachtClub) -> None:
    await client.add_cog(Records(client))
