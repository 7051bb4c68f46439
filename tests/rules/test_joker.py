"""Five equal dice in Yahtzee: where they may go, what they are worth there, and the 100."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest

from bot.rules import Card, Closure, Ruleset

from . import oracle
from .builders import FREE_JOKER, UPPER, UPPER_FIRST, YACHT, YAHTZEE, bonuses, card, full_but, roll, worth

JOKER_GAMES = pytest.mark.parametrize("ruleset", [YAHTZEE, UPPER_FIRST, FREE_JOKER], ids=lambda ruleset: ruleset.key)
LOWER = ("three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "yahtzee", "chance")
UPPER_ZEROES = dict.fromkeys(UPPER, 0)


def reasons(ruleset: Ruleset, to: Card, faces: str) -> Mapping[str, Closure]:
    """Why the boxes that are still open may not be filled."""
    closed = ruleset.closed(to, roll(faces))
    return {box: closure for box, closure in closed.items() if closure is not Closure.FILLED}


# The 100.


@JOKER_GAMES
@pytest.mark.parametrize(
    ("yahtzee", "faces", "bonus"),
    [
        (50, "44444", 100),
        (50, "44445", 0),
        (50, "44455", 0),
        (0, "44444", 0),
        (0, "12345", 0),
    ],
)
def test_a_hundred_is_paid_for_five_equal_dice_while_the_yahtzee_box_holds_50(
    ruleset: Ruleset, yahtzee: int, faces: str, bonus: int
) -> None:
    assert bonuses(ruleset, card(UPPER_ZEROES | {"yahtzee": yahtzee}), faces) == {bonus}


@JOKER_GAMES
def test_the_first_yahtzee_earns_no_hundred(ruleset: Ruleset) -> None:
    first = ruleset.place(card(UPPER_ZEROES), roll("44444"), "yahtzee")
    assert (first.points("yahtzee"), first.bonus) == (50, 0)


@JOKER_GAMES
def test_five_equal_dice_in_another_box_while_the_yahtzee_box_is_open_earn_no_hundred(ruleset: Ruleset) -> None:
    assert bonuses(ruleset, card(UPPER_ZEROES), "44444") == {0}


@JOKER_GAMES
def test_every_further_yahtzee_earns_another_hundred(ruleset: Ruleset) -> None:
    after = card(UPPER_ZEROES | {"yahtzee": 50})
    for faces, box in (("11111", "chance"), ("22222", "full-house"), ("22222", "large-straight")):
        after = ruleset.place(after, roll(faces), box)
    assert after.bonus == 300


@JOKER_GAMES
def test_a_hundred_is_kept_apart_from_the_points_of_the_box(ruleset: Ruleset) -> None:
    after = ruleset.place(card(UPPER_ZEROES | {"yahtzee": 50}, bonus=100), roll("44444"), "chance")
    assert (after.points("chance"), after.bonus) == (20, 200)


@pytest.mark.parametrize("ruleset", [YAHTZEE, FREE_JOKER], ids=lambda ruleset: ruleset.key)
def test_a_hundred_is_paid_beside_an_upper_box_too(ruleset: Ruleset) -> None:
    after = ruleset.place(card({"yahtzee": 50}), roll("44444"), "fours")
    assert (after.points("fours"), after.bonus) == (20, 100)


def test_yacht_has_neither_joker_nor_hundred() -> None:
    after_a_yacht = card({"yacht": 50, "fours": 20})
    values = worth(YACHT, after_a_yacht, "44444")
    assert (values["full-house"], values["little-straight"], values["four-of-a-kind"]) == (0, 0, 16)
    assert bonuses(YACHT, after_a_yacht, "44444") == {0}
    assert reasons(YACHT, after_a_yacht, "44444") == {}


# No Joker while the Yahtzee box is open.


@pytest.mark.parametrize("ruleset", [YAHTZEE, FREE_JOKER], ids=lambda ruleset: ruleset.key)
def test_while_the_yahtzee_box_is_open_five_equal_dice_may_go_anywhere_at_ordinary_value(ruleset: Ruleset) -> None:
    assert worth(ruleset, Card(), "44444") == {
        "aces": 0,
        "twos": 0,
        "threes": 0,
        "fours": 20,
        "fives": 0,
        "sixes": 0,
        "three-of-a-kind": 20,
        "four-of-a-kind": 20,
        "full-house": 0,
        "small-straight": 0,
        "large-straight": 0,
        "yahtzee": 50,
        "chance": 20,
    }


@JOKER_GAMES
def test_a_filled_upper_box_makes_no_joker_while_the_yahtzee_box_is_open(ruleset: Ruleset) -> None:
    values = worth(ruleset, card(UPPER_ZEROES), "44444")
    assert (values["full-house"], values["small-straight"], values["large-straight"]) == (0, 0, 0)


@JOKER_GAMES
def test_dice_that_are_not_five_equal_are_no_joker(ruleset: Ruleset) -> None:
    values = worth(ruleset, card(UPPER_ZEROES | {"yahtzee": 50}), "44445")
    assert (values["full-house"], values["small-straight"], values["four-of-a-kind"]) == (0, 0, 21)


# The three steps of the forced Joker.

FOURS_OPEN = {"aces": 3, "chance": 20}
FOURS_FILLED = {"fours": 12, "chance": 20}
FOURS_ZERO = {"fours": 0, "chance": 20}


@pytest.mark.parametrize(("yahtzee", "bonus"), [(50, 100), (0, 0)])
def test_step_1_the_open_upper_box_of_the_number_must_be_used(yahtzee: int, bonus: int) -> None:
    before = card(FOURS_OPEN | {"yahtzee": yahtzee})
    assert worth(YAHTZEE, before, "44444") == {"fours": 20}
    assert bonuses(YAHTZEE, before, "44444") == {bonus}
    assert reasons(YAHTZEE, before, "44444") == dict.fromkeys(
        (
            *("twos", "threes", "fives", "sixes"),
            *("three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight"),
        ),
        Closure.JOKER_UPPER,
    )


@pytest.mark.parametrize(("yahtzee", "bonus"), [(50, 100), (0, 0)])
@pytest.mark.parametrize("filled", [FOURS_FILLED, FOURS_ZERO], ids=["twelve", "zero"])
def test_step_2_with_the_upper_box_filled_any_open_lower_box_has_full_value(
    filled: dict[str, int], yahtzee: int, bonus: int
) -> None:
    before = card(filled | {"yahtzee": yahtzee})
    assert worth(YAHTZEE, before, "44444") == {
        "three-of-a-kind": 20,
        "four-of-a-kind": 20,
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
    }
    assert bonuses(YAHTZEE, before, "44444") == {bonus}
    assert reasons(YAHTZEE, before, "44444") == dict.fromkeys(
        ("aces", "twos", "threes", "fives", "sixes"), Closure.JOKER_LOWER
    )


def test_step_2_the_chance_box_has_the_sum() -> None:
    assert worth(YAHTZEE, full_but(YAHTZEE, "chance", yahtzee=50), "33333") == {"chance": 15}


@pytest.mark.parametrize(("yahtzee", "bonus"), [(50, 100), (0, 0)])
def test_step_3_with_the_lower_section_full_any_open_upper_box_takes_a_zero(yahtzee: int, bonus: int) -> None:
    before = full_but(YAHTZEE, "aces", "sixes", yahtzee=yahtzee)
    assert worth(YAHTZEE, before, "44444") == {"aces": 0, "sixes": 0}
    assert bonuses(YAHTZEE, before, "44444") == {bonus}
    assert reasons(YAHTZEE, before, "44444") == {}


def test_step_1_comes_before_step_3_when_the_lower_section_is_full() -> None:
    before = full_but(YAHTZEE, "aces", "fours", yahtzee=50)
    assert worth(YAHTZEE, before, "44444") == {"fours": 20}
    assert reasons(YAHTZEE, before, "44444") == {"aces": Closure.JOKER_UPPER}


def test_a_filled_box_is_closed_as_filled_even_to_a_joker() -> None:
    closed = YAHTZEE.closed(card({"yahtzee": 50, "aces": 0}), roll("44444"))
    assert (closed["yahtzee"], closed["aces"]) == (Closure.FILLED, Closure.FILLED)


# The free Joker.


@pytest.mark.parametrize(("yahtzee", "bonus"), [(50, 100), (0, 0)])
def test_a_free_joker_whose_upper_box_is_open_may_go_anywhere_but_fits_no_house_and_no_straight(
    yahtzee: int, bonus: int
) -> None:
    before = card({"aces": 3, "yahtzee": yahtzee})
    assert worth(FREE_JOKER, before, "44444") == {
        "twos": 0,
        "threes": 0,
        "fours": 20,
        "fives": 0,
        "sixes": 0,
        "three-of-a-kind": 20,
        "four-of-a-kind": 20,
        "full-house": 0,
        "small-straight": 0,
        "large-straight": 0,
        "chance": 20,
    }
    assert bonuses(FREE_JOKER, before, "44444") == {bonus}
    assert reasons(FREE_JOKER, before, "44444") == {}


@pytest.mark.parametrize(("yahtzee", "bonus"), [(50, 100), (0, 0)])
@pytest.mark.parametrize("fours", [12, 0])
def test_a_free_joker_whose_upper_box_is_filled_has_full_value_below_and_a_zero_above(
    fours: int, yahtzee: int, bonus: int
) -> None:
    before = card({"fours": fours, "yahtzee": yahtzee})
    assert worth(FREE_JOKER, before, "44444") == {
        "aces": 0,
        "twos": 0,
        "threes": 0,
        "fives": 0,
        "sixes": 0,
        "three-of-a-kind": 20,
        "four-of-a-kind": 20,
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
        "chance": 20,
    }
    assert bonuses(FREE_JOKER, before, "44444") == {bonus}
    assert reasons(FREE_JOKER, before, "44444") == {}


# The upper section first.


@pytest.mark.parametrize("faces", ["12345", "33322", "44444", "66666"])
def test_upper_first_closes_the_lower_section_while_any_upper_box_is_open(faces: str) -> None:
    all_but_sixes = full_but(UPPER_FIRST, "sixes", *LOWER)
    assert set(worth(UPPER_FIRST, Card(), faces)) == set(UPPER)
    assert reasons(UPPER_FIRST, Card(), faces) == dict.fromkeys(LOWER, Closure.UPPER_FIRST)
    assert set(worth(UPPER_FIRST, all_but_sixes, faces)) == {"sixes"}
    assert reasons(UPPER_FIRST, all_but_sixes, faces) == dict.fromkeys(LOWER, Closure.UPPER_FIRST)


def test_upper_first_opens_the_lower_section_once_the_upper_one_is_full() -> None:
    assert set(worth(UPPER_FIRST, card(UPPER_ZEROES), "44444")) == set(LOWER)
    assert reasons(UPPER_FIRST, card(UPPER_ZEROES), "44444") == {}


@pytest.mark.parametrize(("yahtzee", "bonus"), [(50, 100), (0, 0)])
def test_upper_first_has_the_joker_of_yahtzee_in_the_lower_section(yahtzee: int, bonus: int) -> None:
    before = card(UPPER_ZEROES | {"yahtzee": yahtzee})
    assert worth(UPPER_FIRST, before, "66666") == {
        "three-of-a-kind": 30,
        "four-of-a-kind": 30,
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
        "chance": 30,
    }
    assert bonuses(UPPER_FIRST, before, "66666") == {bonus}


# Every card on which a Joker can fall.


def cards_with_the_yahtzee_box_filled() -> Iterator[tuple[Card, list[str]]]:
    """Each set of open boxes once with 50 and once with 0 in the Yahtzee box, and those open boxes."""
    others = [box.key for box in YAHTZEE.boxes if box.key != "yahtzee"]
    for yahtzee, *are_open in product((50, 0), *[(False, True)] * len(others)):
        still_open = [box for box, is_open in zip(others, are_open, strict=True) if is_open]
        yield full_but(YAHTZEE, *still_open, yahtzee=yahtzee), still_open


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [(YAHTZEE, oracle.forced_joker), (FREE_JOKER, oracle.free_joker)],
    ids=["forced", "free"],
)
def test_the_joker_is_as_the_oracle_says_on_every_card(
    ruleset: Ruleset, expected: Callable[[list[str], int], dict[str, int]]
) -> None:
    for number, (before, still_open) in enumerate(cards_with_the_yahtzee_box_filled()):
        face = number // 3 % 6 + 1  # threes keep the faces out of step with the sets, which come in powers of two
        assert worth(ruleset, before, str(face) * 5) == expected(still_open, face), (before, face)
