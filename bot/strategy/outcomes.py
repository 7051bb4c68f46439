"""What the end of a turn brings: for many positions at once, what each box gives with each roll, and what follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from bot.rules import Ruleset, Section
from bot.strategy.dice_tables import ROLLS, Floats, Ints
from bot.strategy.positions import SHUT, Positions, Small
from bot.strategy.questions import remembering

NEVER = -1e6
"""What a box gives that may not be filled: less than any that may."""


@dataclass(frozen=True, eq=False)
class Column:
    """The outcomes of one box: rolls that come to the same in it share a row.

    `row` is the row of each roll. Each row is for one kind of alike rolls, and for `points` there, or where the kind is
    one roll alone, for whatever the verdict says.
    """

    row: Ints
    kinds: Ints
    points: Ints
    alone: "np.ndarray[tuple[int, ...], np.dtype[np.bool_]]"


@dataclass(frozen=True, eq=False)
class Outcomes:
    """For one box and many positions: what it gives (`gains`, NEVER where it may not be filled) and the positions that
    follow (`next`); rows of the box's Column by positions. `next` has a single row where all have the same."""

    gains: Floats
    next: Ints


class Turns:
    """The ends of turns of one ruleset."""

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        ruleset = remembering(positions.ruleset)
        self.columns = tuple(_column(ruleset, positions, place) for place in range(len(ruleset.boxes)))
        self.merging = _merging([column.row for column in self.columns])

    def outcomes(self, forms: Ints, totals: Ints) -> list[Outcomes]:
        """The outcomes of each box for positions with those forms and upper totals, none of them of a full card."""
        distinct, back = np.unique(forms, return_inverse=True)
        verdict = self.positions.verdict.take(distinct, axis=0).T
        extra = self.positions.verdicts[:, -1].take(verdict).astype(float)
        return [self._outcomes(place, distinct, back, totals, verdict, extra) for place in range(len(self.columns))]

    def _outcomes(self, place: int, forms: Ints, back: Ints, totals: Ints, verdict: Small, extra: Floats) -> Outcomes:
        """For `forms[back]`; verdict and extra are of each kind of alike rolls and each of the forms."""
        positions, column, box = self.positions, self.columns[place], self.positions.ruleset.boxes[place]
        said = positions.verdicts[:, place].take(verdict)
        shut = (said == SHUT) | ((positions.filled.take(forms) >> place & 1) == 1)
        points = np.where(column.alone[:, None], said.take(column.kinds, axis=0), column.points[:, None])
        gains = (points + np.where(shut, NEVER, extra).take(column.kinds, axis=0)).take(back, axis=1)
        codes = (positions.codes.take(forms) | 1 << place)[None, :]
        if box.key in positions.studied.memory:
            codes = codes + self._memory(place).take(points, mode="clip")
        # What may not be filled leads nowhere; any position will do.
        following = np.maximum(positions.form_of.take(codes, mode="clip"), 0)
        if box.section is Section.UPPER:
            following = np.broadcast_to(following, points.shape)
            return Outcomes(gains, positions.at(following.take(back, axis=1), totals + points.take(back, axis=1)))
        return Outcomes(gains, positions.at(following.take(back, axis=1), totals))

    def _memory(self, place: int) -> Ints:
        """By points in that box, what they add to the code of a form."""
        boxes = self.positions.ruleset.boxes
        unit = 1 << len(boxes)
        for key, classes in self.positions.studied.memory.items():
            if key == boxes[place].key:
                added = np.zeros(max(classes) + 1, dtype=np.intp)
                added[list(classes)] = [unit * number for number in classes.values()]
                return added
            unit *= len(set(classes.values()))
        raise KeyError(place)


def _column(ruleset: Ruleset, positions: Positions, place: int) -> Column:
    alike = positions.studied.alike
    score = ruleset.boxes[place].score
    rows: dict[tuple[int, int], int] = {}
    row = [rows.setdefault((kind, score(roll)), len(rows)) for kind, roll in zip(alike, ROLLS, strict=True)]
    kinds = np.array([kind for kind, _ in rows])
    alone = np.bincount(alike)[kinds] == 1
    return Column(np.array(row), kinds, np.array([points for _, points in rows]), alone)


class BestBoxes:
    """Takes the best of all boxes, for as many positions at once as it is made for."""

    def __init__(self, turns: Turns, columns: int) -> None:
        self._steps = [
            (left, right, left_rows, right_rows, np.empty((len(left_rows), columns)))
            for left, right, left_rows, right_rows in turns.merging
        ]
        self._scratch: Floats = np.empty((len(ROLLS), columns))

    def of(self, values: Sequence[Floats]) -> Floats:
        """What each roll is worth with the best box, from what each row of each box is worth. Valid until the next."""
        nodes = list(values)
        for left, right, left_rows, right_rows, into in self._steps:
            scratch = self._scratch[: len(into)]
            # Without a mode, numpy would fill a buffer first.
            nodes[left].take(left_rows, axis=0, out=into, mode="clip")
            nodes[right].take(right_rows, axis=0, out=scratch, mode="clip")
            nodes.append(np.maximum(into, scratch, out=into))
        return nodes[-1]


def _merging(rows: Sequence[Ints]) -> list[tuple[int, int, Ints, Ints]]:
    """How to take the best of all boxes with the least work: pairs of nodes with few combinations of their rows.

    Each step makes the next node of two, naming the rows of each to combine; the last has a row for each roll.
    """
    nodes = dict(enumerate(rows))
    steps: list[tuple[int, int, Ints, Ints]] = []
    pairs: dict[tuple[int, int], tuple[Ints, Ints]] = {}
    while len(nodes) > 2:
        for pair in combinations(nodes, 2):
            if pair not in pairs:
                both = nodes[pair[0]] << 16 | nodes[pair[1]]
                pairs[pair] = np.unique(both, return_inverse=True)
        left, right = min((pair for pair in pairs if set(pair) <= nodes.keys()), key=lambda pair: len(pairs[pair][0]))
        both, row = pairs[left, right]
        del nodes[left], nodes[right]
        nodes[len(rows) + len(steps)] = row
        steps.append((left, right, both >> 16, both & 0xFFFF))
    # A single box is compared with itself.
    left, right = min(nodes), max(nodes)
    return [*steps, (left, right, nodes[left], nodes[right])]
