"""How well each seat of a finished game was played: what the dice brought, and what its decisions lost."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from bot.game.events import Event, Left, Rolled, Scored, StoodIn, TakenOver, Undone
from bot.game.model import Turn
from bot.game.steps import Step, steps
from bot.rules import Card, Dice
from bot.strategy.choices import Advisor, Choice
from bot.strategy.positions import NoSuchPosition

TENTHS = 10
_EQUAL = 1e-6
_WORTH_TELLING = 0.05


class OtherRules(LookupError):
    """The history is not one of the rules as they are now."""


@dataclass(frozen=True)
class Decision:
    """What was done with the dice of one roll, and the best that could have been done.

    `stand_in` tells that a computer decided in the place of who took the seat.
    """

    turn: int
    roll: int
    dice: Dice
    chosen: Choice
    best: Choice
    stand_in: bool = False

    @property
    def cost(self) -> float:
        """How much lower the final score to expect became."""
        return self.best.expected - self.chosen.expected


@dataclass(frozen=True)
class SeatReport:
    """One seat: `par` + `luck` - `lost` = `final`, but for what floating point leaves.

    `par` is the final score that best play expects at the start, `luck` by how much the rolls changed what it expects,
    and `lost` what the decisions cost. `course` is the final score to expect at the start and after each turn.
    `stand_ins` are the turns in which a computer decided in the place of who took the seat.
    """

    seat: int
    par: float
    luck: float
    lost: float
    final: int
    course: tuple[float, ...]
    decisions: tuple[Decision, ...]

    @property
    def tenths(self) -> tuple[int, int, int]:
        """Par, luck and lost in tenths of a point, which add up to the final score exactly; luck is what gives way."""
        par, lost = round(self.par * TENTHS), round(self.lost * TENTHS)
        return par, self.final * TENTHS - par + lost, lost

    @property
    def stand_ins(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(decision.turn for decision in self.decisions if decision.stand_in))

    def costliest(self, most: int = 3) -> tuple[Decision, ...]:
        """The decisions of who took the seat that cost anything worth telling, the costliest first."""
        own = (decision for decision in self.decisions if not decision.stand_in and decision.cost >= _WORTH_TELLING)
        return tuple(sorted(own, key=lambda decision: -decision.cost)[:most])


def report(
    events: Iterable[Event], advisor: Advisor, pause: Callable[[], object] = lambda: None
) -> tuple[SeatReport | None, ...]:
    """The report of each seat of a finished game; None for one that was left and not played on.

    A choice that was taken back does not count, nor does the unfinished turn of who left. `pause` is called between
    decisions, of which each takes about a millisecond. Raises OtherRules.
    """
    taken = steps(events)
    played = _played(taken)
    return tuple(
        None if seat.given_up else _report(index, seat.card, played[index], advisor, pause)
        for index, seat in enumerate(taken[-1].seats)
    )


@dataclass
class _Roll:
    """The dice of a roll, the card at that time, and what the next roll kept of them or the box that they filled."""

    card: Card
    turn: Turn
    chosen: Dice | str = ""
    stand_in: bool = False


@dataclass
class _Played:
    """The rolls of one seat: of its turns that stand, and of the one in hand."""

    turns: list[list[_Roll]] = field(default_factory=list)
    in_hand: list[_Roll] = field(default_factory=list)
    stand_in: bool = False
    taken_over: bool = False

    def decide(self, chosen: Dice | str) -> None:
        """What was done with the latest roll."""
        self.in_hand[-1].chosen = chosen
        self.in_hand[-1].stand_in = self.stand_in or self.taken_over


def _played(taken: Iterable[Step]) -> dict[int, _Played]:
    played: dict[int, _Played] = defaultdict(_Played)
    for step in taken:
        if step.seat is None:
            continue
        seat = played[step.seat]
        match step.event:
            case Rolled(held=held) if step.turn is not None:
                if seat.in_hand:
                    before = seat.in_hand[-1].turn.dice
                    seat.decide(tuple(sorted(before[place] for place in held)))
                seat.in_hand.append(_Roll(step.seats[step.seat].card, step.turn))
            case Scored(box=box):
                seat.decide(box)
                seat.turns.append(seat.in_hand)
                seat.in_hand, seat.stand_in = [], False
            case Undone():
                seat.in_hand = seat.turns.pop()
            case StoodIn():
                seat.stand_in = True
            case Left():
                seat.in_hand = []
            case TakenOver():
                seat.taken_over = True
    return played


def _report(index: int, card: Card, played: _Played, advisor: Advisor, pause: Callable[[], object]) -> SeatReport:
    par = expected = advisor.final(Card()).mean
    luck = lost = 0.0
    course, decisions = [par], list[Decision]()
    for turn in played.turns:
        for decision in _decisions(turn, advisor, pause):
            luck += decision.best.expected - expected
            lost += decision.cost
            expected = decision.chosen.expected
            decisions.append(decision)
        course.append(expected)
    final = advisor.ruleset.totals(card).total
    if abs(expected - final) > _EQUAL:
        raise OtherRules(f"{expected} is expected of a card of {final}")
    return SeatReport(index, par, luck, lost, final, tuple(course), tuple(decisions))


def _decisions(turn: Iterable[_Roll], advisor: Advisor, pause: Callable[[], object]) -> Iterator[Decision]:
    for roll in turn:
        try:
            choices = advisor.choices(roll.card, roll.turn)
        except NoSuchPosition as error:
            raise OtherRules("no such card") from error
        box = isinstance(roll.chosen, str)
        chosen = next((each for each in choices if (each.chosen if box else each.keep) == roll.chosen), None)
        if chosen is None:
            raise OtherRules(f"{roll.chosen!r} is no choice with {roll.turn.dice}")
        yield Decision(roll.turn.number, roll.turn.roll, roll.turn.dice, chosen, choices[0], roll.stand_in)
        pause()
