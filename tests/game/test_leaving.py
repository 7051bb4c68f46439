"""Leaving a running game, and ending one before its time."""

import pytest

from bot.game import Game, Order, Phase, moves
from bot.game.events import Ended, Left
from bot.game.refusals import OnlyTheHost
from bot.rules import RULESETS
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    DEE,
    STRANGER,
    board,
    card_of,
    held,
    lobby,
    playing,
    rolled,
    seat_of,
    turn,
    turn_of,
    with_open,
)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("order", Order)
def test_open_boxes_become_zeros_and_filled_ones_stay(ruleset: str, order: Order) -> None:
    game = turn(playing(2, ruleset=ruleset, order=order), ADA, "55521", "fives")

    leaving = moves.leave(game, ADA)

    card = card_of(leaving.game, ADA)
    assert leaving.events == (Left(ADA),)
    assert leaving.game.rules.is_full(card)
    assert {box: points for box, points in card.scores if points} == {"fives": 15}
    assert leaving.game.total(0) == 15
    assert leaving.game.phase is Phase.PLAYING


def test_what_was_earned_beside_the_boxes_stays() -> None:
    game = with_open(playing(ruleset="yahtzee"), ADA, ("fours", "aces"), yahtzee=50, sixes=30, fives=25)
    game = turn(game, ADA, "44444", "fours")

    assert moves.leave(game, ADA).game.total(0) == 50 + 75 + 35 + 100


def test_the_seat_stays_and_its_turn_is_gone() -> None:
    game = moves.leave(held(rolled(playing(3, starter=1), BEN, "12345"), BEN, 2), BEN).game

    assert [seat.player for seat in game.seats] == [ADA, BEN, CAL]
    assert [seat.left for seat in game.seats] == [False, True, False]
    assert (turn_of(game, BEN).roll, turn_of(game, BEN).dice, turn_of(game, BEN).held) == (0, (), ())
    assert not game.may_act(1)


def test_leaving_in_turn_passes_the_turn_on() -> None:
    assert moves.leave(rolled(playing(3, starter=2), CAL, "12345"), CAL).game.current == 0


def test_leaving_out_of_turn_leaves_the_turn_where_it_is() -> None:
    before = held(rolled(playing(3), ADA, "12345"), ADA, 3)

    game = moves.leave(before, BEN).game

    assert game.current == 0
    assert (turn_of(game, ADA), board(game, ADA)) == (turn_of(before, ADA), board(before, ADA))
    assert turn(game, ADA, "12345", "ones").current == 2


def test_who_left_is_passed_over_for_the_rest_of_the_game() -> None:
    game = moves.leave(playing(3), BEN).game
    order = []
    for box in ("ones", "twos"):
        for player in (ADA, CAL):
            order.append(game.current)
            game = turn(game, player, "12345", box)

    assert order == [0, 2, 0, 2]


@pytest.mark.parametrize("order", Order)
def test_leaving_finishes_the_game_when_the_others_are_full(order: Order) -> None:
    game = with_open(playing(3, order=order), BEN, (), fives=15)
    game = with_open(game, CAL, (), fives=10)

    leaving = moves.leave(turn(game, ADA, "66666", "sixes"), ADA)

    assert leaving.events == (Left(ADA), Ended(Phase.FINISHED))
    assert (leaving.game.phase, leaving.game.current) == (Phase.FINISHED, None)
    assert leaving.game.winners() == (1,)
    assert leaving.game.places() == (3, 1, 2)


def test_who_is_full_and_leaves_before_the_end_cannot_win() -> None:
    game = with_open(playing(2), BEN, ("choice",))
    game = moves.leave(with_open(game, ADA, (), fives=25), ADA).game
    assert (game.phase, game.current) == (Phase.PLAYING, 1)

    game = turn(game, BEN, "11111", "choice")
    assert (game.phase, game.winners(), game.places()) == (Phase.FINISHED, (1,), (2, 1))


@pytest.mark.parametrize("order", Order)
def test_the_last_one_to_leave_ends_the_game(order: Order) -> None:
    game = moves.leave(playing(2, order=order), ADA).game
    assert game.phase is Phase.PLAYING

    leaving = moves.leave(game, BEN)
    assert leaving.events == (Left(BEN), Ended(Phase.ABANDONED, BEN))
    assert (leaving.game.phase, leaving.game.current, leaving.game.winners()) == (Phase.ABANDONED, None, ())


@pytest.mark.parametrize(
    ("leavers", "host"),
    [((ADA,), BEN), ((BEN,), ADA), ((BEN, ADA), CAL), ((ADA, BEN), CAL), ((ADA, BEN, CAL), DEE)],
)
def test_the_host_leaving_hands_the_game_to_the_first_seat_that_stays(leavers: tuple[int, ...], host: int) -> None:
    game = playing(4)
    for player in leavers:
        game = moves.leave(game, player).game

    assert game.host == host


def test_a_handed_over_game_is_ended_by_its_new_host_alone() -> None:
    game = moves.leave(playing(2), ADA).game

    with pytest.raises(OnlyTheHost):
        moves.end(game, ADA)
    assert moves.end(game, BEN).game.phase is Phase.ABANDONED


LIVE = pytest.mark.parametrize("game", [lobby(2), rolled(playing(2, starter=1), BEN, "12345")], ids=lambda g: g.phase)


@LIVE
def test_the_host_ends_it(game: Game) -> None:
    ending = moves.end(game, ADA)

    assert ending.events == (Ended(Phase.ABANDONED, ADA),)
    assert (ending.game.phase, ending.game.current, ending.game.live) == (Phase.ABANDONED, None, False)


@LIVE
@pytest.mark.parametrize("player", [BEN, STRANGER])
def test_who_may_manage_ends_it_and_nobody_else(game: Game, player: int) -> None:
    with pytest.raises(OnlyTheHost) as refused:
        moves.end(game, player)
    assert refused.value.host == ADA
    assert moves.end(game, player, may_manage=True).events == (Ended(Phase.ABANDONED, player),)


@LIVE
def test_time_ends_it_in_nobodys_name(game: Game) -> None:
    expiring = moves.expire(game)

    assert expiring.events == (Ended(Phase.ABANDONED, None),)
    assert (expiring.game.phase, expiring.game.winners()) == (Phase.ABANDONED, ())


def test_an_ended_game_keeps_its_cards_as_they_stood() -> None:
    game = turn(playing(), ADA, "55521", "fives")

    ended = moves.end(game, ADA).game

    assert [seat.card for seat in ended.seats] == [seat.card for seat in game.seats]
    assert ended.total(seat_of(ended, ADA)) == 15
