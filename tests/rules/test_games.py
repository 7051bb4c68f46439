"""Whole games, turn by turn, each checked by hand."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from bot.rules import RULESETS, Card, Ruleset, Totals

from . import oracle
from .builders import ALL_ROLLS, FREE_JOKER, UPPER_FIRST, YACHT, YAHTZEE, roll


class Turn(NamedTuple):
    faces: str
    box: str
    points: int
    bonus: int = 0


Game = Sequence[Turn]


def play(ruleset: Ruleset, game: Game) -> tuple[list[Turn], Card]:
    """What each turn of the game scored, and the card at its end."""
    card, scored = Card(), []
    for turn in game:
        after = ruleset.place(card, roll(turn.faces), turn.box)
        scored.append(Turn(turn.faces, turn.box, after.points(turn.box) or 0, after.bonus - card.bonus))
        card = after
    return scored, card


YACHT_MAXIMUM = [
    Turn("11111", "ones", 5),
    Turn("22222", "twos", 10),
    Turn("33333", "threes", 15),
    Turn("44444", "fours", 20),
    Turn("55555", "fives", 25),
    Turn("66666", "sixes", 30),
    Turn("66655", "full-house", 28),
    Turn("66666", "four-of-a-kind", 24),
    Turn("12345", "little-straight", 30),
    Turn("23456", "big-straight", 30),
    Turn("66666", "choice", 30),
    Turn("66666", "yacht", 50),
]

YACHT_LOWEST = [
    Turn("23456", "ones", 0),
    Turn("11111", "twos", 0),
    Turn("11111", "threes", 0),
    Turn("11111", "fours", 0),
    Turn("11111", "fives", 0),
    Turn("11111", "sixes", 0),
    Turn("11111", "full-house", 0),
    Turn("12345", "four-of-a-kind", 0),
    Turn("11111", "little-straight", 0),
    Turn("11111", "big-straight", 0),
    Turn("12345", "yacht", 0),
    Turn("11111", "choice", 5),
]

YACHT_ORDINARY = [
    Turn("44452", "fours", 12),
    Turn("66655", "full-house", 28),
    Turn("12345", "little-straight", 30),
    Turn("66612", "sixes", 18),
    Turn("55543", "fives", 15),
    Turn("12356", "big-straight", 0),
    Turn("22221", "four-of-a-kind", 8),
    Turn("33362", "threes", 9),
    Turn("44444", "yacht", 50),
    Turn("22156", "twos", 4),
    Turn("66543", "choice", 24),
    Turn("23456", "ones", 0),
]

YAHTZEE_MAXIMUM = [
    Turn("66666", "yahtzee", 50),
    Turn("11111", "aces", 5, 100),
    Turn("22222", "twos", 10, 100),
    Turn("33333", "threes", 15, 100),
    Turn("44444", "fours", 20, 100),
    Turn("55555", "fives", 25, 100),
    Turn("66666", "sixes", 30, 100),
    Turn("66666", "three-of-a-kind", 30, 100),
    Turn("66666", "four-of-a-kind", 30, 100),
    Turn("11111", "full-house", 25, 100),
    Turn("22222", "small-straight", 30, 100),
    Turn("33333", "large-straight", 40, 100),
    Turn("66666", "chance", 30, 100),
]

UPPER_FIRST_MAXIMUM = [
    Turn("11111", "aces", 5),
    Turn("22222", "twos", 10),
    Turn("33333", "threes", 15),
    Turn("44444", "fours", 20),
    Turn("55555", "fives", 25),
    Turn("66666", "sixes", 30),
    Turn("66666", "yahtzee", 50),
    Turn("66666", "three-of-a-kind", 30, 100),
    Turn("66666", "four-of-a-kind", 30, 100),
    Turn("11111", "full-house", 25, 100),
    Turn("22222", "small-straight", 30, 100),
    Turn("33333", "large-straight", 40, 100),
    Turn("66666", "chance", 30, 100),
]

FREE_JOKER_MAXIMUM = [
    Turn("11111", "yahtzee", 50),
    Turn("66666", "three-of-a-kind", 30, 100),
    Turn("66666", "four-of-a-kind", 30, 100),
    Turn("66666", "chance", 30, 100),
    Turn("11111", "aces", 5, 100),
    Turn("11111", "full-house", 25, 100),
    Turn("22222", "twos", 10, 100),
    Turn("22222", "small-straight", 30, 100),
    Turn("33333", "threes", 15, 100),
    Turn("33333", "large-straight", 40, 100),
    Turn("44444", "fours", 20, 100),
    Turn("55555", "fives", 25, 100),
    Turn("66666", "sixes", 30, 100),
]

# Chance takes its five aces while the Yahtzee box is still open: later they would be a Joker.
YAHTZEE_LOWEST = [
    Turn("23456", "aces", 0),
    Turn("11111", "twos", 0),
    Turn("11111", "threes", 0),
    Turn("11111", "fours", 0),
    Turn("11111", "fives", 0),
    Turn("11111", "sixes", 0),
    Turn("11111", "chance", 5),
    Turn("12345", "three-of-a-kind", 0),
    Turn("12345", "four-of-a-kind", 0),
    Turn("11111", "full-house", 0),
    Turn("11111", "small-straight", 0),
    Turn("12346", "large-straight", 0),
    Turn("66665", "yahtzee", 0),
]

YAHTZEE_ORDINARY = [
    Turn("44456", "fours", 12),
    Turn("66631", "sixes", 18),
    Turn("12346", "small-straight", 30),
    Turn("55555", "yahtzee", 50),
    Turn("33312", "threes", 9),
    Turn("55523", "fives", 15),
    Turn("55555", "large-straight", 40, 100),
    Turn("22246", "twos", 6),
    Turn("22255", "full-house", 25),
    Turn("11162", "aces", 3),
    Turn("66652", "three-of-a-kind", 25),
    Turn("66654", "chance", 27),
    Turn("12335", "four-of-a-kind", 0),
]

# Five fours fall while the Fours are open (step 1), then filled (step 2), then with the lower section full (step 3).
YAHTZEE_JOKERS = [
    Turn("44444", "yahtzee", 50),
    Turn("44444", "fours", 20, 100),
    Turn("44444", "full-house", 25, 100),
    Turn("44444", "small-straight", 30, 100),
    Turn("44444", "large-straight", 40, 100),
    Turn("44444", "chance", 20, 100),
    Turn("44444", "three-of-a-kind", 20, 100),
    Turn("44444", "four-of-a-kind", 20, 100),
    Turn("44444", "aces", 0, 100),
    Turn("66661", "sixes", 24),
    Turn("44444", "twos", 0, 100),
    Turn("55551", "fives", 20),
    Turn("33312", "threes", 9),
]

YAHTZEE_ZERO_IN_THE_YAHTZEE_BOX = [
    Turn("12345", "yahtzee", 0),
    Turn("66666", "sixes", 30),
    Turn("66666", "large-straight", 40),
    Turn("66666", "small-straight", 30),
    Turn("33333", "threes", 15),
    Turn("33333", "full-house", 25),
    Turn("55512", "fives", 15),
    Turn("33333", "chance", 15),
    Turn("33333", "four-of-a-kind", 15),
    Turn("66611", "three-of-a-kind", 20),
    Turn("33333", "aces", 0),
    Turn("22135", "twos", 4),
    Turn("33333", "fours", 0),
]

FREE_JOKER_ORDINARY = [
    Turn("22222", "yahtzee", 50),
    Turn("66666", "chance", 30, 100),
    Turn("66666", "full-house", 0, 100),
    Turn("66666", "sixes", 30, 100),
    Turn("66666", "large-straight", 40, 100),
    Turn("66666", "aces", 0, 100),
    Turn("33345", "three-of-a-kind", 18),
    Turn("55551", "fives", 20),
    Turn("22226", "four-of-a-kind", 14),
    Turn("33322", "threes", 9),
    Turn("12345", "small-straight", 30),
    Turn("44412", "fours", 12),
    Turn("22134", "twos", 4),
]

GAMES = [
    pytest.param(YACHT, YACHT_MAXIMUM, Totals(105, 0, 192, 0), 297, id="yacht-maximum"),
    pytest.param(YACHT, YACHT_LOWEST, Totals(0, 0, 5, 0), 5, id="yacht-lowest"),
    pytest.param(YACHT, YACHT_ORDINARY, Totals(58, 0, 140, 0), 198, id="yacht-ordinary"),
    pytest.param(YAHTZEE, YAHTZEE_MAXIMUM, Totals(105, 35, 235, 1200), 1575, id="yahtzee-maximum"),
    pytest.param(YAHTZEE, YAHTZEE_LOWEST, Totals(0, 0, 5, 0), 5, id="yahtzee-lowest"),
    pytest.param(YAHTZEE, YAHTZEE_ORDINARY, Totals(63, 35, 197, 100), 395, id="yahtzee-ordinary"),
    pytest.param(YAHTZEE, YAHTZEE_JOKERS, Totals(73, 35, 205, 900), 1213, id="yahtzee-jokers"),
    pytest.param(YAHTZEE, YAHTZEE_ZERO_IN_THE_YAHTZEE_BOX, Totals(64, 35, 145, 0), 244, id="yahtzee-zero-in-the-box"),
    pytest.param(UPPER_FIRST, UPPER_FIRST_MAXIMUM, Totals(105, 35, 235, 600), 975, id="upper-first-maximum"),
    pytest.param(UPPER_FIRST, YAHTZEE_LOWEST, Totals(0, 0, 5, 0), 5, id="upper-first-lowest"),
    pytest.param(FREE_JOKER, FREE_JOKER_MAXIMUM, Totals(105, 35, 235, 1200), 1575, id="free-joker-maximum"),
    pytest.param(FREE_JOKER, YAHTZEE_LOWEST, Totals(0, 0, 5, 0), 5, id="free-joker-lowest"),
    pytest.param(FREE_JOKER, FREE_JOKER_ORDINARY, Totals(75, 35, 182, 500), 792, id="free-joker-ordinary"),
]


@pytest.mark.parametrize(("ruleset", "game", "totals", "total"), GAMES)
def test_a_whole_game_scores_as_checked_by_hand(ruleset: Ruleset, game: Game, totals: Totals, total: int) -> None:
    scored, card = play(ruleset, game)
    assert scored == game
    assert ruleset.is_full(card)
    assert ruleset.totals(card) == totals
    assert ruleset.totals(card).total == total


@pytest.mark.parametrize(
    ("key", "maximum"),
    [("yacht", 297), ("yahtzee", 1575), ("yahtzee-upper-first", 975), ("yahtzee-free-joker", 1575)],
)
def test_the_maximum_is_the_published_one(key: str, maximum: int) -> None:
    assert RULESETS[key].maximum == maximum


def test_no_game_of_yacht_can_beat_the_best_roll_in_every_box() -> None:
    assert sum(max(map(score, ALL_ROLLS)) for score in oracle.YACHT.values()) == YACHT.maximum


def test_no_game_of_yahtzee_can_beat_the_best_roll_in_every_box_with_a_hundred_for_each_turn_after_the_first() -> None:
    boxes = sum(max(map(score, ALL_ROLLS)) for score in oracle.YAHTZEE.values()) + 35
    assert boxes + 12 * 100 == YAHTZEE.maximum == FREE_JOKER.maximum
    assert boxes + 6 * 100 == UPPER_FIRST.maximum
