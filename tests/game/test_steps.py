"""A history step by step, from literal events."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from bot.game import Event, Order, Seat, Turn, event_from_json
from bot.game.events import (
    Ended,
    GivenTime,
    Joined,
    Left,
    Opened,
    Rolled,
    Scored,
    Started,
    StoodIn,
    TakenOver,
    TimedOut,
    Undone,
    Zeroed,
)
from bot.game.steps import Step, next_turn, steps
from bot.rules import RULESETS, Card
from tests.game.builders import ADA, BEN, CAL, PLAYERS, faces
from tests.game.table import seated

OFF = Started((((0, faces("11111")), (1, faces("66666"))),), 1)


def two(*events: Event, ruleset: str = "yacht", order: str = "turns", duplicate: bool = False) -> tuple[Step, ...]:
    """The steps of a game that ADA opened, BEN joined and the roll-off started."""
    start = OFF if order == "turns" else Started((), None)
    return steps([Opened(ruleset, order, duplicate, ADA, 1), Joined(BEN, 2), start, *events])


def cards(step: Step) -> list[Card]:
    return [seat.card for seat in step.seats]


def test_the_lobby_is_no_step_and_its_last_seats_are_those_of_the_game() -> None:
    taken = steps([Opened("yacht", "turns", False, ADA, 1), Joined(BEN, 2), Left(ADA), Joined(CAL, 3), OFF])
    assert [step.event for step in taken] == [OFF]
    assert [seat.player for seat in taken[0].seats] == [BEN, CAL]
    assert taken[0].of_turn == (None, None)


def test_rolls_show_the_dice_and_what_was_held() -> None:
    first, second = Rolled(1, (), faces("55221")), Rolled(1, (0, 1), faces("55666"))
    _, one, two_ = two(first, second)
    assert (one.seat, one.turn) == (1, Turn(1, 1, faces("55221"), ()))
    assert (two_.seat, two_.turn) == (1, Turn(1, 2, faces("55666"), (0, 1)))
    assert cards(two_) == [Card(), Card()]


def test_a_box_is_on_the_card_and_the_dice_stay_beside_it() -> None:
    step = two(Rolled(1, (), faces("55221")), Scored(1, "fives", 10, 0), Rolled(0, (), faces("11111")))[2]
    assert step.event == Scored(1, "fives", 10, 0)
    assert step.turn == Turn(1, 1, faces("55221"), ())
    assert cards(step) == [Card(), Card((("fives", 10),))]


def test_a_box_taken_back_is_off_the_card_with_its_bonus() -> None:
    *_, scored, undone, again = two(
        Rolled(1, (), faces("44444")),
        Scored(1, "yahtzee", 50, 0),
        Rolled(0, (), faces("12346")),
        Scored(0, "chance", 16, 0),
        Rolled(1, (), faces("44444")),
        Scored(1, "fours", 20, 100),
        Undone(1),
        Scored(1, "chance", 20, 100),
        ruleset="yahtzee",
    )
    assert cards(scored)[1] == Card((("yahtzee", 50), ("fours", 20)), 100)
    assert cards(undone)[1] == Card((("yahtzee", 50),), 0)
    assert undone.turn == Turn(2, 1, faces("44444"), ())
    assert cards(again)[1] == Card((("yahtzee", 50), ("chance", 20)), 100)
    assert scored.of_turn == undone.of_turn == again.of_turn == (1, 2)


def test_who_leaves_keeps_what_he_had() -> None:
    *_, left, end = two(
        Rolled(1, (), faces("55221")),
        Scored(1, "fives", 10, 0),
        Rolled(0, (), faces("11111")),
        Left(BEN),
        Ended("abandoned", ADA),
    )
    assert (left.seat, left.turn) == (1, None)
    assert [seat.left for seat in end.seats] == [False, True]
    assert cards(end) == [Card(), Card((("fives", 10),))]
    assert left.zeros == end.zeros == {1}
    assert (end.event, end.seat) == (Ended("abandoned", ADA), None)


def test_what_others_decide_about_a_late_turn_belongs_to_that_turn() -> None:
    first = Rolled(1, (), faces("55221"))
    _, rolled, *late, again, box = two(
        first,
        TimedOut(1),
        GivenTime(1, 0),
        TimedOut(1),
        StoodIn(1, "deckhand"),
        Rolled(1, (0, 1), faces("55666")),
        Scored(1, "full-house", 28, 0),
    )
    assert [step.of_turn for step in (rolled, *late, again, box)] == [(1, 1)] * 7
    assert [step.turn for step in late] == [Turn(1, 1, faces("55221"))] * 4
    assert box.turn == again.turn == Turn(1, 2, faces("55666"), (0, 1))
    assert [step.seats[1].stood_in for step in (*late[-2:], box)] == [(), (1,), (1,)]


def test_who_is_left_with_zeros_keeps_what_he_had() -> None:
    *_, left, zeroed = two(
        Rolled(1, (), faces("55221")),
        Scored(1, "fives", 10, 0),
        Rolled(0, (), faces("11111")),
        Left(BEN, undecided=True),
        Zeroed(1, 0),
    )
    assert (zeroed.seat, zeroed.turn) == (left.seat, left.turn) == (1, None)
    assert cards(zeroed) == cards(left) == [Card(), Card((("fives", 10),))]
    assert not left.zeros
    assert zeroed.zeros == {1}


def test_a_computer_that_takes_over_plays_on_from_the_card_as_it_was() -> None:
    *_, left, taken, rolled, scored = two(
        Rolled(1, (), faces("55221")),
        Scored(1, "fives", 10, 0),
        Rolled(0, (), faces("11111")),
        Scored(0, "yacht", 50, 0),
        Rolled(1, (), faces("66661")),
        Rolled(1, (0, 1), faces("66123")),
        Left(BEN, undecided=True),
        TakenOver(1, "deckhand", 0),
        Rolled(1, (), faces("66661")),
        Scored(1, "sixes", 24, 0),
    )
    assert (left.of_turn, taken.of_turn, rolled.of_turn, scored.of_turn) == ((1, None), (1, None), (1, 2), (1, 2))
    assert rolled.turn == Turn(2, 1, faces("66661"))
    assert [step.seats[1].level for step in (left, taken, scored)] == [None, "deckhand", "deckhand"]
    assert not left.zeros | taken.zeros | scored.zeros
    assert cards(scored)[1] == Card((("fives", 10), ("sixes", 24)))


def test_seats_at_their_own_pace_have_turns_of_their_own() -> None:
    taken = two(
        Rolled(0, (), faces("11111")),
        Rolled(1, (), faces("11111")),
        Rolled(1, (0,), faces("12345")),
        Scored(0, "yacht", 50, 0),
        Scored(1, "little-straight", 30, 0),
        order="together",
        duplicate=True,
    )
    assert [step.of_turn for step in taken] == [(None, None), (0, 1), (1, 1), (1, 1), (0, 1), (1, 1)]
    assert taken[4].turn == Turn(1, 1, faces("11111"), ())


def test_former_players_and_rules_that_are_gone_do_not_matter() -> None:
    taken = steps(
        [
            Opened("poker", "turns", False, -1, 1),
            Joined(-103, 4),
            Left(-103),
            Joined(-2, 2),
            OFF,
            Rolled(1, (), faces("55221")),
            Scored(1, "two-pairs", 14, 3),
            Left(-2),
            Ended("abandoned", -104),
        ]
    )
    assert [seat.player for seat in taken[-1].seats] == [-1, -2]
    assert cards(taken[-1]) == [Card(), Card((("two-pairs", 14),), 3)]
    assert taken[-1].seats[1].left


def test_a_lobby_that_closed_has_only_its_end() -> None:
    taken = steps([Opened("yacht", "turns", False, ADA, 1), Joined(BEN, 2), Ended("abandoned")])
    assert [step.event for step in taken] == [Ended("abandoned")]
    assert next_turn(taken, 0) == 0


def test_the_next_turn_begins_where_another_seat_or_round_does() -> None:
    taken = two(
        Rolled(1, (), faces("55221")),
        Rolled(1, (0,), faces("51234")),
        Scored(1, "choice", 15, 0),
        Rolled(0, (), faces("11111")),
        Scored(0, "yacht", 50, 0),
        Ended("abandoned"),
    )
    assert [next_turn(taken, at) for at in range(7)] == [1, 4, 4, 4, 6, 6, 6]


def test_a_history_that_does_not_begin_at_its_beginning_is_refused() -> None:
    with pytest.raises(TypeError, match="begins with Opened"):
        steps([Joined(BEN, 2)])


def shown(seat: Seat) -> Seat:
    """What a step claims of a seat. Zeros that nobody rolled for are on the engine's cards only."""
    zeroed = seat.left and seat.level is None and not seat.undecided
    card = Card() if zeroed else seat.card
    return replace(seat, card=card, undoable=None, late=False)


