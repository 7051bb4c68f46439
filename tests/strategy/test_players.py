"""The computer players: only legal moves, and the strengths in their order."""

import random
from time import perf_counter

import pytest

from bot.game import Turn
from bot.rules import RULESETS, Card, Ruleset
from bot.strategy.choices import Advisor
from bot.strategy.dice_tables import ROLLS
from bot.strategy.greedy import deckhand
from bot.strategy.players import PLAYERS
from bot.strategy.playing import carelessness, players
from bot.strategy.simulation import Manner, Simulated, simulate
from bot.strategy.solving import Solution
from tests.solved import Solved

from .builders import EVERY_RULESET, decisions, dice, for_every_ruleset

STRENGTHS = ["deckhand", "skipper", "admiral"]
ROUNDING = 1e-6


def manner(strength: str, solution: Solution) -> Manner:
    careless = carelessness(solution.final(Card())) if strength == "skipper" else 0.0
    return Manner(strength == "deckhand", careless)


def test_there_are_three_strengths_and_the_weakest_is_named_first() -> None:
    assert list(PLAYERS) == STRENGTHS


@pytest.mark.parametrize("strength", STRENGTHS)
@for_every_ruleset
def test_every_strength_plays_only_legal_moves(solved: Solved, ruleset: Ruleset, strength: str) -> None:
    advisor, chance = Advisor(solved(ruleset)), random.Random(ruleset.key)
    player = players(lambda ruleset: advisor, chance)[strength]
    for _ in range(20):
        for _ in decisions(ruleset, player, chance):
            pass


@pytest.mark.parametrize("strength", STRENGTHS)
@for_every_ruleset
def test_the_rules_allow_and_count_every_move_of_a_thousand_games(
    solved: Solved, ruleset: Ruleset, strength: str
) -> None:
    """The strengths as they are simulated: `place` refuses what is not allowed."""
    games = simulate(solved(ruleset), manner(strength, solved(ruleset)), 1000, seed=5)
    for game, total in enumerate(games.totals):
        card = Card()
        for turn, _ in enumerate(ruleset.boxes):
            box = ruleset.boxes[games.boxes[turn, game]]
            card = ruleset.place(card, ROLLS[games.rolls[turn, game]], box.key)
        assert ruleset.totals(card).total == total


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("ruleset", EVERY_RULESET, ids=lambda ruleset: ruleset.key)
def test_until_a_ruleset_is_solved_everybody_plays_the_moment(ruleset: Ruleset, strength: str) -> None:
    for card, turn in decisions(ruleset, deckhand, random.Random(3)):
        assert PLAYERS[strength](ruleset, card, turn) == deckhand(ruleset, card, turn)


@for_every_ruleset
def test_the_deckhand_plays_alike_with_and_without_the_tables(solved: Solved, ruleset: Ruleset) -> None:
    advisor = Advisor(solved(ruleset))
    quick = players(lambda ruleset: advisor)["deckhand"]
    for seed in range(3):
        for card, turn in decisions(ruleset, deckhand, random.Random(seed)):
            assert quick(ruleset, card, turn) == deckhand(ruleset, card, turn)


def error(games: Simulated) -> float:
    """The standard error of the mean."""
    return float(games.totals.std() / len(games.totals) ** 0.5)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.key)
def test_the_skipper_lies_between_and_the_admiral_scores_what_the_solution_says(
    solved: Solved, ruleset: Ruleset
) -> None:
    solution = solved(ruleset)
    low, middle, high = (simulate(solution, manner(strength, solution), 4000, seed=7) for strength in STRENGTHS)
    assert low.totals.mean() + 3 * error(low) < middle.totals.mean() < high.totals.mean() - 3 * error(high)
    expected = solution.final(Card())
    assert high.totals.mean() == pytest.approx(expected.mean, abs=4 * error(high))
    assert high.totals.std() == pytest.approx(expected.variance**0.5, rel=0.06)


def test_the_simulated_admiral_plays_as_the_real_one(solved: Solved) -> None:
    """Before each turn of the same cards both expect the same, and both score the best box."""
    ruleset = RULESETS["yahtzee"]
    advisor = Advisor(solved(ruleset))
    games = simulate(solved(ruleset), Manner(), 20, seed=1)
    for game in range(20):
        card = Card()
        for turn in range(len(ruleset.boxes)):
            assert advisor.final(card).mean == pytest.approx(games.means[turn, game], abs=ROUNDING)
            assert advisor.final(card).variance == pytest.approx(games.variances[turn, game], abs=ROUNDING)
            roll, box = ROLLS[games.rolls[turn, game]], ruleset.boxes[games.boxes[turn, game]].key
            best = advisor.choices(card, Turn(turn + 1, 3, roll))
            assert best[0].expected == pytest.approx(
                next(choice.expected for choice in best if choice.chosen == box), abs=ROUNDING
            )
            card = ruleset.place(card, roll, box)


def test_a_decision_takes_less_than_ten_milliseconds(solved: Solved) -> None:
    advisor = Advisor(solved(RULESETS["yahtzee"]))
    times = []
    for seed in range(30):
        roll = tuple(random.Random(seed).choices(range(1, 7), k=5))
        card = RULESETS["yahtzee"].place(Card(), roll, "chance")
        began = perf_counter()
        advisor.choices(card, Turn(2, 1, dice("13356")))
        times.append(perf_counter() - began)
    assert min(times) < 0.010
