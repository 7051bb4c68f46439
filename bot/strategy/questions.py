"""Asking a ruleset about many rolls, quicker than one by one."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from bot.rules import Card, Closure, Dice, Ruleset
from bot.strategy.dice_tables import ROLLS


@cache
def remembering(ruleset: Ruleset) -> Ruleset:
    """The same ruleset with what every box scores looked up; it takes sorted dice only."""
    boxes = (replace(box, score={roll: box.score(roll) for roll in ROLLS}.__getitem__) for box in ruleset.boxes)
    return replace(ruleset, boxes=tuple(boxes))


def quickened(card: Card) -> Card:
    """The card itself, from now on with what is filled looked up by no code in Python: it is asked most of all."""
    vars(card)["filled"] = frozenset([key for key, _ in card.scores]).__contains__
    return card


def answer(ruleset: Ruleset, card: Card, dice: Dice) -> tuple[Mapping[str, int | Closure], int]:
    """What each open box is worth, or why it is closed, and the bonus paid beside it; the dice are not checked."""
    return ruleset.worth(ruleset, card, dice), ruleset.extra(card, dice)
