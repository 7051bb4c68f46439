"""What the rules refuse. A refusal is a class with its facts; whoever shows it finds the words."""

from dataclasses import dataclass
from enum import StrEnum


class Closure(StrEnum):
    """Why a box may not be filled with the dice at hand."""

    FILLED = "filled"
    UPPER_FIRST = "upper-first"
    JOKER_UPPER = "joker-upper"
    JOKER_LOWER = "joker-lower"


class Refusal(Exception):
    """A request that was not carried out; what raised it has changed nothing."""


@dataclass(eq=False)
class RulesGone(Refusal):
    """The ruleset of that key is not among RULESETS any more."""

    key: str


@dataclass(eq=False)
class BadDice(Refusal):
    """Anything but five whole numbers from 1 to 6."""

    dice: object


@dataclass(eq=False)
class UnknownBox(Refusal):
    """The ruleset has no box of that key."""

    box: str


@dataclass(eq=False)
class BoxFilled(Refusal):
    """The box holds points already; a zero fills it too."""

    box: str


@dataclass(eq=False)
class BoxClosed(Refusal):
    """The box is open, but a rule forbids it to these dice."""

    box: str
    closure: Closure
