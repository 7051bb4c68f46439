"""The course of a game as a picture for a phone in the dark theme: what final total each could expect, by turn.

It holds figures but no words. Each line ends in the number that its player has in the text; lines differ in their
dashes as well as in their colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, hypot
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.ui.canvas import BACKGROUND, GRID, SMALL, TEXT, WIDTH, label, png

if TYPE_CHECKING:
    from collections.abc import Sequence

HEIGHT = 720
_LEFT, _RIGHT, _TOP, _BOTTOM = 92, 770, 40, 640
_BADGE, _BADGE_ROW = 38, 58
_BADGE_LEFT = 806
_OVERSAMPLING = 2
_STROKE = 5
_STEPS = (5, 10, 20, 25, 50, 100, 200, 500)
_MOST_STEPS = 7

STYLES: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("#56b4e9", ()),
    ("#f5a623", (26, 12)),
    ("#f0e442", (6, 10)),
    ("#35d0a0", (26, 9, 6, 9)),
    ("#e58fc0", (48, 14)),
    ("#ff8558", (26, 9, 6, 9, 6, 9)),
    ("#ffffff", (14, 14)),
    ("#b7a2ff", (48, 9, 6, 9)),
    ("#a9e05a", (6, 20)),
    ("#b4bac4", (26, 26)),
)
"""The colour of each line, and the lengths by turns of its dashes and gaps."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Courses:
    """For each number in the text the totals that were expected at the start and after each turn; at most ten."""

    lines: Mapping[int, tuple[float, ...]]


def draw(courses: Courses) -> bytes:
    """A PNG, 960 by 720. It takes a while: not on the event loop."""
    scale = _Scale.of(courses)
    image = Image.new("RGB", (WIDTH * _OVERSAMPLING, HEIGHT * _OVERSAMPLING), BACKGROUND)
    canvas = ImageDraw.Draw(image)
    for total in scale.grid():
        _stroke(canvas, ((_LEFT, scale.y(total)), (_RIGHT, scale.y(total))), GRID, 2)
    places = _badges([scale.y(line[-1]) for line in courses.lines.values()])
    styles = [STYLES[number % len(STYLES)] for number in range(len(courses.lines))]
    for line, place, (colour, dashes) in reversed([*zip(courses.lines.values(), places, styles, strict=True)]):
        points = [(scale.x(turn), scale.y(total)) for turn, total in enumerate(line)]
        for dash in _dashed(points, dashes):
            _stroke(canvas, dash, colour, _STROKE)
        _stroke(canvas, (points[-1], (_BADGE_LEFT, place)), colour, 2)
    image = image.reduce(_OVERSAMPLING)
    _figures(ImageDraw.Draw(image), courses, scale, places)
    return png(image)


@dataclass(frozen=True)
class _Scale:
    """Where turns and totals are in the picture: totals from `lowest` to `highest`, with a line every `step`."""

    turns: int
    lowest: int
    highest: int
    step: int

    @classmethod
    def of(cls, courses: Courses) -> _Scale:
        totals = [total for line in courses.lines.values() for total in line]
        turns = max(len(line) for line in courses.lines.values()) - 1
        for step in _STEPS:
            lowest, highest = floor(min(totals) / step) * step, ceil(max(totals) / step) * step
            if highest - lowest <= step * _MOST_STEPS:
                break
        return cls(turns, lowest, max(highest, lowest + step), step)

    def x(self, turn: int) -> float:
        return _LEFT + 16 + turn * (_RIGHT - _LEFT - 16) / max(1, self.turns)

    def y(self, total: float) -> float:
        return _BOTTOM - (total - self.lowest) * (_BOTTOM - _TOP) / (self.highest - self.lowest)

    def grid(self) -> range:
        return range(self.lowest, self.highest + 1, self.step)


def _figures(canvas: ImageDraw.ImageDraw, courses: Courses, scale: _Scale, places: Sequence[float]) -> None:
    for total in scale.grid():
        label(canvas, _LEFT - 12, scale.y(total), str(total), SMALL, TEXT, anchor="rm")
    for turn in range(scale.turns + 1):
        label(canvas, scale.x(turn), _BOTTOM + 22, str(turn), SMALL, TEXT, anchor="mt", room=48)
    for index, (number, line) in enumerate(courses.lines.items()):
        colour, _ = STYLES[index % len(STYLES)]
        middle, right = places[index], _BADGE_LEFT + _BADGE
        canvas.rounded_rectangle((_BADGE_LEFT, middle - 21, right, middle + 21), 9, fill=colour)
        label(canvas, _BADGE_LEFT + _BADGE / 2, middle, str(number), SMALL, BACKGROUND, anchor="mm", room=_BADGE - 2)
        label(canvas, right + 12, middle, f"{line[-1]:.0f}", SMALL, TEXT, anchor="lm")


def _badges(wanted: Sequence[float]) -> list[float]:
    """Where the badges stand, as near as can be to the ends of their lines without covering each other."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    places = [0.0] * len(wanted)
    lowest = _TOP - 10.0
    for position, index in enumerate(order):
        below = len(order) - 1 - position
        places[index] = min(max(wanted[index], lowest), _BOTTOM + 10 - below * _BADGE_ROW)
        lowest = places[index] + _BADGE_ROW
    return places


def _dashed(points: Sequence[Point], dashes: Sequence[int]) -> Iterator[tuple[Point, ...]]:
    """The parts of a line that are drawn."""
    if not dashes:
        yield tuple(points)
        return
    at, left, dash = 0, float(dashes[0]), [points[0]]
    for start, end in pairwise(points):
        length, done = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while length - done > left:
            done += left
            turning = (start[0] + (end[0] - start[0]) * done / length, start[1] + (end[1] - start[1]) * done / length)
            if at % 2 == 0:
                yield (*dash, turning)
            at = (at + 1) % len(dashes)
            left, dash = float(dashes[at]), [turning]
        left -= length - done
        dash.append(end)
    if at % 2 == 0:
        yield tuple(dash)


def _stroke(canvas: ImageDraw.ImageDraw, points: Sequence[Point], colour: str, width: int) -> None:
    corners = [(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points]
    canvas.line(corners, fill=colour, width=width * _OVERSAMPLING, joint="curve")
