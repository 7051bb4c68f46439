"""Rolling, holding and scoring."""

import pytest

from bot.game import Order, Phase, Turn, moves
from bot.game.events import Ended, Rolled, Scored
from bot.game.refusals import AllDiceHeld, BoxClosed, BoxFilled, NoRollsLeft, RollFirst, UnknownBox, UnknownDie
from bot.rules import Card, Closure
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    PLAYERS,
    Script,
    board,
    card_of,
    faces,
    held,
    playing,
    rolled,
    scored,
    scoring,
    turn,
    turn_of,
    with_open,
)


def test_the_first_roll_is_all_five_dice() -> None:
    game = playing()
    dice = Script("31425")

    rolling = moves.roll(game, ADA, board(game, ADA), dice)

    assert dice.asked == [(0, 1, 1)]
    assert rolling.events == (Rolled(0, (), faces("31425")),)
    assert turn_of(rolling.game, ADA) == Turn(1, 1, faces("31425"), ())


def test_dice_are_asked_for_by_seat_turn_and_roll() -> None:
    game = turn(turn(playing(), ADA, "11111", "ones"), BEN, "22222", "twos")
    game = turn(rolled(game, ADA, "12345", "12345"), ADA, "66666", "sixes")
    dice = Script("12345", "54321")
    game = moves.roll(game, BEN, board(game, BEN), dice).game
    moves.roll(game, BEN, board(game, BEN), dice)

    assert dice.asked == [(1, 2, 1), (1, 2, 2)]


@pytest.mark.parametrize(
    ("holding", "fresh", "expected"),
    [
        ((), "66666", "66666"),
        ((0,), "66666", "16666"),
        ((4,), "66666", "66665"),
        ((1, 3), "66666", "62646"),
        ((0, 1, 2, 3), "66666", "12346"),
        ((3, 1), "54321", "52341"),
    ],
)
def test_held_dice_stay_where_they_lie(holding: tuple[int, ...], fresh: str, expected: str) -> None:
    game = held(rolled(playing(), ADA, "12345"), ADA, *holding)

    rolling = moves.roll(game, ADA, board(game, ADA), Script(fresh))

    assert rolling.events == (Rolled(0, tuple(sorted(holding)), faces(expected)),)
    assert turn_of(rolling.game, ADA) == Turn(1, 2, faces(expected), tuple(sorted(holding)))


def test_holds_are_positions_not_values() -> None:
    game = held(rolled(playing(), ADA, "55555"), ADA, 2)

    assert turn_of(rolled(game, ADA, "11111"), ADA).dice == faces("11511")


def test_a_held_die_stays_held_after_the_roll_until_it_is_released() -> None:
    game = rolled(held(rolled(playing(), ADA, "12345"), ADA, 0, 4), ADA, "66666")
    assert turn_of(game, ADA).held == (0, 4)

    game = rolled(held(game, ADA, 0), ADA, "22222")
    assert turn_of(game, ADA).dice == faces("22225")


def test_holding_twice_releases() -> None:
    game = held(rolled(playing(), ADA, "12345"), ADA, 3)

    assert held(game, ADA, 3) == rolled(playing(), ADA, "12345")


def test_a_hold_is_no_history_and_moves_no_die() -> None:
    game = rolled(playing(), ADA, "12345")

    holding = moves.hold(game, ADA, board(game, ADA), 1)

    assert holding.events == ()
    assert turn_of(holding.game, ADA) == Turn(1, 1, faces("12345"), (1,))


@pytest.mark.parametrize("position", [-1, 5, 100])
def test_there_is_no_sixth_die(position: int) -> None:
    game = rolled(playing(), ADA, "12345")

    with pytest.raises(UnknownDie) as refused:
        held(game, ADA, position)
    assert refused.value.position == position


def test_holding_before_the_first_roll_is_refused() -> None:
    with pytest.raises(RollFirst):
        held(playing(), ADA, 0)


def test_holding_after_the_last_roll_is_refused() -> None:
    with pytest.raises(NoRollsLeft):
        held(rolled(playing(), ADA, "12345", "12345", "12345"), ADA, 0)


def test_a_fourth_roll_is_refused_and_asks_for_no_dice() -> None:
    game = rolled(playing(), ADA, "12345", "12345", "12345")
    dice = Script("66666")

    with pytest.raises(NoRollsLeft):
        moves.roll(game, ADA, board(game, ADA), dice)
    assert dice.asked == []


def test_keeping_all_five_is_refused_and_costs_no_roll() -> None:
    game = held(rolled(playing(), ADA, "12345"), ADA, 0, 1, 2, 3, 4)
    dice = Script("66666")

    with pytest.raises(AllDiceHeld):
        moves.roll(game, ADA, board(game, ADA), dice)
    assert dice.asked == []
    game = rolled(held(game, ADA, 4), ADA, "66666", "55555")
    assert turn_of(game, ADA) == Turn(1, 3, faces("12345"), (0, 1, 2, 3))


@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_a_player_may_stop_after_any_roll(rolls: int) -> None:
    game = rolled(playing(), ADA, *["66666", "55512", "55521"][-rolls:])

    scoring_ = scoring(game, ADA, "fives")

    assert scoring_.events == (Scored(0, "fives", 15, 0),)
    assert card_of(scoring_.game, ADA) == Card((("fives", 15),))
    assert turn_of(scoring_.game, ADA) == Turn(2)
    assert scoring_.game.current == 1


def test_a_player_may_score_with_all_five_held() -> None:
    game = held(rolled(playing(), ADA, "12345"), ADA, 0, 1, 2, 3, 4)

    assert card_of(scored(game, ADA, "little-straight"), ADA).points("little-straight") == 30


