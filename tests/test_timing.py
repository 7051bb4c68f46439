"""What falls due in a game: when it begins to count, what puts it off, and what is due at last."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.clocks import CLOCKS, QuietHours
from bot.game import Game, Order, Phase, moves
from bot.timing import (
    ClockRules,
    Due,
    DueKind,
    SeatTiming,
    Timing,
    after,
    due,
    given_back,
    with_nudge,
    without,
)
from tests.game.builders import ADA, BEN, CAL, held, lobby, playing, rolled, turn, with_open

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = QuietHours(22 * 60, 7 * 60, BERLIN)
NO_CLOCK = ClockRules()
HOURLY = ClockRules(HOUR)
DAILY = ClockRules(DAY)


def june(day: int, time: str = "12:00") -> datetime:
    """An instant of June 2026 in UTC: Berlin is two hours ahead."""
    return datetime.fromisoformat(f"2026-06-{day:02} {time}").replace(tzinfo=UTC)


NOON = june(1)
TOGETHER = Order.TOGETHER


def timed(
    timing: Timing | None, game: Game, at: datetime, rules: ClockRules = HOURLY, *, by: int | None = None
) -> Timing:
    """The timing after a move of a game that goes on."""
    result = after(timing, game, at, rules, by=by)
    assert result is not None
    return result


def began(timing: Timing) -> dict[int, datetime]:
    """Since when the time of each seat has been running."""
    return {index: seat.began for index, seat in timing.seats.items()}


def late(game: Game, index: int) -> Game:
    """The time of that seat's turn is up."""
    return moves.time_up(game, index, game.turn_id(index)).game


def clock(
    due: datetime, *reminders: datetime, began: datetime = NOON, nudge: datetime | None = None, length: timedelta = HOUR
) -> SeatTiming:
    """A running clock of turn 1."""
    return SeatTiming(1, began, due, reminders, nudge, length)


def only(seat: SeatTiming) -> Timing:
    """The timing of a game in which nothing but the first seat's clock runs."""
    return Timing({0: seat}, {}, june(30))


# When a clock begins.


@pytest.mark.parametrize("phase", [Phase.FINISHED, Phase.ABANDONED])
def test_nothing_falls_due_in_a_game_that_is_over(phase: Phase) -> None:
    game = playing()
    assert after(timed(None, game, NOON), replace(game, phase=phase, current=None), NOON, HOURLY, by=0) is None


def test_nothing_falls_due_in_a_lobby() -> None:
    assert after(None, lobby(), NOON, HOURLY, by=0) is None


def test_start_begins_the_clock_of_who_may_act() -> None:
    assert began(timed(None, playing(3, starter=1), NOON, by=0)) == {1: NOON}
    assert began(timed(None, playing(3, order=TOGETHER), NOON, by=0)) == {0: NOON, 1: NOON, 2: NOON}


@pytest.mark.parametrize(
    ("rules", "due", "reminders"),
    [
        (ClockRules(5 * MINUTE), june(1, "12:05"), ()),
        (ClockRules(HOUR), june(1, "13:00"), (june(1, "12:30"), june(1, "12:54"))),
        (ClockRules(12 * HOUR), june(2, "00:00"), (june(1, "18:00"), june(1, "22:48"))),
        (ClockRules(DAY), june(2), (june(2, "00:00"), june(2, "09:36"))),
        (ClockRules(3 * DAY), june(4), (june(3, "00:00"), june(4, "04:48"))),
        (ClockRules(7 * DAY), june(8), (june(5, "00:00"), june(7, "19:12"))),
        # Without a clock the others are asked after three days, and nobody is reminded.
        (ClockRules(), june(4), ()),
        # The night, 20:00 to 05:00, counts for a short clock and for an absence, and not for an hour or more.
        (ClockRules(5 * MINUTE, NIGHT), june(1, "12:05"), ()),
        (ClockRules(None, NIGHT), june(4), ()),
        (ClockRules(HOUR, NIGHT), june(1, "13:00"), (june(1, "12:30"), june(1, "12:54"))),
        (ClockRules(12 * HOUR, NIGHT), june(2, "09:00"), (june(1, "18:00"), june(2, "07:48"))),
        (ClockRules(DAY, NIGHT), june(3, "06:00"), (june(2, "09:00"), june(2, "18:36"))),
    ],
)
def test_a_turn_is_up_after_its_clock_with_reminders_at_half_and_nine_tenths(
    rules: ClockRules, due: datetime, reminders: tuple[datetime, ...]
) -> None:
    length = rules.clock or 3 * DAY
    expected = {0: SeatTiming(1, NOON, due, reminders, None, length)}
    assert timed(None, playing(), NOON, rules, by=0).seats == expected


