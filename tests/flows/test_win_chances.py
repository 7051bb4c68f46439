"""The chances to win on boards and tables, where the game is solved."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules import RULESETS
from bot.solutions import Solutions
from bot.win_chances import WinChances
from tests.flows.late import leave

if TYPE_CHECKING:
    from tests.flows.club import Club
    from tests.solved import Solved

PERCENT = re.compile(r"(\d+)\s%")


@pytest.fixture
def bot_options(solved: Solved) -> dict[str, Any]:
    return {"solutions": Solutions([solved(RULESETS["yacht"])])}


def told(club: Club) -> str:
    return club.board().embeds[0].description or ""


async def test_every_board_of_two_tells_chances_that_add_up(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    assert PERCENT.findall(told(club)) == ["50", "50"]
    for box in ("yacht", "yacht", "choice", "choice"):
        member = await club.current()
        await club.press(member, "roll")
        await club.score(member, box)
        line = told(club).splitlines()[-1]
        assert line.startswith("Totals and chances to win: ")
        shown = list(map(int, PERCENT.findall(line)))
        assert sum(shown) in (99, 100, 101)
        found = WinChances(club.bot.solutions).of((await club.game()).game)
        assert found is not None
        assert shown == [round(100 * chance) for chance in found]


async def test_the_table_tells_them_and_who_left_has_none(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht", together=True)
    assert PERCENT.findall(told(club)) == ["33", "33", "33"]
    await leave(club, club.chitra)
    assert PERCENT.findall(told(club)) == ["50", "50"]


async def test_alone_there_are_none(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    assert "%" not in told(club)


async def test_games_that_are_not_solved_have_totals_alone(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yahtzee")
    assert "Totals: " in told(club)
    assert "%" not in told(club)
