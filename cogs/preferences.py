"""Preferences of a member, the same on all servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import PingsWanted
from bot.ui.answers import reader_words, say
from bot.ui.languages import languages_to_choose, locale_of
from bot.ui.preferences import PING_NAMES, language_line, overview, pings_line
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub


class Preferences(commands.Cog):
    """What everybody may choose for himself."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("What may mention you, and the language of answers to you alone."))
    @app_commands.describe(
        pings=N_("When you are mentioned."),
        language=N_("The language of what only you can read."),
    )
    @app_commands.choices(
        pings=[
            app_commands.Choice(name=app_commands.locale_str(name), value=str(key)) for key, name in PING_NAMES.items()
        ],
        language=languages_to_choose(),
    )
    async def preferences(
        self, interaction: discord.Interaction[YachtClub], pings: str | None = None, language: str | None = None
    ) -> None:
        chosen: dict[str, Any] = {}
        if pings is not None:
            chosen["pings"] = PingsWanted(pings)
        if language is not None:
            chosen["locale"] = locale_of(language)
        member, locale = interaction.user.id, str(interaction.locale)
        if not chosen:
            screen = overview(reader_words(interaction), self.client.choices.member(member), locale)
            await interaction.response.send_message(ephemeral=True, **screen.to_send())
            return
        now = await self.client.choices.change_member(member, **chosen)
        words = reader_words(interaction)
        lines = {"pings": pings_line(words, now), "locale": language_line(words, now, locale)}
        await say(interaction, " ".join(lines[name] for name in chosen))


async def setup(client: YachtClub) -> None:
    await client.add_cog(Preferences(client))
