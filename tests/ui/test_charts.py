"""The picture of statistics: what it holds, that it is legible, and its words for those who do not see it."""

from __future__ import annotations

from collections import Counter
from io import BytesIO

import pytest
from PIL import Image

from bot.rules import RULESETS
from bot.ui import canvas, charts
from bot.ui.charts import Chart, Histogram, Pair

MEMBER, SERVER, BACKGROUND = (0x55, 0xAC, 0xEE), (0xC9, 0xCD, 0xD3), (0x2B, 0x2D, 0x31)
ROW, FIRST_ROW = 62, 494


def picture(chart: Chart) -> Image.Image:
    return Image.open(BytesIO(charts.draw(chart))).convert("RGB")


def chart(
    member: dict[int, int] | None = None, server: dict[int, int] | None = None, boxes: dict[str, Pair] | None = None
) -> Chart:
    mine = member or {200: 5, 250: 1}
    everybody = dict(Counter(mine) + Counter(server or {150: 10, 300: 10}))
    means = [sum(total * games for total, games in each.items()) / sum(each.values()) for each in (mine, everybody)]
    rows = boxes or {box.key: Pair(10, 5) for box in RULESETS["yahtzee"].boxes}
    return Chart(Histogram.of(mine, everybody), Pair(*means), rows)


def length(image: Image.Image, row: int, offset: int, colour: tuple[int, int, int]) -> int:
    """How long the bar of that colour is in a row of boxes."""
    y = FIRST_ROW + row * ROW + offset
    return sum(image.getpixel((x, y)) == colour for x in range(268, 717))


@pytest.mark.parametrize("key", RULESETS)
def test_a_picture_has_a_row_for_each_box(key: str) -> None:
    boxes = {box.key: Pair(1, 1) for box in RULESETS[key].boxes}
    image = picture(chart(boxes=boxes))
    assert image.size == (960, 510 + 62 * len(boxes))
    for row in range(len(boxes)):
        label = image.crop((20, FIRST_ROW + row * ROW, 268, FIRST_ROW + (row + 1) * ROW))
        assert len(label.getcolors(10_000) or []) > 1


def test_every_box_of_every_ruleset_has_a_sign_of_dice() -> None:
    for ruleset in RULESETS.values():
        assert {box.key for box in ruleset.boxes} <= set(charts._SIGNS)


def test_signs_of_dice_score_what_they_stand_for() -> None:
    for ruleset in RULESETS.values():
        for box in ruleset.boxes:
            sign = charts._SIGNS[box.key]
            dice = tuple(face if face in range(1, 7) else 1 for face in (sign * 5 if len(sign) == 1 else sign))
            assert box.score(dice), box.key


def test_bars_are_as_long_as_the_averages() -> None:
    image = picture(chart(boxes={"aces": Pair(10, 5), "twos": Pair(0, 20), "threes": Pair(0, 0)}))
    assert [length(image, row, 20, MEMBER) for row in range(3)] == [pytest.approx(225, abs=2), 0, 0]
    assert [length(image, row, 46, SERVER) for row in range(3)] == [
        pytest.approx(113, abs=2),
        pytest.approx(449, abs=1),
        0,
    ]


def test_columns_are_as_high_as_the_games() -> None:
    shown = chart({200: 8, 250: 2})
    image, totals = picture(shown), shown.totals
    width = 904 / len(totals.member)
    heights = [
        sum(image.getpixel((round(28 + (number + 0.3) * width), y)) == MEMBER for y in range(112, 400))
        for number in range(len(totals.member))
    ]
    high, low = (heights[totals.member.index(games)] for games in (8, 2))
    assert high / low == pytest.approx(4, rel=0.1)
    assert sum(map(bool, heights)) == 2


def test_means_are_marked_where_they_are() -> None:
    shown = chart({200: 6, 260: 6}, {140: 20})
    image, totals = picture(shown), shown.totals
    for mean, colour in ((shown.mean.member, MEMBER), (shown.mean.server, SERVER)):
        x = 28 + (mean - totals.edges[0]) / (totals.edges[-1] - totals.edges[0]) * 904
        assert any(image.getpixel((round(x), y)) == colour for y in range(94, 130))


def test_text_is_large_enough_on_a_phone() -> None:
    """The picture is shown about 318 points wide on a phone of 390."""
    assert min(canvas.LARGE, canvas.SMALL) * 318 / canvas.WIDTH >= 10.5


@pytest.mark.parametrize("colour", [charts._MEMBER, charts._SERVER, canvas.TEXT])
def test_colours_stand_out_of_the_dark(colour: str) -> None:
    assert contrast(colour, canvas.BACKGROUND) > 4.5


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("member", "server", "start", "width", "mine", "everybody"),
    [
        ({200: 1}, {200: 1}, 200, 5, (1,), (1,)),
        ({100: 1, 129: 2}, {100: 1, 110: 4, 129: 2}, 100, 5, (1, 0, 0, 0, 0, 2), (1, 0, 4, 0, 0, 2)),
        ({5: 1, 1575: 1}, {5: 1, 1575: 1}, 0, 200, (1, 0, 0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0, 0, 1)),
        ({200: 1}, {199: 200, 200: 1, 201: 200, 900: 1}, 195, 5, (0, 1), (200, 201)),
    ],
)
def test_bins_of_totals(
    member: dict[int, int],
    server: dict[int, int],
    start: int,
    width: int,
    mine: tuple[int, ...],
    everybody: tuple[int, ...],
) -> None:
    totals = Histogram.of(member, server)
    assert (totals.start, totals.width, totals.member, totals.server) == (start, width, mine, everybody)


def test_no_game_of_the_member_is_left_out() -> None:
    member = dict.fromkeys(range(5, 1576, 7), 1)
    totals = Histogram.of(member, member)
    assert sum(totals.member) == len(member)
    assert len(totals.member) <= charts._MOST_BINS


@pytest.mark.parametrize("games", [1, 99_999])
def test_extremes_are_drawn(games: int) -> None:
    old = {f"box-with-a-very-long-key-{number}": Pair(1575, 0.04) for number in range(20)}
    image = picture(chart({5: games, 1575: games}, {900: games}, old))
    assert image.height == 510 + 20 * 62


def test_the_same_chart_gives_the_same_picture() -> None:
    assert charts.draw(chart()) == charts.draw(chart())
