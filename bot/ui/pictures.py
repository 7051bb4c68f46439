"""The dice as pictures: each is a list of plain shapes, drawn by Pillow."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

SIZE = 128
_OVERSAMPLING = 4

_WHITE, _INK = "#fbfbfd", "#1e2128"
_OUTLINE, _EDGE = "#6f7682", "#cfd4dc"
_GREEN = "#1b9654"

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@dataclass(frozen=True)
class Shape:
    """In pixels: a `box` (left, top, right, bottom), a `disc` (centre x, y) or a `stroke` (x, y, x, y, …).

    `size` is the corner radius of a box, the radius of a disc, the width of a stroke.
    """

    kind: str
    points: tuple[float, ...]
    size: float
    colour: str


def shapes(face: int, held: bool) -> tuple[Shape, ...]:
    """What the picture consists of, from back to front."""
    if held:
        # A tray with a check mark under the die: seen without colour, and no pip is covered.
        return (
            Shape("box", (2, 2, 126, 126), 26, _GREEN),
            Shape("box", (11, 11, 117, 97), 17, _WHITE),
            *_pips(face, centre=(64, 54), spread=(30, 27), radius=12),
            Shape("stroke", (51, 110, 60.5, 118.5, 77, 104), 8, "#ffffff"),
        )
    return (
        Shape("box", (3, 3, 125, 125), 27, _OUTLINE),
        Shape("box", (7, 7, 121, 121), 23, _EDGE),
        Shape("box", (7, 7, 121, 115), 23, _WHITE),
        *_pips(face, centre=(64, 61), spread=(31, 31), radius=13.5),
    )


def _pips(face: int, *, centre: tuple[int, int], spread: tuple[int, int], radius: float) -> list[Shape]:
    size = radius + 3 if face == 1 else radius
    return [Shape("disc", (centre[0] + x * spread[0], centre[1] + y * spread[1]), size, _INK) for x, y in _PIPS[face]]


@cache
def die(face: int, held: bool) -> bytes:
    """A PNG, 128 by 128, transparent around the die; the same bytes from the same version of Pillow."""
    image = Image.new("RGBA", (SIZE * _OVERSAMPLING, SIZE * _OVERSAMPLING), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for shape in shapes(face, held):
        _draw(draw, shape)
    file = BytesIO()
    image.reduce(_OVERSAMPLING).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(draw: ImageDraw.ImageDraw, shape: Shape) -> None:
    points = [value * _OVERSAMPLING for value in shape.points]
    size = shape.size * _OVERSAMPLING
    if shape.kind == "box":
        left, top, right, bottom = points
        draw.rounded_rectangle((left, top, right - 1, bottom - 1), size, fill=shape.colour)
    elif shape.kind == "disc":
        _disc(draw, points[0], points[1], size, shape.colour)
    else:
        corners = list(zip(points[::2], points[1::2], strict=True))
        draw.line(corners, fill=shape.colour, width=round(size))
        for x, y in corners:
            _disc(draw, x, y, size / 2, shape.colour)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: str) -> None:
    draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=colour)


@cache
def name(face: int, held: bool) -> str:
    """The emoji's name at Discord: `die_<face>[_held]_<hash>`.

    The hash is of the shapes, not of the PNG: another Pillow compresses and smooths differently, and must not
    have the same dice uploaded again; a changed drawing must.
    """
    drawing = json.dumps([SIZE, *(asdict(shape) for shape in shapes(face, held))])
    digest = hashlib.sha256(drawing.encode()).hexdigest()[:8]
    return f"die_{face}_{'held_' if held else ''}{digest}"
