"""Replays, histories and what is said about one's data: within Discord's limits, and in every language."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.game import MAX_SEATS, Order
from bot.game.events import Rolled, Scored
from bot.game.steps import steps
from bot.rules import RULESETS
from bot.strategy.players import STAND_IN
from bot.ui import histories, replay_files, replays
from bot.ui.emojis import DiceEmojis
from bot.ui.words import Words
from tests import limits
from tests.ui import past_scenes, scenes
from tests.ui.past_scenes import ASKER, Course
from tests.ui.pseudo import Pseudo, strays
from tests.ui.test_limits import CROWD, assert_fits

if TYPE_CHECKING:
    from bot.records import Replay

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
        rolls = [step.turn for step in steps(past.events) if isinstance(step.event, Rolled)]
        assert plain.count("roll 1 of 3") == sum(turn is not None and turn.roll == 1 for turn in rolls), name
        assert plain.count("Dice: ") == len(rolls) + plain.count("took the box back. Dice: "), name


def test_a_game_as_text_tells_what_the_others_decided() -> None:
    course = past_scenes.decided("yacht").play_on()

    text = replay_files.as_text(Words(None), course.over(("Ada", "Ben", "Chitra", "Dan"), clock=3600)).decode()

    sentences = [line for line in text.splitlines()[9:] if line.endswith(".")]
    assert sentences == [
        "The time of Dan is up.",
        "Ada gives Dan more time.",
        "The time of Dan is up.",
        "Dan gets more time: the settings of this server say so.",
        "The time of Dan is up.",
        "Ada lets the computer play this turn for Dan.",
        "The time of Ada is up.",
        "The computer plays this turn for Ada: the settings of this server say so.",
        "Dan left the game. The others are asked about the open boxes.",
        "Ben lets a computer finish the card of Dan. This game is not rated.",
        "Chitra left the game. The others are asked about the open boxes.",
        "Ben makes the open boxes of Chitra zeros.",
        "The time of Ben is up.",
        "The time of Ada is up.",
        "Ben removed Ada: the time was up.",
        "Ben wins with 37 points.",
    ]


def test_a_game_as_text_tells_what_came_by_itself() -> None:
    course = Course("yacht", 3)
    course.leave(2)
    course.leave(1)
    course.zero(2, asked=False)

    text = replay_files.as_text(Words(None), course.play_on().over(("Ada", "Ben", "Chitra"))).decode()

    assert [line for line in text.splitlines() if line.startswith("Nobody")] == [
        "Nobody decided about the open boxes of Chitra: they become zeros.",
        "Nobody decided about the open boxes of Ben: they become zeros.",
    ]


def test_without_a_clock_a_replay_says_that_somebody_was_away() -> None:
    course = Course("yacht", 2)
    course.wait()

    text = replay_files.as_text(Words(None), course.end(None).over()).decode()

    assert "has not played for 3 days." in text
    assert "is up" not in text


@pytest.mark.parametrize("order", Order)
def test_a_replay_marks_the_turns_that_a_computer_played(order: Order) -> None:
    past = past_scenes.decided("yacht", order).play_on().over(("Ada", "Ben", "Chitra", "Dan"))
    text = replay_files.as_text(Words(None), past).decode()

    for index, (name, seat) in enumerate(zip(past.stored.names, past.stored.game.seats, strict=True)):
        scored = [event for event in past.events if isinstance(event, Scored) and event.seat == index]
        played = len(scored) if seat.level else len(seat.stood_in)
        assert text.count(f"\n{name} (computer): ") == played
        assert text.count(f"\n{name}: ") == len(scored) - played
    assert "4. Dan (computer) " in text


def test_a_game_as_json_is_read_again() -> None:
    past = Course("yahtzee", 3, order=Order.TOGETHER).play_on().over()
    whole = json.loads(replay_files.as_json(past))
    assert len(whole["events"]) == len(past.events)
    assert whole["dice"]["seed"] == scenes.SEED.hex()
    assert [player["total"] for player in whole["players"]] == [row.total for row in past.results]


def test_a_game_as_json_tells_who_played_for_whom() -> None:
    past = past_scenes.decided("yacht").play_on().over(clock=86_400)
    whole = json.loads(replay_files.as_json(past))

    assert whole["clock"] == 86_400
    assert [player["computer"] for player in whole["players"]] == [None, None, None, STAND_IN]
    assert [player["stood_in"] for player in whole["players"]] == [[1], [], [], [1]]
    assert {"timed-out", "given-time", "stood-in", "taken-over", "zeroed"} <= {each["kind"] for each in whole["events"]}


def last_card(past: Replay, at: int) -> list[str]:
    """The last seat's card after that step, box by box."""
    embed = replays.replay(Words(None), scenes.EMOJIS, past, at, ASKER).embed
    assert embed is not None
    rows = (embed.description or "").split("```")[1].splitlines()[2:]
    return [row.split()[-1] for row in rows]


def test_open_boxes_of_who_left_are_zeros_once_that_is_decided() -> None:
    course = Course("yacht", 3)
    course.leave(2)
    course.zero(2)
    past = course.end(None).over()

    shown = [last_card(past, at) for at in range(4)]

    assert shown == [["–"] * 12, ["–"] * 12, ["0"] * 12, ["0"] * 12]


def test_a_step_without_dice_shows_none() -> None:
    course = Course("yacht", 2)
    course.wait()
    screen = replays.replay(Words(None), scenes.EMOJIS, course.end(None).over(), 1, ASKER)

    assert screen.content is None
    assert screen.embed is not None
    assert "Dice" not in (screen.embed.description or "")
