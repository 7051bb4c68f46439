"""When a game's chances to win are told, and that presses find them ready."""

from dataclasses import replace
from time import process_time

import pytest

from bot.game import Order, Phase
from bot.rules import RULESETS
from bot.solutions import Solutions
from bot.win_chances import WinChances
from tests.solved import Solved
from tests.ui.scenes import left, opened, playing, taken_over, with_card


@pytest.fixture
def chances(solved: Solved) -> WinChances:
    return WinChances(Solutions([solved(RULESETS["yacht"])]))


@pytest.mark.parametrize("order", Order)
def test_at_the_start_everybody_has_the_same_chance(chances: WinChances, order: Order) -> None:
    assert chances.of(playing("yacht", 4, order=order)) == pytest.approx([0.25] * 4)


def test_who_is_ahead_is_more_likely_to_win(chances: WinChances) -> None:
    game = with_card(with_card(playing("yacht", 2), 0, {"yacht": 50}), 1, {"yacht": 0})
    found = chances.of(game)
    assert found is not None
    assert 0.8 < found[0] < 0.95
    assert sum(found) == pytest.approx(1)


def test_who_left_cannot_win_even_if_a_computer_plays_on(chances: WinChances) -> None:
    assert chances.of(left(playing("yacht", 3), 2)) == pytest.approx((0.5, 0.5, 0))
    assert chances.of(taken_over(playing("yacht", 3), 2)) == pytest.approx((0.5, 0.5, 0))


def test_none_are_told_before_and_after_the_game_and_alone(chances: WinChances) -> None:
    game = playing("yacht", 2)
    for other in (opened("yacht"), replace(game, phase=Phase.FINISHED, current=None), playing("yacht", 1)):
        assert chances.of(other) is None
    assert chances.of(left(game, 1)) is None


def test_none_are_told_of_games_that_are_not_solved(chances: WinChances) -> None:
    assert chances.of(playing("yahtzee", 2)) is None
    assert chances.of(replace(playing("yacht", 2), ruleset="no more")) is None


def test_none_are_told_of_cards_to_which_the_rules_do_not_lead(solved: Solved) -> None:
    chances = WinChances(Solutions([solved(RULESETS["yahtzee"])]))
    assert chances.of(with_card(playing("yahtzee", 2), 0, {"yahtzee": 7})) is None


def test_a_press_of_the_same_turn_finds_them_ready(chances: WinChances) -> None:
    game = playing("yacht", 10)
    chances.of(game)
    spent = []
    for _ in range(20):
        began = process_time()
        chances.of(game)
        spent.append(process_time() - began)
    assert min(spent) < 0.0005
