"""All that may be done in a turn, and what each brings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from bot.game import Turn
from bot.rules import Card, Dice
from bot.rules.dice import ROLLS as ROLLS_OF_A_TURN
from bot.strategy.chances import Outlook, Outlooks
from bot.strategy.dice_tables import KEEP_INDEX, ROLL_INDEX, Floats, worth_of_keeps
from bot.strategy.greedy import usual_points
from bot.strategy.holds import holds
from bot.strategy.outcomes import NEVER, BestBoxes, Outcomes, Turns
from bot.strategy.questions import remembering
from bot.strategy.solving import Expected, Solution

CARDS = 64
"""How many cards' worth is remembered."""


@dataclass(frozen=True)
class Choice:
    """A hold, by position, or a box to score, and what to expect of it; `keep` is what a hold keeps."""

    chosen: tuple[int, ...] | str
    expected: float
    keep: Dice | None = None


@dataclass(frozen=True, eq=False)
class _Worth:
    """What each row of each box is worth to a card, and each keep with one roll left and with two."""

    boxes: list[Floats]
    keeps: list[Floats]


class Advisor:
    """What the solution of one ruleset says of cards and turns; it raises NoSuchPosition for impossible cards.

    Choices come with the best first. Of equals a box comes before a hold, the box in which a turn usually earns least
    before others, and the hold that rolls fewer dice before others. Holds of the same faces are one choice.
    """

    def __init__(self, solution: Solution) -> None:
        self.ruleset = solution.positions.ruleset
        self._solution = solution
        self._turns = Turns(solution.positions)
        self._outlooks = Outlooks(solution, self._turns)
        self._usual: Mapping[str, float] = usual_points(remembering(self.ruleset))
        # The decisions of a turn ask for the same card.
        self._of_game = lru_cache(CARDS)(self._worth_to_the_game)
        self._of_moment = lru_cache(CARDS)(self._worth_of_the_moment)

    def final(self, card: Card) -> Expected:
        """The final score to expect at the start of a turn, or of a full card."""
        return self._solution.final(card)

    def outlook(self, card: Card) -> Outlook:
        """How likely each final score is at the start of a turn, or of a full card."""
        return self._outlooks.of(card)

    def choices(self, card: Card, turn: Turn) -> list[Choice]:
        """Everything that may be done with the dice of a turn, by the final score to expect with best play."""
        return self._ranked(self._of_game(card), turn)

    def choices_of_the_moment(self, card: Card, turn: Turn) -> list[Choice]:
        """The same by the points to expect in this turn, bonus beside the box included."""
        return self._ranked(self._of_moment(card), turn)

    def _worth_to_the_game(self, card: Card) -> _Worth:
        totals = self.ruleset.totals(card)
        scored = totals.total - totals.upper_bonus
        return self._worth([scored + each.gains + self._solution.mean.take(each.next) for each in self._outcomes(card)])

    def _worth_of_the_moment(self, card: Card) -> _Worth:
        return self._worth([outcome.gains for outcome in self._outcomes(card)])

    def _outcomes(self, card: Card) -> list[Outcomes]:
        form, total = self._solution.positions.form_and_total(card)
        return self._turns.outcomes(np.array([form]), np.array([total]))

    def _worth(self, values: list[Floats]) -> _Worth:
        best = BestBoxes(self._turns, 1).of(values)[:, 0]
        return _Worth(values, [worth_of_keeps(best, rolls_left) for rolls_left in range(1, ROLLS_OF_A_TURN)])

    def _ranked(self, worth: _Worth, turn: Turn) -> list[Choice]:
        place = ROLL_INDEX[tuple(sorted(turn.dice))]
        found = []
        for box, column, value in zip(self.ruleset.boxes, self._turns.columns, worth.boxes, strict=True):
            expected = float(value[column.row[place], 0])
            if expected > NEVER / 2:
                found.append(Choice(box.key, expected))
        if turn.roll < ROLLS_OF_A_TURN:
            of_keeps = worth.keeps[ROLLS_OF_A_TURN - turn.roll - 1]
            for keep, hold in holds(turn.dice).items():
                found.append(Choice(hold, float(of_keeps[KEEP_INDEX[keep]]), keep))
        return sorted(found, key=self._rank)

    def _rank(self, choice: Choice) -> tuple[float, bool, float]:
        keep = choice.keep
        tie = self._usual[str(choice.chosen)] if keep is None else -len(keep)
        return -round(choice.expected, 9), keep is not None, tie
