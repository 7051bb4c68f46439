"""Every position of a game that matters to best play, numbered.

A *form* is which boxes are filled and of which class the points are in those that are remembered. With the upper total,
as far as it still matters to the upper bonus, it is a *position*.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bot.rules import Card, Ruleset, Section
from bot.strategy.dice_tables import Ints
from bot.strategy.study import Study

Small = npt.NDArray[np.int32]

SHUT = -1
"""The points of a box that may not be filled."""


class NoSuchPosition(LookupError):
    """The card is none to which the rules can lead."""


@dataclass(frozen=True, eq=False)
class Positions:
    """The forms and positions of one ruleset, those with fewer boxes filled first.

    A form is coded as `filled | memory << boxes`, bit i of `filled` for box i and `memory` a number made of the classes
    of the remembered points. `verdicts` has a row for each different answer of the ruleset: the points of each box,
    SHUT where it may not be filled, and last the bonus. It speaks of open boxes only. Where several rolls are alike,
    only SHUT or not counts, and each scores what the box is worth with it.
    """

    ruleset: Ruleset
    studied: Study
    codes: Ints
    """The code of each form."""
    first: Ints
    """The first position of each form, and last the number of all positions."""
    verdict: Small
    """The row in `verdicts` for each form and each kind of alike rolls."""
    verdicts: Small
    subset: Ints
    """For each set of filled boxes the number of the set of upper boxes in it."""
    upper_class: Small
    """For each set of upper boxes and each upper total up to the threshold, its place among the positions of a form."""
    upper_total: Small
    """An upper total of each class, by set of upper boxes."""
    layers: Ints
    """The first form with 0, 1, … boxes filled, and last the number of all forms."""

    @property
    def count(self) -> int:
        """How many positions there are."""
        return int(self.first[-1])

    @cached_property
    def form_of(self) -> Ints:
        """The form of each code; -1 where there is none."""
        forms = np.full(int(self.codes.max()) + 1, -1, dtype=np.intp)
        forms[self.codes] = np.arange(len(self.codes))
        return forms

    @cached_property
    def filled(self) -> Ints:
        """The filled boxes of each form, as bits."""
        return np.bitwise_and(self.codes, len(self.subset) - 1)

    def forms_and_totals(self, places: Ints) -> tuple[Ints, Ints]:
        """The form of each position and an upper total that stands for it."""
        forms = np.searchsorted(self.first, places, side="right") - 1
        return forms, self.upper_total[self.subset[self.filled[forms]], places - self.first[forms]].astype(np.intp)

    def at(self, forms: Ints, totals: Ints) -> Ints:
        """The positions with those forms and upper totals."""
        threshold = self.upper_class.shape[1] - 1
        rows = self._class_row.take(forms)
        places: Ints = self.first.take(forms) + self.upper_class.ravel().take(rows + np.minimum(totals, threshold))
        return places

    def of(self, card: Card) -> int:
        """The position of a card; raises NoSuchPosition."""
        form, total = self.form_and_total(card)
        return int(self.at(np.array(form), np.array(total)))

    def form_and_total(self, card: Card) -> tuple[int, int]:
        """The form and the upper total of a card; raises NoSuchPosition."""
        boxes = self.ruleset.boxes
        code = sum(1 << place for place, box in enumerate(boxes) if card.filled(box.key))
        unit = 1 << len(boxes)
        try:
            for key, classes in self.studied.memory.items():
                points = card.points(key)
                code += 0 if points is None else unit * classes[points]
                unit *= len(set(classes.values()))
            form = int(self.form_of[code])
        except (KeyError, IndexError):
            raise NoSuchPosition from None
        if form < 0:
            raise NoSuchPosition
        return form, sum(card.points(box.key) or 0 for box in boxes if box.section is Section.UPPER)

    @cached_property
    def _class_row(self) -> Ints:
        """Where the row of each form begins in `upper_class`."""
        return np.multiply(self.subset[self.filled], self.upper_class.shape[1])
