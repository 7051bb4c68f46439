"""A score card as monospace text of two columns, narrow enough for a phone."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from bot.rules import Box, Card, Closure, Dice, Ruleset, Section
from bot.ui import terms
from bot.ui.words import Words

UNKNOWN = "–"
CLOSED = "×"


def card_text(words: Words, ruleset: Ruleset, card: Card, dice: Dice = ()) -> str:
    """The card in a code block of at most 28 characters a line for names of up to eleven.

    A filled box shows its points; an open one what the dice would score, in parentheses, or × if it is closed to them.
    """
    values = _values(ruleset, card, dice)
    left = _column(words, [box for box in ruleset.boxes if box.section is Section.UPPER], values)
    right = _column(words, [box for box in ruleset.boxes if box.section is Section.LOWER], values)
    width = max((len(line) for line in left), default=0)
    rows = zip_longest(left, right, fillvalue="")
    return "```\n" + "\n".join(f"{one:<{width}} {other}".rstrip() for one, other in rows) + "\n```"


def key_lines(words: Words, ruleset: Ruleset, card: Card, dice: Dice) -> list[str]:
    """What the marks of the card mean, as far as it shows any, with the reason for each closed box."""
    if not dice:
        return []
    lines = [words("(n): what these dice score there.")]
    reasons = dict.fromkeys(closure for closure in ruleset.closed(card, dice).values() if closure is not Closure.FILLED)
    return lines + [f"{CLOSED} {terms.closure_line(words, reason)}" for reason in reasons]


def _values(ruleset: Ruleset, card: Card, dice: Dice) -> Mapping[str, str]:
    values = {box.key: UNKNOWN for box in ruleset.boxes}
    if dice:
        values |= dict.fromkeys(ruleset.closed(card, dice), CLOSED)
        values |= {option.box: f"({option.points})" for option in ruleset.options(card, dice)}
    return values | {box: str(points) for box, points in card.scores}


def _column(words: Words, boxes: Sequence[Box], values: Mapping[str, str]) -> list[str]:
    names = {box.key: terms.short_box_name(words, box.key) for box in boxes}
    width = max((len(name) for name in names.values()), default=0)
    return [f"{names[box.key]:<{width}} {values[box.key]:>4}" for box in boxes]
