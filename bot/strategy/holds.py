"""The ways to hold some of five dice by position."""

from collections.abc import Mapping
from itertools import combinations

from bot.rules.dice import COUNT, Dice

_POSITIONS = tuple(places for size in range(COUNT) for places in combinations(range(COUNT), size))


def holds(dice: Dice) -> Mapping[Dice, tuple[int, ...]]:
    """Each different keep of fewer than five of the dice, with the first positions that make it."""
    found: dict[Dice, tuple[int, ...]] = {}
    for places in _POSITIONS:
        found.setdefault(tuple(sorted(dice[place] for place in places)), places)
    return found
