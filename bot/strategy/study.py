"""Finding out by asking what a ruleset's answers depend on, so that no rule is written a second time.

What is taken for granted of a ruleset: its answers depend on the dice whatever their order, on which boxes are filled,
and on the points of boxes for which it asks `Card.points`; what counts towards the total is what `Ruleset.totals` adds.
"""

import hashlib
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.rules import Card, Dice, Ruleset, Section
from bot.strategy.dice_tables import ROLLS
from bot.strategy.questions import answer, quickened, remembering

FORMAT = 1
"""Of the fingerprint, and of what is stored under its name."""

RANDOM_SAMPLES = 24

Remark = tuple[tuple[tuple[str, Any], ...], int] | None
"""How an answer differs from scoring what every box shows: the boxes that do, and the bonus; None if it does not."""


@dataclass(frozen=True)
class Study:
    """What was found out about one ruleset.

    `memory` holds for each box whose points matter later the class of each of its points, from 0. `alike` gives each of
    the ROLLS a number from 0; rolls of one number are allowed the same boxes, for what the box scores, on any card.
    `fingerprint` differs for rulesets that answer differently.
    """

    memory: Mapping[str, Mapping[int, int]]
    alike: tuple[int, ...]
    fingerprint: str


@cache
def study(ruleset: Ruleset) -> Study:
    """Asks the ruleset some 20,000 questions or more, in about a tenth of a second."""
    quick = remembering(ruleset)
    scores = {roll: {box.key: box.score(roll) for box in quick.boxes} for roll in ROLLS}
    most = {key: max(points[key] for points in scores.values()) for key in scores[ROLLS[0]]}
    samples = [[key for key in most if key in filled] for filled in _samples(ruleset)]
    asked: set[str] = set()
    said: dict[Remark, int] = {}
    """Every different remark by its number; as numbers they are quicker to compare."""

    def remarks(filled: list[str], held: Mapping[str, int]) -> tuple[int, ...]:
        card = _WatchedCard(tuple((key, held[key]) for key in filled))
        card.watch(asked)
        quickened(card)
        return tuple(said.setdefault(_remark(quick, card, roll, scores[roll]), len(said)) for roll in ROLLS)

    seen = [remarks(filled, most) for filled in samples]
    memory = {}
    for key in [box.key for box in ruleset.boxes if box.key in asked]:
        by_points = {}
        for points in sorted({0} | {points[key] for points in scores.values()}):
            by_points[points] = tuple(remarks(filled, most | {key: points}) for filled in samples if key in filled)
            seen += by_points[points]
        classes = list(dict.fromkeys(by_points.values()))
        memory[key] = {points: classes.index(found) for points, found in by_points.items()}
    boxes = [(box.key, box.section) for box in ruleset.boxes]
    facts = (FORMAT, ruleset.key, ruleset.upper_bonus, boxes, scores, list(said), seen)
    return Study(memory, _alike(seen, list(said)), hashlib.sha256(repr(facts).encode()).hexdigest())


@dataclass(frozen=True)
class _WatchedCard(Card):
    """A card that notes whose points it is asked for."""

    def watch(self, asked: set[str]) -> None:
        """The keys will be added there."""
        object.__setattr__(self, "_asked", asked)

    def points(self, box: str) -> int | None:
        self._asked.add(box)  # type: ignore[attr-defined]
        return super().points(box)


def _samples(ruleset: Ruleset) -> Iterator[set[str]]:
    """Sets of filled boxes on which rules tend to differ: none, one, all but one, whole sections, some at random."""
    every = [box.key for box in ruleset.boxes]
    yield set()
    for key in every:
        yield {key}
        yield {other for other in every if other != key}
    for section in Section:
        whole = {box.key for box in ruleset.boxes if box.section is section}
        yield whole
        yield from (whole | {key} for key in every if key not in whole)
    chance = random.Random(len(every))
    for _ in range(RANDOM_SAMPLES):
        yield {key for key in every if chance.random() < 0.6}


def _remark(ruleset: Ruleset, card: Card, roll: Dice, scores: Mapping[str, int]) -> Remark:
    worth, extra = answer(ruleset, card, roll)
    if not extra and worth.items() <= scores.items():
        return None
    return tuple((key, points) for key, points in worth.items() if points != scores[key]), extra


def _alike(seen: list[tuple[int, ...]], remarks: list[Remark]) -> tuple[int, ...]:
    """Numbers for the rolls; one for which a box ever scores something else than usual has a number of its own."""
    unusual = {number for number, remark in enumerate(remarks) if remark and any(type(v) is int for _, v in remark[0])}
    numbers: dict[object, int] = {}
    alike = []
    for place, told in enumerate(zip(*seen, strict=True)):
        alone = place if unusual.intersection(told) else None
        alike.append(numbers.setdefault((told, alone), len(numbers)))
    return tuple(alike)
