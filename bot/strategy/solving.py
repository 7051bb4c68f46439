"""Best solitaire play from every position, worked out backwards from the full cards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from bot.rules import Card, Ruleset
from bot.rules.dice import ROLLS as ROLLS_OF_A_TURN
from bot.strategy.crew import crew, hands, shared
from bot.strategy.dice_tables import CHANCES, Floats, Ints, Rerolls
from bot.strategy.outcomes import BestBoxes, Turns
from bot.strategy.positions import Positions
from bot.strategy.study import study
from bot.strategy.survey import survey

AT_ONCE = 2048
"""Positions whose outcomes are gathered together."""

IN_CACHE = 256
"""Positions whose rerolls are worked out together: as many as a processor keeps near at hand."""

_BLOCK = 1 << 24
"""Bytes: more than any array that is made for positions at once."""

TRACE = 1e-9
"""How much of the variance is mixed into a mean to follow it through the same choices: too little to change one."""


@dataclass(frozen=True)
class Expected:
    """A final score of best play, as its mean and variance."""

    mean: float
    variance: float


@dataclass(frozen=True, eq=False)
class Solution:
    """For each position the mean and the variance of what best play still brings, the upper bonus included."""

    positions: Positions
    mean: Floats
    variance: Floats

    def final(self, card: Card) -> Expected:
        """The final score to expect from a card at the start of a turn; raises NoSuchPosition."""
        place = self.positions.of(card)
        totals = self.positions.ruleset.totals(card)
        return Expected(totals.total - totals.upper_bonus + float(self.mean[place]), float(self.variance[place]))


def solve(ruleset: Ruleset, progress: Callable[[float], object] = float, processes: int | None = None) -> Solution:
    """The solution of a ruleset. `progress` is told the share of positions that is done, from 0 to 1.

    As many processes as told share the work, or as many as suit this machine.
    """
    _keep_what_is_freed()
    processes = processes or hands()
    positions = survey(ruleset, study(ruleset), processes)
    mean, variance = shared(positions.count), shared(positions.count)
    *layers, full = _layers(positions)
    mean[full] = _upper_bonus(positions, np.array(full))

    solver = _Solver(Turns(positions), mean, variance)
    with crew(solver.solve, processes) as everybody:
        for layer in reversed(layers):
            everybody.do(layer)
            progress(1 - layer[0] / positions.count)
    return Solution(positions, mean, variance)


def _keep_what_is_freed() -> None:
    """Lets malloc serve the next array from the memory of the last.

    A third of the time would go into giving pages back to the system and asking for them again. glibc changes its ways
    once a block of this size has been freed.
    """
    np.empty(_BLOCK, dtype=np.uint8)


class _Solver:
    """Solves positions from those that may follow; each process has its own room to work in."""

    def __init__(self, turns: Turns, mean: Floats, variance: Floats) -> None:
        self._turns, self._mean, self._variance = turns, mean, variance
        self._make_room(IN_CACHE)

    def _make_room(self, columns: int) -> None:
        self._boxes = BestBoxes(self._turns, columns)
        self._rerolls = Rerolls(columns)

    def solve(self, places: range) -> None:
        """Writes the mean and the variance at those positions."""
        for start in range(places.start, places.stop, AT_ONCE):
            self._solve(np.arange(start, min(start + AT_ONCE, places.stop)))

    def _solve(self, places: Ints) -> None:
        outcomes = self._turns.outcomes(*self._turns.positions.forms_and_totals(places))
        values = [outcome.gains + self._mean.take(outcome.next) for outcome in outcomes]
        mean = self._of_a_turn(values)
        # The choices that are best for the mean carry the variance with them: what a result adds to it is its own
        # variance and its squared distance from the mean.
        for value, outcome in zip(values, outcomes, strict=True):
            traced = value - mean
            traced *= traced
            traced += self._variance.take(outcome.next)
            traced *= TRACE
            value += traced
        self._mean[places] = mean
        self._variance[places] = (self._of_a_turn(values) - mean) / TRACE

    def _of_a_turn(self, values: list[Floats]) -> Floats:
        """What a turn is worth before its first roll, from what each row of each box is worth at its end."""
        worth = np.empty(values[0].shape[1])
        for start in range(0, len(worth), IN_CACHE):
            part = worth[start : start + IN_CACHE]
            if len(part) != self._rerolls.columns:
                self._make_room(len(part))
            rerolls = self._rerolls
            rerolls.rolls[:] = self._boxes.of([value[:, start : start + IN_CACHE] for value in values])
            for _ in range(ROLLS_OF_A_TURN - 1):
                rerolls.roll_the_others()
                rerolls.choose_keeps()
            # The product of matrices would take threads of its own to it.
            np.einsum("r,rc->c", CHANCES, rerolls.rolls, out=part)
        return worth


def _layers(positions: Positions) -> Iterator[range]:
    """The positions with 0, 1, … boxes filled."""
    for start, end in zip(positions.layers[:-1], positions.layers[1:], strict=True):
        yield range(positions.first[start], positions.first[end])


def _upper_bonus(positions: Positions, full: Ints) -> Floats:
    _, totals = positions.forms_and_totals(full)
    bonus = positions.ruleset.upper_bonus
    return np.where(totals >= bonus.threshold, bonus.points, 0) if bonus else np.zeros(len(full))
