"""The player that plays the moment."""

import random
from time import perf_counter

import pytest

from bot.game import Turn
from bot.rules import RULESETS, Card, Ruleset
from bot.strategy.players import PLAYERS
from tests.rules.toy import TOY

from .brute import HOLDS, after, at, most_points, one_roll_before
from .builders import EVERY_RULESET, all_but, decisions, dice

YACHT, YAHTZEE = RULESETS["yacht"], RULESETS["yahtzee"]
deckhand = PLAYERS["deckhand"]


def kept(ruleset: Ruleset, card: Card, roll: int, faces: str) -> str:
    """The faces he holds, or the box he scores."""
    chosen = deckhand(ruleset, card, Turn(1, roll, dice(faces)))
    return chosen if isinstance(chosen, str) else "".join(faces[place] for place in chosen)


@pytest.mark.parametrize("ruleset", EVERY_RULESET, ids=lambda ruleset: ruleset.key)
def test_only_legal_moves_in_random_games(ruleset: Ruleset) -> None:
    chance = random.Random(ruleset.key)
    for _ in range(10):
        for _ in decisions(ruleset, deckhand, chance):
            pass


@pytest.mark.parametrize(
    ("ruleset", "card", "roll", "faces", "chosen"),
    [
        (YAHTZEE, Card(), 1, "55555", "yahtzee"),
        (YAHTZEE, Card(), 1, "23456", "large-straight"),
        (YAHTZEE, Card(), 3, "22333", "full-house"),
        (YAHTZEE, Card(), 3, "66641", "three-of-a-kind"),
        (YAHTZEE, all_but(YAHTZEE, "yahtzee"), 1, "35353", "333"),
        (YAHTZEE, all_but(YAHTZEE, "yahtzee"), 2, "14444", "4444"),
        (YAHTZEE, all_but(YAHTZEE, "large-straight"), 2, "23645", "large-straight"),
        (YAHTZEE, all_but(YAHTZEE, "large-straight"), 2, "23354", "2354"),
        (YAHTZEE, all_but(YAHTZEE, "sixes"), 2, "61626", "666"),
        (YAHTZEE, all_but(YAHTZEE, "sixes"), 1, "66666", "sixes"),
        (YAHTZEE, all_but(YAHTZEE, "chance"), 2, "13456", "456"),
        (YAHTZEE, all_but(YAHTZEE, "chance"), 1, "13456", "56"),
        (YACHT, all_but(YACHT, "full-house"), 2, "22335", "2233"),
        (YACHT, all_but(YACHT, "four-of-a-kind"), 2, "66661", "four-of-a-kind"),
        (TOY, Card(), 3, "22266", "house"),
        (TOY, all_but(TOY, "house", "pair"), 3, "66666", "pair"),
    ],
)
def test_obvious_positions_are_played_well(ruleset: Ruleset, card: Card, roll: int, faces: str, chosen: str) -> None:
    assert kept(ruleset, card, roll, faces) == chosen


@pytest.mark.parametrize(
    ("open_boxes", "faces", "box"),
    [
        (("aces", "yahtzee", "large-straight"), "23356", "aces"),
        (("yahtzee", "large-straight", "full-house"), "23356", "yahtzee"),
        (("twos", "yahtzee", "large-straight"), "13356", "yahtzee"),
        (("four-of-a-kind", "full-house", "large-straight"), "12336", "four-of-a-kind"),
        (("chance", "three-of-a-kind"), "66651", "three-of-a-kind"),
    ],
)
def test_of_equal_boxes_the_one_that_earns_least_is_given_up(open_boxes: tuple[str, ...], faces: str, box: str) -> None:
    assert kept(YAHTZEE, all_but(YAHTZEE, *open_boxes), 3, faces) == box


def test_a_hundred_counts_as_points_of_the_turn() -> None:
    rich, poor = (all_but(YAHTZEE, "fours", "chance", yahtzee=points) for points in (50, 0))
    assert kept(YAHTZEE, rich, 2, "44445") == "4444"
    assert kept(YAHTZEE, poor, 2, "66661") == "6666"
    assert kept(YAHTZEE, rich, 2, "44444") == "fours"


@pytest.mark.parametrize("roll", [1, 2, 3])
@pytest.mark.parametrize("ruleset", EVERY_RULESET, ids=lambda ruleset: ruleset.key)
def test_nothing_else_has_more_points_to_expect(ruleset: Ruleset, roll: int) -> None:
    """Against brute force over ordered dice, on cards of a random game."""
    chance = random.Random(f"{ruleset.key} {roll}")
    asked = [(card, turn) for card, turn in decisions(ruleset, deckhand, chance) if turn.roll == roll]
    for card, turn in chance.sample(asked, 3):
        now = most_points(ruleset, card)
        value = one_roll_before(now) if roll == 1 else now
        choices = {hold: at(after(value, hold), turn.dice) for hold in HOLDS} if roll < 3 else {}
        chosen = deckhand(ruleset, card, turn)
        if isinstance(chosen, str):
            placed = ruleset.place(card, turn.dice, chosen)
            points: float = placed.scores[-1][1] + placed.bonus - card.bonus
        else:
            points = choices[chosen]
        assert points == pytest.approx(max([at(now, turn.dice), *choices.values()]), abs=1e-9)


def test_a_decision_takes_less_than_ten_milliseconds() -> None:
    deckhand(YAHTZEE, Card(), Turn(1, 1, dice("12345")))
    times = []
    for _ in range(20):
        began = perf_counter()
        deckhand(YAHTZEE, Card(), Turn(1, 1, dice("13356")))
        times.append(perf_counter() - began)
    assert min(times) < 0.010
