"""What the rules refuse: each by its own name with its facts, and nothing changed."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.rules import RULESETS, BadDice, BoxClosed, BoxFilled, Card, Closure, Refusal, UnknownBox

from .builders import UPPER_FIRST, YACHT, YAHTZEE, card, roll

ANY_RULES = pytest.mark.parametrize("key", RULESETS)

BAD_DICE: list[Sequence[Any]] = [
    (),
    (1, 2, 3, 4),
    (1, 2, 3, 4, 5, 6),
    (1, 2, 3, 4, 7),
    (0, 2, 3, 4, 5),
    (-1, 2, 3, 4, 5),
    (True, 2, 3, 4, 5),
    (1, 2.0, 3, 4, 5),
    (1, 2, "3", 4, 5),
    (1, 2, None, 4, 5),
    (1, 2, [3], 4, 5),
    "12345",
]


@ANY_RULES
@pytest.mark.parametrize("dice", BAD_DICE, ids=repr)
def test_bad_dice_are_refused_by_every_question_and_by_placing(key: str, dice: Any) -> None:
    ruleset = RULESETS[key]
    first = ruleset.boxes[0].key
    with pytest.raises(BadDice) as by_options:
        ruleset.options(Card(), dice)
    with pytest.raises(BadDice) as by_closed:
        ruleset.closed(Card(), dice)
    with pytest.raises(BadDice) as by_place:
        ruleset.place(Card(), dice, first)
    assert by_options.value.dice is by_closed.value.dice is by_place.value.dice is dice


@ANY_RULES
@pytest.mark.parametrize("box", ["", "nines", "Sixes", " sixes"])
def test_a_box_the_game_does_not_have_is_refused(key: str, box: str) -> None:
    with pytest.raises(UnknownBox) as refused:
        RULESETS[key].place(Card(), roll("12345"), box)
    assert refused.value.box == box


def test_a_box_of_the_other_game_is_refused() -> None:
    with pytest.raises(UnknownBox):
        YACHT.place(Card(), roll("44444"), "yahtzee")
    with pytest.raises(UnknownBox):
        YAHTZEE.place(Card(), roll("44444"), "yacht")


@ANY_RULES
@pytest.mark.parametrize("points", [0, 18])
def test_a_filled_box_is_refused_whatever_it_holds(key: str, points: int) -> None:
    before = card({"sixes": points})
    with pytest.raises(BoxFilled) as refused:
        RULESETS[key].place(before, roll("66666"), "sixes")
    assert refused.value.box == "sixes"
    assert before == card({"sixes": points})


@pytest.mark.parametrize("yahtzee", [0, 50])
def test_the_yahtzee_box_is_refused_to_a_second_yahtzee(yahtzee: int) -> None:
    with pytest.raises(BoxFilled):
        YAHTZEE.place(card({"yahtzee": yahtzee}), roll("66666"), "yahtzee")


@pytest.mark.parametrize(
    ("before", "box", "closure"),
    [
        (card({"yahtzee": 50}), "aces", Closure.JOKER_UPPER),
        (card({"yahtzee": 0}), "large-straight", Closure.JOKER_UPPER),
        (card({"yahtzee": 50, "fours": 12}), "aces", Closure.JOKER_LOWER),
        (card({"yahtzee": 0, "fours": 0}), "sixes", Closure.JOKER_LOWER),
    ],
)
def test_a_box_closed_to_a_joker_is_refused_by_that_rule(before: Card, box: str, closure: Closure) -> None:
    scores, bonus = before.scores, before.bonus
    with pytest.raises(BoxClosed) as refused:
        YAHTZEE.place(before, roll("44444"), box)
    assert (refused.value.box, refused.value.closure) == (box, closure)
    assert before == Card(scores, bonus)


@pytest.mark.parametrize("box", ["yahtzee", "chance"])
def test_a_lower_box_is_refused_before_the_upper_section_is_full(box: str) -> None:
    with pytest.raises(BoxClosed) as refused:
        UPPER_FIRST.place(card({"aces": 3}), roll("44444"), box)
    assert (refused.value.box, refused.value.closure) == (box, Closure.UPPER_FIRST)


def test_bad_dice_are_refused_before_a_bad_box() -> None:
    with pytest.raises(BadDice):
        YACHT.place(Card(), roll("123"), "nines")


@pytest.mark.parametrize("refusal", [BadDice, UnknownBox, BoxFilled, BoxClosed])
def test_every_refusal_is_caught_by_the_one_name(refusal: type[Exception]) -> None:
    assert issubclass(refusal, Refusal)
