"""What holds for every game of the family: those of RULESETS and a toy one, which joins by its one file."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules import RULESETS, BoxClosed, BoxFilled, Card, Closure, Dice, Refusal, Ruleset, Section

from .builders import ALL_ROLLS
from .toy import TOY

FIVE_EQUAL = [(face,) * 5 for face in range(1, 7)]
DICE: st.SearchStrategy[Dice] = st.sampled_from(ALL_ROLLS) | st.sampled_from(FIVE_EQUAL)
LOWEST = 5

Test = Callable[..., None]

for_every_ruleset = pytest.mark.parametrize("ruleset", [*RULESETS.values(), TOY], ids=lambda ruleset: ruleset.key)


def at_random(test: Test) -> Test:
    """Runs the test for every ruleset with Hypothesis's `data`, briefly and without a clock."""
    by_hypothesis: Test = settings(max_examples=25, deadline=None)(given(data=st.data())(test))
    return for_every_ruleset(by_hypothesis)


def played(data: st.DataObject, ruleset: Ruleset, turns: int) -> Card:
    """A card after that many turns of random play."""
    card = Card()
    for _ in range(turns):
        dice = data.draw(DICE)
        option = data.draw(st.sampled_from(ruleset.options(card, dice)))
        card = ruleset.place(card, dice, option.box)
    return card


def running(data: st.DataObject, ruleset: Ruleset) -> Card:
    """A card of a game that is not over."""
    return played(data, ruleset, data.draw(st.integers(0, len(ruleset.boxes) - 1), label="turns played"))


@at_random
def test_random_play_ends_within_bounds(ruleset: Ruleset, data: st.DataObject) -> None:
    card = played(data, ruleset, len(ruleset.boxes))
    assert ruleset.is_full(card)
    assert LOWEST <= ruleset.totals(card).total <= ruleset.maximum


@at_random
def test_the_order_of_the_dice_never_matters(ruleset: Ruleset, data: st.DataObject) -> None:
    card, dice = running(data, ruleset), data.draw(DICE)
    shuffled = tuple(data.draw(st.permutations(dice)))
    assert ruleset.options(card, shuffled) == ruleset.options(card, dice)
    assert ruleset.closed(card, shuffled) == ruleset.closed(card, dice)
    for option in ruleset.options(card, dice):
        assert ruleset.place(card, shuffled, option.box) == ruleset.place(card, dice, option.box)


@at_random
def test_every_option_can_be_placed_for_what_it_promised(ruleset: Ruleset, data: st.DataObject) -> None:
    card, dice = running(data, ruleset), data.draw(DICE)
    for option in ruleset.options(card, dice):
        after = ruleset.place(card, dice, option.box)
        assert after == Card((*card.scores, (option.box, option.points)), card.bonus + option.bonus)


@at_random
def test_every_closed_box_is_refused_for_the_reason_given(ruleset: Ruleset, data: st.DataObject) -> None:
    card, dice = running(data, ruleset), data.draw(DICE)
    for box, closure in ruleset.closed(card, dice).items():
        with pytest.raises(Refusal) as refused:
            ruleset.place(card, dice, box)
        facts = BoxFilled(box) if closure is Closure.FILLED else BoxClosed(box, closure)
        assert (type(refused.value), vars(refused.value)) == (type(facts), vars(facts))


@at_random
def test_there_is_an_option_while_a_box_is_open(ruleset: Ruleset, data: st.DataObject) -> None:
    assert ruleset.options(running(data, ruleset), data.draw(DICE))


@at_random
def test_every_box_is_either_an_option_or_closed_in_card_order(ruleset: Ruleset, data: st.DataObject) -> None:
    card, dice = running(data, ruleset), data.draw(DICE)
    options, closed = [option.box for option in ruleset.options(card, dice)], ruleset.closed(card, dice)
    order = [box.key for box in ruleset.boxes]
    assert sorted([*options, *closed], key=order.index) == order
    assert options == [box for box in order if box in options]
    assert list(closed) == [box for box in order if box in closed]


@at_random
def test_exactly_the_boxes_on_the_card_are_closed_as_filled(ruleset: Ruleset, data: st.DataObject) -> None:
    card, dice = running(data, ruleset), data.draw(DICE)
    filled = {box for box, closure in ruleset.closed(card, dice).items() if closure is Closure.FILLED}
    assert filled == {box for box, _ in card.scores}
    assert filled.isdisjoint(box.key for box in ruleset.open_boxes(card))


@at_random
def test_a_full_card_offers_nothing(ruleset: Ruleset, data: st.DataObject) -> None:
    card, dice = played(data, ruleset, len(ruleset.boxes)), data.draw(DICE)
    assert ruleset.options(card, dice) == ()
    assert ruleset.closed(card, dice) == {box.key: Closure.FILLED for box in ruleset.boxes}


@at_random
def test_the_totals_add_up_to_all_that_is_on_the_card(ruleset: Ruleset, data: st.DataObject) -> None:
    card = running(data, ruleset)
    totals = ruleset.totals(card)
    assert totals.total - totals.upper_bonus == sum(points for _, points in card.scores) + card.bonus
    assert totals.extra == card.bonus


@at_random
def test_a_card_of_any_moment_survives_json(ruleset: Ruleset, data: st.DataObject) -> None:
    card = running(data, ruleset)
    assert Card.from_json(json.loads(json.dumps(card.to_json()))) == card


@for_every_ruleset
def test_the_keys_of_the_boxes_differ(ruleset: Ruleset) -> None:
    assert len({box.key for box in ruleset.boxes}) == len(ruleset.boxes)


@for_every_ruleset
def test_the_boxes_with_a_face_are_the_upper_section(ruleset: Ruleset) -> None:
    assert all((box.face is not None) == (box.section is Section.UPPER) for box in ruleset.boxes)


# Keys are stored with every game, so they are frozen here.

YAHTZEE_BOXES = (
    *("aces", "twos", "threes", "fours", "fives", "sixes", "three-of-a-kind", "four-of-a-kind"),
    *("full-house", "small-straight", "large-straight", "yahtzee", "chance"),
)
BOXES = {
    "yacht": (
        *("ones", "twos", "threes", "fours", "fives", "sixes", "full-house", "four-of-a-kind"),
        *("little-straight", "big-straight", "choice", "yacht"),
    ),
    "yahtzee": YAHTZEE_BOXES,
    "yahtzee-upper-first": YAHTZEE_BOXES,
    "yahtzee-free-joker": YAHTZEE_BOXES,
}


def test_the_stored_keys_of_rulesets_and_boxes_never_change() -> None:
    assert {key: tuple(box.key for box in ruleset.boxes) for key, ruleset in RULESETS.items()} == BOXES
    assert all(ruleset.key == key for key, ruleset in RULESETS.items())


def test_the_best_game_of_the_toy_reaches_its_maximum() -> None:
    card = Card()
    best = [("66655", "house"), ("55555", "fives"), ("66666", "sixes"), ("66666", "pair"), ("66666", "chance")]
    for faces, box in best:
        card = TOY.place(card, tuple(map(int, faces)), box)
    assert TOY.totals(card).total == TOY.maximum
