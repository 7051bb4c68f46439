"""What five dice score in each box: literal dice, and counts over all 7,776 rolls."""

from collections import Counter

import pytest

from bot.rules import RULESETS, Card, Ruleset

from . import oracle
from .builders import ALL_ROLLS, FREE_JOKER, UPPER_FIRST, YACHT, YAHTZEE, card, roll

UPPER_FULL = card(dict.fromkeys(oracle.YAHTZEE_UPPER, 0))

YACHT_BOXES = [
    ("11145", "ones", 3),
    ("23456", "ones", 0),
    ("11111", "ones", 5),
    ("22345", "twos", 4),
    ("13456", "twos", 0),
    ("33336", "threes", 12),
    ("12456", "threes", 0),
    ("41424", "fours", 12),
    ("12356", "fours", 0),
    ("55521", "fives", 15),
    ("12346", "fives", 0),
    ("66666", "sixes", 30),
    ("12345", "sixes", 0),
    ("33322", "full-house", 13),
    ("23232", "full-house", 12),
    ("66655", "full-house", 28),
    ("11122", "full-house", 7),
    ("33333", "full-house", 0),
    ("33332", "full-house", 0),
    ("33221", "full-house", 0),
    ("33321", "full-house", 0),
    ("33331", "four-of-a-kind", 12),
    ("33336", "four-of-a-kind", 12),
    ("63333", "four-of-a-kind", 12),
    ("33333", "four-of-a-kind", 12),
    ("66665", "four-of-a-kind", 24),
    ("11116", "four-of-a-kind", 4),
    ("33366", "four-of-a-kind", 0),
    ("12345", "little-straight", 30),
    ("53142", "little-straight", 30),
    ("23456", "little-straight", 0),
    ("12346", "little-straight", 0),
    ("11234", "little-straight", 0),
    ("23456", "big-straight", 30),
    ("64253", "big-straight", 30),
    ("12345", "big-straight", 0),
    ("13456", "big-straight", 0),
    ("11111", "choice", 5),
    ("12466", "choice", 19),
    ("66666", "choice", 30),
    ("44444", "yacht", 50),
    ("11111", "yacht", 50),
    ("44445", "yacht", 0),
]

YAHTZEE_BOXES = [
    ("11145", "aces", 3),
    ("23456", "aces", 0),
    ("22345", "twos", 4),
    ("13456", "twos", 0),
    ("33336", "threes", 12),
    ("12456", "threes", 0),
    ("41424", "fours", 12),
    ("12356", "fours", 0),
    ("55521", "fives", 15),
    ("12346", "fives", 0),
    ("66666", "sixes", 30),
    ("12345", "sixes", 0),
    ("33345", "three-of-a-kind", 18),
    ("34353", "three-of-a-kind", 18),
    ("33322", "three-of-a-kind", 13),
    ("33331", "three-of-a-kind", 13),
    ("33333", "three-of-a-kind", 15),
    ("33441", "three-of-a-kind", 0),
    ("33336", "four-of-a-kind", 18),
    ("63333", "four-of-a-kind", 18),
    ("33333", "four-of-a-kind", 15),
    ("33366", "four-of-a-kind", 0),
    ("33322", "full-house", 25),
    ("26262", "full-house", 25),
    ("11166", "full-house", 25),
    ("33333", "full-house", 0),
    ("33332", "full-house", 0),
    ("33221", "full-house", 0),
    ("12346", "small-straight", 30),
    ("23452", "small-straight", 30),
    ("13456", "small-straight", 30),
    ("34563", "small-straight", 30),
    ("12345", "small-straight", 30),
    ("65432", "small-straight", 30),
    ("12356", "small-straight", 0),
    ("12456", "small-straight", 0),
    ("11235", "small-straight", 0),
    ("12345", "large-straight", 40),
    ("23456", "large-straight", 40),
    ("42531", "large-straight", 40),
    ("12346", "large-straight", 0),
    ("13456", "large-straight", 0),
    ("44444", "yahtzee", 50),
    ("11111", "yahtzee", 50),
    ("44445", "yahtzee", 0),
    ("11111", "chance", 5),
    ("12466", "chance", 19),
    ("66666", "chance", 30),
]


def points(ruleset: Ruleset, faces: str, box: str) -> int | None:
    """The points in that box while the Yahtzee box is open, so that no Joker interferes."""
    start = UPPER_FULL if ruleset is UPPER_FIRST and box not in oracle.YAHTZEE_UPPER else Card()
    return ruleset.place(start, roll(faces), box).points(box)


