"""Everything by brute force over the 7,776 ordered rolls, knowing nothing of sorted dice: the oracle of these tests.

A grid has an axis for each of the five dice, and holds what the dice with those faces are worth.
"""

from collections.abc import Callable
from itertools import combinations, product

import numpy as np

from bot.rules import Card, Dice, Ruleset
from bot.strategy.dice_tables import Floats

ALL_ROLLS = tuple(product(range(1, 7), repeat=5))
HOLDS = tuple(places for size in range(5) for places in combinations(range(5), size))
"""Every way to hold fewer than five dice."""


def grid(value: Callable[[Dice], float]) -> Floats:
    """What the dice are worth, by position."""
    return np.array([value(roll) for roll in ALL_ROLLS], dtype=float).reshape((6,) * 5)


def at(values: Floats, dice: Dice) -> float:
    """What these dice are worth."""
    return float(values[tuple(face - 1 for face in dice)])


def after(values: Floats, hold: tuple[int, ...]) -> Floats:
    """What the dice are worth on average after holding some and rolling the others."""
    free = tuple(place for place in range(5) if place not in hold)
    return np.broadcast_to(values.mean(axis=free, keepdims=True), values.shape)


def one_roll_before(values: Floats) -> Floats:
    """What the dice are worth with one more roll, if they are worth `values` without it."""
    best = values
    for hold in HOLDS:
        best = np.maximum(best, after(values, hold))
    return best


def most_points(ruleset: Ruleset, card: Card) -> Floats:
    """What the dice score now in the box where they score most, bonus beside it included."""
    return grid(lambda dice: max(option.points + option.bonus for option in ruleset.options(card, dice)))


Moments = tuple[float, float]
"""The mean and the mean square of a final score."""


Known = dict[object, Moments]
"""What has been worked out of one ruleset already."""


def end_value(ruleset: Ruleset, card: Card, known: Known) -> Moments:
    """The moments of the final score of best play from a card with few open boxes; equal choices go to the wider."""
    if ruleset.is_full(card):
        total = ruleset.totals(card).total
        return float(total), float(total**2)
    # Equal cards are filled in any order.
    name = (frozenset(card.scores), card.bonus)
    if name not in known:
        sorted_rolls = [roll for roll in ALL_ROLLS if tuple(sorted(roll)) == roll]
        ends = {
            roll: max(
                end_value(ruleset, ruleset.place(card, roll, option.box), known)
                for option in ruleset.options(card, roll)
            )
            for roll in sorted_rolls
        }
        mean = grid(lambda dice: ends[tuple(sorted(dice))][0])
        square = grid(lambda dice: ends[tuple(sorted(dice))][1])
        for _ in range(2):
            mean, square = _one_roll_before_with(mean, square)
        known[name] = float(mean.mean()), float(square.mean())
    return known[name]


def _one_roll_before_with(mean: Floats, square: Floats) -> tuple[Floats, Floats]:
    """As `one_roll_before`, and the mean squares under the same choices."""
    best, carried = mean, square
    for hold in HOLDS:
        other, other_square = after(mean, hold), after(square, hold)
        equal = np.abs(other - best) < 1e-9
        better = np.where(equal, other_square > carried, other > best)
        best, carried = np.where(better, other, best), np.where(better, other_square, carried)
    return best, carried