def test_a_zero_may_be_taken_on_purpose_and_fills_the_box() -> None:
    game = turn(playing(1), ADA, "66666", "ones")

    assert card_of(game, ADA).points("ones") == 0
    with pytest.raises(BoxFilled) as refused:
        turn(game, ADA, "11111", "ones")
    assert refused.value.box == "ones"


def test_scoring_before_the_first_roll_is_refused() -> None:
    with pytest.raises(RollFirst):
        scored(playing(), ADA, "choice")


def test_scoring_twice_in_a_turn_is_refused() -> None:
    with pytest.raises(RollFirst):
        scored(turn(playing(1), ADA, "12345", "choice"), ADA, "ones")


def test_an_unknown_box_is_refused() -> None:
    with pytest.raises(UnknownBox) as refused:
        turn(playing(ruleset="yacht"), ADA, "11111", "aces")
    assert refused.value.box == "aces"


@pytest.mark.parametrize(
    ("ruleset", "still_open", "roll", "box", "closure"),
    [
        ("yahtzee-upper-first", ("aces", "chance"), "11111", "chance", Closure.UPPER_FIRST),
        ("yahtzee", ("fours", "sixes"), "44444", "sixes", Closure.JOKER_UPPER),
        ("yahtzee", ("aces", "chance"), "44444", "aces", Closure.JOKER_LOWER),
    ],
)
def test_a_closed_box_is_refused_with_its_rule(
    ruleset: str, still_open: tuple[str, ...], roll: str, box: str, closure: Closure
) -> None:
    game = rolled(with_open(playing(ruleset=ruleset), ADA, still_open, yahtzee=50), ADA, roll)

    with pytest.raises(BoxClosed) as refused:
        scored(game, ADA, box)
    assert (refused.value.box, refused.value.closure) == (box, closure)


def test_the_hundred_is_paid_beside_the_box() -> None:
    game = rolled(with_open(playing(ruleset="yahtzee"), ADA, ("fours", "chance"), yahtzee=50), ADA, "44444")

    scoring_ = scoring(game, ADA, "fours")

    assert scoring_.events == (Scored(0, "fours", 20, 100),)
    assert scoring_.game.total(0) == 50 + 20 + 100


def test_each_hundred_is_told_by_itself() -> None:
    game = with_open(playing(1, ruleset="yahtzee"), ADA, ("fours", "fives", "chance"), yahtzee=50)
    game = rolled(turn(game, ADA, "44444", "fours"), ADA, "55555")

    scoring_ = scoring(game, ADA, "fives")

    assert scoring_.events == (Scored(0, "fives", 25, 100),)
    assert card_of(scoring_.game, ADA).bonus == 200


def test_the_turn_passes_in_seating_order_from_the_starter() -> None:
    game = playing(4, starter=2)
    order = []
    for box in ("ones", "twos"):
        for _ in range(4):
            assert game.current is not None
            order.append(game.current)
            assert [seat for seat in range(4) if game.may_act(seat)] == [game.current]
            game = turn(game, PLAYERS[game.current], "12345", box)

    assert order == [2, 3, 0, 1, 2, 3, 0, 1]


def test_who_is_full_is_passed_over() -> None:
    game = with_open(playing(3), BEN, ())

    assert turn(game, ADA, "12345", "ones").current == 2


def test_who_alone_has_boxes_left_follows_himself() -> None:
    game = with_open(with_open(playing(3), BEN, ()), CAL, ())

    assert turn(game, ADA, "12345", "ones").current == 0


def test_the_last_box_of_all_finishes_the_game() -> None:
    game = with_open(with_open(playing(2), BEN, ()), ADA, ("choice",))

    scoring_ = scoring(rolled(game, ADA, "12345"), ADA, "choice")

    assert scoring_.events == (Scored(0, "choice", 15, 0), Ended(Phase.FINISHED))
    assert (scoring_.game.phase, scoring_.game.current, scoring_.game.live) == (Phase.FINISHED, None, False)
    assert not any(scoring_.game.may_act(seat) for seat in (0, 1))


@pytest.mark.parametrize("order", Order)
def test_the_last_box_of_one_does_not_finish_the_game_of_the_others(order: Order) -> None:
    game = turn(with_open(playing(2, order=order), ADA, ("choice",)), ADA, "12345", "choice")

    assert game.phase is Phase.PLAYING
    assert [seat for seat in (0, 1) if game.may_act(seat)] == [1]


def test_together_everybody_goes_at_their_own_pace() -> None:
    game = rolled(playing(3, order=Order.TOGETHER), CAL, "12345")
    game = held(rolled(game, ADA, "66666"), CAL, 0)
    for box in ("ones", "twos", "threes"):
        game = turn(game, BEN, "11111", box)
    game = rolled(game, CAL, "22222")

    assert [seat.turn.number for seat in game.seats] == [1, 4, 1]
    assert turn_of(game, CAL).dice == faces("12222")
    assert turn_of(game, ADA) == Turn(1, 1, faces("66666"))
    assert game.current is None
    assert all(game.may_act(seat) for seat in range(3))


def test_together_finishes_with_the_last_card() -> None:
    game = playing(2, order=Order.TOGETHER)
    game = with_open(with_open(game, ADA, ("choice",)), BEN, ("choice",))

    game = turn(game, BEN, "12345", "choice")
    assert game.phase is Phase.PLAYING
    assert turn(game, ADA, "12345", "choice").phase is Phase.FINISHED
