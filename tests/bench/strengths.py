"""How well computers play, and how well chances to win are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import Card
from bot.strategy.playing import carelessness
from bot.strategy.simulation import Manner, simulate
from bot.ui.strengths import Strength

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.strategy.solving import Solution
    from tests.strategy.calibration import Tenth

_SEED = 1


def measure(solution: Solution, games: int) -> dict[str, Strength]:
    """The mean and deviation of each computer's totals in so many games played alone."""
    manners = {
        "deckhand": Manner(greedy=True),
        "skipper": Manner(carelessness=carelessness(solution.final(Card()))),
        "admiral": Manner(),
    }
    totals = {level: simulate(solution, manner, games, _SEED).totals for level, manner in manners.items()}
    return {level: Strength(float(each.mean()), float(each.std())) for level, each in totals.items()}


def strength_table(found: Mapping[str, Mapping[str, Strength]]) -> str:
    """A row for each game: mean and deviation of each computer."""
    levels = list(next(iter(found.values())))
    rows = [
        f"{key:22}" + "".join(f"{each.mean:12.1f}{each.deviation:8.1f}" for each in by_level.values())
        for key, by_level in found.items()
    ]
    return "\n".join([" " * 22 + "".join(f"{level:>20}" for level in levels), *rows])


def calibration_table(found: Mapping[str, Sequence[Tenth]]) -> str:
    """For each game a row for each tenth: how many predictions, their mean, what came of them, and the difference."""
    rows = []
    for key, tenths in found.items():
        rows.append(f"{key:22}{'n':>8}{'foretold':>10}{'observed':>10}{'off':>8}")
        rows += [
            f"  {10 * place:>3} to {10 * (place + 1):>3} %{'':7}{each.count:8}"
            f"{100 * each.foretold:10.1f}{100 * each.observed:10.1f}{each.off:+8.1f}"
            for place, each in enumerate(tenths)
            if each.count
        ]
    return "\n".join(rows)
