"""What pictures for a phone in the dark theme are made with: their colours, their figures, and their file."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from typing import TYPE_CHECKING

from PIL import ImageFont

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

WIDTH = 960
BACKGROUND, GRID, TEXT = "#2b2d31", "#4a4d55", "#f2f3f5"
LARGE, SMALL = 38, 32


def png(image: Image.Image) -> bytes:
    """The file of an RGB picture. Pillow tries five filters on every row, which takes longer than all the drawing."""
    pixels, stride = image.tobytes(), 3 * image.width
    rows = b"".join(b"\0" + pixels[start : start + stride] for start in range(0, len(pixels), stride))
    header = struct.pack(">IIBBBBB", *image.size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font of all figures, which has no more than those and Latin letters."""
    loaded = ImageFont.load_default(size)
    assert isinstance(loaded, ImageFont.FreeTypeFont)
    return loaded


def label(
    canvas: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    size: int,
    colour: str,
    *,
    anchor: str,
    room: float | None = None,
    outline: int = 0,
) -> None:
    """Text that stays within the picture; where it does not fit its room it gets smaller."""
    fitting = font(size)
    if room is not None and fitting.getlength(text) > room:
        fitting = font(max(12, int(size * room / fitting.getlength(text))))
    length = fitting.getlength(text)
    before = {"l": 0.0, "m": length / 2, "r": length}[anchor[0]]
    x = min(max(x, 8 + before), WIDTH - 8 - length + before)
    canvas.text((x, y), text, fill=colour, font=fitting, anchor=anchor, stroke_width=outline, stroke_fill=BACKGROUND)
