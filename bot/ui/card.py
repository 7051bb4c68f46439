"""A score card as monospace text of two columns, narrow enough for a phone."""

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

from bot.rules import Box, Card, Closure, Dice, Ruleset, Section
from bot.ui import terms
from bot.ui.words import Words

UNKNOWN = "–"
CLOSED = "×"
_SEATS_ABREAST = 4


def card_text(words: Words, ruleset: Ruleset, card: Card, dice: Dice = ()) -> str:
    """The card in a code block of at most 28 characters a line for names of up to ten.

    A filled box shows its points; an open one what the dice would score, in parentheses, or × if it is closed to them.
    """
    values = _values(ruleset, card, dice)
    left = _column(words, [box for box in ruleset.boxes if box.section is Section.UPPER], values)
    right = _column(words, [box for box in ruleset.boxes if box.section is Section.LOWER], values)
    width = max((len(line) for line in left), default=0)
    rows = zip_longest(left, right, fillvalue="")
    return "```\n" + "\n".join(f"{one:<{width}}│ {other}".rstrip() for one, other in rows) + "\n```"


def cards_text(words: Words, boxes: Sequence[str], cards: Sequence[Card], left: Collection[int] = ()) -> str:
    """The cards of all seats side by side under the numbers of the seats, four abreast at most: that fits a phone.

    `left` are the seats that were left, whose open boxes are zeros.
    """
    names = [terms.short_box_name(words, box) for box in boxes]
    width = max((len(name) for name in names), default=0)
    blocks = []
    for first in range(0, len(cards), _SEATS_ABREAST):
        seats = range(first, min(first + _SEATS_ABREAST, len(cards)))
        rows = [[str(seat + 1) for seat in seats]]
        rows += [[_on_card(cards[seat], box, seat in left) for seat in seats] for box in boxes]
        lines = zip(["", *names], rows, strict=True)
        blocks.append("\n".join(f"{name:<{width}}" + "".join(f"{cell:>4}" for cell in row) for name, row in lines))
    return "\n\n".join(blocks)


def key_lines(words: Words, ruleset: Ruleset, card: Card, dice: Dice) -> list[str]:
    """What the marks of the card mean, as far as it shows any, with the reason for each closed box."""
    if not dice:
        return []
    lines = [words("In brackets: what these dice score.")]
    reasons = dict.fromkeys(closure for closure in ruleset.closed(card, dice).values() if closure is not Closure.FILLED)
    return lines + [f"{CLOSED} {terms.closure_line(words, reason)}" for reason in reasons]


def _on_card(card: Card, box: str, left: bool) -> str:
    points = card.points(box)
    return str(points) if points is not None else "0" if left else UNKNOWN


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