@pytest.mark.parametrize(("faces", "box", "expected"), YACHT_BOXES)
def test_dice_score_in_yacht(faces: str, box: str, expected: int) -> None:
    assert points(YACHT, faces, box) == expected


@pytest.mark.parametrize("ruleset", [YAHTZEE, UPPER_FIRST, FREE_JOKER], ids=lambda ruleset: ruleset.key)
@pytest.mark.parametrize(("faces", "box", "expected"), YAHTZEE_BOXES)
def test_dice_score_in_yahtzee(ruleset: Ruleset, faces: str, box: str, expected: int) -> None:
    assert points(ruleset, faces, box) == expected


# Box: rolls of the 7,776 that score in it, and the sum of their points.
# An upper box scores unless none of five dice shows its face: 6^5 - 5^5 = 4,651. Each face falls 5 * 6^4 = 6,480 times.
# Dice that are chosen by how many are alike average 3.5 each, 17.5 in all.
UPPER_COUNTS = [(4651, 6480), (4651, 12960), (4651, 19440), (4651, 25920), (4651, 32400), (4651, 38880)]
YACHT_COUNTS = dict(zip(("ones", *oracle.YAHTZEE_UPPER[1:]), UPPER_COUNTS, strict=True)) | {
    "full-house": (300, 5250),  # 6 * 5 faces * C(5, 3) places
    "four-of-a-kind": (156, 2184),  # for each face 25 rolls of exactly four and one of five; 26 * 4 * 21
    "little-straight": (120, 3600),  # 5!
    "big-straight": (120, 3600),
    "choice": (7776, 136080),
    "yacht": (6, 300),
}
YAHTZEE_COUNTS = dict(zip(oracle.YAHTZEE_UPPER, UPPER_COUNTS, strict=True)) | {
    "three-of-a-kind": (1656, 28980),  # 6 faces * (10 * 25 + 5 * 5 + 1)
    "four-of-a-kind": (156, 2730),
    "full-house": (300, 7500),
    "small-straight": (1200, 36000),  # 240 large ones, 960 that are only small
    "large-straight": (240, 9600),  # 2 * 5!
    "yahtzee": (6, 300),
    "chance": (7776, 136080),
}
COUNTS = {
    "yacht": YACHT_COUNTS,
    "yahtzee": YAHTZEE_COUNTS,
    "yahtzee-upper-first": YAHTZEE_COUNTS,
    "yahtzee-free-joker": YAHTZEE_COUNTS,
}
ORACLES = {
    "yacht": oracle.YACHT,
    "yahtzee": oracle.YAHTZEE,
    "yahtzee-upper-first": oracle.YAHTZEE,
    "yahtzee-free-joker": oracle.YAHTZEE,
}


@pytest.mark.parametrize("key", RULESETS)
def test_every_box_scores_as_often_and_as_much_as_combinatorics_say(key: str) -> None:
    scores = {box.key: [box.score(dice) for dice in ALL_ROLLS] for box in RULESETS[key].boxes}
    assert {box: (sum(map(bool, points)), sum(points)) for box, points in scores.items()} == COUNTS[key]


@pytest.mark.parametrize("key", RULESETS)
def test_every_box_scores_every_roll_as_the_oracle_does(key: str) -> None:
    boxes = {box.key: box.score for box in RULESETS[key].boxes}
    assert {box: [score(dice) for dice in ALL_ROLLS] for box, score in boxes.items()} == {
        box: [score(dice) for dice in ALL_ROLLS] for box, score in ORACLES[key].items()
    }


def test_an_upper_box_scores_by_how_many_dice_show_its_face() -> None:
    fives = next(box for box in YAHTZEE.boxes if box.key == "fives")
    spread = Counter(fives.score(dice) for dice in ALL_ROLLS)
    assert spread == {0: 3125, 5: 3125, 10: 1250, 15: 250, 20: 25, 25: 1}


def test_four_of_a_kind_in_yacht_scores_each_face_as_often() -> None:
    box = next(box for box in YACHT.boxes if box.key == "four-of-a-kind")
    spread = Counter(box.score(dice) for dice in ALL_ROLLS)
    assert spread == {0: 7620, 4: 26, 8: 26, 12: 26, 16: 26, 20: 26, 24: 26}
