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


def points(ruleset: Ruleset, card: Card, dice: Dice) -> Mapping[str, int]:
    """What `Ruleset.options` says, unchecked: points and bonus of each box that may be filled."""
    worth = ruleset.worth(ruleset, card, dice)
    extra = ruleset.extra(card, dice)
    return {box: points + extra for box, points in worth.items() if not isinstance(points, Closure)}
