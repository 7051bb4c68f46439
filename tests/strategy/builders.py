"""Cards and random games for the tests of strategy."""

import random
from collections.abc import Iterator

import pytest

from bot.game import Turn
from bot.game.computers import Player
from bot.rules import RULESETS, Card, Dice, Ruleset
from bot.rules.dice import ROLLS
from tests.rules.toy import TOY

EVERY_RULESET = [*RULESETS.values(), TOY]

for_every_ruleset = pytest.mark.parametrize("ruleset", EVERY_RULESET, ids=lambda ruleset: ruleset.key)


def dice(faces: str) -> Dice:
    """The dice as the tables write them: "33521"."""
    return tuple(map(int, faces))


def all_but(ruleset: Ruleset, *boxes: str, **points: int) -> Card:
    """A card on which only those boxes are open; the others hold 0, or what is given with _ for -."""
    by_key = {key.replace("_", "-"): value for key, value in points.items()}
    return Card(tuple((box.key, by_key.get(box.key, 0)) for box in ruleset.boxes if box.key not in boxes))


def decisions(ruleset: Ruleset, player: Player, chance: random.Random) -> Iterator[tuple[Card, Turn]]:
    """Plays one game and shows each card and turn that the player is asked about; fails where he breaks the rules."""
    card = Card()
    for number in range(1, len(ruleset.boxes) + 1):
        rolled: Dice = tuple(chance.choices(range(1, 7), k=5))
        for roll in range(1, ROLLS + 1):
            turn = Turn(number, roll, rolled)
            yield card, turn
            chosen = player(ruleset, card, turn)
            if isinstance(chosen, str):
                break
            assert roll < ROLLS, "held after the last roll"
            assert len(set(chosen)) == len(chosen) < 5
            assert set(chosen) <= set(range(5))
            rolled = tuple(rolled[place] if place in chosen else chance.randint(1, 6) for place in range(5))
        assert isinstance(chosen, str)
        card = ruleset.place(card, rolled, chosen)
    assert ruleset.is_full(card)
