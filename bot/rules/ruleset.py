"""What every game of the family answers about a card and five dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bot.rules.card import Card
from bot.rules.dice import Dice, Score, checked
from bot.rules.refusals import BoxClosed, BoxFilled, Closure, UnknownBox


class Section(StrEnum):
    """The two halves of a card."""

    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True)
class Box:
    """A box of the card: its key, its section, what five dice score in it, and for an upper box its face."""

    key: str
    section: Section
    score: Score
    face: int | None = None


@dataclass(frozen=True)
class UpperBonus:
    """`points` more for `threshold` or more in the upper section."""

    threshold: int
    points: int


@dataclass(frozen=True)
class Option:
    """A box that may be filled now, its points, and the bonus paid beside them."""

    box: str
    points: int
    bonus: int = 0


@dataclass(frozen=True)
class Totals:
    """The sums of a card; `extra` is what `Card.bonus` holds and never counts towards the upper bonus."""

    upper: int
    upper_bonus: int
    lower: int
    extra: int

    @property
    def total(self) -> int:
        """The score of the game."""
        return self.upper + self.upper_bonus + self.lower + self.extra


Worth = Mapping[str, int | Closure]
"""For each open box its points with some dice, or why it is closed to them."""


def face_value(ruleset: "Ruleset", card: Card, dice: Dice) -> Worth:
    """Every open box is allowed and scores what the dice show."""
    return {box.key: box.score(dice) for box in ruleset.boxes if not card.filled(box.key)}


def no_extra(card: Card, dice: Dice) -> int:  # noqa: ARG001 - the signature of Ruleset.extra
    """No bonus is ever paid beside a box."""
    return 0


@dataclass(frozen=True)
class Ruleset:
    """One game: stateless and shared.

    `key` is stored with every game and never renamed. `boxes` are in card order. `worth` and `extra` hold what a game
    has of its own: which open boxes the dice may fill and for how much, and the bonus paid beside the box.
    """

    key: str
    boxes: tuple[Box, ...]
    maximum: int
    upper_bonus: UpperBonus | None = None
    worth: Callable[["Ruleset", Card, Dice], Worth] = face_value
    extra: Callable[[Card, Dice], int] = no_extra

    def box(self, key: str) -> Box:
        """The box of that key; raises UnknownBox."""
        try:
            return self._by_key[key]
        except KeyError:
            raise UnknownBox(key) from None

    def options(self, card: Card, dice: Dice) -> tuple[Option, ...]:
        """The boxes that may be filled, in card order. Never empty while a box is open; raises BadDice."""
        worth = self.worth(self, card, checked(dice))
        extra = self.extra(card, dice)
        return tuple(Option(box, points, extra) for box, points in worth.items() if not isinstance(points, Closure))

    def closed(self, card: Card, dice: Dice) -> Mapping[str, Closure]:
        """Why each box that is not among the options may not be filled; raises BadDice."""
        worth = self.worth(self, card, checked(dice))
        verdicts = {box.key: worth.get(box.key, Closure.FILLED) for box in self.boxes}
        return {box: verdict for box, verdict in verdicts.items() if isinstance(verdict, Closure)}

    def place(self, card: Card, dice: Dice, box: str) -> Card:
        """The card with the dice scored in `box`; raises BadDice, UnknownBox, BoxFilled or BoxClosed."""
        verdict = self.worth(self, card, checked(dice)).get(self.box(box).key, Closure.FILLED)
        if verdict is Closure.FILLED:
            raise BoxFilled(box)
        if isinstance(verdict, Closure):
            raise BoxClosed(box, verdict)
        return card.with_score(box, verdict, self.extra(card, dice))

    def open_boxes(self, card: Card) -> tuple[Box, ...]:
        """The boxes not yet filled, in card order."""
        return tuple(box for box in self.boxes if not card.filled(box.key))

    def is_full(self, card: Card) -> bool:
        """Whether every box is filled."""
        return not self.open_boxes(card)

    def totals(self, card: Card) -> Totals:
        """The sums of the card as it stands."""
        upper = self._sum(card, Section.UPPER)
        bonus = self.upper_bonus
        earned = bonus.points if bonus is not None and upper >= bonus.threshold else 0
        return Totals(upper, earned, self._sum(card, Section.LOWER), card.bonus)

    def pace(self, card: Card) -> int | None:
        """Points ahead (+) or behind (-) of an even pace to the upper bonus; None where there is no such bonus.

        The even pace is the threshold spread over the upper boxes by their faces: three of each for 63.
        """
        if self.upper_bonus is None:
            return None
        upper = [box for box in self.boxes if box.face is not None]
        share = self.upper_bonus.threshold / sum(box.face or 0 for box in upper)
        due = share * sum(box.face or 0 for box in upper if card.filled(box.key))
        return self._sum(card, Section.UPPER) - round(due)

    @cached_property
    def _by_key(self) -> Mapping[str, Box]:
        return {box.key: box for box in self.boxes}

    def _sum(self, card: Card, section: Section) -> int:
        return sum(points for box, points in card.scores if self._by_key[box].section is section)
