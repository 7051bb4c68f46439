"""Statistics as a picture for a phone in the dark theme: a histogram of totals, and the average of each box.

It holds figures and dice but no words, which no font has in every language: the message says whose colour is which.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.ui.canvas import BACKGROUND, GRID, LARGE, SMALL, TEXT, WIDTH, font, label, png
from bot.ui.pictures import die

if TYPE_CHECKING:
    from collections.abc import Mapping

MEMBER_SQUARE, SERVER_SQUARE = "🟦", "⬜"
"""The colours of the picture as they are named in text."""

_MEMBER, _SERVER, _BACKDROP = "#55acee", "#c9cdd3", "#6d727c"
_MARGIN = 28
_PLOT_TOP, _PLOT_BOTTOM, _AXIS = 112, 400, 470
_TILE, _TILE_GAP = 40, 4
_ROW = 62
_BARS_LEFT, _BARS_RIGHT = 268, 716

_MOST_BINS = 12
_BIN_WIDTHS = (5, 10, 20, 25, 50, 100, 200)
_RARE = 0.01

ANY, QUESTION = 0, 7
"""In place of a face: a die that does not matter, and one that counts whatever it shows."""

_SIGNS: Mapping[str, tuple[int, ...]] = {
    "ones": (1,),
    "aces": (1,),
    "twos": (2,),
    "threes": (3,),
    "fours": (4,),
    "fives": (5,),
    "sixes": (6,),
    "three-of-a-kind": (4, 4, 4, ANY, ANY),
    "four-of-a-kind": (4, 4, 4, 4, ANY),
    "full-house": (3, 3, 3, 5, 5),
    "little-straight": (1, 2, 3, 4, 5),
    "big-straight": (2, 3, 4, 5, 6),
    "small-straight": (2, 3, 4, 5, ANY),
    "large-straight": (2, 3, 4, 5, 6),
    "choice": (QUESTION,) * 5,
    "chance": (QUESTION,) * 5,
    "yacht": (6,) * 5,
    "yahtzee": (6,) * 5,
}


@dataclass(frozen=True)
class Pair:
    """A figure of the member beside that of the whole server."""

    member: float
    server: float


@dataclass(frozen=True)
class Histogram:
    """How many games had a total in each of the bins, which begin at `start` and are `width` wide.

    Of the server's games those outside the bins are left out; the member's are all in.
    """

    start: int
    width: int
    member: tuple[int, ...]
    server: tuple[int, ...]

    @classmethod
    def of(cls, member: Mapping[int, int], server: Mapping[int, int]) -> Histogram:
        """From how many games had each total. The member's, at least one, must be among the server's."""
        lowest, highest = _usual(server)
        lowest, highest = min(lowest, *member), max(highest, *member)
        width = next((each for each in _BIN_WIDTHS if _bins(lowest, highest, each) <= _MOST_BINS), _BIN_WIDTHS[-1])
        start, bins = lowest - lowest % width, _bins(lowest, highest, width)
        return cls(start, width, _counts(member, start, width, bins), _counts(server, start, width, bins))

    @property
    def edges(self) -> tuple[int, ...]:
        """Where the bins begin, and where the last ends."""
        return tuple(self.start + number * self.width for number in range(len(self.member) + 1))


@dataclass(frozen=True)
class Chart:
    """What the picture shows: totals, their mean, and the average of each box in order."""

    totals: Histogram
    mean: Pair
    boxes: Mapping[str, Pair]


def draw(chart: Chart) -> bytes:
    """A PNG, 960 pixels wide and as high as there are boxes. It takes a while: not on the event loop."""
    image = Image.new("RGB", (WIDTH, _AXIS + 40 + _ROW * len(chart.boxes)), BACKGROUND)
    canvas = ImageDraw.Draw(image)
    _histogram(canvas, chart)
    most = max((max(pair.member, pair.server) for pair in chart.boxes.values()), default=0) or 1
    for number, (box, pair) in enumerate(chart.boxes.items()):
        top = _AXIS + 24 + number * _ROW
        _sign(image, canvas, box, top + (_ROW - _TILE) // 2)
        _bars(canvas, pair, most, top)
    return png(image)


def _usual(totals: Mapping[int, int]) -> tuple[int, int]:
    """The totals between which nearly all games lie; the rare ones would make the others narrow."""
    games = sum(totals.values())
    seen, usual = 0, []
    for total in sorted(totals):
        seen += totals[total]
        if games * _RARE <= seen <= games * (1 - _RARE):
            usual.append(total)
    usual = usual or sorted(totals)
    return usual[0], usual[-1]


def _bins(lowest: int, highest: int, width: int) -> int:
    return highest // width - lowest // width + 1


def _counts(totals: Mapping[int, int], start: int, width: int, bins: int) -> tuple[int, ...]:
    counts = [0] * bins
    for total, games in totals.items():
        if 0 <= (total - start) // width < bins:
            counts[(total - start) // width] += games
    return tuple(counts)


def _histogram(canvas: ImageDraw.ImageDraw, chart: Chart) -> None:
    totals = chart.totals
    width = (WIDTH - 2 * _MARGIN) / len(totals.member)
    member, server = _shares(totals.member), _shares(totals.server)
    scale = (_PLOT_BOTTOM - _PLOT_TOP - SMALL - 8) / max(*member, *server)
    _columns(canvas, server, scale, width, _BACKDROP, gap=1)
    _columns(canvas, member, scale, width, _MEMBER, gap=width * 0.2)
    _mean(canvas, totals, chart.mean.server, _SERVER, 84, phase=10)
    _mean(canvas, totals, chart.mean.member, _MEMBER, 44, phase=0)
    for number, games in enumerate(totals.member):
        if games:
            x, top = _MARGIN + (number + 0.5) * width, _PLOT_BOTTOM - member[number] * scale
            label(canvas, x, top - 6, str(games), SMALL, TEXT, room=width, anchor="ms", outline=5)
    canvas.line((_MARGIN, _PLOT_BOTTOM, WIDTH - _MARGIN, _PLOT_BOTTOM), fill=TEXT, width=3)
    _axis(canvas, totals, width)


def _columns(
    canvas: ImageDraw.ImageDraw, shares: list[float], scale: float, width: float, colour: str, gap: float
) -> None:
    for number, share in enumerate(shares):
        if share:
            left = _MARGIN + number * width
            top = min(_PLOT_BOTTOM - 2, _PLOT_BOTTOM - share * scale)
            canvas.rectangle((left + gap, top, left + width - gap - 1, _PLOT_BOTTOM), fill=colour)


def _shares(counts: tuple[int, ...]) -> list[float]:
    whole = sum(counts) or 1
    return [count / whole for count in counts]


def _axis(canvas: ImageDraw.ImageDraw, totals: Histogram, width: float) -> None:
    step = ceil(110 / width)
    for number, edge in list(enumerate(totals.edges))[::step]:
        x = _MARGIN + number * width
        canvas.line((x, _PLOT_BOTTOM, x, _PLOT_BOTTOM + 10), fill=TEXT, width=3)
        label(canvas, x, _PLOT_BOTTOM + 16, str(edge), SMALL, TEXT, anchor="mt")


def _mean(canvas: ImageDraw.ImageDraw, totals: Histogram, mean: float, colour: str, baseline: int, phase: int) -> None:
    """A dashed line at the mean, whose figure stands above; of another phase where two means are the same."""
    edges = totals.edges
    share = (mean - edges[0]) / (edges[-1] - edges[0])
    x = _MARGIN + min(1.0, max(0.0, share)) * (WIDTH - 2 * _MARGIN)
    first = _PLOT_TOP - 18
    canvas.line((x, first, x, _PLOT_BOTTOM), fill=BACKGROUND, width=11)
    for top in range(first + phase, _PLOT_BOTTOM, 20):
        canvas.line((x, top, x, min(top + 10, _PLOT_BOTTOM)), fill=colour, width=5)
    label(canvas, x, baseline, f"{mean:.1f}", LARGE, colour, anchor="ms")


def _bars(canvas: ImageDraw.ImageDraw, pair: Pair, most: float, top: int) -> None:
    room = _BARS_RIGHT - _BARS_LEFT
    canvas.rectangle((_BARS_LEFT, top + 8, _BARS_RIGHT, top + _ROW - 8), fill="#35373c")
    for value, colour, upper, lower in ((pair.member, _MEMBER, 8, 36), (pair.server, _SERVER, 40, 53)):
        if value:
            right = _BARS_LEFT + max(2, room * value / most)
            canvas.rectangle((_BARS_LEFT, top + upper, right, top + lower), fill=colour)
    middle = top + _ROW // 2
    label(canvas, _BARS_RIGHT + 110, middle, f"{pair.member:.1f}", LARGE, _MEMBER, anchor="rm")
    label(canvas, WIDTH - _MARGIN, middle, f"{pair.server:.1f}", SMALL, _SERVER, anchor="rm")


def _sign(image: Image.Image, canvas: ImageDraw.ImageDraw, box: str, top: int) -> None:
    """Dice for the box; the key of one that the code no longer has."""
    if box not in _SIGNS:
        label(canvas, _MARGIN, top + _TILE / 2, box, SMALL, TEXT, room=_BARS_LEFT - _MARGIN - 12, anchor="lm")
    for number, face in enumerate(_SIGNS.get(box, ())):
        image.paste(_tile(face), (_MARGIN + number * (_TILE + _TILE_GAP), top))


@cache
def _tile(face: int) -> Image.Image:
    tile = Image.new("RGB", (_TILE, _TILE), BACKGROUND)
    if face in (ANY, QUESTION):
        canvas = ImageDraw.Draw(tile)
        canvas.rounded_rectangle((1, 1, _TILE - 2, _TILE - 2), 8, outline=GRID if face == ANY else _SERVER, width=3)
        if face == QUESTION:
            canvas.text((_TILE / 2, _TILE / 2 + 1), "?", fill=TEXT, font=font(28), anchor="mm")
        return tile
    with Image.open(BytesIO(die(face, held=False))) as picture:
        small = picture.resize((_TILE, _TILE), Image.Resampling.LANCZOS)
    tile.paste(small, mask=small)
    return tile
