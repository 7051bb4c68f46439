"""The computer players by their strength, as they play until a ruleset is solved; `playing.players` gives the rest."""

from collections.abc import Mapping

from bot.game.computers import Player
from bot.strategy.playing import players

PLAYERS: Mapping[str, Player] = players(lambda _: None)
"""Every strength by its key, the weakest first."""

STAND_IN = "deckhand"
"""Who plays a turn whose time is up, and a seat that was left."""
