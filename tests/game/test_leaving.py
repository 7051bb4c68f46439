"""Leaving a running game, what the others decide then, and ending a game before its time."""

import pytest

from bot.game import Game, Order, Phase, Transition, moves
from bot.game.computers import play_on
from bot.game.events import Ended, Left, Scored, TakenOver, Zeroed
from bot.game.refusals import HasLeft, OnlyTheHost
from bot.rules import RULESETS
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    COMPUTERS,
    DEE,
    STRANGER,
    Script,
    board,
    card_of,
    held,
    lobby,
    playing,
    rolled,
    scoring,
    seat_of,
    turn,
    turn_of,
    with_open,
)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("order", Order)
def test_the_others_are_asked_what_becomes_of_the_open_boxes(ruleset: str, order: Order) -> None:
    game = turn(playing(2, ruleset=ruleset, order=order), ADA, "55521", "fives")

    leaving = moves.leave(game, ADA)

    assert leaving.events == (Left(ADA, undecided=True),)
    assert (leaving.game.undecided_seat, leaving.game.present(0), leaving.game.waiting_for(0)) == (0, False, False)
    assert card_of(leaving.game, ADA).scores == (("fives", 15),)
    assert (leaving.game.phase, leaving.game.rated) == (Phase.PLAYING, True)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize(("player", "by"), [(BEN, 1), (None, None)])
def test_zeros_fill_the_open_boxes_and_filled_ones_stay(
    ruleset: str, order: Order, player: int | None, by: int | None
) -> None:
    game = moves.leave(turn(playing(2, ruleset=ruleset, order=order), ADA, "55521", "fives"), ADA).game

    zeroing = moves.zero(game, player, 0)

    card = card_of(zeroing.game, ADA)
    assert zeroing.events == (Zeroed(0, by),)
    assert zeroing.game.rules.is_full(card)
    assert {box: points for box, points in card.scores if points} == {"fives": 15}
    assert (zeroing.game.total(0), zeroing.game.undecided_seat) == (15, None)
    assert (zeroing.game.phase, zeroing.game.rated) == (Phase.PLAYING, True)


@pytest.mark.parametrize("order", Order)
def test_who_leaves_with_a_full_card_leaves_nothing_to_decide(order: Order) -> None:
    leaving = moves.leave(with_open(playing(order=order), ADA, (), fives=15), ADA)

    assert leaving.events == (Left(ADA),)
    assert leaving.game.undecided_seat is None


@pytest.mark.parametrize("order", Order)
def test_nobody_is_asked_where_only_a_full_card_stays(order: Order) -> None:
    game = with_open(playing(2, order=order), BEN, (), fives=15)

    leaving = moves.leave(game, ADA)

    assert leaving.events == (Left(ADA), Ended(Phase.FINISHED))
    assert leaving.game.rules.is_full(card_of(leaving.game, ADA))


@pytest.mark.parametrize("order", Order)
def test_two_who_left_are_asked_about_one_after_the_other(order: Order) -> None:
    game = moves.leave(moves.leave(playing(3, order=order), CAL).game, ADA).game
    assert (game.undecided_seat, [seat.undecided for seat in game.seats]) == (0, [True, False, True])

    game = moves.zero(game, BEN, 0).game
    assert game.undecided_seat == 2
    game = moves.take_over(game, BEN, 2, "hasty").game
    assert (game.undecided_seat, game.seats[2].level, game.seats[0].level) == (None, "hasty", None)


@pytest.mark.parametrize("order", Order)
def test_what_nobody_decided_becomes_zeros_with_the_last_box_of_the_others(order: Order) -> None:
    game = turn(with_open(playing(3, order=order), BEN, ("choice",)), ADA, "66666", "sixes")
    game = moves.leave(moves.leave(game, ADA).game, CAL).game

    ending = scoring(rolled(game, BEN, "12345"), BEN, "choice")

    assert ending.events == (Scored(1, "choice", 15, 0), Zeroed(0), Zeroed(2), Ended(Phase.FINISHED))
    assert ending.game.undecided_seat is None
    assert [ending.game.total(seat) for seat in range(3)] == [30, 15, 0]
    assert (ending.game.places(), ending.game.winners(), ending.game.rated) == ((2, 1, 2), (1,), True)


@pytest.mark.parametrize("order", Order)
def test_what_nobody_decided_becomes_zeros_when_the_last_with_open_boxes_leaves(order: Order) -> None:
    game = moves.leave(with_open(playing(3, order=order), CAL, ()), ADA).game

    leaving = moves.leave(game, BEN)

    assert leaving.events == (Left(BEN), Zeroed(0), Ended(Phase.FINISHED))
    assert leaving.game.winners() == (2,)


def test_in_turns_a_computer_plays_a_seat_each_time_its_turn_comes() -> None:
    game = moves.leave(turn(playing(3), ADA, "55521", "fives"), BEN).game
    taking = play_on(moves.take_over(game, CAL, 1, "hasty"), Script(), COMPUTERS)
    assert taking.events == (TakenOver(1, "hasty", 2),)
    assert (taking.game.current, taking.game.waiting_for(1), taking.game.present(1)) == (2, True, False)

    game = turn(turn(taking.game, CAL, "66666", "sixes"), ADA, "44444", "fours")
    assert game.current == 1
    played = play_on(Transition(game), Script("12345"), COMPUTERS).game
    assert (card_of(played, BEN).scores, played.current) == ((("ones", 1),), 2)


