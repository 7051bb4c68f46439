"""Leaderboards and statistics are translated and within Discord's limits, whoever is called what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.periods import Period
from bot.ui.leaderboards import leaderboard
from bot.ui.words import Words
from tests import limits
from tests.ui import record_scenes, scenes
from tests.ui.pseudo import Pseudo, strays
from tests.ui.test_limits import MARKDOWN

LONG = (MARKDOWN * 3)[:32]


async def test_no_screen_of_records_shows_a_word_of_its_own() -> None:
    words = Pseudo()
    shown = [*record_scenes.leaderboards(words), *record_scenes.pages_of_members(words)]
    assert len(shown) > 60
    for name, screen in shown:
        for text in scenes.read(scenes.body(screen)):
            assert not strays(text), name
    for text in record_scenes.picture_texts(words):
        assert not strays(text)


@pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
@pytest.mark.parametrize("name", ["★", LONG, "ℵ" * 32])
async def test_every_screen_of_records_is_within_the_limits(words: Words, name: str) -> None:
    for scene, screen in [*record_scenes.leaderboards(words, name), *record_scenes.pages_of_members(words, name)]:
        assert list(limits.problems(scenes.body(screen))) == [], scene
    for text in record_scenes.picture_texts(words, name):
        assert 0 < len(text) <= 1024


async def test_best_totals_of_one_game_are_one_choice() -> None:
    board = record_scenes.board("best", name=LONG)
    same = replace(board, rows=tuple(replace(row, best_game_id=7) for row in board.rows), pages=1)
    shown = scenes.body(leaderboard(Words(None), same, 1, LONG))
    assert list(limits.problems(shown)) == []
    ((option,),) = (item["options"] for row in shown["components"] for item in row["components"])
    assert option["value"] == "7"


async def test_season_with_a_long_name_full_of_markdown_fits() -> None:
    board = record_scenes.board("average", Period.SEASON)
    assert board.season is not None
    long = replace(board, season=replace(board.season, name=MARKDOWN * 50))
    assert list(limits.problems(scenes.body(leaderboard(Pseudo(), long, 1, LONG)))) == []
