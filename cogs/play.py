"""Games: open one, show its board, look at the cards, leave, end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.game import Order
from bot.ui.answers import Plainly, guild_of, reader_words
from bot.ui.clock_choice import clock_of, clocks_to_choose
from bot.ui.opening import Plan
from bot.ui.ruleset_choice import rulesets_to_play
from bot.ui.words import N_

if TYPE_CHECKING:
    from bot.client import YachtClub
    from bot.games import StoredGame

Interaction = discord.Interaction["YachtClub"]


class Play(commands.Cog):
    """The commands that concern the game of a channel."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    @app_commands.command(description=N_("Open a game in this channel."))
    @app_commands.describe(
        rules=N_("Which rules; left out, those this server usually plays."),
        together=N_("Everybody plays at their own pace instead of one after another."),
        same_dice=N_("Every player's rolls bring the same numbers, so only your choices differ."),
        clock=N_("How long a turn may take; left out, as this server has chosen."),
        thread=N_("Play in a new thread, so that this channel can hold many games."),
    )
    @app_commands.choices(rules=rulesets_to_play())
    @app_commands.choices(clock=clocks_to_choose())
    async def play(
        self,
        interaction: Interaction,
        rules: str | None = None,
        together: bool = False,
        same_dice: bool = False,
        clock: int | None = None,
        thread: bool = False,
    ) -> None:
        guild = guild_of(interaction)
        seconds = self.client.choices.server(guild).clock if clock is None else clock
        plan = Plan(
            rules or self.client.games.usual_ruleset(guild),
            Order.TOGETHER if together else Order.TURNS,
            same_dice,
            clock_of(seconds),
        )
        if thread:
            await self.client.opening.play_in_thread(interaction, plan)
        else:
            await self.client.opening.play(interaction, plan)

    @app_commands.command(description=N_("Show the board of this channel's game again, at the bottom."))
    async def board(self, interaction: Interaction) -> None:
        stored = await self._game_here(interaction)
        await self.client.desk.show_board(interaction, stored.id)

    @app_commands.command(description=N_("Look at the score cards of this channel's game; only you see the answer."))
    @app_commands.describe(player=N_("Whose card; without it, everybody's."))
    async def cards(self, interaction: Interaction, player: discord.User | None = None) -> None:
        stored = await self._game_here(interaction)
        await self.client.desk.show_cards(interaction, stored.id, None if player is None else player.id)

    @app_commands.command(description=N_("Leave the game of this channel."))
    async def leave(self, interaction: Interaction) -> None:
        await self.client.desk.ask_to_leave(interaction, await self._game_here(interaction))

    @app_commands.command(description=N_("End this channel's game: for its host, or who may manage messages."))
    async def end(self, interaction: Interaction) -> None:
        await self.client.desk.ask_to_end(interaction, await self._game_here(interaction))

    async def _game_here(self, interaction: Interaction) -> StoredGame:
        stored = await self.client.games.live_in(interaction.channel_id or 0)
        if stored is None:
            raise Plainly(reader_words(interaction)("No game is running in this channel. Open one with /play."))
        return stored


async def setup(client: YachtClub) -> None:
    await client.add_cog(Play(client))
