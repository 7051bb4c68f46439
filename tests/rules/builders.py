"""Rolls and cards as the tables of these tests write them."""

from collections.abc import Mapping, Sequence
from itertools import product

from bot.rules import RULESETS, Card, Dice, Ruleset

YACHT = RULESETS["yacht"]
YAHTZEE = RULESETS["yahtzee"]
UPPER_FIRST = RULESETS["yahtzee-upper-first"]
FREE_JOKER = RULESETS["yahtzee-free-joker"]

UPPER = ("aces", "twos", "threes", "fours", "fives", "sixes")
ALL_ROLLS: Sequence[Dice] = tuple(product(range(1, 7), repeat=5))


def roll(faces: str) -> Dice:
    """`roll("55521")` is 5-5-5-2-1."""
    return tuple(int(face) for face in faces)


def card(scores: Mapping[str, int], bonus: int = 0) -> Card:
    """A card with those boxes filled, whether or not a game could have led to it."""
    return Card(tuple(scores.items()), bonus)


def full_but(ruleset: Ruleset, *still_open: str, **scores: int) -> Card:
    """A card with every box but those filled, with a zero where `scores` (yahtzee=50) does not say otherwise."""
    return card({box.key: scores.get(box.key, 0) for box in ruleset.boxes if box.key not in still_open})


def worth(ruleset: Ruleset, to: Card, faces: str) -> dict[str, int]:
    """The points of every box that may be filled with those dice."""
    return {option.box: option.points for option in ruleset.options(to, roll(faces))}


def bonuses(ruleset: Ruleset, to: Card, faces: str) -> set[int]:
    """The bonuses paid beside the boxes that may be filled."""
    return {option.bonus for option in ruleset.options(to, roll(faces))}