def test_turn_begun_in_quiet_hours_counts_from_the_morning_on() -> None:
    midnight = june(2, "00:00")
    seat = timed(None, playing(), midnight, ClockRules(HOUR, NIGHT), by=0).seats[0]
    assert (seat.began, seat.due, *seat.reminders) == (
        midnight,
        june(2, "06:00"),
        june(2, "05:30"),
        june(2, "05:54"),
    )


def test_times_have_whole_milliseconds() -> None:
    timing = timed(None, playing(), NOON + timedelta(microseconds=1999), by=0)
    assert timing.seats[0].began == NOON + timedelta(milliseconds=1)
    assert with_nudge(timing, 0, NOON + timedelta(microseconds=999)).seats[0].nudge == NOON
    assert (timing.ends - NOON) % timedelta(milliseconds=1) == timedelta()


# What a move changes.


def test_box_ends_the_clock_and_begins_that_of_the_next_turn() -> None:
    game = playing()
    timing = timed(None, game, NOON, by=0)
    timing = timed(timing, turn(game, ADA, "11234", "ones"), june(1, "12:10"), by=0)
    assert timing.seats == {
        1: SeatTiming(
            2, june(1, "12:10"), june(1, "13:10"), (june(1, "12:40"), june(1, "13:04")), nudge=None, length=HOUR
        )
    }


def test_hold_and_roll_do_not_touch_the_clock() -> None:
    game = playing()
    timing = timed(None, game, NOON, by=0)
    game = rolled(game, ADA, "11234")
    assert timed(timing, game, june(1, "12:10"), by=0).seats == timing.seats
    assert timed(timing, held(game, ADA, 0, 1), june(1, "12:20"), by=0).seats == timing.seats
    assert timed(timing, rolled(game, ADA, "11556"), june(1, "12:25"), by=0).seats == timing.seats


def test_reminder_that_was_sent_is_not_planned_again_by_a_roll() -> None:
    game = playing()
    timing = without(timed(None, game, NOON, by=0), [Due(DueKind.REMINDER, 0)])
    assert timed(timing, rolled(game, ADA, "11234"), june(1, "12:40"), by=0).seats[0].reminders == (june(1, "12:54"),)


def test_without_a_clock_three_days_count_from_the_last_own_press() -> None:
    game = playing(3)
    timing = timed(None, game, june(1), NO_CLOCK, by=0)
    assert timed(timing, rolled(game, ADA, "11234"), june(3), NO_CLOCK, by=0).seats[0].due == june(6)
    assert timed(timing, game, june(3), NO_CLOCK, by=1).seats[0].due == june(4)
    assert timed(timing, game, june(3), NO_CLOCK, by=None).seats[0].due == june(4)


def test_in_together_each_box_begins_a_clock_of_its_own() -> None:
    game = playing(3, order=TOGETHER)
    timing = timed(None, game, NOON, by=0)
    timing = timed(timing, turn(game, BEN, "11234", "ones"), june(1, "12:10"), by=1)
    assert began(timing) == {0: NOON, 1: june(1, "12:10"), 2: NOON}
    assert [seat.turn for seat in timing.seats.values()] == [1, 5, 3]


def test_in_together_a_full_card_has_no_clock() -> None:
    game = with_open(playing(3, order=TOGETHER), BEN, ["ones"])
    timing = timed(None, game, NOON, by=0)
    assert began(timed(timing, turn(game, BEN, "11234", "ones"), june(1, "12:10"), by=1)) == {0: NOON, 2: NOON}


@pytest.mark.parametrize("order", Order)
def test_turn_taken_back_has_its_time_anew(order: Order) -> None:
    game = playing(order=order)
    timing = timed(None, game, NOON, by=0)
    game = turn(game, ADA, "11234", "ones")
    timing = timed(timing, game, june(1, "12:10"), by=0)
    timing = timed(timing, moves.undo(game, ADA).game, june(1, "12:15"), by=0)
    assert timing.seats[0].turn == 1
    assert timing.seats[0].due == june(1, "13:15")
    assert began(timing) == ({0: june(1, "12:15")} if order is Order.TURNS else {0: june(1, "12:15"), 1: NOON})


