"""Traditional Yacht: twelve boxes, no bonus of any kind."""

from bot.rules.dice import Dice, all_equal, fixed, is_full_house, most_alike, sum_of
from bot.rules.ruleset import Box, Ruleset, Section


def full_house(dice: Dice) -> int:
    """The sum of three of one face and two of another."""
    return sum(dice) if is_full_house(dice) else 0


def four_of_a_kind(dice: Dice) -> int:
    """Four times the face that shows at least four times; the fifth die never counts."""
    face, times = most_alike(dice)
    return 4 * face if times >= 4 else 0


_UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")

YACHT = Ruleset(
    key="yacht",
    boxes=(
        *(Box(key, Section.UPPER, sum_of(face), face) for face, key in enumerate(_UPPER, start=1)),
        Box("full-house", Section.LOWER, full_house),
        Box("four-of-a-kind", Section.LOWER, four_of_a_kind),
        Box("little-straight", Section.LOWER, fixed(30, lambda dice: sorted(dice) == [1, 2, 3, 4, 5])),
        Box("big-straight", Section.LOWER, fixed(30, lambda dice: sorted(dice) == [2, 3, 4, 5, 6])),
        Box("choice", Section.LOWER, sum),
        Box("yacht", Section.LOWER, fixed(50, all_equal)),
    ),
    maximum=297,
)
