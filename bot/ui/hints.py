"""Hints: what best play would do with the dice of who asks, told in private."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.hints import asking
from bot.solutions import NotSolved
from bot.ui.answers import reader_words, where
from bot.ui.hint_words import hint

if TYPE_CHECKING:
    import discord

    from bot.game import Moment
    from bot.games import Games
    from bot.solutions import Solutions

_log = logging.getLogger(__name__)


class Hints:
    """Answers who asks for a hint; refusals are raised."""

    def __init__(self, games: Games, solutions: Solutions) -> None:
        self._games = games
        self._solutions = solutions

    async def give(self, interaction: discord.Interaction[Any], game_id: int, moment: Moment) -> None:
        """Tell who pressed what is best on the board that shows that moment."""
        game = (await self._games.load(game_id)).game
        seat = game.seats[asking(game, interaction.user.id, moment)]
        advisor = self._solutions.advisor(game.rules)
        if advisor is None:
            raise NotSolved(self._solutions.awaited(game.rules))
        screen = hint(reader_words(interaction), advisor.choices(seat.card, seat.turn))
        await interaction.response.send_message(ephemeral=True, **screen.to_send())
        _log.info("hinted %s", where(interaction, game_id))
