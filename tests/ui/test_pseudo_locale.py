"""Every message goes through gettext: in a pseudo language no letter stands outside its templates."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import discord
import pytest

import bot.client  # noqa: F401 - every refusal is known once the whole bot is
from bot.game.refusals import Refusal
from bot.rules import RULESETS
from bot.rules.refusals import Closure
from bot.ui import terms
from bot.ui.answers import Plainly, board_link
from bot.ui.board import option_label
from bot.ui.emojis import DiceEmojis
from bot.ui.permissions import missing
from bot.ui.phrases import line_of_turn, list_of_names, score_line
from bot.ui.refusal_words import refusal_sentence
from bot.ui.words import Words
from tests.ui import scenes
from tests.ui.pseudo import Pseudo, strays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.games import StoredGame


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("⟦Roll (⟧2⟦ left)⟧", ""),
        ("Roll ⟦now⟧", "Roll"),
        ("⟦It is ⟧somebody⟦'s turn⟧", "somebody"),
        ("★ **12** <:die_1_ab:123> <@5> <t:5:R> `00ff,12` 0a1b2c3d4e", ""),
        ("facade", "facade"),
        ("Ada 12", ""),
    ],
)
def test_stray_words_are_found(text: str, found: str) -> None:
    assert strays(text, ["Ada"]) == found


@pytest.mark.parametrize("emojis", [scenes.EMOJIS, DiceEmojis.keycaps()], ids=["emojis", "keycaps"])
async def test_no_screen_shows_a_word_of_its_own(emojis: DiceEmojis) -> None:
    shown = list(scenes.screens(Pseudo(), emojis))
    assert len(shown) > 300
    for name, screen in shown:
        for text in scenes.read(scenes.body(screen)):
            assert not strays(text), name


def refusals() -> Iterator[type[Refusal]]:
    """Every refusal of the bot that needs words: all but the one that brings its own."""
    waiting: list[type[Refusal]] = [Refusal]
    while waiting:
        for each in waiting.pop().__subclasses__():
            waiting.append(each)
            if each.__module__.startswith("bot.") and each is not Plainly:
                yield each


def instances(refusal: type[Refusal], stored: StoredGame) -> list[Refusal]:
    """One of that refusal for each of its facts that is worded in its own way."""
    facts: dict[str, list[Any]] = {
        "awaited": [False, True],
        "box": ["full-house"],
        "closure": [closure for closure in Closure if closure is not Closure.FILLED],
        "current": [1],
        "dice": [(1, 2)],
        "host": [scenes.member(0), scenes.SNOWFLAKE],
        "key": ["poker-dice"],
        "managers": [False, True],
        "position": [7],
        "running": [stored],
        "seats": [1, 10],
        "undecided": [False, True],
    }
    needed: list[str] = [field.name for field in fields(refusal)] if is_dataclass(refusal) else []
    most = max((len(facts[name]) for name in needed), default=1)
    return [refusal(*(facts[name][turn % len(facts[name])] for name in needed)) for turn in range(most)]


@pytest.mark.parametrize("refusal", list(refusals()), ids=lambda refusal: refusal.__name__)
def test_every_refusal_is_worded_and_translated(refusal: type[Refusal]) -> None:
    stored = scenes.stored(scenes.playing())
    for each in instances(refusal, stored):
        for game in (stored, None):
            text = refusal_sentence(Pseudo(), each, game, board_link(stored))
            assert not strays(text), text
            assert "None" not in text
            assert text.rstrip("⟦⟧").endswith((".", "?", str(stored.row.board_message_id)))


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    words, stored = Words(None), scenes.stored(scenes.playing())
    fallback = refusal_sentence(words, Refusal(), stored, None)
    sentences: dict[str, type[Refusal]] = {}
    for refusal in refusals():
        for each in instances(refusal, stored):
            sentence = refusal_sentence(words, each, stored, None)
            assert sentence != fallback, refusal
            assert sentences.setdefault(sentence, refusal) is refusal
    assert len(set(sentences.values())) == len(list(refusals())) > 15


def test_permissions_are_translated() -> None:
    for thread in (False, True):
        lacking = missing(Pseudo(), discord.Permissions.none(), thread=thread)
        assert len(lacking) == 3
        assert not any(map(strays, lacking))
    lacking = missing(Pseudo(), discord.Permissions.none(), new_thread=True)
    assert len(lacking) == 4
    assert not any(map(strays, lacking))


def test_lines_of_turns_and_options_are_translated() -> None:
    words, game = Pseudo(), scenes.in_hand(scenes.playing("yahtzee"), 0, scenes.FIVE_FIVES)
    scored = scenes.with_card(game, 0, {"yahtzee": 50, "aces": 1})
    lines = [
        score_line(words, "★", "full-house", 25),
        score_line(words, "★", "chance", 25, 100),
        line_of_turn(words, scenes.stored(scored), 1),
        line_of_turn(words, scenes.stored(scenes.left(scored, 1)), 2),
        list_of_names(words, ["★", "☆", "☆"]),
        *(option_label(words, option) for option in game.rules.options(scored.seats[0].card, scenes.FIVE_FIVES)),
        *(terms.box_name(words, box.key) for rules in RULESETS.values() for box in rules.boxes),
    ]
    assert not any(strays(line or "") for line in lines)
