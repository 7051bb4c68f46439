"""The chances to win beside the totals."""

import pytest

from bot.game import Order
from bot.ui.board import board
from bot.ui.phrases import chance_to_win, totals_line
from bot.ui.table import table
from bot.ui.words import Words
from tests.ui.scenes import EMOJIS, left, playing, stored, timed, with_card

ENGLISH = Words(None)
NAMES = ("Ada", "Ben", "Cy")


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.0, "<1\u00a0%"),
        (0.009, "<1\u00a0%"),
        (0.01, "1\u00a0%"),
        (0.644, "64\u00a0%"),
        (0.99, "99\u00a0%"),
        (0.991, ">99\u00a0%"),
        (1.0, ">99\u00a0%"),
    ],
)
def test_a_chance_is_told_in_whole_percent_and_never_as_certain(chance: float, text: str) -> None:
    assert chance_to_win(ENGLISH, chance) == text


def test_chances_stand_beside_the_totals() -> None:
    game = with_card(playing("yahtzee"), 0, {"sixes": 24})
    line = totals_line(ENGLISH, stored(game, NAMES), (0.42, 0.29, 0.29))
    assert line.replace("\u00a0", " ") == (
        "Totals and chances to win: **Ada 24** (63: +6), 42 % · Ben 0, 29 % · Cy 0, 29 %"
    )


def test_lines_break_between_players_and_within_long_names_alone() -> None:
    game = with_card(playing("yahtzee"), 0, {"sixes": 24})
    line = totals_line(ENGLISH, stored(game, ("Ada of Lorn", "Ben", "Cy")), (0.42, 0.29, 0.29))
    breakable = line.removeprefix("Totals and chances to win: ").split(" ")
    assert breakable == [
        "**Ada", "of", "Lorn\u00a024**\u00a0(63:\u00a0+6),\u00a042\u00a0%\u00a0·",
        "Ben\u00a00,\u00a029\u00a0%\u00a0·", "Cy\u00a00,\u00a029\u00a0%",
    ]  # fmt: skip


def test_who_left_has_no_chance_and_none_is_told() -> None:
    line = totals_line(ENGLISH, stored(left(playing(), 2), NAMES), (0.5, 0.5, 0.0))
    assert line.replace("\u00a0", " ") == "Totals and chances to win: Ada 0, 50 % · Ben 0, 50 % · ~~Cy~~ left"


def test_without_chances_there_are_only_totals() -> None:
    screen = board(ENGLISH, EMOJIS, stored(playing(), NAMES), 0)
    assert screen.embed is not None
    assert "Totals: Ada\u00a00\u00a0· Ben\u00a00\u00a0· Cy\u00a00" in (screen.embed.description or "")
    assert "%" not in (screen.embed.description or "")


def test_the_table_tells_them_in_each_row() -> None:
    game = left(playing("yacht", order=Order.TOGETHER), 2)
    for shown, row in (
        (stored(game, NAMES), "**Ada**: 0 of 12 boxes, 0 points, 64\u00a0% to win"),
        (timed(game, NAMES), ""),
    ):
        screen = table(ENGLISH, shown, chances=(0.64, 0.36, 0.0))
        assert screen.embed is not None
        lines = (screen.embed.description or "").splitlines()
        assert lines[0].startswith(row)
        assert [" to win" in line for line in lines[:3]] == [True, True, False]
