"""The chance of each seat to win: right where it can be reckoned, and true as often as it says."""

import random
from time import process_time

import numpy as np
import pytest

from bot.rules import RULESETS, Card, Ruleset
from bot.strategy.chances import Outlook, Outlooks, chances
from bot.strategy.outcomes import Turns
from bot.strategy.positions import NoSuchPosition
from bot.strategy.simulation import Manner, simulate
from tests.solved import Solved

from .builders import for_every_ruleset
from .calibration import calibration


def outlook(low: int, *likely: float) -> Outlook:
    """Final scores from `low` on, each so likely."""
    return Outlook(low, np.cumsum(likely))


def outlooks_of(solved: Solved, ruleset: Ruleset) -> Outlooks:
    return Outlooks(solved(ruleset), Turns(solved(ruleset).positions))


def moments(ruleset: Ruleset, seed: int) -> list[Card]:
    """The cards of a game in which any box is filled with whatever was rolled."""
    chance, cards = random.Random(seed), [Card()]
    while not ruleset.is_full(cards[-1]):
        dice = tuple(chance.choices(range(1, 7), k=5))
        cards.append(ruleset.place(cards[-1], dice, chance.choice(ruleset.options(cards[-1], dice)).box))
    return cards


def test_the_higher_of_two_certain_scores_wins() -> None:
    assert chances([outlook(200, 1.0), outlook(201, 1.0)]) == [0.0, 1.0]


def test_equals_share_the_win() -> None:
    assert chances([outlook(200, 1.0)] * 3) == pytest.approx([1 / 3] * 3)
    assert chances([outlook(200, 1.0), outlook(200, 1.0), outlook(100, 1.0)]) == pytest.approx([0.5, 0.5, 0.0])


@pytest.mark.parametrize("seats", range(1, 11))
def test_chances_are_what_counting_every_outcome_finds(seats: int) -> None:
    """Seats that score 0, 1 or 2 more than 100, of whom ties share; all outcomes are weighed one by one."""
    chance = random.Random(seats)
    likely = [
        np.array(weights) / sum(weights) for weights in ([chance.random() for _ in range(3)] for _ in range(seats))
    ]
    counted = np.zeros(seats)
    for outcome in np.ndindex(*[3] * seats):
        won = np.array(outcome) == max(outcome)
        counted += won / won.sum() * np.prod([each[score] for each, score in zip(likely, outcome, strict=True)])
    assert chances([outlook(100, *each) for each in likely]) == pytest.approx(counted.tolist(), abs=1e-9)


FIVE_EQUAL = [
    (ruleset, box.key) for ruleset in RULESETS.values() for box in ruleset.boxes if box.key in ("yacht", "yahtzee")
]


@for_every_ruleset
def test_outlooks_have_the_mean_and_variance_of_the_solution(solved: Solved, ruleset: Ruleset) -> None:
    outlooks = outlooks_of(solved, ruleset)
    for seed in range(5):
        for card in moments(ruleset, seed):
            found, expected = outlooks.of(card), solved(ruleset).final(card)
            likely = np.diff(found.up_to, prepend=0.0)
            scores = found.low + np.arange(len(likely))
            mean = float(likely @ scores)
            assert mean == pytest.approx(expected.mean, abs=1e-4)
            # Sharing scores between whole ones adds a quarter at the most, and a sixth on average.
            assert float(likely @ (scores - mean) ** 2) == pytest.approx(expected.variance, rel=0.01, abs=0.2)


@pytest.mark.parametrize(("ruleset", "key"), FIVE_EQUAL, ids=lambda value: getattr(value, "key", value))
def test_the_last_turn_is_exact(solved: Solved, ruleset: Ruleset, key: str) -> None:
    """A last box that may give five equal dice only: three rolls succeed with 4.6029 in 100, as is well known."""
    card = Card(tuple((box.key, 0) for box in ruleset.boxes if box.key != key))
    found = outlooks_of(solved, ruleset).of(card)
    assert (found.low, found.high) == (0, 50)
    assert found.up_to[0] == pytest.approx(1 - 0.0460286, abs=1e-6)
    assert found.up_to[49] == found.up_to[0]


@for_every_ruleset
def test_a_full_card_is_certain(solved: Solved, ruleset: Ruleset) -> None:
    card = moments(ruleset, 1)[-1]
    found = outlooks_of(solved, ruleset).of(card)
    assert (found.low, found.high) == (ruleset.totals(card).total,) * 2


def test_a_card_of_other_rules_has_no_outlook(solved: Solved) -> None:
    card = Card((("yahtzee", 7),))
    with pytest.raises(NoSuchPosition):
        outlooks_of(solved, RULESETS["yahtzee"]).of(card)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_final_scores_are_spread_as_those_of_games_played(solved: Solved, ruleset: Ruleset) -> None:
    """A bell with the mean and variance of Yahtzee is 0.13 off: it knows nothing of further Yahtzees."""
    found = outlooks_of(solved, ruleset).of(Card())
    totals = simulate(solved(ruleset), Manner(), 4000, seed=9).totals.round().astype(int)
    played = np.bincount(totals, minlength=found.high + 1).cumsum() / len(totals)
    assert np.abs(found.within(1, len(played) - 1) - played).max() < 0.05


@for_every_ruleset
def test_what_is_foretold_comes_as_often(solved: Solved, ruleset: Ruleset) -> None:
    """In few games, so within four standard errors and three points; `python -m tests.bench --calibrate` plays more."""
    for tenth in calibration(solved(ruleset), 400, seed=2):
        if tenth.count:
            error = 100 * (max(tenth.foretold * (1 - tenth.foretold), 0.01) / tenth.count) ** 0.5
            assert abs(tenth.off) < 3 + 4 * error


def test_ten_seats_take_less_than_two_milliseconds(solved: Solved) -> None:
    seats = [outlooks_of(solved, RULESETS["yahtzee"]).of(Card())] * 10
    spent = []
    for _ in range(20):
        began = process_time()
        chances(seats)
        spent.append(process_time() - began)
    assert min(spent) < 0.002
