"""Whose turn it is and what may be done: frozen values, moves that decide, events that change.

A move (`moves`) looks at a `Game`, raises a `Refusal` or returns a `Transition`. Folding its events (`events`) gives
the same game, but for holds toggled since the last roll, which are not history.
"""

from bot.game.events import Event, event_from_json, event_to_json, fold
from bot.game.fair import DiceSource, FairDice, commitment
from bot.game.model import MAX_SEATS, Game, Moment, Order, Phase, Seat, Turn, Undoable, is_computer
from bot.game.transitions import Transition

__all__ = [
    "MAX_SEATS",
    "DiceSource",
    "Event",
    "FairDice",
    "Game",
    "Moment",
    "Order",
    "Phase",
    "Seat",
    "Transition",
    "Turn",
    "Undoable",
    "commitment",
    "event_from_json",
    "event_to_json",
    "fold",
    "is_computer",
]
