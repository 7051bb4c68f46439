"""Dice without their order: what five dice can show, what can be kept of them, and what rolling the others makes of it.

A keep is a sorted tuple of 0 to 5 faces. The last 252 of the 462 keeps are the rolls, five dice each.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from bot.rules.dice import COUNT, FACES, Dice

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# Those with many different faces come first, which lets _SHRUNK have columns that grow shorter.
KEEPS: tuple[Dice, ...] = tuple(
    keep
    for size in range(COUNT + 1)
    for keep in sorted(combinations_with_replacement(FACES, size), key=lambda keep: (-len(set(keep)), keep))
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


def _shrunk(size: int) -> Iterator[Ints]:
    smaller = [
        list(dict.fromkeys(KEEP_INDEX[keep[:at] + keep[at + 1 :]] for at in range(size))) for keep in KEEPS[SIZES[size]]
    ]
    for column in range(len(smaller[0])):
        yield np.array([indices[column] for indices in smaller if column < len(indices)])


_SHRUNK = tuple(tuple(_shrunk(size)) for size in range(1, COUNT + 1))
"""For the keeps of each size from 1 what is left when one die is taken away: a column for each different die, as long
as there are keeps with so many."""


class Rerolls:
    """Works out what keeps and rolls are worth, for as many columns (positions, say) at once as it is made for.

    `rolls` is what each roll is worth, `keeps` what each keep is; to be written and read.
    """

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self.keeps: Floats = np.empty((len(KEEPS), columns))
        self.rolls = self.keeps[SIZES[COUNT]]
        self._scratch: Floats = np.empty_like(self.rolls)

    def roll_the_others(self) -> None:
        """From what rolls are worth, what each keep of fewer dice is worth on average once the others are rolled."""
        for size in reversed(range(COUNT)):
            into = self.keeps[SIZES[size]]
            scratch = self._scratch[: len(into)]
            for face, column in enumerate(GROWN[SIZES[size]].T):
                # Without a mode, numpy would fill a buffer first.
                self.keeps.take(column, axis=0, out=scratch if face else into, mode="clip")
                if face:
                    into += scratch
            into *= 1 / len(FACES)

    def choose_keeps(self) -> None:
        """From what keeps are worth, what each roll is worth if the best is kept; the worth of the keeps is lost."""
        for size, columns in enumerate(_SHRUNK, start=1):
            into = self.keeps[SIZES[size]]
            for column in columns:
                scratch = self._scratch[: len(column)]
                self.keeps.take(column, axis=0, out=scratch, mode="clip")
                np.maximum(into[: len(column)], scratch, out=into[: len(column)])


def worth_of_keeps(values: Floats, rolls_left: int) -> Floats:
    """What each keep is worth with that many rolls left (1 or 2), if each roll is worth `values` after the last one.

    Both have the keeps or rolls along their first axis, and the same columns or none.
    """
    rerolls = Rerolls(values.size // len(ROLLS))
    rerolls.rolls[:] = values.reshape(len(ROLLS), -1)
    for further in range(rolls_left):
        if further:
            rerolls.choose_keeps()
        rerolls.roll_the_others()
    return rerolls.keeps.reshape(len(KEEPS), *values.shape[1:])


def worth_of_rolls(values: Floats, rolls_left: int) -> Floats:
    """The same for each roll with the best of its keeps."""
    rerolls = Rerolls(values.size // len(ROLLS))
    rerolls.keeps[:] = worth_of_keeps(values, rolls_left).reshape(len(KEEPS), -1)
    rerolls.choose_keeps()
    return rerolls.rolls.reshape(values.shape)