@pytest.mark.parametrize(("ruleset", "order"), list(product(RULESETS, Order)))
def test_every_step_of_a_game_shows_it_as_it_was(ruleset: str, order: Order) -> None:
    table = seated(ruleset, order, 4, seed=7)
    chance = Random(f"{ruleset} {order}")
    made = 0
    while table.game.live:
        made += 1
        index = chance.choice([seat for seat in range(4) if table.game.may_act(seat)])
        player, moment = PLAYERS[index], table.game.moment(index)
        if made in (40, 80):
            table.leave(player)
            decider = next(seat.player for seat in table.game.seats if not seat.left)
            about = table.game.undecided_seat
            if about is not None and made == 40:
                table.take_over(decider, about)
            elif about is not None:
                table.zero(decider, about)
        elif chance.random() < 0.1:
            table.time_up(index, moment.turn)
            if table.game.late_seat is not None:
                chance.choice((table.wait, table.stand_in))(None, moment.turn)
        elif moment.roll and chance.random() < 0.6:
            table.score(player, moment, chance.choice(list(table.history.worth(index))))
            if table.game.live and table.game.seats[index].undoable and chance.random() < 0.2:
                table.undo(player)
        elif moment.roll < 3:
            table.roll(player, moment)
        last = steps(event_from_json(kind, facts) for kind, facts in table.records)[-1]
        assert list(map(shown, last.seats)) == list(map(shown, table.game.seats))
    assert {"taken-over", "stood-in", "zeroed"} <= {kind for kind, _ in table.records}
