"""What decisions cost, by brute force over all ordered rolls: the oracle of how computers play and of reports.

What a box brings is asked of who calls; the rest, which holds and boxes there are and what follows, is counted here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.rules import Card
from tests.strategy.brute import after, at, grid, one_roll_before

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules import Dice, Ruleset
    from bot.rules.ruleset import Option
    from bot.strategy.dice_tables import Floats
    from bot.strategy.solving import Solution
    from db.games import EventRow

Worth = Callable[[Card, "Option"], float]
"""What it brings to fill a box of a card."""


def of_game(solution: Solution) -> Worth:
    """The final score to expect of best play."""
    known: dict[object, float] = {}

    def worth(card: Card, option: Option) -> float:
        filled = card.with_score(option.box, option.points, option.bonus)
        name = (frozenset(filled.scores), filled.bonus)
        if name not in known:
            known[name] = solution.final(filled).mean
        return known[name]

    return worth


def of_moment(card: Card, option: Option) -> float:
    """The points that are scored now."""
    return option.points + option.bonus


def costs(ruleset: Ruleset, history: Iterable[EventRow], seat: int, worth: Worth) -> list[float]:
    """What each decision of a seat fell short of the best, in the order in which they were made; none was undone."""
    found, card = list[float](), Card()
    turn: list[tuple[Dice, Dice]] = []
    for event in history:
        facts = json.loads(event.data)
        if facts.get("seat") != seat:
            continue
        if event.kind == "rolled":
            turn.append((tuple(facts["dice"]), tuple(facts["held"])))
        elif event.kind == "scored":
            found += _costs_of_turn(ruleset, card, worth, turn, facts["box"])
            card, turn = card.with_score(facts["box"], facts["points"], facts["bonus"]), []
    return found


def _costs_of_turn(
    ruleset: Ruleset, card: Card, worth: Worth, rolls: Sequence[tuple[Dice, Dice]], box: str
) -> Iterable[float]:
    """The turn as its rolls, each the dice and what was held of those before, and the box that it filled."""
    without_rolls = _best_boxes(ruleset, card, worth)
    with_one = one_roll_before(without_rolls)
    best = (one_roll_before(with_one), with_one, without_rolls)
    for made, (dice, _) in enumerate(rolls):
        if made + 1 < len(rolls):
            chosen = at(after(best[made + 1], rolls[made + 1][1]), dice)
        else:
            chosen = next(worth(card, option) for option in ruleset.options(card, dice) if option.box == box)
        yield at(best[made], dice) - chosen


def _best_boxes(ruleset: Ruleset, card: Card, worth: Worth) -> Floats:
    known: dict[Dice, float] = {}

    def best(dice: Dice) -> float:
        dice = tuple(sorted(dice))
        if dice not in known:
            known[dice] = max(worth(card, option) for option in ruleset.options(card, dice))
        return known[dice]

    return grid(best)
