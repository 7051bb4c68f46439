"""The tables of dice without order against dice with it."""

from collections import Counter

import numpy as np
import pytest

from bot.strategy.dice_tables import (
    CHANCES,
    GROWN,
    KEEP_INDEX,
    KEEPS,
    ROLL_INDEX,
    ROLLS,
    SIZES,
    worth_of_keeps,
    worth_of_rolls,
)

from .brute import ALL_ROLLS, HOLDS, after, at, grid, one_roll_before


def test_there_are_252_rolls_and_462_keeps() -> None:
    assert (len(set(ROLLS)), len(set(KEEPS))) == (252, 462)
    assert [KEEP_INDEX[keep] for keep in KEEPS] == list(range(462))
    assert [ROLL_INDEX[roll] for roll in ROLLS] == list(range(252))
    assert [{len(keep) for keep in KEEPS[size]} for size in SIZES] == [{0}, {1}, {2}, {3}, {4}, {5}]


def test_chances_are_the_shares_of_all_ordered_rolls() -> None:
    counts = Counter(tuple(sorted(roll)) for roll in ALL_ROLLS)
    assert list(CHANCES) == pytest.approx([counts[roll] / 7776 for roll in ROLLS])


def test_a_keep_grows_by_the_die_that_is_added() -> None:
    assert GROWN.shape == (210, 6)
    assert KEEPS[GROWN[KEEP_INDEX[(2, 5)], 3]] == (2, 4, 5)
    assert KEEPS[GROWN[KEEP_INDEX[()], 0]] == (1,)


def test_worth_of_keeps_and_rolls_agrees_with_rolling_every_ordered_way() -> None:
    values = np.random.default_rng(5).random((252, 2)) * 50
    keeps, rolls = worth_of_keeps(values, 1), worth_of_rolls(values, 1)
    for column in range(2):
        ordered = grid(lambda dice: float(values[ROLL_INDEX[tuple(sorted(dice))], column]))  # noqa: B023
        for hold in HOLDS:
            expected = after(ordered, hold)
            for roll in ROLLS[::9]:
                keep = tuple(roll[place] for place in hold)
                assert keeps[KEEP_INDEX[keep], column] == pytest.approx(at(expected, roll), abs=1e-12)
        best = one_roll_before(ordered)
        assert rolls[:, column] == pytest.approx([at(best, roll) for roll in ROLLS], abs=1e-12)
        twice = worth_of_keeps(values, 2)[:, column]
        assert twice[KEEP_INDEX[()]] == pytest.approx(float(best.mean()), abs=1e-12)