def test_in_turns_a_seat_that_was_taken_over_is_played_to_the_end() -> None:
    game = moves.take_over(moves.leave(playing(2), ADA).game, BEN, 0, "hasty").game
    boxes = [box.key for box in game.rules.boxes]
    for box in boxes:
        assert game.current == 1
        game = play_on(scoring(rolled(game, BEN, "12345"), BEN, box), Script("11111"), COMPUTERS).game

    assert [box for box, _ in card_of(game, ADA).scores] == boxes
    assert [game.total(seat) for seat in (0, 1)] == [5 + 4 + 5 + 50, 15 + 30 + 15]
    assert (game.phase, game.places(), game.winners(), game.rated) == (Phase.FINISHED, (2, 1), (1,), False)
    assert (game.seats[0].left, game.seats[0].level) == (True, "hasty")


def test_together_a_seat_that_was_taken_over_is_played_to_the_end_at_once() -> None:
    game = moves.leave(turn(playing(2, order=Order.TOGETHER), ADA, "66666", "sixes"), ADA).game

    taking = play_on(moves.take_over(game, BEN, 0, "hasty"), Script(*("11111",) * 11), COMPUTERS)

    assert taking.events[0] == TakenOver(0, "hasty", 1)
    assert len(taking.events) == 1 + 11 * 2
    assert taking.game.rules.is_full(card_of(taking.game, ADA))
    assert (taking.game.phase, taking.game.may_act(0), taking.game.may_act(1)) == (Phase.PLAYING, False, True)
    assert (taking.game.places(), taking.game.rated) == ((2, 1), False)


@pytest.mark.parametrize("order", Order)
def test_a_computer_begins_its_turn_anew_where_somebody_left_in_the_middle_of_it(order: Order) -> None:
    game = with_open(with_open(playing(3, order=order), BEN, ()), CAL, ("choice",))
    game = moves.leave(rolled(game, ADA, "12345", "66666"), ADA).game
    script = Script("12345", *("11111",) * 11)

    game = moves.take_over(game, BEN, 0, "hasty").game
    game = turn(game, CAL, "12345", "choice") if order is Order.TURNS else game
    play_on(Transition(game), script, COMPUTERS)

    assert script.asked[0] == (0, 1, 1)


@pytest.mark.parametrize("order", Order)
def test_the_choices_of_a_computer_are_taken_back_by_nobody(order: Order) -> None:
    game = moves.take_over(moves.leave(playing(2, order=order), ADA).game, BEN, 0, "hasty").game
    game = turn(game, BEN, "12345", "choice")

    game = play_on(Transition(game), Script(*("11111",) * 12), COMPUTERS).game

    assert game.seats[0].undoable is None
    with pytest.raises(HasLeft):
        moves.undo(game, ADA)


@pytest.mark.parametrize("order", Order)
def test_computers_do_not_play_on_among_themselves(order: Order) -> None:
    game = moves.take_over(moves.leave(playing(2, order=order), ADA).game, BEN, 0, "hasty").game

    leaving = moves.leave(game, BEN)

    assert leaving.events == (Left(BEN), Ended(Phase.ABANDONED, BEN))
    assert play_on(leaving, Script(), COMPUTERS) == leaving


@pytest.mark.parametrize("order", Order)
def test_a_computer_finishes_beside_who_is_done_when_the_last_other_leaves(order: Order) -> None:
    game = with_open(playing(3, order=order), BEN, (), fives=25)
    game = moves.take_over(moves.leave(game, ADA).game, BEN, 0, "hasty").game

    leaving = play_on(moves.leave(game, CAL), Script(*("11111",) * 12), COMPUTERS)

    assert leaving.events[0] == Left(CAL)
    assert (leaving.game.phase, leaving.game.winners()) == (Phase.FINISHED, (1,))


def test_what_was_earned_beside_the_boxes_stays() -> None:
    game = with_open(playing(ruleset="yahtzee"), ADA, ("fours", "aces"), yahtzee=50, sixes=30, fives=25)
    game = turn(game, ADA, "44444", "fours")

    assert moves.zero(moves.leave(game, ADA).game, BEN, 0).game.total(0) == 50 + 75 + 35 + 100


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
    assert moves.leave(moves.zero(game, BEN, 0).game, BEN).game.phase is Phase.ABANDONED


@pytest.mark.parametrize(
    ("leavers", "host"),
    [((ADA,), BEN), ((BEN,), ADA), ((BEN, ADA), CAL), ((ADA, BEN), CAL), ((ADA, BEN, CAL), DEE)],
)
def test_the_host_leaving_hands_the_game_to_the_first_seat_that_stays(leavers: tuple[int, ...], host: int) -> None:
    game = playing(4)
    for player in leavers:
        game = moves.leave(game, player).game

    assert game.host == host


def test_a_game_is_handed_to_people_only() -> None:
    game = moves.take_over(moves.leave(playing(4), BEN).game, ADA, 1, "hasty").game

    assert moves.leave(game, ADA).game.host == CAL


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
