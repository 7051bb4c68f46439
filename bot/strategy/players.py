"""The computer players by their strength."""

from collections.abc import Mapping

from bot.game.computers import Player
from bot.strategy.greedy import deckhand

PLAYERS: Mapping[str, Player] = {"deckhand": deckhand}
"""Every strength by its key, the weakest first."""

STAND_IN = "deckhand"
"""Who plays a turn whose time is up, and a seat that was left."""
