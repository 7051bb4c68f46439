"""Where records are asked for and answered, in public and in the words of the server."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.ui import charts
from bot.ui.answers import Plainly, guild_of, reader_words
from bot.ui.leaderboards import leaderboard
from bot.ui.names import safe
from bot.ui.statistics import chart_of, picture_words, statistics
from bot.ui.terms import ruleset_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.records import By, Period, Records
    from bot.ui.charts import Chart
    from bot.ui.screen import Screen
    from bot.ui.words import Words

Interaction = discord.Interaction[Any]


class RecordDesk:
    """Shows leaderboards and statistics. `words` are those of a server by its id."""

    def __init__(self, records: Records, words: Callable[[int], Words]) -> None:
        self._records = records
        self._words = words
        # One picture at a time: several would share the processor, and presses would wait for all of them.
        self._drawing = asyncio.Lock()

    async def show_leaderboard(self, interaction: Interaction, ruleset: str, by: By, period: Period) -> None:
        """Answer a command with the first page of a board."""
        screen = await self._leaderboard(interaction, ruleset, by, period, 0)
        await interaction.response.send_message(**screen.to_send())

    async def turn_leaderboard(self, interaction: Interaction, ruleset: str, by: By, period: Period, page: int) -> None:
        """Answer a press with another page, counted from 0; one beyond the end is the last."""
        screen = await self._leaderboard(interaction, ruleset, by, period, page)
        await interaction.response.edit_message(**screen.to_edit())

    async def show_statistics(
        self, interaction: Interaction, ruleset: str, member: discord.Member | discord.User
    ) -> None:
        """Answer a command with the statistics of a member; raises Plainly for who has not played."""
        guild, name = guild_of(interaction), member.display_name
        known = await self._records.statistics(guild, ruleset, member.id)
        if known is None or known.standing is None:
            raise Plainly(_never_played(reader_words(interaction), ruleset, name))
        words = self._words(guild)
        screen = statistics(words, ruleset, name, known, known.standing, interaction.user.id)
        chart = chart_of(ruleset, known, known.standing)
        if chart is None:
            await interaction.response.send_message(**screen.to_send())
            return
        # A picture that has to wait for others may take longer than an answer may.
        await interaction.response.defer()
        picture = await self._picture(chart, picture_words(words, ruleset, name, chart))
        await interaction.edit_original_response(**screen.to_edit(), attachments=[picture])

    async def _leaderboard(self, interaction: Interaction, ruleset: str, by: By, period: Period, page: int) -> Screen:
        guild, asker = guild_of(interaction), interaction.user
        board = await self._records.leaderboard(guild, ruleset, by, period, page, asker.id)
        return leaderboard(self._words(guild), board, asker.id, asker.display_name)

    async def _picture(self, chart: Chart, description: str) -> discord.File:
        async with self._drawing:
            png = await asyncio.to_thread(charts.draw, chart)
        return discord.File(BytesIO(png), "statistics.png", description=description)


def _never_played(words: Words, ruleset: str, name: str) -> str:
    game = ruleset_name(words, ruleset)
    return words(
        "{name} has not finished a game of {game} on this server yet. Open one with /play.", name=safe(name), game=game
    )
