"""Reports: every sentence, within Discord's limits and in every language, and the picture of the course."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise, product

import pytest
from PIL import Image

from bot.game import MAX_SEATS
from bot.rules import RULESETS
from bot.strategy.choices import Choice
from bot.strategy.report import Decision, SeatReport
from bot.ui import canvas, courses
from bot.ui.courses import STYLES, Courses, draw
from bot.ui.report_words import courses_of, picture_words, report
from bot.ui.words import Words
from tests.ui import scenes
from tests.ui.past_scenes import ASKER, Course, decided
from tests.ui.pseudo import Pseudo, strays
from tests.ui.test_charts import contrast
from tests.ui.test_limits import CROWD, assert_fits

BOTH = pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
CHOICES = (
    Choice("four-of-a-kind", 100.0),
    Choice((), 100.0, ()),
    Choice((0, 1, 2, 3), 100.0, (1, 2, 3, 4)),
)
DICE = (5, 4, 3, 2, 1)


def decision(chosen: Choice, best: Choice, cost: float = 8.3, *, turn: int = 13, stand_in: bool = False) -> Decision:
    return Decision(turn, 2, DICE, chosen, Choice(best.chosen, chosen.expected + cost, best.keep), stand_in)


def seat_report(
    seat: int, final: int = 177, *, par: float = 186.34, lost: float = 21.44, decisions: tuple[Decision, ...] = ()
) -> SeatReport:
    course = tuple(par + (final - par) * turn / 13 for turn in range(14))
    return SeatReport(seat, par, final - par + lost, lost, final, course, decisions)


@BOTH
@pytest.mark.parametrize("key", RULESETS)
async def test_the_report_of_ten_long_names_fits(key: str, words: Words) -> None:
    past = Course(key, MAX_SEATS).play_on().over(CROWD)
    stood_in = tuple(decision(CHOICES[2], CHOICES[0], turn=turn, stand_in=True) for turn in range(1, 13))
    own = (decision(CHOICES[0], CHOICES[0]), decision(CHOICES[2], CHOICES[0]), decision(CHOICES[2], CHOICES[2]))
    reports = tuple(
        seat_report(seat, past.stored.game.total(seat), par=2222.2, lost=1111.1, decisions=stood_in + own)
        for seat in range(MAX_SEATS)
    )
    for asker in (ASKER, scenes.member(3)):
        assert_fits(report(words, past.stored, reports, asker))
    assert len(picture_words(words, past.stored, reports)) <= 1024
    assert set(courses_of(past.stored, reports).lines) == set(range(1, 11))


async def test_no_sentence_of_a_report_is_a_word_of_its_own() -> None:
    words, past = Pseudo(), decided("yahtzee").play_on().over(("★1", "★2", "★3", "★4"))
    stood_in = decision(CHOICES[2], CHOICES[0], turn=2, stand_in=True)
    for chosen, best in product(CHOICES, CHOICES):
        own = decision(chosen, best)
        reports = (seat_report(0, 300, decisions=(stood_in, own)), None, None, seat_report(3))
        for asker in (ASKER, scenes.member(3)):
            for text in scenes.read(scenes.body(report(words, past.stored, reports, asker))):
                assert not strays(text), text
        assert not strays(picture_words(words, past.stored, reports), ["★1", "★4"])


def test_figures_add_up_and_decisions_are_told_the_costliest_first() -> None:
    past = Course("yahtzee", 2).play_on().over(("ada", "ben"))
    kept = Choice((3, 4), 100.0, (1, 1))
    told = (
        decision(CHOICES[0], kept, 0.04, turn=1),
        decision(kept, CHOICES[0], 4.1, turn=2),
        decision(kept, CHOICES[1], 8.3, turn=7),
        decision(CHOICES[1], kept, 5, turn=9),
    )
    reports = (seat_report(0, decisions=told), seat_report(1, 190, par=254.59, lost=10.04))
    embed = report(Words(None), past.stored, reports, scenes.member(0)).embed
    assert embed is not None
    lines = (embed.description or "").splitlines()[:2]
    assert {line.partition(" ")[2].replace("\u00a0", " ") for line in lines} == {
        "**ada**: par 186.3 + luck 12.1 − lost 21.4 = **177**",
        "**ben**: par 254.6 − bad luck 54.6 − lost 10.0 = **190**",
    }
    assert (embed.fields[0].value or "").splitlines() == [
        "• Turn 7, roll 2, 1‑2‑3‑4‑5: kept 1‑1. Rolling all five again was better by 8.3.",
        "• Turn 9, roll 2, 1‑2‑3‑4‑5: rolled all five again. Keeping 1‑1 was better by 5.0.",
        "• Turn 2, roll 2, 1‑2‑3‑4‑5: kept 1‑1. Taking Four of a Kind was better by 4.1.",
    ]
    embed = report(Words(None), past.stored, reports, scenes.member(1)).embed
    assert embed is not None
    assert embed.fields[0].value == "No decision of ben cost as much as a tenth of a point."


def test_the_words_of_the_picture_have_every_turn_where_they_fit() -> None:
    past = Course("yahtzee", 1).play_on().over(("ada",))
    text = picture_words(Words(None), past.stored, (seat_report(0, 177, par=190),))
    assert text == (
        "The final total that each could expect, after the turns 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13. "
        "1 ada: 190, 189, 188, 187, 186, 185, 184, 183, 182, 181, 180, 179, 178, 177."
    )


def _image(lines: dict[int, tuple[float, ...]]) -> Image.Image:
    return Image.open(BytesIO(draw(Courses(lines)))).convert("RGB")


@pytest.mark.parametrize("seats", range(1, MAX_SEATS + 1))
def test_every_line_ends_in_a_badge_of_its_own(seats: int) -> None:
    image = _image(dict.fromkeys(range(1, seats + 1), (200.0, 150.0, 180.0)))
    assert image.size == (960, 720)
    badges = image.crop((810, 0, 840, 720))
    seen = {colour for _, colour in badges.getcolors(100_000) or []}
    assert {_rgb(colour) for colour, _ in STYLES[:seats]} <= seen


def test_lines_differ_without_colours() -> None:
    assert len({dashes for _, dashes in STYLES}) == len(STYLES) == MAX_SEATS


@pytest.mark.parametrize("colour", [colour for colour, _ in STYLES])
def test_colours_stand_out_of_the_dark(colour: str) -> None:
    assert contrast(colour, canvas.BACKGROUND) > 4.5


@pytest.mark.parametrize(
    "line", [(0.0, 0.0), (254.6, *([1575.0] * 13)), (200.0, 200.0), tuple(float(turn) for turn in range(14))]
)
def test_extremes_are_drawn(line: tuple[float, ...]) -> None:
    assert _image({1: line}).height == courses.HEIGHT


def test_badges_do_not_cover_each_other() -> None:
    places = sorted(courses._badges([300.0] * 10))
    assert all(below - above >= 42 for above, below in pairwise(places))
    assert places[0] > 20
    assert places[-1] < courses.HEIGHT - 40


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[start : start + 2], 16) for start in (1, 3, 5))
