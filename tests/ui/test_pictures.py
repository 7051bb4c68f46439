"""The dice as pictures: what they show, and that held dice are known without colour."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.ui import pictures

DICE = [(face, held) for held in (False, True) for face in range(1, 7)]


def picture(face: int, held: bool) -> Image.Image:
    return Image.open(BytesIO(pictures.die(face, held)))


@pytest.mark.parametrize(("face", "held"), DICE)
def test_a_die_is_a_square_transparent_png_small_enough_for_discord(face: int, held: bool) -> None:
    image = picture(face, held)
    assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA")
    assert image.getpixel((0, 0)) == (0, 0, 0, 0)
    assert len(pictures.die(face, held)) < 256 * 1024


@pytest.mark.parametrize(("face", "held"), DICE)
def test_a_die_shows_as_many_pips_as_its_face(face: int, held: bool) -> None:
    assert _dark_spots(picture(face, held)) == face


def _dark_spots(image: Image.Image) -> int:
    """Connected groups of pip-dark pixels, opaque and nearly black."""
    red, _, _, alpha = image.split()
    dark = {
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if red.getpixel((x, y)) < 60 and alpha.getpixel((x, y)) == 255 and image.getpixel((x, y))[1] < 60  # type: ignore[operator,index]
    }
    spots = 0
    while dark:
        spots += 1
        edge = [dark.pop()]
        while edge:
            x, y = edge.pop()
            for neighbour in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if neighbour in dark:
                    dark.remove(neighbour)
                    edge.append(neighbour)
    return spots


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("size", [20, 48])
@pytest.mark.parametrize("background", ["#313338", "#ffffff"])
def test_a_held_die_differs_from_a_free_one_without_colour(face: int, size: int, background: str) -> None:
    free, held = (_grey(picture(face, held), size, background) for held in (False, True))
    difference = ImageChops.difference(free, held)
    changed = sum(difference.histogram()[40:])
    assert changed > size * size / 6


def _grey(image: Image.Image, size: int, background: str) -> Image.Image:
    small = image.resize((size, size), Image.Resampling.LANCZOS)
    page = Image.new("RGBA", small.size, background)
    return Image.alpha_composite(page, small).convert("L")


def test_the_same_drawing_gives_the_same_bytes() -> None:
    first = pictures.die(5, True)
    pictures.die.cache_clear()
    assert pictures.die(5, True) == first


def test_names_are_distinct_and_allowed_by_discord() -> None:
    names = [pictures.name(face, held) for face, held in DICE]
    assert len(set(names)) == 12
    assert all(name.replace("_", "").isalnum() and 2 <= len(name) <= 32 for name in names)


def test_a_name_changes_with_the_drawing_and_not_with_the_png(monkeypatch: pytest.MonkeyPatch) -> None:
    name = pictures.name.__wrapped__
    before = name(1, False)
    monkeypatch.setattr(pictures, "_OVERSAMPLING", 2)
    assert name(1, False) == before
    monkeypatch.setattr(pictures, "_INK", "#000000")
    assert name(1, False) != before
