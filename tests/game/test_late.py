"""A turn whose time is up: the others decide, or its member plays."""

from dataclasses import replace

import pytest

from bot.game import Game, Order, Phase, moves
from bot.game.computers import play_on
from bot.game.events import Ended, GivenTime, Left, Rolled, Scored, StoodIn, TimedOut
from bot.game.refusals import NothingToUndo, RulesGone
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    COMPUTERS,
    Script,
    board,
    card_of,
    faces,
    held,
    playing,
    rolled,
    scored,
    seat_of,
    turn,
    turn_of,
    with_open,
)

both_orders = pytest.mark.parametrize("order", Order)
decided_by = pytest.mark.parametrize(("player", "by"), [(BEN, 1), (CAL, 2), (None, None)])


def late(game: Game, player: int = ADA) -> Game:
    """The time of that player's turn is up."""
    return moves.time_up(game, seat_of(game, player), board(game, player).turn).game


@both_orders
def test_nothing_but_the_question_comes_of_it_when_time_is_up(order: Order) -> None:
    before = held(rolled(playing(3, order=order), ADA, "12345"), ADA, 2)

    timing_out = moves.time_up(before, 0, board(before, ADA).turn)

    assert timing_out.events == (TimedOut(0),)
    assert timing_out.game.late_seat == 0
    assert timing_out.game == before.with_seat(0, replace(before.seats[0], late=True))
    assert (timing_out.game.may_act(0), board(timing_out.game, ADA)) == (True, board(before, ADA))


def test_together_several_may_be_late_and_each_is_decided_about_alone() -> None:
    game = late(late(playing(3, order=Order.TOGETHER), CAL), ADA)
    assert (game.late_seat, [seat.late for seat in game.seats]) == (0, [True, False, True])

    # Who is late himself still decides about the other.
    game = moves.wait(game, CAL, board(game, ADA).turn).game
    assert game.late_seat == 2
    game = moves.wait(game, ADA, board(game, CAL).turn).game
    assert game.late_seat is None


@both_orders
def test_who_rolls_is_late_no_more(order: Order) -> None:
    game = rolled(late(playing(order=order)), ADA, "12345")

    assert game.late_seat is None
    assert game == rolled(playing(order=order), ADA, "12345")


@both_orders
def test_who_scores_is_late_no_more(order: Order) -> None:
    before = rolled(playing(order=order), ADA, "12345")

    assert scored(late(before), ADA, "ones") == scored(before, ADA, "ones")


@both_orders
def test_a_hold_does_not_make_up_for_it(order: Order) -> None:
    assert held(late(rolled(playing(order=order), ADA, "12345")), ADA, 0).late_seat == 0


def test_in_turns_who_takes_the_turn_back_takes_the_lateness_with_it() -> None:
    before = rolled(playing(3), ADA, "12345")
    game = late(scored(before, ADA, "ones"), BEN)
    assert game.late_seat == 1

    game = moves.undo(game, ADA).game

    assert game == before


def test_together_who_takes_a_box_back_leaves_the_others_late() -> None:
    game = turn(playing(3, order=Order.TOGETHER), ADA, "12345", "ones")
    game = late(late(game, ADA), BEN)

    game = moves.undo(game, ADA).game

    assert [seat.late for seat in game.seats] == [False, True, False]


@both_orders
@decided_by
def test_waiting_gives_the_turn_its_time_anew(order: Order, player: int | None, by: int | None) -> None:
    before = held(rolled(playing(3, order=order), ADA, "12345"), ADA, 2)

    waiting = moves.wait(late(before), player, board(before, ADA).turn)

    assert (waiting.events, waiting.game) == ((GivenTime(0, by),), before)
    assert late(waiting.game).late_seat == 0


@both_orders
@decided_by
@pytest.mark.parametrize(
    ("shown", "rolls", "told"),
    [
        ((), ("12345",), (Rolled(0, (), faces("12345")), Scored(0, "ones", 1, 0))),
        (
            ("21212",),
            ("33333", "44444"),
            (
                Rolled(0, (0, 2, 4), faces("23232")),
                Rolled(0, (0, 2, 4), faces("24242")),
                Scored(0, "ones", 0, 0),
            ),
        ),
        (("66666", "21212"), ("12345",), (Rolled(0, (0, 2, 4), faces("22242")), Scored(0, "ones", 0, 0))),
        (("66666", "66666", "21212"), (), (Scored(0, "ones", 2, 0),)),
        (("11111",), (), (Scored(0, "ones", 5, 0),)),
        (("22222",), (), (Scored(0, "ones", 0, 0),)),
    ],
)
def test_a_computer_plays_the_rest_of_the_turn(
    order: Order,
    player: int | None,
    by: int | None,
    shown: tuple[str, ...],
    rolls: tuple[str, ...],
    told: tuple[Rolled | Scored, ...],
) -> None:
    before = rolled(playing(3, order=order), ADA, *shown)
    script = Script(*rolls)

    game = late(before)
    standing_in = play_on(moves.stand_in(game, player, board(before, ADA).turn, "hasty"), script, COMPUTERS)

    assert standing_in.events == (StoodIn(0, "hasty", by), *told)
    seat = standing_in.game.seats[0]
    assert (seat.stood_in, seat.late, seat.left, seat.level) == ((1,), False, False, None)
    assert turn_of(standing_in.game, ADA).number == 2
    assert standing_in.game.current == (1 if order is Order.TURNS else None)
    assert standing_in.game.rated
    assert not script.rolls


