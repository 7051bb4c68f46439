"""How likely each seat is to win, if all play on as well as can be."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bot.rules import Card
from bot.rules.dice import ROLLS as ROLLS_OF_A_TURN
from bot.strategy.dice_tables import CHANCES, KEEP_INDEX, ROLLS, Floats, Ints, Rerolls, worth_of_keeps
from bot.strategy.holds import holds
from bot.strategy.outcomes import BestBoxes, Turns
from bot.strategy.shapes import POINTS, shapes
from bot.strategy.solving import Solution

_REACHED: Floats = worth_of_keeps(np.eye(len(ROLLS)), 1)
"""How likely each keep, once the other dice are rolled, becomes each roll."""

_KEPT: Ints = np.array(
    [
        [own, *(KEEP_INDEX[keep] for keep in holds(roll)), *[own] * 31][:32]
        for roll in ROLLS
        for own in [KEEP_INDEX[roll]]
    ]
)
"""All that may be kept of each roll; the roll itself fills up the row."""

_REMEMBERED = 512


@dataclass(frozen=True, eq=False)
class Outlook:
    """How likely a final score is: `up_to[i]` is the chance of `low + i` points or less; less than `low` never is."""

    low: int
    up_to: Floats

    @property
    def high(self) -> int:
        """The first score that is certain not to be exceeded."""
        return self.low + len(self.up_to) - 1

    def within(self, low: int, high: int) -> Floats:
        """The chance of `low - 1`, `low`, … `high` points or less."""
        wanted = np.arange(low - 1, high + 1) - self.low
        return np.where(wanted < 0, 0.0, self.up_to.take(np.minimum(wanted, len(self.up_to) - 1), mode="clip"))


class Outlooks:
    """The final scores that cards lead to, at the start of a turn.

    The next turn is worked out exactly, and so is the mean and the variance of what comes after each of its ends; the
    shape of that is as games have shown it. So the last turn of a card, which decides games, is exact.
    """

    def __init__(self, solution: Solution, turns: Turns) -> None:
        self._solution = solution
        self._turns = turns
        self._shapes = shapes(solution)
        self._outlook = lru_cache(_REMEMBERED)(self._of)

    def of(self, card: Card) -> Outlook:
        """The final scores of a card; raises NoSuchPosition."""
        positions = self._solution.positions
        totals = positions.ruleset.totals(card)
        return self._outlook(positions.of(card), totals.total - totals.upper_bonus)

    def _of(self, place: int, scored: int) -> Outlook:
        solution = self._solution
        form, total = solution.positions.forms_and_totals(np.array([place]))
        if solution.positions.filled[form[0]] == len(solution.positions.subset) - 1:
            return Outlook(round(scored + float(solution.mean[place])), np.ones(1))
        return _mixed(*self._after_a_turn(form, total, scored))

    def _after_a_turn(self, form: Ints, total: Ints, scored: int) -> tuple[Floats, Floats]:
        """For each way in which the turn may end, how likely it is, and POINTS final scores, each as likely."""
        columns, outcomes = self._turns.columns, self._turns.outcomes(form, total)
        values = [outcome.gains + self._solution.mean.take(outcome.next) for outcome in outcomes]
        box = np.array([value[column.row, 0] for value, column in zip(values, columns, strict=True)]).argmax(axis=0)
        gains, following = np.empty(len(ROLLS)), np.empty(len(ROLLS), dtype=np.intp)
        for place in np.unique(box):
            rolls = np.flatnonzero(box == place)
            row = columns[place].row[rolls]
            gains[rolls] = outcomes[place].gains[row, 0]
            following[rolls] = outcomes[place].next[np.minimum(row, len(outcomes[place].next) - 1), 0]
        likely = _rolled(BestBoxes(self._turns, 1).of(values)[:, 0])
        means = scored + gains + self._solution.mean[following]
        ends, first, which = np.unique(means + 1e5 * following, return_index=True, return_inverse=True)
        together = np.asarray(np.bincount(which, likely, len(ends)), dtype=np.float64)
        deviations = np.sqrt(self._solution.variance[following[first]])
        return together, means[first, None] + deviations[:, None] * self._shapes.of(following[first])


def _rolled(worth: Floats) -> Floats:
    """How likely each roll is at the end of a turn in which the best keep is chosen, by what rolls are worth."""
    rerolls = Rerolls(1)
    rerolls.rolls[:] = worth[:, None]
    keeps: list[Ints] = []
    for _ in range(1, ROLLS_OF_A_TURN):
        rerolls.roll_the_others()
        best = rerolls.keeps[:, 0].take(_KEPT).argmax(axis=1)
        keeps.insert(0, _KEPT[np.arange(len(ROLLS)), best])
        rerolls.choose_keeps()
    likely = CHANCES
    for kept in keeps:
        likely = np.bincount(kept, likely, len(_REACHED)) @ _REACHED
    return likely


def _mixed(likely: Floats, scores: Floats) -> Outlook:
    """For ways in which a game may go on, each so likely and with a row of POINTS scores.

    A score between two whole ones is shared by these, so that the mean stays as it is.
    """
    exact = scores.round(6).ravel()
    low = math.floor(exact.min())
    below, above = np.floor(exact).astype(np.intp) - low, np.ceil(exact).astype(np.intp) - low
    weights, size = np.repeat(likely / POINTS, POINTS), int(above.max()) + 1
    to_above = weights * (exact - low - below)
    found = np.bincount(below, weights - to_above, size) + np.bincount(above, to_above, size)
    return Outlook(low, np.cumsum(found))


def chances(outlooks: Sequence[Outlook]) -> list[float]:
    """How likely each of those who have these outlooks is to have the highest final score; equals share the win."""
    low, high = max(outlook.low for outlook in outlooks), max(outlook.high for outlook in outlooks)
    up_to = np.array([outlook.within(low, high) for outlook in outlooks])
    below, exact = up_to[:, :-1], np.diff(up_to)
    # Of those who have as many points as he, each beats him with a tie break that is drawn evenly for everybody:
    # his chance is the mean, over his own draw, of the chance that all others are below him or drew less.
    draws, weights = _draws(len(outlooks))
    beaten = below[:, None, :] + draws[:, None] * exact[:, None, :]
    before, after = np.ones_like(beaten), np.ones_like(beaten)
    for seat in range(1, len(outlooks)):
        np.multiply(before[seat - 1], beaten[seat - 1], out=before[seat])
        np.multiply(after[-seat], beaten[-seat], out=after[-seat - 1])
    before *= after
    found = np.einsum("stp,sp,t->s", before, exact, weights)
    return list(map(float, found / found.sum()))


@lru_cache(None)
def _draws(seats: int) -> tuple[Floats, Floats]:
    """Draws between 0 and 1, and the weights with which their mean is exact for that many seats."""
    nodes, weights = np.polynomial.legendre.leggauss((seats + 1) // 2)
    return (nodes + 1) / 2, weights / 2
