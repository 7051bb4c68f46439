"""The card of every ruleset, as wide as a phone, and what its marks mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import RULESETS, Card, Dice, Ruleset
from bot.rules.refusals import Closure
from bot.ui import terms
from bot.ui.card import card_text, key_lines
from bot.ui.words import Words

ENGLISH = Words(None)
WIDEST = 28
FIVES: Dice = (5, 5, 5, 5, 5)
rolls = st.tuples(*[st.integers(1, 6)] * 5)


def rows(ruleset: Ruleset, card: Card = Card(), dice: Dice = ()) -> list[str]:  # noqa: B008 - a frozen value
    first, *lines, last = card_text(ENGLISH, ruleset, card, dice).split("\n")
    assert first == last == "```"
    return lines


def value(ruleset: Ruleset, card: Card, dice: Dice, box: str) -> str:
    """What the card shows beside the name of a box."""
    name = terms.short_box_name(ENGLISH, box)
    column = next(line.split(f"{name} ", 1)[1] for line in rows(ruleset, card, dice) if f"{name} " in line)
    return column.replace("│", " ").split()[0]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
@given(dice=rolls, data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_line_is_wider_than_a_phone(ruleset: Ruleset, dice: Dice, data: st.DataObject) -> None:
    filled = data.draw(st.sets(st.sampled_from([box.key for box in ruleset.boxes])))
    card = Card(tuple((box, data.draw(st.sampled_from([0, 5, 50]))) for box in sorted(filled)))
    for shown in ((), dice):
        lines = rows(ruleset, card, shown)
        assert max(map(len, lines)) <= WIDEST
        assert len(lines) == 7 if len(ruleset.boxes) == 13 else 6
        text = "\n".join(lines)
        assert all(terms.short_box_name(ENGLISH, box.key) in text for box in ruleset.boxes)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_open_box_shows_what_the_dice_would_score_and_a_filled_one_its_points(ruleset: Ruleset) -> None:
    first = ruleset.boxes[0].key
    assert value(ruleset, Card(), (), first) == "–"
    assert value(ruleset, Card(), (1, 1, 2, 3, 4), first) == "(2)"
    assert value(ruleset, Card(((first, 3),)), (1, 1, 2, 3, 4), first) == "3"
    assert value(ruleset, Card(((first, 0),)), (), first) == "0"
    assert value(ruleset, Card(), FIVES, "fives") == "(25)"


@pytest.mark.parametrize("key", ["yahtzee", "yahtzee-free-joker"])
def test_widest_points_fit(key: str) -> None:
    assert value(RULESETS[key], Card(), FIVES, "yahtzee") == "(50)"
    assert max(map(len, rows(RULESETS[key], Card(), FIVES))) == WIDEST


def test_lower_boxes_are_closed_while_an_upper_one_is_open() -> None:
    ruleset = RULESETS["yahtzee-upper-first"]
    assert value(ruleset, Card(), FIVES, "chance") == "×"
    marks = key_lines(ENGLISH, ruleset, Card(), FIVES)
    assert any(line.startswith("×") and "six upper boxes" in line for line in marks)


def test_joker_closes_boxes_and_says_why() -> None:
    ruleset = RULESETS["yahtzee"]
    joker = Card((("yahtzee", 50),))
    assert value(ruleset, joker, FIVES, "fives") == "(25)"
    assert value(ruleset, joker, FIVES, "chance") == "×"
    assert value(ruleset, joker, FIVES, "yahtzee") == "50"
    assert any("upper box of its own number" in line for line in key_lines(ENGLISH, ruleset, joker, FIVES))
    filled = Card((("yahtzee", 50), ("fives", 25)))
    assert value(ruleset, filled, FIVES, "large-straight") == "(40)"
    assert value(ruleset, filled, FIVES, "aces") == "×"
    assert any("open lower box" in line for line in key_lines(ENGLISH, ruleset, filled, FIVES))


def test_marks_are_explained_only_where_they_stand() -> None:
    yacht = RULESETS["yacht"]
    assert key_lines(ENGLISH, yacht, Card(), ()) == []
    (only,) = key_lines(ENGLISH, yacht, Card((("ones", 1),)), FIVES)
    assert only.startswith("In brackets")


@pytest.mark.parametrize("closure", list(Closure))
def test_every_reason_has_words(closure: Closure) -> None:
    assert terms.closure_line(ENGLISH, closure).endswith(".")


def test_every_box_and_ruleset_has_a_name_of_its_own() -> None:
    for ruleset in RULESETS.values():
        assert ruleset.key in terms.RULESET_NAMES
        assert ruleset.key in terms.RULESET_LINES
        shorts = [terms.short_box_name(ENGLISH, box.key) for box in ruleset.boxes]
        assert all(box.key in terms.BOX_NAMES for box in ruleset.boxes)
        assert len(set(shorts)) == len(shorts)
        assert max(map(len, shorts)) <= 11