@both_orders
def test_what_a_member_held_before_a_computer_stood_in_does_not_bind_it(order: Order) -> None:
    before = held(rolled(playing(order=order), ADA, "21212"), ADA, 1, 3)

    standing_in = play_on(moves.stand_in(late(before), BEN, 1, "hasty"), Script("33333", "44444"), COMPUTERS)

    assert standing_in.events[1] == Rolled(0, (0, 2, 4), faces("23232"))


@both_orders
def test_a_turn_that_a_computer_played_is_not_taken_back(order: Order) -> None:
    before = rolled(playing(order=order), ADA, "66666", "66666", "12345")
    game = play_on(moves.stand_in(late(before), BEN, 1, "hasty"), Script(), COMPUTERS).game

    with pytest.raises(NothingToUndo):
        moves.undo(game, ADA)


@both_orders
def test_who_was_stood_in_for_plays_and_undoes_the_next_turn(order: Order) -> None:
    game = play_on(moves.stand_in(late(playing(order=order)), BEN, 1, "hasty"), Script("12345"), COMPUTERS).game
    game = turn(game, BEN, "12345", "ones")
    game = turn(game, ADA, "12345", "twos")

    assert card_of(moves.undo(game, ADA).game, ADA).scores == (("ones", 1),)
    assert game.seats[0].stood_in == (1,)


@both_orders
def test_the_last_box_of_all_may_be_a_computers_choice(order: Order) -> None:
    game = late(with_open(with_open(playing(order=order), BEN, ()), ADA, ("choice",), fives=15))

    ending = play_on(moves.stand_in(game, BEN, board(game, ADA).turn, "hasty"), Script("12345"), COMPUTERS)

    assert ending.events[-2:] == (Scored(0, "choice", 15, 0), Ended(Phase.FINISHED))
    assert (ending.game.winners(), ending.game.rated) == ((0,), True)


@both_orders
@decided_by
def test_removing_makes_the_open_boxes_zeros_at_once(order: Order, player: int | None, by: int | None) -> None:
    before = turn(playing(3, order=order), ADA, "55521", "fives")
    before = turn(turn(before, BEN, "12345", "ones"), CAL, "12345", "ones")

    removing = moves.remove(late(rolled(before, ADA, "12345")), player, board(before, ADA).turn)

    assert removing.events == (Left(ADA, removed=True, by=by),)
    seat = removing.game.seats[0]
    assert (seat.left, seat.undecided, seat.late, seat.turn.dice) == (True, False, False, ())
    assert removing.game.rules.is_full(seat.card)
    assert (removing.game.total(0), removing.game.host) == (15, BEN)
    assert (removing.game.phase, removing.game.rated) == (Phase.PLAYING, True)
    assert removing.game.current == (1 if order is Order.TURNS else None)


@both_orders
def test_a_game_of_two_is_played_on_alone_after_a_removal(order: Order) -> None:
    game = moves.remove(late(playing(order=order)), BEN, 1).game
    assert (game.phase, game.may_act(1)) == (Phase.PLAYING, True)

    for box in game.rules.boxes:
        game = turn(game, BEN, "12345", box.key)
    assert (game.phase, game.winners(), game.places(), game.rated) == (Phase.FINISHED, (1,), (2, 1), True)


@both_orders
def test_removing_finishes_the_game_where_all_others_are_full(order: Order) -> None:
    game = late(with_open(playing(order=order), BEN, (), fives=15))

    removing = moves.remove(game, BEN, 1)

    assert removing.events == (Left(ADA, removed=True, by=1), Ended(Phase.FINISHED))
    assert removing.game.winners() == (1,)


@both_orders
def test_who_leaves_while_late_is_asked_about_as_anybody(order: Order) -> None:
    leaving = moves.leave(late(playing(3, order=order)), ADA)

    assert leaving.events == (Left(ADA, undecided=True),)
    assert (leaving.game.late_seat, leaving.game.undecided_seat) == (None, 0)


@both_orders
def test_the_question_ends_when_nobody_is_left_to_answer_it(order: Order) -> None:
    game = moves.leave(late(playing(3, order=order)), BEN).game
    assert game.late_seat == 0

    game = moves.leave(game, CAL).game
    assert (game.late_seat, game.may_act(0), game.host) == (None, True, ADA)


@both_orders
def test_an_ended_game_may_have_been_late(order: Order) -> None:
    assert moves.expire(late(playing(order=order))).game.phase is Phase.ABANDONED
    assert moves.end(late(playing(order=order)), ADA).game.phase is Phase.ABANDONED


def test_without_rules_nothing_is_decided() -> None:
    asked = replace(moves.leave(late(playing(3)), CAL).game, ruleset="poker-dice")

    with pytest.raises(RulesGone):
        moves.time_up(replace(playing(3), ruleset="poker-dice"), 0, 1)
    with pytest.raises(RulesGone):
        moves.remove(asked, BEN, 1)
    with pytest.raises(RulesGone):
        moves.zero(asked, None, 2)