@pytest.mark.parametrize("rules", [HOURLY, NO_CLOCK])
def test_late_turn_has_no_clock_until_it_is_given_time(rules: ClockRules) -> None:
    game = playing(3)
    timing = timed(None, game, june(1), rules, by=0)
    game = late(game, 0)
    timing = timed(timing, game, june(4), rules)
    assert timing.seats == {}
    given = moves.wait(game, BEN, game.turn_id(0)).game
    assert began(timed(timing, given, june(5), rules, by=1)) == {0: june(5)}


def test_late_player_who_rolls_has_his_time_anew() -> None:
    game = late(playing(), 0)
    timing = timed(None, game, june(1), by=1)
    assert timing.seats == {}
    assert began(timed(timing, rolled(game, ADA, "11234"), june(2), by=0)) == {0: june(2)}


def test_turn_given_time_at_once_has_it_anew() -> None:
    game = playing()
    timing = timed(None, game, NOON, by=0)
    one_o_clock = june(1, "13:00")
    up = due(timing, one_o_clock)
    timed_out = late(game, 0)
    given = moves.wait(timed_out, None, game.turn_id(0)).game
    assert began(timed(without(timing, up), given, one_o_clock)) == {0: one_o_clock}


def test_turn_that_is_up_stays_due_while_others_press() -> None:
    game = playing(order=TOGETHER)
    timing = timed(timed(None, game, NOON, by=0), rolled(game, BEN, "11234"), june(1, "13:01"), by=1)
    assert due(timing, june(1, "13:01")) == (Due(DueKind.TIME_UP, 0), Due(DueKind.TIME_UP, 1))


@pytest.mark.parametrize("order", Order)
def test_game_of_one_simply_waits(order: Order) -> None:
    game = playing(1, order=order)
    timing = timed(None, game, NOON, by=0)
    assert (timing.seats, timing.next_at) == ({}, june(1) + 30 * DAY)


@pytest.mark.parametrize("order", Order)
def test_who_is_the_last_one_present_has_no_clock_any_more(order: Order) -> None:
    game = playing(order=order)
    timing = timed(None, game, NOON, by=0)
    timing = timed(timing, moves.leave(game, ADA).game, june(1, "12:10"), by=0)
    assert timing.seats == {}
    assert timing.decisions == {0: june(2, "12:10")}


def test_seat_that_was_left_has_no_clock_and_is_decided_about_in_a_day() -> None:
    game = playing(3)
    timing = timed(None, game, NOON, by=0)
    left = moves.leave(game, ADA).game
    timing = timed(timing, left, june(1, "12:10"), by=0)
    assert began(timing) == {1: june(1, "12:10")}
    assert timing.decisions == {0: june(2, "12:10")}
    later = timed(timing, rolled(left, BEN, "11234"), june(1, "12:20"), by=1)
    assert later.decisions == {0: june(2, "12:10")}


@pytest.mark.parametrize("choice", ["zeros", "computer"])
def test_decision_that_was_made_falls_due_no_more(choice: str) -> None:
    left = moves.leave(playing(3, order=TOGETHER), ADA).game
    timing = timed(None, left, NOON, by=0)
    assert timing.decisions == {0: june(2)}
    zeros = choice == "zeros"
    decided = (moves.zero(left, BEN, 0) if zeros else moves.take_over(left, BEN, 0, "deckhand")).game
    timing = timed(timing, decided, june(1, "13:00"), by=1)
    assert (timing.decisions, list(timing.seats)) == ({}, [1, 2])


def test_each_seat_that_was_left_is_decided_about_by_itself() -> None:
    one = moves.leave(playing(4), BEN).game
    timing = timed(None, one, june(1), by=1)
    assert timed(timing, moves.leave(one, CAL).game, june(2, "11:00"), by=2).decisions == {
        1: june(2),
        2: june(3, "11:00"),
    }


def test_computer_beside_one_player_does_not_decide_about_him() -> None:
    left = moves.leave(playing(2, order=TOGETHER), ADA).game
    game = moves.take_over(left, BEN, 0, "deckhand").game
    assert timed(None, game, NOON, by=1).seats == {}


def test_only_presses_put_off_the_end_of_the_game() -> None:
    game = playing()
    timing = timed(None, game, june(1), by=None)
    assert timing.ends == june(1) + 30 * DAY
    assert timed(timing, late(game, 0), june(2), by=None).ends == june(1) + 30 * DAY
    assert timed(timing, rolled(game, ADA, "11234"), june(2), by=0).ends == june(2) + 30 * DAY
    assert timed(timing, game, june(2), by=1).ends == june(2) + 30 * DAY


