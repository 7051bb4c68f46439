"""A game for the tests, written as a new one would be: one file, with a bonus, an extra and a closure of its own."""

from bot.rules import Box, Card, Closure, Dice, Ruleset, Section, UpperBonus
from bot.rules.dice import all_equal, is_full_house, sum_of
from bot.rules.ruleset import Worth, face_value


def pair(dice: Dice) -> int:
    """Twice the highest face that shows twice."""
    return max((2 * face for face in dice if dice.count(face) >= 2), default=0)


def five_for_five(card: Card, dice: Dice) -> int:
    """5 for five equal dice once the house is filled."""
    return 5 if all_equal(dice) and card.filled("house") else 0


def no_chance_before_the_upper_section(ruleset: Ruleset, card: Card, dice: Dice) -> Worth:
    """Every open box, but Chance only after the upper section."""
    worth = face_value(ruleset, card, dice)
    if any(box.section is Section.UPPER for box in ruleset.open_boxes(card)):
        return {box: Closure.UPPER_FIRST if box == "chance" else points for box, points in worth.items()}
    return worth


TOY = Ruleset(
    key="toy",
    boxes=(
        Box("fives", Section.UPPER, sum_of(5), 5),
        Box("sixes", Section.UPPER, sum_of(6), 6),
        Box("pair", Section.LOWER, pair),
        Box("house", Section.LOWER, lambda dice: 20 if is_full_house(dice) else 0),
        Box("chance", Section.LOWER, sum),
    ),
    maximum=147,
    upper_bonus=UpperBonus(threshold=33, points=10),
    worth=no_chance_before_the_upper_section,
    extra=five_for_five,
)
