"""/games and the lobby of a rematch: within Discord's limits, and in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game import MAX_SEATS, Order, moves
from bot.ui.inbox import inbox
from bot.ui.lobby import lobby
from bot.ui.words import Words
from tests import limits
from tests.ui import inbox_scenes, scenes
from tests.ui.inbox_scenes import ASKER, ELSEWHERE, HERE
from tests.ui.pseudo import Pseudo, strays
from tests.ui.test_limits import CROWD, MARKDOWN, assert_fits

BOTH = pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
LONGEST = "yahtzee-upper-first"


async def test_no_list_of_games_shows_a_word_of_its_own() -> None:
    shown = list(inbox_scenes.screens(Pseudo()))
    assert len(shown) > 25
    for name, screen in shown:
        for text in scenes.read(scenes.body(screen)):
            assert not strays(text), name


@BOTH
async def test_every_list_of_games_is_within_the_limits(words: Words) -> None:
    for name, screen in inbox_scenes.screens(words):
        assert list(limits.problems(scenes.body(screen))) == [], name


@BOTH
async def test_the_longest_list_of_games_fits(words: Words) -> None:
    names = {HERE: "★", ELSEWHERE: MARKDOWN * 6}
    game = replace(scenes.playing(LONGEST, MAX_SEATS), current=1)
    late = moves.time_up(scenes.playing(LONGEST, 2, order=Order.TOGETHER), 0, 1).game
    lobbies = [scenes.stored(scenes.opened(LONGEST, MAX_SEATS), CROWD)] * 20
    for shown in (game, late):
        timed = scenes.timed(shown, CROWD)
        far = replace(timed, row=replace(timed.row, guild_id=ELSEWHERE))
        assert_fits(inbox(words, ASKER, [far] * 20, lobbies, HERE, names.get))
        assert_fits(inbox(words, scenes.member(MAX_SEATS), [], lobbies, HERE, names.get))


@BOTH
async def test_an_invitation_of_nine_fits(words: Words) -> None:
    stored = scenes.stored(scenes.opened(LONGEST, 1, duplicate=True), CROWD)
    screen = lobby(words, stored, [scenes.member(seat) for seat in range(1, MAX_SEATS)])
    assert_fits(replace(screen, invites=tuple(scenes.member(seat) for seat in range(1, MAX_SEATS))))