def test_changed_quiet_hours_wait_for_the_next_turn() -> None:
    game = playing()
    timing = timed(None, game, NOON, DAILY, by=0)
    game = rolled(game, ADA, "11234")
    timing = timed(timing, game, june(1, "12:10"), ClockRules(DAY, NIGHT), by=0)
    assert timing.seats[0].due == june(2)


# Nudges.


def test_nudge_is_planned_for_a_running_clock_only() -> None:
    timing = timed(None, playing(), NOON, by=0)
    nudged = with_nudge(timing, 0, june(1, "12:01"))
    assert nudged.seats[0] == replace(timing.seats[0], nudge=june(1, "12:01"))
    assert with_nudge(timing, 1, june(1, "12:01")) == timing


@pytest.mark.parametrize("rules", [HOURLY, NO_CLOCK])
@pytest.mark.parametrize(("by", "nudge"), [(0, None), (1, june(1, "12:01")), (None, june(1, "12:01"))])
def test_own_press_makes_a_nudge_needless(rules: ClockRules, by: int | None, nudge: datetime | None) -> None:
    game = playing()
    timing = with_nudge(timed(None, game, NOON, rules, by=0), 0, june(1, "12:01"))
    assert timed(timing, rolled(game, ADA, "11234"), NOON, rules, by=by).seats[0].nudge == nudge


def test_next_turn_has_no_nudge_of_the_last() -> None:
    game = playing()
    timing = with_nudge(timed(None, game, NOON, by=0), 0, june(1, "12:01"))
    assert timed(timing, turn(game, ADA, "11234", "ones"), NOON, by=0).seats[1].nudge is None


# What is due.


HALF, LAST, UP = june(1, "12:30"), june(1, "12:54"), june(1, "13:00")
REMIND, REMIND_LAST = Due(DueKind.REMINDER, 0), Due(DueKind.REMINDER, 0, last=True)
NUDGE, TIME_UP = Due(DueKind.NUDGE, 0), Due(DueKind.TIME_UP, 0)
END = Due(DueKind.END)


@pytest.mark.parametrize(
    ("seat", "now", "expected"),
    [
        (clock(UP, HALF, LAST), june(1, "12:29"), []),
        (clock(UP, HALF, LAST), HALF, [REMIND]),
        (clock(UP, HALF, LAST), june(1, "12:53"), [REMIND]),
        (clock(UP, HALF, LAST), LAST, [REMIND_LAST]),
        (clock(UP, LAST), HALF, []),
        (clock(UP, LAST), LAST, [REMIND_LAST]),
        (clock(UP), LAST, []),
        (clock(UP, HALF, LAST), UP, [TIME_UP]),
        (clock(UP), june(2), [TIME_UP]),
        (clock(UP, HALF, LAST, nudge=june(1, "12:01")), june(1, "12:01"), [NUDGE]),
        # Who is reminded, or out of time, needs no nudge.
        (clock(UP, HALF, LAST, nudge=june(1, "12:01")), HALF, [REMIND]),
        (clock(UP, nudge=june(1, "12:01")), UP, [TIME_UP]),
        # The end of the game makes all else needless.
        (clock(UP, HALF, LAST, nudge=june(1, "12:01")), june(30), [END]),
    ],
)
def test_due_is_the_last_that_has_to_be_said(seat: SeatTiming, now: datetime, expected: list[Due]) -> None:
    assert due(only(seat), now) == tuple(expected)


def test_due_comes_in_the_order_of_time() -> None:
    seats = {
        0: clock(june(3)),
        1: clock(june(2)),
        3: clock(june(9), june(2, "18:00"), june(7)),
        4: clock(june(9), nudge=june(1, "12:01")),
        5: clock(june(5)),
    }
    timing = Timing(seats, {2: june(2, "13:00"), 6: june(6)}, june(30))
    assert due(timing, june(4)) == (
        Due(DueKind.NUDGE, 4),
        Due(DueKind.TIME_UP, 1),
        Due(DueKind.DECISION, 2),
        Due(DueKind.REMINDER, 3),
        Due(DueKind.TIME_UP, 0),
    )


