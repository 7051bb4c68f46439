"""Finding every position to which the rules of a game can lead."""

from functools import cache
from itertools import chain

import numpy as np

from bot.rules import Card, Closure, Dice, Ruleset, Section
from bot.strategy.crew import crew
from bot.strategy.dice_tables import ROLLS, Ints
from bot.strategy.positions import SHUT, Positions, Small
from bot.strategy.questions import answer, quickened, remembering
from bot.strategy.study import Study

Answer = tuple[dict[str, int] | None, int]
"""The points of each open box, SHUT if it may not be filled, and the bonus; None if all score what they show."""


class NotUnderstood(Exception):
    """The ruleset answers in a way that asking about samples did not show; `study` must ask about more."""


def survey(ruleset: Ruleset, studied: Study, processes: int = 1) -> Positions:
    """Asks the ruleset about every form it can reach, once for each kind of alike rolls; so many processes ask."""
    asking = _Asking(remembering(ruleset), studied)
    layer, codes, rows, layers = [0], list[int](), list[tuple[int, ...]](), [0]
    with crew(asking.answers, processes) as everybody:
        while layer:
            following: set[int] = set()
            for code, answers in zip(layer, chain.from_iterable(everybody.do(layer)), strict=True):
                codes.append(code)
                rows.append(asking.verdicts(answers))
                following.update([code + step for box, step in asking.steps(rows[-1]) if not code & box])
            layers.append(len(codes))
            layer = sorted(following)
    verdicts = asking.table()
    subset, upper_class, upper_total, sizes = _upper(ruleset, verdicts)
    forms = np.array(codes)
    first = np.concatenate([[0], np.cumsum(sizes[subset[forms & len(subset) - 1]])])
    kinds = np.array(rows, dtype=np.int32)
    return Positions(
        ruleset, studied, forms, first, kinds, verdicts, subset, upper_class, upper_total, np.array(layers)
    )


