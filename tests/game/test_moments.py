"""A board is good for one turn and one roll."""

import pytest

from bot.game import Game, Moment, Order, moves
from bot.game.refusals import StaleBoard
from bot.rules import RULESETS
from tests.game.builders import ADA, BEN, CAL, PLAYERS, Script, board, held, lobby, playing, rolled, scored, turn

both_orders = pytest.mark.parametrize("order", Order)


def refuses(game: Game, player: int, moment: Moment) -> None:
    """Each of the three presses is stale on that board."""
    with pytest.raises(StaleBoard):
        moves.roll(game, player, moment, Script())
    with pytest.raises(StaleBoard):
        moves.hold(game, player, moment, 0)
    with pytest.raises(StaleBoard):
        moves.score(game, player, moment, "choice")


@both_orders
@pytest.mark.parametrize("seats", [1, 3, 4])
def test_no_two_turns_of_a_game_share_a_number(order: Order, seats: int) -> None:
    game = playing(seats, order=order)
    seen = []
    for box in RULESETS["yacht"].boxes:
        for player in PLAYERS[:seats]:
            turn_id = board(game, player).turn
            assert game.seat_of_turn(turn_id) == game.index_of(player)
            seen.append(turn_id)
            game = turn(game, player, "12345", box.key)

    assert sorted(seen) == list(range(1, 12 * seats + 1))
    assert not game.live


@both_orders
def test_no_moment_of_a_game_comes_twice(order: Order) -> None:
    game = playing(2, order=order)
    seen = [board(game, ADA), board(game, BEN)]
    for box in RULESETS["yacht"].boxes[:-1]:
        for player in (ADA, BEN):
            for _ in range(3):
                game = rolled(game, player, "12345")
                seen.append(board(game, player))
            game = scored(game, player, box.key)
            seen.append(board(game, player))

    assert len(seen) == len(set(seen))


@both_orders
def test_a_roll_makes_the_board_stale(order: Order) -> None:
    game = playing(order=order)
    for _ in range(3):
        shown = board(game, ADA)
        game = rolled(game, ADA, "12345")
        refuses(game, ADA, shown)


@both_orders
def test_a_box_choice_makes_the_board_stale(order: Order) -> None:
    before = rolled(playing(order=order), ADA, "12345")

    refuses(scored(before, ADA, "choice"), ADA, board(before, ADA))


@both_orders
def test_a_leaving_makes_the_board_stale(order: Order) -> None:
    before = rolled(playing(order=order), ADA, "12345")

    refuses(moves.leave(before, ADA).game, ADA, board(before, ADA))
    refuses(moves.leave(before, ADA).game, BEN, board(before, ADA))


@both_orders
def test_an_undo_makes_the_board_after_the_choice_stale(order: Order) -> None:
    after = turn(playing(order=order), ADA, "12345", "choice")
    undone = moves.undo(after, ADA).game

    refuses(undone, ADA, board(after, ADA))


def test_an_undo_makes_the_board_of_the_next_player_stale() -> None:
    after = turn(playing(), ADA, "12345", "choice")

    refuses(moves.undo(after, ADA).game, BEN, board(after, BEN))


def test_an_undo_makes_the_board_of_the_turn_good_again() -> None:
    before = rolled(playing(), ADA, "12345")
    undone = moves.undo(scored(before, ADA, "choice"), ADA).game

    assert board(undone, ADA) == board(before, ADA)
    assert undone.may_act(0)


def test_a_hold_leaves_the_board_good() -> None:
    before = rolled(playing(), ADA, "12345")

    assert board(held(before, ADA, 0), ADA) == board(before, ADA)


def test_together_the_boards_of_others_stay_good() -> None:
    before = rolled(playing(3, order=Order.TOGETHER), CAL, "12345")

    after = turn(before, ADA, "66666", "sixes")

    assert board(after, CAL) == board(before, CAL)
    assert after.may_act(2)


def test_the_number_of_a_turn_finds_its_seat_again_after_somebody_left() -> None:
    game = turn(moves.leave(playing(3), BEN).game, ADA, "12345", "ones")

    assert game.seat_of_turn(board(game, CAL).turn) == 2
    assert game.seat_of_turn(board(game, ADA).turn) == 0


def test_who_left_keeps_the_number_of_the_turn_in_which_it_was() -> None:
    game = turn(turn(playing(2), ADA, "12345", "ones"), BEN, "12345", "ones")

    assert board(moves.leave(game, ADA).game, ADA).turn == board(game, ADA).turn


def test_a_seat_has_a_number_in_the_lobby_too() -> None:
    assert [lobby(3).turn_id(seat) for seat in range(3)] == [1, 2, 3]
