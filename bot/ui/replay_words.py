"""A finished or abandoned game in words: what each step tells, and how everybody stood after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.game.events import (
    Ended,
    Event,
    GivenTime,
    Left,
    Rolled,
    Scored,
    Started,
    StoodIn,
    TakenOver,
    TimedOut,
    Undone,
    Zeroed,
)
from bot.game.model import Phase
from bot.game.steps import Step
from bot.rules import RULESETS, Dice
from bot.rules.dice import ROLLS
from bot.ui.phrases import by_computer, removed_line, score_line, verdict, why_given_up
from bot.ui.questions import time_up_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.records import Replay
    from bot.ui.words import Words


@dataclass(frozen=True)
class Teller:
    """Tells the steps of one game; `names` are those of the seats, safe for where they will stand."""

    words: Words
    past: Replay
    names: Sequence[str]

    def happened(self, step: Step) -> str:
        """What a step tells, as a sentence or a line."""
        words, names = self.words, self.names
        match step.event:
            case Started(starter=None):
                return words("Everybody plays at their own pace.")
            case Started(starter=int(starter)):
                return words("{name} begins.", name=names[starter])
            case Rolled(seat):
                return self._rolled(seat, step)
            case Scored(seat, box, points, bonus):
                return score_line(words, self._played_by(seat, step), box, points, bonus)
            case Undone(seat):
                return words("{name} took the box back.", name=names[seat])
            case TimedOut(seat):
                return time_up_line(words, self.past.stored, names[seat])
            case Left() if step.seat is not None:
                return self._left(names[step.seat], step.event)
            case GivenTime() | StoodIn() | Zeroed() | TakenOver():
                return self._decided(step.event)
            case Ended(phase, by):
                return self._ended(phase, by)
        raise TypeError(f"{step.event!r} is no step of a game")

    def roll_off(self, event: Event) -> list[str]:
        """The roll-off in digits, a line for each roll; empty for any other event."""
        lines = []
        for attempt, row in enumerate(event.roll_off if isinstance(event, Started) else (), start=1):
            lines.append(self.words("Roll-off:") if attempt == 1 else self.words("Tied at the top, again:"))
            lines += [f"{' '.join(map(str, dice))} = {sum(dice)} {self.names[seat]}" for seat, dice in row]
        return lines

    def standing(self, step: Step, number: Callable[[int], str], mark: Callable[[str], str]) -> list[str]:
        """For each seat its number, name and total; who did it is marked. Without rules only the end has totals."""
        shown = []
        for index, (seat, name) in enumerate(zip(step.seats, self.names, strict=True)):
            who = by_computer(self.words, name) if seat.taken_over else name
            text = mark(who) if index == step.seat else who
            total = self._total(step, index)
            if seat.given_up:
                text = self.words("{name} left", name=text)
            elif total is not None:
                text = f"{text} {total}"
            shown.append(f"{number(index + 1)} {text}")
        return shown

    def _total(self, step: Step, index: int) -> int | None:
        rules = RULESETS.get(self.past.stored.row.ruleset)
        if rules is not None:
            return rules.totals(step.seats[index].card).total
        if isinstance(step.event, Ended):
            return next((row.total for row in self.past.results if row.seat == index), None)
        return None

    def _rolled(self, seat: int, step: Step) -> str:
        turn = step.seats[seat].turn
        facts = {"name": self._played_by(seat, step), "round": turn.number, "roll": turn.roll, "rolls": ROLLS}
        return self.words("{name}, round {round}, roll {roll} of {rolls}", **facts)

    def _played_by(self, seat: int, step: Step) -> str:
        """Who made a roll or chose a box: the player, or a computer for him."""
        at, turn = step.seats[seat], step.turn
        computer = at.taken_over or (turn is not None and turn.number in at.stood_in)
        return by_computer(self.words, self.names[seat]) if computer else self.names[seat]

    def _left(self, name: str, event: Left) -> str:
        if event.removed:
            return removed_line(self.words, name, None if event.by is None else self.names[event.by])
        if event.undecided:
            return self.words("{name} left the game. The others are asked about the open boxes.", name=name)
        return self.words("{name} left the game.", name=name)

    def _decided(self, event: GivenTime | StoodIn | Zeroed | TakenOver) -> str:
        """What the others decided about a seat, or what came by itself."""
        words, name = self.words, self.names[event.seat]
        if event.by is None:
            match event:
                case GivenTime():
                    return words("{name} gets more time: the settings of this server say so.", name=name)
                case StoodIn():
                    return words(
                        "The computer plays this turn for {name}: the settings of this server say so.", name=name
                    )
                case Zeroed():
                    return words("Nobody decided about the open boxes of {name}: they become zeros.", name=name)
                case TakenOver():
                    return words("A computer finishes the card of {name}. This game is not rated.", name=name)
        other = self.names[event.by]
        match event:
            case GivenTime():
                return words("{other} gives {name} more time.", other=other, name=name)
            case StoodIn():
                return words("{other} lets the computer play this turn for {name}.", other=other, name=name)
            case Zeroed():
                return words("{other} makes the open boxes of {name} zeros.", other=other, name=name)
            case TakenOver():
                return words(
                    "{other} lets a computer finish the card of {name}. This game is not rated.", other=other, name=name
                )

    def _ended(self, phase: str, by: int | None) -> str:
        if phase != Phase.FINISHED:
            return why_given_up(self.words, self.past.stored, by)
        winners = [row for row in self.past.results if row.won]
        names = [self.names[row.seat] for row in winners]
        return verdict(self.words, names, winners[0].total, alone=len(self.names) == 1)


def dice_in(step: Step) -> Dice:
    """The dice as a step shows them; empty where none lie."""
    return () if step.turn is None else step.turn.dice


def held_in(step: Step) -> tuple[int, ...]:
    """The positions that were held in the roll that a step shows."""
    return () if step.turn is None or isinstance(step.event, Scored) else step.turn.held


def boxes_of(ruleset: str, last: Step) -> list[str]:
    """The boxes in card order; where no rules tell it, those that were filled in the end, by their keys."""
    rules = RULESETS.get(ruleset)
    if rules is not None:
        return [box.key for box in rules.boxes]
    return sorted({box for seat in last.seats for box, _ in seat.card.scores})