class _Asking:
    """Asks about forms and keeps the verdicts: few, since one holds for all forms whose open boxes agree with it."""

    def __init__(self, ruleset: Ruleset, studied: Study) -> None:
        self._ruleset = ruleset
        self._keys = [box.key for box in ruleset.boxes]
        self._scores = {roll: {box.key: box.score(roll) for box in ruleset.boxes} for roll in ROLLS}
        self._kinds: list[list[Dice]] = [[] for _ in range(max(studied.alike) + 1)]
        for roll, kind in zip(ROLLS, studied.alike, strict=True):
            self._kinds[kind].append(roll)
        self._memory = studied.memory
        self._held = cache(self._points_held)
        self._verdicts: list[tuple[int, dict[str, int], int]] = []
        """The kind, the points of each box (SHUT if it may not be filled) as far as they are known, and the bonus."""
        self._usual: dict[tuple[int, int], int] = {}
        self._unusual: dict[tuple[int, int], list[int]] = {}
        self._steps: dict[tuple[int, ...], list[tuple[int, int]]] = {}

    def answers(self, codes: list[int]) -> list[list[Answer]]:
        """What the ruleset answers for each of those forms and each kind of alike rolls."""
        cards = [self._card(code) for code in codes]
        return [[self._answer(kind, rolls[0], card) for kind, rolls in enumerate(self._kinds)] for card in cards]

    def verdicts(self, answers: list[Answer]) -> tuple[int, ...]:
        """The number of the verdict for each kind of alike rolls."""
        return tuple([self._verdict(kind, told, extra) for kind, (told, extra) in enumerate(answers)])

    def steps(self, verdicts: tuple[int, ...]) -> list[tuple[int, int]]:
        """The bit of each box that may be filled with these verdicts, and what filling it may add to the code."""
        if verdicts not in self._steps:
            self._steps[verdicts] = [
                (1 << place, (1 << place) + (memory << len(self._keys)))
                for place, key in enumerate(self._keys)
                for memory in set[int]().union(*(self._memories(verdict, key) for verdict in verdicts))
            ]
        return self._steps[verdicts]

    def table(self) -> Small:
        """All verdicts, as Positions has them."""
        rows = [[*(points.get(key, SHUT) for key in self._keys), extra] for _, points, extra in self._verdicts]
        return np.array(rows, dtype=np.int32)

    def _card(self, code: int) -> Card:
        held = self._held(code >> len(self._keys))
        return quickened(Card(tuple([(key, held[key]) for place, key in enumerate(self._keys) if code >> place & 1])))

    def _points_held(self, memory: int) -> dict[str, int]:
        """Points of each box that are of the classes of which the number is made."""
        held = dict.fromkeys(self._keys, 0)
        for key, classes in self._memory.items():
            memory, number = divmod(memory, len(set(classes.values())))
            held[key] = next(points for points, of_class in classes.items() if of_class == number)
        return held

    def _answer(self, kind: int, roll: Dice, card: Card) -> Answer:
        worth, extra = answer(self._ruleset, card, roll)
        scores = self._scores[roll]
        if worth.items() <= scores.items():
            return None, extra
        told = {key: SHUT if isinstance(points, Closure) else points for key, points in worth.items()}
        if len(self._kinds[kind]) > 1 and any(points not in (SHUT, scores[key]) for key, points in told.items()):
            raise NotUnderstood(self._ruleset.key)
        return told, extra

    def _verdict(self, kind: int, told: dict[str, int] | None, extra: int) -> int:
        if told is None:
            if (kind, extra) not in self._usual:
                self._usual[kind, extra] = self._note(kind, dict(self._scores[self._kinds[kind][0]]), extra)
            return self._usual[kind, extra]
        candidates = self._unusual.setdefault((kind, extra), [])
        for number in candidates:
            if told.items() <= self._verdicts[number][1].items():
                return number
        for number in candidates:
            points = self._verdicts[number][1]
            if all(points.get(key, value) == value for key, value in told.items()):
                points.update(told)
                self._steps.clear()
                return number
        candidates.append(self._note(kind, told, extra))
        return candidates[-1]

    def _note(self, kind: int, points: dict[str, int], extra: int) -> int:
        self._verdicts.append((kind, points, extra))
        return len(self._verdicts) - 1

    def _memories(self, verdict: int, key: str) -> set[int]:
        kind, points, _ = self._verdicts[verdict]
        if points.get(key, SHUT) == SHUT:
            return set()
        unit = 1
        for remembered, classes in self._memory.items():
            if remembered == key:
                rolls = self._kinds[kind]
                possible = {points[key]} if len(rolls) == 1 else {self._scores[roll][key] for roll in rolls}
                return {unit * classes[value] for value in possible}
            unit *= len(set(classes.values()))
        return {0}


def _upper(ruleset: Ruleset, verdicts: Small) -> tuple[Ints, Small, Small, Ints]:
    """For each set of filled boxes the set of upper boxes; for these, the classes of their totals.

    Totals are of one class if whatever the open upper boxes may bring earns the bonus with both or with neither.
    """
    uppers = [place for place, box in enumerate(ruleset.boxes) if box.section is Section.UPPER]
    threshold = ruleset.upper_bonus.threshold if ruleset.upper_bonus else 0
    possible = [
        {ruleset.boxes[place].score(roll) for roll in ROLLS} | set(map(int, verdicts[:, place])) - {SHUT}
        for place in uppers
    ]
    count = 1 << len(uppers)
    sums = [{0}]
    for subset in range(1, count):
        top = subset.bit_length() - 1
        sums.append({min(threshold, total + points) for total in sums[subset - (1 << top)] for points in possible[top]})
    filled = np.arange(1 << len(ruleset.boxes))
    subsets = sum(((filled >> place & 1) << number for number, place in enumerate(uppers)), np.zeros_like(filled))
    classes = np.zeros((count, threshold + 1), dtype=np.int32)
    totals = np.zeros((count, threshold + 1), dtype=np.int32)
    sizes = np.zeros(count, dtype=np.intp)
    for subset in range(count):
        to_come = sorted(sums[count - 1 - subset])
        kinds: dict[int, int] = {}
        for total in sorted(sums[subset]):
            enough = int(np.searchsorted(to_come, threshold - total))
            number = kinds.setdefault(enough, len(kinds))
            classes[subset, total] = number
            totals[subset, number] = total
        sizes[subset] = len(kinds)
    return subsets, classes, totals, sizes
