"""Plays the moment: the best expected points of this turn, whatever the rest of the game needs."""

from functools import cache, lru_cache

import numpy as np

from bot.game import Turn
from bot.rules import Card, Closure, Ruleset
from bot.rules.dice import ROLLS as ROLLS_OF_A_TURN
from bot.rules.dice import Dice
from bot.strategy.dice_tables import CHANCES, KEEP_INDEX, ROLLS, Floats, worth_of_keeps, worth_of_rolls
from bot.strategy.holds import holds
from bot.strategy.questions import answer, remembering

EQUAL = 1e-9


def deckhand(ruleset: Ruleset, card: Card, turn: Turn) -> tuple[int, ...] | str:
    """The hold or box with the most points to expect in this turn, bonus beside the box included.

    Where a hold gives no more than scoring now, it scores; where boxes give the same, it gives up the one in which a
    turn usually earns least.
    """
    usual = usual_points(remembering(ruleset))
    option = max(
        ruleset.options(card, turn.dice), key=lambda option: (option.points + option.bonus, -usual[option.box])
    )
    if turn.roll >= ROLLS_OF_A_TURN:
        return option.box
    worth = worth_of_keeps(_most_points(ruleset, card), ROLLS_OF_A_TURN - turn.roll)
    hold, expected = _best_hold(worth, turn.dice)
    return hold if expected > option.points + option.bonus + EQUAL else option.box


@lru_cache(maxsize=64)
def _most_points(ruleset: Ruleset, card: Card) -> Floats:
    """The most points, bonus included, that each roll may score now."""
    quick = remembering(ruleset)
    most = []
    for roll in ROLLS:
        worth, extra = answer(quick, card, roll)
        most.append(extra + max(points for points in worth.values() if not isinstance(points, Closure)))
    return np.array(most, dtype=float)


def _best_hold(worth: Floats, dice: Dice) -> tuple[tuple[int, ...], float]:
    """The best hold and its worth; of equals the one that rolls the fewest dice."""
    candidates = [(float(worth[KEEP_INDEX[keep]]), places) for keep, places in holds(dice).items()]
    most = max(expected for expected, _ in candidates)
    return max((places for expected, places in candidates if expected > most - EQUAL), key=len), most


@cache
def usual_points(ruleset: Ruleset) -> dict[str, float]:
    """What a whole turn played for one box earns in it on average."""
    values = np.array([[box.score(roll) for box in ruleset.boxes] for roll in ROLLS], dtype=float)
    earned = CHANCES @ worth_of_rolls(values, ROLLS_OF_A_TURN - 1)
    return dict(zip((box.key for box in ruleset.boxes), map(float, earned), strict=True))
