"""Replays, histories and what is said about one's data: within Discord's limits, and in every language."""

from __future__ import annotations

import json

import pytest

from bot.game import MAX_SEATS, Order
from bot.game.events import Rolled
from bot.rules import RULESETS
from bot.ui import histories, replay_files, replays
from bot.ui.emojis import DiceEmojis
from bot.ui.words import Words
from tests import limits
from tests.ui import past_scenes, scenes
from tests.ui.past_scenes import ASKER, Course
from tests.ui.pseudo import Pseudo, strays
from tests.ui.test_limits import CROWD, assert_fits

BOTH = pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
WIDEST_ON_A_PHONE = 28


@pytest.mark.parametrize("emojis", [scenes.EMOJIS, DiceEmojis.keycaps()], ids=["emojis", "keycaps"])
async def test_no_screen_of_the_past_shows_a_word_of_its_own(emojis: DiceEmojis) -> None:
    shown = list(past_scenes.screens(Pseudo(), emojis))
    assert len(shown) > 200
    for name, screen in shown:
        for text in scenes.read(scenes.body(screen)):
            assert not strays(text), name


@BOTH
async def test_every_screen_of_the_past_is_within_the_limits(words: Words) -> None:
    for name, screen in past_scenes.screens(words):
        assert list(limits.problems(scenes.body(screen))) == [], name


@BOTH
@pytest.mark.parametrize("key", RULESETS)
async def test_a_replay_of_ten_long_names_fits(key: str, words: Words) -> None:
    past = Course(key, MAX_SEATS).play_on().over(CROWD)
    for at in (0, 1, 2, len(past.events) // 2, len(past.events)):
        assert_fits(replays.replay(words, scenes.EMOJIS, past, at, ASKER))


@BOTH
async def test_a_history_of_long_names_fits(words: Words) -> None:
    for key in (*RULESETS, "x" * 32):
        choice = histories.Choice(ASKER, key, 999_998)
        assert_fits(histories.history(words, past_scenes.games(CROWD, key), choice, ASKER))


@pytest.mark.parametrize("key", RULESETS)
async def test_the_cards_of_a_replay_fit_a_phone(key: str) -> None:
    past = Course(key, MAX_SEATS).play_on().over(CROWD)
    embed = replays.replay(Words(None), scenes.EMOJIS, past, 9999, ASKER).embed
    assert embed is not None
    block = (embed.description or "").split("```")[1]
    assert max(map(len, block.splitlines())) <= WIDEST_ON_A_PHONE
    assert block.split()[:4] == ["1", "2", "3", "4"]


async def test_a_replay_says_when_each_step_happened() -> None:
    past = Course("yacht", 2).play_on().over()
    first = replays.replay(Words(None), scenes.EMOJIS, past, 0, ASKER).embed
    last = replays.replay(Words(None), scenes.EMOJIS, past, 9999, ASKER).embed
    assert first is not None
    assert last is not None
    assert (first.timestamp, last.timestamp) == (past.times[2], past.times[-1])


@pytest.mark.parametrize("key", RULESETS)
def test_a_game_as_text_has_no_word_of_its_own_and_misses_nothing(key: str) -> None:
    for name, course in past_scenes.courses(key):
        past = course.over()
        text = replay_files.as_text(Pseudo(), past).decode()
        assert not strays(text), name
        plain = replay_files.as_text(Words(None), past).decode()
        first_rolls = [event for event in past.events if isinstance(event, Rolled) and not event.held]
        assert plain.count("roll 1 of 3") == len(first_rolls), name


def test_a_game_as_json_is_read_again() -> None:
    past = Course("yahtzee", 3, order=Order.TOGETHER).play_on().over()
    whole = json.loads(replay_files.as_json(past))
    assert len(whole["events"]) == len(past.events)
    assert whole["dice"]["seed"] == scenes.SEED.hex()
    assert [player["total"] for player in whole["players"]] == [row.total for row in past.results]