@pytest.mark.parametrize(
    ("timing", "expected"),
    [
        (only(clock(UP, HALF, LAST, nudge=june(1, "12:01"))), june(1, "12:01")),
        (only(clock(UP, HALF, LAST)), HALF),
        (only(clock(UP, LAST)), LAST),
        (only(clock(UP)), UP),
        (Timing({0: clock(june(9)), 1: clock(june(8))}, {2: june(10)}, june(30)), june(8)),
        (Timing({0: clock(june(9))}, {1: june(7), 2: june(6)}, june(30)), june(6)),
        (Timing({}, {}, june(30)), june(30)),
        (Timing({0: clock(june(9))}, {1: june(8)}, june(7)), june(7)),
    ],
)
def test_next_is_the_earliest_of_all(timing: Timing, expected: datetime) -> None:
    assert timing.next_at == expected
    assert due(timing, expected) != ()
    assert due(timing, expected - timedelta(milliseconds=1)) == ()


@pytest.mark.parametrize(
    ("claimed", "left"),
    [
        (REMIND, clock(UP, LAST)),
        (REMIND_LAST, clock(UP)),
        (NUDGE, clock(UP, HALF, LAST)),
    ],
)
def test_what_was_said_is_not_due_again(claimed: Due, left: SeatTiming) -> None:
    timing = only(clock(UP, HALF, LAST, nudge=june(1, "12:01")))
    assert without(timing, [claimed]) == only(left)


def test_what_was_decided_is_not_due_again() -> None:
    timing = Timing({0: clock(UP), 1: clock(UP)}, {2: UP, 3: UP}, june(30))
    left = Timing({1: clock(UP)}, {3: UP}, june(30))
    assert without(timing, [TIME_UP, Due(DueKind.DECISION, 2)]) == left


def test_nothing_is_due_after_all_that_was_due_is_taken_out() -> None:
    timing = Timing(
        {0: clock(UP, HALF, LAST), 1: clock(june(3), HALF, june(2)), 2: clock(june(3), nudge=HALF), 3: clock(june(3))},
        {4: HALF},
        june(30),
    )
    now = june(1, "14:00")
    assert due(without(timing, due(timing, now)), now) == ()


def test_what_is_no_longer_there_may_be_taken_out_again() -> None:
    timing = Timing({}, {}, june(30))
    assert without(timing, [REMIND, NUDGE, TIME_UP, Due(DueKind.DECISION, 0), END]) == timing


# Time given back.


TWELVE = ClockRules(12 * HOUR)


def half_day(began: datetime, due: datetime, *reminders: datetime) -> SeatTiming:
    """A clock of twelve hours."""
    return clock(due, *reminders, began=began, length=12 * HOUR)


# Twelve hours from noon to midnight, with reminders at 18:00 and 22:48.
RUNNING = half_day(NOON, june(2, "00:00"), june(1, "18:00"), june(1, "22:48"))


@pytest.mark.parametrize(
    ("down_from", "down_to", "expected"),
    [
        # A tenth is an hour and twelve minutes: that much is not given back, a minute more is.
        (june(1, "13:00"), june(1, "14:12"), RUNNING),
        (
            june(1, "13:00"),
            june(1, "14:13"),
            half_day(june(1, "14:13"), june(2, "01:13"), june(1, "19:13"), june(2, "00:01")),
        ),
        # Down until long after the turn's end: three hours were left, or one: less than a tenth.
        (june(1, "21:00"), june(4, "12:00"), half_day(june(4), june(4, "15:00"), june(1, "18:00"), june(4, "13:48"))),
        (june(1, "23:00"), june(4, "12:00"), RUNNING),
        # Begun during the downtime, as far as anybody knows: all of it is left.
        (
            june(1, "08:00"),
            june(1, "15:00"),
            half_day(june(1, "15:00"), june(2, "03:00"), june(1, "21:00"), june(2, "01:48")),
        ),
        # Up before the bot went down, and begun after it was back.
        (june(2, "01:00"), june(3, "12:00"), RUNNING),
        (june(1, "08:00"), june(1, "11:00"), RUNNING),
    ],
)
def test_downtime_of_more_than_a_tenth_is_given_back(
    down_from: datetime, down_to: datetime, expected: SeatTiming
) -> None:
    assert given_back(only(RUNNING), down_from, down_to, TWELVE) == only(expected)


