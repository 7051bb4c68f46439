"""Five six-sided dice, by position, and what the boxes of the family ask of them."""

from collections.abc import Callable

from bot.rules.refusals import BadDice

Dice = tuple[int, ...]
"""Five faces from 1 to 6, by position."""

Score = Callable[[Dice], int]

COUNT = 5
FACES = range(1, 7)
ROLLS = 3


def checked(dice: Dice) -> Dice:
    """The same dice as a tuple; raises BadDice unless they are five faces from 1 to 6."""
    if len(dice) != COUNT or any(type(face) is not int or face not in FACES for face in dice):
        raise BadDice(dice)
    return tuple(dice)


def all_equal(dice: Dice) -> bool:
    """Whether all five show one face."""
    return len(set(dice)) == 1


def most_alike(dice: Dice) -> tuple[int, int]:
    """The face that shows most often, and how often."""
    face = max(dice, key=dice.count)
    return face, dice.count(face)


def is_full_house(dice: Dice) -> bool:
    """Three of one face and two of another; five equal dice are none."""
    return sorted(map(dice.count, set(dice))) == [2, 3]


def longest_run(dice: Dice) -> int:
    """The number of different faces in the longest sequence."""
    faces = set(dice)
    return max(next(length for length in range(1, 7) if face + length not in faces) for face in faces)


def sum_of(face: int) -> Score:
    """Scores the sum of the dice that show `face`."""
    return lambda dice: face * dice.count(face)


def fixed(points: int, fits: Callable[[Dice], bool]) -> Score:
    """Scores `points` for dice that fit, else 0."""
    return lambda dice: points if fits(dice) else 0
