"""The exact solution: published values, brute force over ordered dice, and what it may cost."""

import random
from math import prod

import numpy as np
import pytest

from bot.rules import RULESETS, Box, Card, Ruleset
from bot.strategy.dice_tables import ROLLS
from bot.strategy.outcomes import NEVER, Turns
from bot.strategy.solving import solve
from tests.rules.toy import TOY
from tests.solved import Solved

from .brute import end_value
from .builders import EVERY_RULESET, for_every_ruleset

PUBLISHED = {"yahtzee": 254.5877, "yahtzee-free-joker": 254.5896}
"""Verhoeff's Optimal Solitaire Yahtzee, and the same with a free Joker."""


@pytest.mark.parametrize("key", PUBLISHED)
def test_the_published_value_is_met_to_four_decimals(solved: Solved, key: str) -> None:
    assert round(solved(RULESETS[key]).mean[0], 4) == PUBLISHED[key]


def test_the_spread_of_best_yahtzee_is_the_published_one(solved: Solved) -> None:
    assert solved(RULESETS["yahtzee"]).variance[0] ** 0.5 == pytest.approx(59.61, abs=0.01)


def almost_full(ruleset: Ruleset, chance: random.Random, still_open: int) -> Card:
    """A card of a random game that likes what is worth most, with that many boxes open."""
    card = Card()
    while len(ruleset.open_boxes(card)) > still_open:
        dice = tuple(chance.choices(range(1, 7), k=5))
        if chance.random() < 0.3:
            dice = dice[:1] * 5
        options = ruleset.options(card, dice)
        option = max(options, key=lambda option: option.points) if chance.random() < 0.7 else chance.choice(options)
        card = ruleset.place(card, dice, option.box)
    return card


def ways_to_end(ruleset: Ruleset, card: Card) -> int:
    """How many different cards brute force will ask about, or a few more."""
    return prod(len({box.score(roll) for roll in ROLLS}) for box in ruleset.open_boxes(card))


@pytest.mark.parametrize("still_open", [1, 2, 3])
@for_every_ruleset
def test_ends_of_games_agree_with_brute_force_over_ordered_dice(
    solved: Solved, ruleset: Ruleset, still_open: int
) -> None:
    solution, chance = solved(ruleset), random.Random(f"{ruleset.key} {still_open}")
    for _ in range({1: 6, 2: 3, 3: 1}[still_open]):
        cards = [almost_full(ruleset, chance, still_open) for _ in range(20)]
        card = min(cards, key=lambda card: ways_to_end(ruleset, card))
        mean, square = end_value(ruleset, card, {})
        expected = solution.final(card)
        assert expected.mean == pytest.approx(mean, abs=1e-9)
        assert expected.variance == pytest.approx(square - mean**2, rel=1e-4, abs=1e-2)


@for_every_ruleset
def test_a_full_card_has_nothing_to_expect_but_its_total(solved: Solved, ruleset: Ruleset) -> None:
    card = almost_full(ruleset, random.Random(ruleset.key), 0)
    assert solved(ruleset).final(card).mean == ruleset.totals(card).total
    assert solved(ruleset).final(card).variance == 0


@for_every_ruleset
def test_what_was_found_out_about_a_ruleset_is_what_it_answers(solved: Solved, ruleset: Ruleset) -> None:
    """Every option of random cards, with every roll, from the tables as from the ruleset."""
    positions = solved(ruleset).positions
    turns, chance = Turns(positions), random.Random(ruleset.key)
    for still_open in range(1, len(ruleset.boxes) + 1):
        card = almost_full(ruleset, chance, still_open)
        form, total = positions.form_and_total(card)
        outcomes = turns.outcomes(np.array([form]), np.array([total]))
        for place, roll in enumerate(ROLLS):
            told = {}
            for box, column, outcome in zip(ruleset.boxes, turns.columns, outcomes, strict=True):
                row = column.row[place]
                if outcome.gains[row, 0] > NEVER / 2:
                    told[box.key] = outcome.gains[row, 0], outcome.next[min(row, len(outcome.next) - 1), 0]
            assert told == {
                option.box: (option.points + option.bonus, positions.of(ruleset.place(card, roll, option.box)))
                for option in ruleset.options(card, roll)
            }


@pytest.mark.parametrize("box", TOY.boxes, ids=lambda box: box.key)
def test_a_game_of_a_single_box_is_solved(box: Box) -> None:
    ruleset = Ruleset(key=f"only-{box.key}", boxes=(box,), maximum=30)
    mean, square = end_value(ruleset, Card(), {})
    expected = solve(ruleset).final(Card())
    assert expected.mean == pytest.approx(mean, abs=1e-9)
    assert expected.variance == pytest.approx(square - mean**2, rel=1e-4, abs=1e-2)


def test_progress_grows_to_the_end() -> None:
    told: list[float] = []
    solve(EVERY_RULESET[-1], told.append)
    assert told == sorted(told)
    assert told[-1] == 1
