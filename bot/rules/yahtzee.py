"""Yahtzee: thirteen boxes, the upper bonus, the 100s and the Joker, and its two variations.

A Joker is five equal dice while the Yahtzee box is filled, with 50 or with 0.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.rules.card import Card
from bot.rules.dice import Dice, Score, all_equal, fixed, is_full_house, longest_run, most_alike, sum_of
from bot.rules.refusals import Closure
from bot.rules.ruleset import Box, Ruleset, Section, UpperBonus, Worth, face_value

JOKER_POINTS: Mapping[str, int] = {"full-house": 25, "small-straight": 30, "large-straight": 40}


def of_a_kind(least: int) -> Score:
    """Scores the sum of all five dice if at least that many are equal."""
    return lambda dice: sum(dice) if most_alike(dice)[1] >= least else 0


def is_joker(card: Card, dice: Dice) -> bool:
    """Whether the dice are five equal and the Yahtzee box is filled."""
    return all_equal(dice) and card.filled("yahtzee")


def hundred(card: Card, dice: Dice) -> int:
    """100 for five equal dice while the Yahtzee box holds 50; a box that holds 0 or is open earns nothing."""
    return 100 if all_equal(dice) and card.points("yahtzee") == 50 else 0


def _matching_upper(ruleset: Ruleset, dice: Dice) -> str:
    return next(box.key for box in ruleset.boxes if box.face == dice[0])


def forced_joker(ruleset: Ruleset, card: Card, dice: Dice) -> Worth:
    """The Joker goes to the upper box of its number, else to a lower box at full value, else as a zero to any upper."""
    worth = face_value(ruleset, card, dice)
    if not is_joker(card, dice):
        return worth
    matching = _matching_upper(ruleset, dice)
    if matching in worth:
        return {key: points if key == matching else Closure.JOKER_UPPER for key, points in worth.items()}
    lower = {box.key for box in ruleset.open_boxes(card) if box.section is Section.LOWER}
    if not lower:
        return worth
    return {
        key: JOKER_POINTS.get(key, points) if key in lower else Closure.JOKER_LOWER for key, points in worth.items()
    }


def free_joker(ruleset: Ruleset, card: Card, dice: Dice) -> Worth:
    """The Joker may go to any open box; 25, 30 and 40 hold only once the upper box of its number is filled."""
    worth = face_value(ruleset, card, dice)
    if not is_joker(card, dice) or _matching_upper(ruleset, dice) in worth:
        return worth
    return {key: JOKER_POINTS.get(key, points) for key, points in worth.items()}


def upper_first(ruleset: Ruleset, card: Card, dice: Dice) -> Worth:
    """No lower box, Yahtzee included, before all six upper boxes are filled; then the Joker as in Yahtzee."""
    uppers = {box.key for box in ruleset.open_boxes(card) if box.section is Section.UPPER}
    if not uppers:
        return forced_joker(ruleset, card, dice)
    worth = face_value(ruleset, card, dice)
    return {key: points if key in uppers else Closure.UPPER_FIRST for key, points in worth.items()}


_UPPER = ("aces", "twos", "threes", "fours", "fives", "sixes")

YAHTZEE = Ruleset(
    key="yahtzee",
    boxes=(
        *(Box(key, Section.UPPER, sum_of(face), face) for face, key in enumerate(_UPPER, start=1)),
        Box("three-of-a-kind", Section.LOWER, of_a_kind(3)),
        Box("four-of-a-kind", Section.LOWER, of_a_kind(4)),
        Box("full-house", Section.LOWER, fixed(25, is_full_house)),
        Box("small-straight", Section.LOWER, fixed(30, lambda dice: longest_run(dice) >= 4)),
        Box("large-straight", Section.LOWER, fixed(40, lambda dice: longest_run(dice) == 5)),
        Box("yahtzee", Section.LOWER, fixed(50, all_equal)),
        Box("chance", Section.LOWER, sum),
    ),
    maximum=1575,
    upper_bonus=UpperBonus(threshold=63, points=35),
    worth=forced_joker,
    extra=hundred,
)

YAHTZEE_UPPER_FIRST = replace(YAHTZEE, key="yahtzee-upper-first", maximum=975, worth=upper_first)

YAHTZEE_FREE_JOKER = replace(YAHTZEE, key="yahtzee-free-joker", worth=free_joker)
