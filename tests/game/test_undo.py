"""A box choice may be taken back until anybody has rolled since."""

import pytest

from bot.game import Order, Phase, Turn, moves
from bot.game.events import Undone
from bot.game.refusals import GameOver, NothingToUndo
from bot.rules import Card
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    board,
    card_of,
    faces,
    held,
    playing,
    rolled,
    scored,
    turn,
    turn_of,
    with_open,
)

both_orders = pytest.mark.parametrize("order", Order)


@both_orders
def test_undo_gives_the_turn_back_as_it_stood(order: Order) -> None:
    before = held(rolled(playing(order=order), ADA, "12345", "55521"), ADA, 0, 1, 2)

    undoing = moves.undo(scored(before, ADA, "fives"), ADA)

    assert undoing.events == (Undone(0),)
    assert undoing.game == before
    assert turn_of(undoing.game, ADA) == Turn(1, 2, faces("55521"), (0, 1, 2))


@both_orders
def test_after_an_undo_the_player_may_roll_on(order: Order) -> None:
    game = scored(held(rolled(playing(order=order), ADA, "12345"), ADA, 0), ADA, "ones")

    game = rolled(moves.undo(game, ADA).game, ADA, "66666")

    assert turn_of(game, ADA) == Turn(1, 2, faces("16666"), (0,))


@both_orders
def test_after_an_undo_another_box_may_be_chosen_and_undone_again(order: Order) -> None:
    game = turn(playing(order=order), ADA, "55521", "ones")
    for box in ("fives", "choice"):
        game = scored(moves.undo(game, ADA).game, ADA, box)

    assert card_of(game, ADA) == Card((("choice", 18),))
    assert card_of(moves.undo(game, ADA).game, ADA) == Card()


@both_orders
def test_one_choice_is_undone_once(order: Order) -> None:
    game = turn(playing(1, order=order), ADA, "55521", "ones")
    game = moves.undo(turn(game, ADA, "55521", "fives"), ADA).game

    with pytest.raises(NothingToUndo):
        moves.undo(game, ADA)


def test_in_turns_the_next_player_rolling_makes_it_final() -> None:
    game = rolled(turn(playing(), ADA, "55521", "fives"), BEN, "12345")

    with pytest.raises(NothingToUndo):
        moves.undo(game, ADA)


@both_orders
def test_who_plays_alone_may_undo_until_the_next_roll(order: Order) -> None:
    game = turn(playing(1, order=order), ADA, "55521", "fives")

    assert card_of(moves.undo(game, ADA).game, ADA) == Card()
    with pytest.raises(NothingToUndo):
        moves.undo(rolled(game, ADA, "12345"), ADA)


@both_orders
def test_nobody_undoes_the_choice_of_another(order: Order) -> None:
    game = turn(playing(order=order), ADA, "55521", "fives")

    with pytest.raises(NothingToUndo):
        moves.undo(game, BEN)


def test_undo_takes_the_turn_back_from_the_next_player() -> None:
    game = moves.undo(turn(playing(3, starter=1), BEN, "55521", "fives"), BEN).game

    assert game.current == 1
    assert game.may_act(1)
    assert not game.may_act(2)


def test_undo_takes_the_turn_back_over_one_who_was_passed_over() -> None:
    game = turn(with_open(playing(3), BEN, ()), ADA, "55521", "fives")

    game = moves.undo(game, ADA).game

    assert game.current == 0
    assert scored(game, ADA, "ones").current == 2


def test_undo_outlives_the_leaving_of_the_next_player() -> None:
    game = moves.leave(turn(playing(3), ADA, "55521", "fives"), BEN).game
    assert game.current == 2

    assert moves.undo(game, ADA).game.current == 0


def test_undo_after_the_only_other_player_left() -> None:
    game = moves.leave(turn(playing(2), ADA, "55521", "fives"), BEN).game
    assert game.current == 0

    game = moves.undo(game, ADA).game
    assert turn_of(game, ADA) == Turn(1, 1, faces("55521"))


def test_together_anybody_rolling_makes_all_choices_final() -> None:
    game = turn(playing(3, order=Order.TOGETHER), ADA, "55521", "fives")
    game = rolled(game, CAL, "12345")

    with pytest.raises(NothingToUndo):
        moves.undo(game, ADA)


def test_together_holds_and_box_choices_of_others_make_nothing_final() -> None:
    game = rolled(rolled(playing(3, order=Order.TOGETHER), BEN, "66666"), CAL, "44444")
    game = turn(game, ADA, "55521", "fives")
    game = scored(held(game, CAL, 0), BEN, "sixes")

    game = moves.undo(game, ADA).game
    assert card_of(game, ADA) == Card()
    assert card_of(game, BEN) == Card((("sixes", 30),))
    assert card_of(moves.undo(game, BEN).game, BEN) == Card()
    assert turn_of(game, CAL).held == (0,)


def test_together_the_last_box_of_one_may_be_undone_while_others_play() -> None:
    game = with_open(playing(2, order=Order.TOGETHER), ADA, ("choice",))

    game = moves.undo(turn(game, ADA, "12345", "choice"), ADA).game

    assert game.may_act(0)
    assert card_of(game, ADA).points("choice") is None


def test_the_hundred_is_taken_back_with_its_box() -> None:
    before = rolled(with_open(playing(ruleset="yahtzee"), ADA, ("fours", "chance"), yahtzee=50), ADA, "44444")
    game = scored(before, ADA, "fours")
    assert card_of(game, ADA).bonus == 100

    game = moves.undo(game, ADA).game

    assert game == before
    assert card_of(scored(game, ADA, "fours"), ADA).bonus == 100


def test_an_earlier_hundred_stays() -> None:
    game = with_open(playing(1, ruleset="yahtzee"), ADA, ("fours", "fives", "chance"), yahtzee=50)
    game = turn(game, ADA, "44444", "fours")

    assert card_of(moves.undo(turn(game, ADA, "12345", "chance"), ADA).game, ADA).bonus == 100
    assert card_of(moves.undo(turn(game, ADA, "55555", "fives"), ADA).game, ADA).bonus == 100


@both_orders
def test_the_last_box_of_the_game_is_never_undone(order: Order) -> None:
    game = turn(with_open(playing(1, order=order), ADA, ("choice",)), ADA, "12345", "choice")

    assert game.phase is Phase.FINISHED
    with pytest.raises(GameOver):
        moves.undo(game, ADA)


def test_a_choice_is_final_once_a_leaving_has_finished_the_game() -> None:
    game = turn(with_open(playing(2), ADA, ("choice",)), ADA, "12345", "choice")
    game = moves.leave(game, BEN).game

    with pytest.raises(GameOver):
        moves.undo(game, ADA)


def test_the_board_that_was_taken_over_is_stale_after_an_undo() -> None:
    game = turn(playing(), ADA, "55521", "fives")
    shown = board(game, BEN)

    game = moves.undo(game, ADA).game

    assert board(game, BEN) == shown
    assert not game.may_act(1)
