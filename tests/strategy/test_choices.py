"""What an advisor says of positions whose best play is known."""

import pytest

from bot.game import Turn
from bot.rules import RULESETS, Card, Dice, Ruleset
from bot.strategy.choices import Advisor
from bot.strategy.dice_tables import ROLLS
from bot.strategy.positions import NoSuchPosition
from tests.solved import Solved

from .brute import HOLDS, Known, after, at, end_value, grid, one_roll_before
from .builders import all_but, dice, for_every_ruleset

YACHT, YAHTZEE = RULESETS["yacht"], RULESETS["yahtzee"]
UPPER_FIRST = RULESETS["yahtzee-upper-first"]


@pytest.mark.parametrize(
    ("ruleset", "card", "roll", "faces", "chosen"),
    [
        (YAHTZEE, Card(), 1, "55555", "yahtzee"),
        (YAHTZEE, Card(), 1, "12345", "large-straight"),
        (YAHTZEE, Card(), 1, "66661", (0, 1, 2, 3)),
        (YAHTZEE, Card(), 3, "12334", "small-straight"),
        (YAHTZEE, all_but(YAHTZEE, "chance", "yahtzee"), 3, "12346", "yahtzee"),
        (YAHTZEE, all_but(YAHTZEE, "sixes", "chance", fives=20, fours=16, threes=9), 3, "66612", "sixes"),
        (YACHT, all_but(YACHT, "yacht", "ones"), 3, "23456", "ones"),
        (UPPER_FIRST, all_but(UPPER_FIRST, "chance", "yahtzee"), 3, "11112", "yahtzee"),
    ],
)
def test_the_best_choice_comes_first(
    solved: Solved, ruleset: Ruleset, card: Card, roll: int, faces: str, chosen: tuple[int, ...] | str
) -> None:
    assert Advisor(solved(ruleset)).choices(card, Turn(1, roll, dice(faces)))[0].chosen == chosen


def ends_of(card: Card) -> dict[Dice, dict[str, float]]:
    """By roll and box, the final score to expect once those dice are scored there."""
    known: Known = {}
    return {
        roll: {
            option.box: end_value(YAHTZEE, YAHTZEE.place(card, roll, option.box), known)[0]
            for option in YAHTZEE.options(card, roll)
        }
        for roll in ROLLS
    }


@pytest.mark.parametrize(("roll", "faces"), [(1, "33561"), (2, "55512"), (2, "12356"), (3, "44452")])
def test_every_choice_is_worth_what_brute_force_says(solved: Solved, roll: int, faces: str) -> None:
    card = all_but(YAHTZEE, "fours", "full-house", aces=4, sixes=24, yahtzee=50)
    ends = ends_of(card)
    values = grid(lambda rolled: max(ends[tuple(sorted(rolled))].values()))
    if roll == 1:
        values = one_roll_before(values)
    choices = Advisor(solved(YAHTZEE)).choices(card, Turn(1, roll, dice(faces)))
    expected = {choice.chosen: choice.expected for choice in choices}
    for box, worth in ends[tuple(sorted(dice(faces)))].items():
        assert expected.pop(box) == pytest.approx(worth, abs=1e-9)
    assert (not expected) == (roll == 3)
    for hold, worth_of_hold in expected.items():
        assert hold in HOLDS
        assert worth_of_hold == pytest.approx(at(after(values, tuple(map(int, hold))), dice(faces)), abs=1e-9)


@for_every_ruleset
def test_choices_fall_in_what_they_are_worth(solved: Solved, ruleset: Ruleset) -> None:
    choices = Advisor(solved(ruleset)).choices(Card(), Turn(1, 1, dice("11356")))
    worth = [round(choice.expected, 9) for choice in choices]
    assert worth == sorted(worth, reverse=True)
    assert all(isinstance(choice.chosen, str) == (choice.keep is None) for choice in choices)
    keeps = [choice.keep for choice in choices if choice.keep is not None]
    assert len(keeps) == len(set(keeps)) == 23


def test_where_a_hold_gives_no_more_a_box_comes_first(solved: Solved) -> None:
    only = all_but(YAHTZEE, "large-straight")
    choices = Advisor(solved(YAHTZEE)).choices(only, Turn(13, 1, dice("23456")))
    assert choices[0].chosen == "large-straight"


def test_a_card_to_which_the_rules_cannot_lead_is_refused(solved: Solved) -> None:
    """Chance before the upper section is full, and a Yahtzee of 7 points."""
    for card in (Card((("chance", 20),)), all_but(UPPER_FIRST, "chance", yahtzee=7)):
        with pytest.raises(NoSuchPosition):
            Advisor(solved(UPPER_FIRST)).choices(card, Turn(2, 1, dice("12345")))