@pytest.mark.parametrize(
    ("down_from", "down_to", "due"),
    [
        # From 18:00 to 06:00 only three hours were no quiet ones; six were left, from 06:00 on.
        (june(1, "18:00"), june(2, "06:00"), june(2, "12:00")),
        # The whole night takes nothing from anybody.
        (june(1, "20:00"), june(2, "05:00"), june(2, "09:00")),
        (june(1, "19:00"), june(2, "05:12"), june(2, "09:00")),
        # Back at night: the seven hours that were left at 17:00 count from the morning on.
        (june(1, "17:00"), june(2, "01:00"), june(2, "12:00")),
    ],
)
def test_quiet_hours_within_a_downtime_are_not_lost(down_from: datetime, down_to: datetime, due: datetime) -> None:
    # Twelve hours from noon with a night from 20:00 to 05:00: due at 09:00.
    timing = timed(None, playing(), NOON, ClockRules(12 * HOUR, NIGHT), by=0)
    assert timing.seats[0].due == june(2, "09:00")
    assert given_back(timing, down_from, down_to, ClockRules(12 * HOUR, NIGHT)).seats[0].due == due


def test_nights_count_as_lost_for_who_has_no_clock() -> None:
    rules = ClockRules(None, NIGHT)
    timing = timed(None, playing(), june(1), rules, by=0)
    assert given_back(timing, june(1, "20:00"), june(2, "04:00"), rules).seats[0].due == june(4, "20:00")


def test_five_minutes_at_night_are_given_back() -> None:
    rules = ClockRules(5 * MINUTE, NIGHT)
    timing = timed(None, playing(), june(1, "23:00"), rules, by=0)
    assert given_back(timing, june(1, "23:01"), june(1, "23:04"), rules).seats[0].due == june(1, "23:08")


def test_same_downtime_is_given_back_once() -> None:
    once = given_back(only(RUNNING), june(1, "13:00"), june(1, "18:00"), TWELVE)
    assert once.seats[0].due == june(2, "05:00")
    assert given_back(once, june(1, "13:00"), june(1, "18:00"), TWELVE) == once
    # Back only for a moment, which nobody noted: what is given back now is the rest.
    assert given_back(once, june(1, "13:00"), june(1, "20:00"), TWELVE).seats[0].due == june(2, "07:00")


def test_each_clock_of_together_has_its_own_share_of_a_downtime() -> None:
    fresh = half_day(june(1, "20:00"), june(2, "08:00"), june(2, "02:00"), june(2, "06:48"))
    timing = Timing({0: RUNNING, 1: fresh, 2: half_day(june(1), june(1, "20:30"))}, {3: june(2)}, june(30))
    after_it = given_back(timing, june(1, "20:00"), june(1, "22:00"), TWELVE)
    assert {index: seat.due for index, seat in after_it.seats.items()} == {
        0: june(2, "02:00"),
        1: june(2, "10:00"),
        2: june(1, "20:30"),
    }
    assert after_it.seats[0].reminders == (june(1, "18:00"), june(2, "00:48"))
    assert after_it.seats[1].reminders == (june(2, "04:00"), june(2, "08:48"))


def test_decisions_and_the_end_of_the_game_wait_for_no_downtime() -> None:
    timing = given_back(Timing({0: RUNNING}, {1: june(2)}, june(30)), june(1, "13:00"), june(1, "20:00"), TWELVE)
    assert (timing.decisions, timing.ends) == ({1: june(2)}, june(30))


# What is kept.


@pytest.mark.parametrize("length", [None, *CLOCKS])
@pytest.mark.parametrize("order", Order)
def test_kept_as_json_it_is_the_same(length: timedelta | None, order: Order) -> None:
    rules = ClockRules(length, NIGHT)
    left = moves.leave(playing(4, order=order), CAL).game
    timing = timed(None, left, NOON + timedelta(microseconds=123_456), rules, by=2)
    timing = with_nudge(timing, 0, NOON + timedelta(seconds=90, microseconds=7))
    assert timing.decisions
    assert timing.seats
    assert Timing.from_json(json.loads(json.dumps(timing.to_json()))) == timing


def test_json_holds_unix_milliseconds() -> None:
    at = datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)
    seat = SeatTiming(7, at, at + HOUR, (at + HOUR / 2,), at + MINUTE, HOUR)
    assert Timing({2: seat}, {1: at + DAY}, at + 30 * DAY).to_json() == {
        "seats": {
            "2": {
                "turn": 7,
                "began": 1000,
                "due": 3_601_000,
                "reminders": [1_801_000],
                "nudge": 61_000,
                "length": 3_600_000,
            }
        },
        "decisions": {"1": 86_401_000},
        "ends": 2_592_001_000,
    }
