"""What hints say, in every language and within the limits."""

from __future__ import annotations

import pytest

from bot.rules import RULESETS
from bot.strategy.choices import Choice
from bot.ui.hint_words import hint
from bot.ui.words import Words
from tests import limits
from tests.ui import hint_scenes, scenes
from tests.ui.pseudo import Pseudo, strays

ENGLISH = Words(None)
EXPLAINED = "-# The average is of your final score, if you play on as well as can be."


def lines(*choices: Choice) -> list[str]:
    *said, explained = (hint(ENGLISH, choices).content or "").splitlines()
    assert explained == EXPLAINED
    return said


def test_a_hint_tells_the_best_and_what_the_two_next_best_cost() -> None:
    assert lines(
        Choice((0, 1, 3), 187.31, (5, 5, 5)),
        Choice("full-house", 183.19),
        Choice((0, 1), 180.0, (5, 5)),
        Choice("chance", 100.0),
    ) == [
        "**Keep 5‑5‑5 and roll two: 187.3 on average.**",
        "Taking Full House now costs 4.1.",
        "Keeping 5‑5 costs 7.3.",
    ]


def test_a_box_may_be_the_best_and_all_dice_the_next() -> None:
    assert lines(Choice("little-straight", 201.0), Choice((), 188.5, ()), Choice("choice", 180.25)) == [
        "**Take Little Straight: 201.0 on average.**",
        "Rolling all five again costs 12.5.",
        "Taking Choice now costs 20.8.",
    ]


def test_what_costs_nothing_is_as_good() -> None:
    assert lines(Choice((), 165.0, ()), Choice("ones", 165.0), Choice((1,), 164.96, (6,))) == [
        "**Roll all five again: 165.0 on average.**",
        "Taking Ones now is as good.",
        "Keeping 6 is as good.",
    ]
    assert lines(Choice((1,), 165.0, (6,)), Choice((), 165.0, ()))[1:] == ["Rolling all five again is as good."]


def test_the_last_box_has_nothing_beside_it() -> None:
    assert lines(Choice("chance", 201.0)) == ["**Take Chance: 201.0 on average.**", "Nothing else can be done."]


@pytest.mark.parametrize("key", RULESETS)
async def test_every_hint_and_board_with_hints_is_translated(key: str) -> None:
    shown = list(hint_scenes.screens(Pseudo(), scenes.EMOJIS, key))
    assert len(shown) > 100
    for name, screen in shown:
        for text in scenes.read(scenes.body(screen)):
            assert not strays(text), name


@pytest.mark.parametrize("words", [ENGLISH, Pseudo()], ids=["english", "pseudo"])
@pytest.mark.parametrize("key", RULESETS)
async def test_every_hint_and_board_with_hints_is_within_the_limits(key: str, words: Words) -> None:
    for _, screen in hint_scenes.screens(words, scenes.EMOJIS, key):
        assert list(limits.problems(scenes.body(screen))) == []
