"""Dice without their order: what five dice can show, what can be kept of them, and what rolling the others makes of it.

A keep is a sorted tuple of 0 to 5 faces. The last 252 of the 462 keeps are the rolls, five dice each.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from bot.rules.dice import COUNT, FACES, Dice

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

KEEPS: tuple[Dice, ...] = tuple(
    keep for size in range(COUNT + 1) for keep in combinations_with_replacement(FACES, size)
)
KEEP_INDEX = {keep: index for index, keep in enumerate(KEEPS)}

SIZES: tuple[slice, ...] = tuple(
    slice(min(places), max(places) + 1)
    for size in range(COUNT + 1)
    for places in [[index for index, keep in enumerate(KEEPS) if len(keep) == size]]
)
"""Where the keeps of 0, 1, … 5 dice are among KEEPS."""

ROLLS = KEEPS[SIZES[COUNT]]
ROLL_INDEX = {roll: index for index, roll in enumerate(ROLLS)}


def _ways(roll: Dice) -> int:
    return factorial(COUNT) // prod(map(factorial, Counter(roll).values()))


CHANCES: Floats = np.array([_ways(roll) for roll in ROLLS]) / len(FACES) ** COUNT
"""How likely each roll is with all five dice."""

GROWN: Ints = np.array(
    [[KEEP_INDEX[tuple(sorted((*keep, face)))] for face in FACES] for keep in KEEPS if len(keep) < COUNT]
)
"""For each keep of fewer than five dice the keep that it becomes with one more die, by that die's face."""


def expectations(values: Floats) -> Floats:
    """What each keep is worth on average once the other dice are rolled, if each roll is worth `values`.

    Both have the rolls or keeps along their first axis; further axes are carried along.
    """
    worth = np.empty((len(KEEPS), *values.shape[1:]))
    worth[SIZES[COUNT]] = values
    for size in reversed(range(COUNT)):
        worth[SIZES[size]] = worth[GROWN[SIZES[size]]].mean(axis=1)
    return worth


def best_keeps(worth: Floats) -> Floats:
    """For each roll the worth of the best of all keeps within it, from the worth of each keep (all five dice too)."""
    best = worth.copy()
    for size in range(COUNT):
        kept = best[SIZES[size]]
        for column in GROWN[SIZES[size]].T:
            best[column] = np.maximum(best[column], kept)
    return best[SIZES[COUNT]]
