"""Places and winners."""

import pytest

from bot.game import Game, Order, Phase, moves
from tests.game.builders import ADA, BEN, PLAYERS, playing, turn, with_open


def finished(*totals: int | None) -> Game:
    """A Yacht game that ended with these totals in Choice; None left with the most points of all."""
    game = playing(len(totals) + 1)
    for player, total in zip(PLAYERS, totals, strict=False):
        game = with_open(game, player, (), choice=30 if total is None else total)
        game = game if total is not None else moves.leave(game, player).game
    return moves.leave(game, PLAYERS[len(totals)]).game


@pytest.mark.parametrize(
    ("totals", "places", "winners"),
    [
        ((20,), (1,), (0,)),
        ((10, 20, 15), (3, 1, 2), (1,)),
        ((20, 20, 15), (1, 1, 3), (0, 1)),
        ((10, 20, 10), (2, 1, 2), (1,)),
        ((20, 20, 20), (1, 1, 1), (0, 1, 2)),
        ((None, 5, 9), (3, 2, 1), (2,)),
        ((None, 5, None), (2, 1, 2), (1,)),
        ((None, 0, 0), (3, 1, 1), (1, 2)),
    ],
)
def test_equal_totals_share_a_place_and_who_left_stands_last(
    totals: tuple[int | None, ...], places: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    game = finished(*totals)

    assert game.phase is Phase.FINISHED
    assert game.places()[:-1] == places
    assert game.winners() == winners


def test_all_who_left_share_the_last_place() -> None:
    game = moves.leave(moves.leave(with_open(playing(3), ADA, (), choice=30), ADA).game, BEN).game

    assert game.places() == (2, 2, 1)


def test_a_running_game_has_places_but_no_winner() -> None:
    game = turn(playing(2, order=Order.TOGETHER), BEN, "66666", "yacht")

    assert game.places() == (2, 1)
    assert game.winners() == ()


def test_an_abandoned_game_has_no_winner() -> None:
    assert moves.expire(turn(playing(), ADA, "66666", "yacht")).game.winners() == ()


def test_the_upper_bonus_and_the_hundreds_decide() -> None:
    game = with_open(playing(2, ruleset="yahtzee"), ADA, (), sixes=30, fives=25, fours=8, chance=30)
    game = with_open(game, BEN, ("choice",), sixes=30, fives=25, fours=4, chance=30, yahtzee=0)

    assert (game.total(0), game.total(1)) == (30 + 25 + 8 + 30 + 35, 30 + 25 + 4 + 30)
    assert game.places() == (1, 2)
