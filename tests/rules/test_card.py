"""A card on its own: what it holds, its sums, its pace and its JSON."""

import json

import pytest

from bot.rules import Card, Ruleset, Totals

from .builders import FREE_JOKER, UPPER_FIRST, YACHT, YAHTZEE, card

THREE_OF_EACH = {"aces": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18}
YAHTZEE_GAMES = pytest.mark.parametrize("ruleset", [YAHTZEE, UPPER_FIRST, FREE_JOKER], ids=lambda ruleset: ruleset.key)


def test_a_new_card_is_empty() -> None:
    assert Card() == Card((), 0)
    assert Card().points("aces") is None
    assert not Card().filled("aces")


def test_a_zero_fills_a_box() -> None:
    zeroed = Card().with_score("aces", 0)
    assert zeroed.filled("aces")
    assert zeroed.points("aces") == 0


def test_scoring_leaves_the_earlier_card_as_it_was() -> None:
    before = card({"aces": 3}, bonus=100)
    after = before.with_score("chance", 20, bonus=100)
    assert before == Card((("aces", 3),), 100)
    assert after == Card((("aces", 3), ("chance", 20)), 200)


def test_a_card_remembers_the_order_of_filling() -> None:
    assert Card().with_score("chance", 20).with_score("aces", 3).scores == (("chance", 20), ("aces", 3))


@pytest.mark.parametrize("kept", [Card(), card({"aces": 0}), card({"yahtzee": 50, "chance": 20, "aces": 3}, bonus=300)])
def test_a_card_survives_json(kept: Card) -> None:
    assert Card.from_json(json.loads(json.dumps(kept.to_json()))) == kept


def test_the_json_of_a_card_keeps_its_form() -> None:
    assert card({"yahtzee": 50, "aces": 3}, bonus=100).to_json() == {
        "scores": [["yahtzee", 50], ["aces", 3]],
        "bonus": 100,
    }


@YAHTZEE_GAMES
def test_63_in_the_upper_section_earn_35(ruleset: Ruleset) -> None:
    assert ruleset.totals(card(THREE_OF_EACH)) == Totals(upper=63, upper_bonus=35, lower=0, extra=0)


@YAHTZEE_GAMES
def test_62_in_the_upper_section_earn_nothing(ruleset: Ruleset) -> None:
    assert ruleset.totals(card(THREE_OF_EACH | {"aces": 2})) == Totals(upper=62, upper_bonus=0, lower=0, extra=0)


@YAHTZEE_GAMES
def test_more_than_63_earn_35_once(ruleset: Ruleset) -> None:
    most = {"aces": 5, "twos": 10, "threes": 15, "fours": 20, "fives": 25, "sixes": 30}
    assert ruleset.totals(card(most)).upper_bonus == 35


@YAHTZEE_GAMES
def test_63_may_be_reached_before_the_upper_section_is_full(ruleset: Ruleset) -> None:
    assert ruleset.totals(card({"fours": 20, "fives": 25, "sixes": 18})).upper_bonus == 35


@YAHTZEE_GAMES
def test_neither_hundreds_nor_the_lower_section_count_towards_63(ruleset: Ruleset) -> None:
    totals = ruleset.totals(card({"sixes": 30, "yahtzee": 50, "chance": 30}, bonus=400))
    assert totals == Totals(upper=30, upper_bonus=0, lower=80, extra=400)
    assert totals.total == 510


def test_yacht_has_no_upper_bonus() -> None:
    totals = YACHT.totals(card({"ones": 5, "twos": 10, "threes": 15, "fours": 20, "fives": 25, "sixes": 30}))
    assert totals == Totals(upper=105, upper_bonus=0, lower=0, extra=0)


@YAHTZEE_GAMES
@pytest.mark.parametrize(
    ("scores", "pace"),
    [
        ({}, 0),
        ({"aces": 3}, 0),
        ({"aces": 0}, -3),
        ({"sixes": 24}, 6),
        ({"sixes": 12}, -6),
        ({"sixes": 24, "fives": 10}, 1),
        ({"chance": 30, "yahtzee": 50}, 0),
        (THREE_OF_EACH, 0),
        (THREE_OF_EACH | {"aces": 2}, -1),
    ],
)
def test_the_pace_is_counted_from_three_of_each_filled_upper_box(
    ruleset: Ruleset, scores: dict[str, int], pace: int
) -> None:
    assert ruleset.pace(card(scores, bonus=100)) == pace


def test_a_game_without_an_upper_bonus_has_no_pace() -> None:
    assert YACHT.pace(card({"ones": 5})) is None
