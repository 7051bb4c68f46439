"""The computers that play in running games."""

import asyncio
from collections.abc import Mapping

from bot.game import DiceSource, Transition
from bot.game.computers import Player, any_to_play, play_on
from bot.strategy.players import PLAYERS


class Computers:
    """Plays every turn that is a computer's, by its level."""

    def __init__(self, players: Mapping[str, Player] = PLAYERS) -> None:
        self._players = players

    async def play_on(self, transition: Transition, dice: DiceSource) -> Transition:
        """The game after all turns that are a computer's to play now. In order `together` those may be hundreds of
        decisions, so they are made off the event loop."""
        if not any_to_play(transition):
            return transition
        return await asyncio.to_thread(play_on, transition, dice, self._players)
