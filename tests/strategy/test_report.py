"""The report of a game: luck, par and what decisions lost add up to the final score, whatever happened."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.game.events import (
    Ended,
    Event,
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
from bot.rules import RULESETS, Box, Card, Dice, Ruleset, Section
from bot.rules.dice import ROLLS, sum_of
from bot.strategy.choices import Advisor
from bot.strategy.report import OtherRules, report
from bot.strategy.solving import solve
from tests.strategy.builders import for_every_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.strategy.report import SeatReport
    from tests.solved import Solved

SIXES_AND_NOTHING = Ruleset(
    "sixes-and-nothing",
    (Box("sixes", Section.UPPER, sum_of(6), 6), Box("nothing", Section.LOWER, lambda _: 0)),
    maximum=30,
)
ADA, BEN = 101, 102


class Story:
    """The events of a game of two, in which seat 0 plays by chance and seat 1 does nothing unless told."""

    def __init__(self, ruleset: Ruleset, seed: object = 0) -> None:
        self.ruleset = ruleset
        self.chance = random.Random(f"{ruleset.key} {seed}")
        self.cards = [Card(), Card()]
        self.events: list[Event] = [Opened(ruleset.key, "together", False, ADA, 1), Joined(BEN, 2), Started((), None)]

    def rolls(self, seat: int, most: int = ROLLS) -> Dice:
        """So many rolls with any holds; the dice afterwards."""
        dice: Dice = ()
        for _ in range(self.chance.randint(1, most)):
            held = tuple(sorted(self.chance.sample(range(5), self.chance.randrange(5)))) if dice else ()
            dice = tuple(dice[at] if at in held else self.chance.randint(1, 6) for at in range(5))
            self.events.append(Rolled(seat, held, dice))
        return dice

    def score(self, seat: int, dice: Dice) -> None:
        """Any box that is open to the dice."""
        option = self.chance.choice(self.ruleset.options(self.cards[seat], dice))
        self.cards[seat] = self.cards[seat].with_score(option.box, option.points, option.bonus)
        self.events.append(Scored(seat, option.box, option.points, option.bonus))

    def undone(self, seat: int, dice: Dice) -> None:
        """A box that is taken back at once."""
        before = self.cards[seat]
        self.score(seat, dice)
        self.cards[seat] = before
        self.events.append(Undone(seat))

    def play_on(self, seat: int, before_scoring: Callable[[Dice], None] = lambda _: None) -> None:
        """That seat fills its card."""
        while not self.ruleset.is_full(self.cards[seat]):
            dice = self.rolls(seat)
            before_scoring(dice)
            self.score(seat, dice)

    def end(self) -> list[Event]:
        return [*self.events, Ended("finished")]


def assert_adds_up(each: SeatReport | None, story: Story) -> SeatReport:
    assert each is not None
    final = story.ruleset.totals(story.cards[each.seat]).total
    assert each.final == final
    assert each.par + each.luck - each.lost == pytest.approx(final, abs=1e-6)
    par, luck, lost = each.tenths
    assert par + luck - lost == 10 * final
    assert par / 10 == pytest.approx(each.par, abs=0.0501)
    assert luck / 10 == pytest.approx(each.luck, abs=0.1001)
    assert lost / 10 == pytest.approx(each.lost, abs=0.0501)
    assert len(each.course) == len(story.ruleset.boxes) + 1
    assert each.course[0] == each.par
    assert each.course[-1] == pytest.approx(final, abs=1e-6)
    assert each.lost == pytest.approx(sum(decision.cost for decision in each.decisions), abs=1e-6)
    assert all(decision.cost >= -1e-8 for decision in each.decisions)
    return each


@for_every_ruleset
def test_luck_and_par_without_what_was_lost_are_the_final_score(ruleset: Ruleset, solved: Solved) -> None:
    advisor = Advisor(solved(ruleset))
    for seed in range(12):
        story = Story(ruleset, seed)
        for seat in (0, 1):
            story.play_on(seat)
        for each in report(story.end(), advisor):
            costs = [decision.cost for decision in assert_adds_up(each, story).costliest()]
            assert costs == sorted(costs, reverse=True)


@for_every_ruleset
def test_choices_that_were_taken_back_do_not_count(ruleset: Ruleset, solved: Solved) -> None:
    advisor = Advisor(solved(ruleset))
    story = Story(ruleset)
    story.play_on(0, before_scoring=lambda dice: story.undone(0, dice))
    story.play_on(1)
    plain = [event for place, event in enumerate(story.end()) if not _undone(story.events, place)]
    first, second = report(story.end(), advisor), report(plain, advisor)
    assert first == second
    assert_adds_up(first[0], story)


def _undone(events: list[Event], place: int) -> bool:
    return isinstance(events[min(place, len(events) - 1)], Undone) or (
        place + 1 < len(events) and isinstance(events[place + 1], Undone)
    )


def test_who_takes_a_box_back_and_rolls_on_is_judged_by_the_hold(solved: Solved) -> None:
    ruleset = RULESETS["yacht"]
    story = Story(ruleset)
    story.events += [Rolled(0, (), (5, 5, 2, 1, 1)), Scored(0, "ones", 2, 0), Undone(0), Rolled(0, (0, 1), (5,) * 5)]
    story.score(0, (5,) * 5)
    story.play_on(0)
    story.play_on(1)
    each = assert_adds_up(report(story.end(), Advisor(solved(ruleset)))[0], story)
    assert [decision.chosen.keep for decision in each.decisions[:2]] == [(5, 5), None]


@for_every_ruleset
def test_decisions_of_a_computer_that_stood_in_are_not_the_members(ruleset: Ruleset, solved: Solved) -> None:
    story = Story(ruleset)
    dice = story.rolls(0, most=1)
    story.events += [TimedOut(0), StoodIn(0, "deckhand")]
    story.score(0, dice)
    story.play_on(0)
    story.play_on(1)
    each = assert_adds_up(report(story.end(), Advisor(solved(ruleset)))[0], story)
    assert each.stand_ins == (1,)
    assert {decision.turn for decision in each.decisions if decision.stand_in} == {1}
    assert all(decision.turn > 1 for decision in each.costliest(99))


def test_what_a_member_held_before_a_computer_stood_in_stays_his(solved: Solved) -> None:
    story = Story(RULESETS["yacht"])
    story.events += [Rolled(0, (), (6, 6, 6, 6, 1)), Rolled(0, (4,), (1, 2, 3, 4, 1)), StoodIn(0, "deckhand")]
    story.score(0, (1, 2, 3, 4, 1))
    story.play_on(0)
    story.play_on(1)
    each = assert_adds_up(report(story.end(), Advisor(solved(RULESETS["yacht"])))[0], story)
    assert [decision.stand_in for decision in each.decisions[:2]] == [False, True]
    assert each.decisions[0] in each.costliest()


def test_a_seat_that_was_left_has_no_report_but_one_that_a_computer_finished_has(solved: Solved) -> None:
    ruleset = RULESETS["yacht"]
    advisor = Advisor(solved(ruleset))
    story = Story(ruleset)
    story.score(1, story.rolls(1))
    # The dice of his second turn are taken up again.
    story.rolls(1)
    story.events.append(Left(BEN, undecided=True))
    left = len(story.events)
    story.play_on(0)
    zeroed = [*story.events, Zeroed(1), Ended("finished")]
    assert [each is None for each in report(zeroed, advisor)] == [False, True]

    story.events.insert(left, TakenOver(1, "deckhand", 0))
    story.play_on(1)
    each = assert_adds_up(report(story.end(), advisor)[1], story)
    assert each.stand_ins == tuple(range(2, 13))
    assert {decision.turn for decision in each.costliest(99)} <= {1}


def test_figures_are_those_worked_out_by_hand() -> None:
    """With a box for sixes alone each die of three rolls is one with 91/216, of two with 11/36, of one with 1/6."""
    story: list[Event] = [
        Opened(SIXES_AND_NOTHING.key, "together", False, ADA, 1),
        Started((), None),
        Rolled(0, (), (1, 2, 3, 4, 5)),
        Scored(0, "nothing", 0, 0),
        Rolled(0, (), (6, 1, 6, 2, 3)),
        Rolled(0, (2,), (1, 6, 6, 6, 1)),
        Scored(0, "sixes", 18, 0),
        Ended("finished"),
    ]
    (each,) = report(story, Advisor(solve(SIXES_AND_NOTHING)))
    assert each is not None
    nothing_filled, best_first, kept_one, best_second = 30 * 91 / 216, 12 + 18 * 11 / 36, 6 + 24 * 11 / 36, 18 + 12 / 6
    assert each.course == pytest.approx((each.par, nothing_filled, 18))
    first_turn, first, second = each.decisions
    assert (first.turn, first.roll, first.dice) == (2, 1, (6, 1, 6, 2, 3))
    assert (first.chosen.keep, first.best.keep) == ((6,), (6, 6))
    assert first.cost == pytest.approx(25 / 6)
    assert (second.roll, second.chosen.chosen, second.best.keep) == (2, "sixes", (6, 6, 6))
    assert second.cost == pytest.approx(2)
    assert each.lost == pytest.approx(first_turn.cost + 25 / 6 + 2)
    luck = first_turn.best.expected - each.par + best_first - nothing_filled + best_second - kept_one
    assert each.luck == pytest.approx(luck)
    assert each.par + each.luck - each.lost == pytest.approx(18)


def test_a_history_of_other_rules_is_refused(solved: Solved) -> None:
    advisor = Advisor(solved(RULESETS["yacht"]))
    story = Story(RULESETS["yacht"])
    story.play_on(0)
    story.play_on(1)
    dearer: list[Event] = [
        Scored(event.seat, event.box, event.points + 1, 0) if isinstance(event, Scored) else event
        for event in story.end()
    ]
    closed: list[Event] = [
        Scored(event.seat, "ones", 0, 0) if isinstance(event, Scored) else event for event in story.end()
    ]
    for events in (dearer, closed):
        with pytest.raises(OtherRules):
            report(events, advisor)


def test_others_get_a_chance_between_decisions(solved: Solved) -> None:
    story = Story(RULESETS["yacht"])
    story.play_on(0)
    story.play_on(1)
    paused = list[None]()
    reports = report(story.end(), Advisor(solved(RULESETS["yacht"])), lambda: paused.append(None))
    assert len(paused) == sum(len(each.decisions) for each in reports if each is not None) > 24
