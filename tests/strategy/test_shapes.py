"""The shapes of final scores: as they can be reckoned, and lopsided only where something rare is worth much."""

import math

import numpy as np
import pytest

from bot.rules import RULESETS, Box, Card, Ruleset, Section
from bot.rules.dice import sum_of
from bot.strategy.dice_tables import Floats
from bot.strategy.shapes import GAMES, POINTS, Shapes, shapes
from bot.strategy.solving import Solution, solve
from tests.rules.toy import TOY
from tests.solved import Solved

from .builders import for_every_ruleset

NOTHING = Box("nothing", Section.LOWER, lambda _: 0)
SIXES = Ruleset("sixes", (Box("sixes", Section.UPPER, sum_of(6), 6), NOTHING), maximum=30)
NEVER_ANYTHING = Ruleset("never-anything", (NOTHING, Box("less", Section.LOWER, lambda _: 0)), maximum=0)


def shape_of(solution: Solution, *filled: tuple[str, int]) -> Floats:
    found: Floats = shapes(solution).of(np.array([solution.positions.of(Card(filled))]))[0]
    return found


def skewness(shape: Floats) -> float:
    return float((shape**3).mean())


@for_every_ruleset
def test_every_position_has_a_shape_of_mean_0_and_variance_1(solved: Solved, ruleset: Ruleset) -> None:
    solution = solved(ruleset)
    places = np.random.default_rng(1).choice(solution.positions.count, 200)
    found = shapes(solution).of(places)
    assert found.shape == (200, POINTS)
    assert (np.diff(found) >= 0).all()
    assert np.abs(found.mean(axis=1)).max() < 1e-9
    assert np.abs(found.var(axis=1) - 1).max() < 1e-9


def test_the_last_sixes_are_binomial() -> None:
    """Of three rolls each die is a six with 91/216; that many games are within four standard errors."""
    six = 91 / 216
    scores = 5 * six + math.sqrt(5 * six * (1 - six)) * shape_of(solve(SIXES), ("nothing", 0))
    for most in range(5):
        likely = sum(math.comb(5, sixes) * six**sixes * (1 - six) ** (5 - sixes) for sixes in range(most + 1))
        assert np.mean(scores < most + 0.5) == pytest.approx(likely, abs=4 * math.sqrt(0.25 / GAMES) + 1 / POINTS)


@pytest.mark.parametrize("key", ["yahtzee", "yahtzee-free-joker"])
@pytest.mark.parametrize("upper", [(), (("ones", 3),), (("ones", 3), ("twos", 6), ("threes", 9), ("fours", 12))])
def test_hundreds_to_be_earned_pull_to_one_side(solved: Solved, key: str, upper: tuple[tuple[str, int], ...]) -> None:
    """Further Yahtzees are few and worth 100 each; after a 0 there are none. A 0 this early is hardly ever seen."""
    solution = solved(RULESETS[key])
    assert skewness(shape_of(solution, *upper, ("yahtzee", 50))) > 0.7
    assert abs(skewness(shape_of(solution, *upper, ("yahtzee", 0)))) < 0.5


def test_where_everything_is_certain_the_shape_is_a_bell() -> None:
    shape = shape_of(solve(NEVER_ANYTHING))
    assert skewness(shape) == pytest.approx(0, abs=1e-9)
    assert np.mean(np.abs(shape) < 1) == pytest.approx(math.erf(math.sqrt(0.5)), abs=0.02)


def test_the_same_solution_always_has_the_same_shapes() -> None:
    solution = solve(TOY)
    places = np.arange(solution.positions.count)
    assert (Shapes(solution).of(places) == Shapes(solution).of(places)).all()
