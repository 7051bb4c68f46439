"""How the final scores of best play lie about their mean: not as a bell does where something rare is worth much."""

from collections.abc import Mapping
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from bot.strategy.dice_tables import Floats, Ints
from bot.strategy.positions import Positions
from bot.strategy.simulation import Manner, simulate
from bot.strategy.solving import Solution

POINTS = 200
"""A shape is told by so many scores, one as likely as another."""

GAMES = 2000
_SEED = 63

_LEAST = 200
"""Games that must have come through positions for their shape to be told by these."""

_SPREAD = 0.5
"""Games that spread less, in the standard deviations that they should have, have missed what is rare."""

_CERTAIN = 1e-3
"""Positions with less variance tell nothing of others."""

_PARTS: Floats = (np.arange(POINTS) + 0.5) / POINTS


def _standard(scores: Floats) -> Floats:
    standard: Floats = (scores - scores.mean()) / scores.std()
    return standard


_BELL = _standard(np.array([NormalDist().inv_cdf(part) for part in _PARTS]))


class Shapes:
    """The shapes of final scores, in standard deviations from the mean, with mean 0 and variance 1.

    One shape holds for all positions with as many boxes filled and the same in the boxes whose points matter later.
    It is that of games played, so nobody has to say which of them the rules make lopsided.
    """

    def __init__(self, solution: Solution) -> None:
        self._positions = solution.positions
        kinds, self._kinds = np.unique(_remembered(self._positions), return_inverse=True)
        self._layers = np.searchsorted(self._positions.layers, np.arange(len(self._positions.codes)), side="right") - 1
        played = self._played(solution)
        self._shapes: Floats = np.array(
            [
                [_nearest(layer, played.get(kind, {})) for kind in range(len(kinds))]
                for layer in range(len(self._positions.ruleset.boxes) + 1)
            ]
        )

    def of(self, places: Ints) -> Floats:
        """For each of these positions its POINTS scores, the lowest first."""
        forms, _ = self._positions.forms_and_totals(places)
        shapes: Floats = self._shapes[self._layers[forms], self._kinds[forms]]
        return shapes

    def _played(self, solution: Solution) -> dict[int, dict[int, Floats]]:
        """By kind and by layer the shapes that games tell."""
        games = simulate(solution, Manner(), GAMES, _SEED)
        found: dict[int, dict[int, Floats]] = {}
        for layer, places in enumerate(games.places):
            uncertain = games.variances[layer] > _CERTAIN
            kinds = self._kinds[self._positions.forms_and_totals(places)[0]]
            for kind in np.unique(kinds[uncertain]):
                those = uncertain & (kinds == kind)
                off = games.totals[those] - games.means[layer, those]
                scores = np.quantile(off / np.sqrt(games.variances[layer, those]), _PARTS)
                if np.count_nonzero(those) >= _LEAST and scores.std() > _SPREAD:
                    found.setdefault(int(kind), {})[layer] = _standard(scores)
        return found


@lru_cache(8)
def shapes(solution: Solution) -> Shapes:
    """The shapes of a solution, in a second or less; remembered, since they are found by playing."""
    return Shapes(solution)


def _remembered(positions: Positions) -> Ints:
    """What the code of each form says of the boxes whose points matter later."""
    boxes = positions.ruleset.boxes
    others = sum(1 << place for place, box in enumerate(boxes) if box.key not in positions.studied.memory)
    return np.bitwise_and(positions.codes, ~others)


def _nearest(layer: int, told: Mapping[int, Floats]) -> Floats:
    """The shape of a layer, or of the next one of which games tell; a bell where they tell of none."""
    return told[min(told, key=lambda other: abs(other - layer))] if told else _BELL
