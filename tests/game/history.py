"""A game told a second time, from its events as JSON alone. Nothing here asks `bot`."""

from dataclasses import dataclass, field
from typing import Any

from tests.rules.oracle import YACHT, YAHTZEE, YAHTZEE_UPPER, forced_joker, free_joker

Roll = tuple[int, ...]
Record = tuple[str, dict[str, Any]]
"""The kind of an event and its facts, as they are stored."""


@dataclass
class Row:
    """One seat: boxes in the order of filling, the bonus beside each, the turn's rolls, and what the last one kept."""

    player: int
    boxes: dict[str, int] = field(default_factory=dict)
    bonuses: dict[str, int] = field(default_factory=dict)
    dice: list[Roll] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    before: tuple[list[Roll], list[int]] = field(default_factory=lambda: ([], []))
    may_undo: bool = False
    gone: bool = False
    undecided: bool = False
    level: str | None = None
    late: bool = False
    stood_in: list[int] = field(default_factory=list)


@dataclass
class History:
    """What the events say; each one is checked as it is told."""

    ruleset: str = ""
    together: bool = False
    phase: str = "none"
    host: int = 0
    rows: list[Row] = field(default_factory=list)
    current: int | None = None
    hints: bool | None = None

    def tell(self, kind: str, facts: dict[str, Any]) -> None:
        """One more event."""
        getattr(self, f"_{kind.replace('-', '_')}")(**facts)

    def open(self, index: int) -> list[str]:
        """The boxes that seat has yet to fill."""
        row = self.rows[index]
        boxes = YACHT if self.ruleset == "yacht" else YAHTZEE
        return [] if row.gone and row.level is None else [box for box in boxes if box not in row.boxes]

    def worth(self, index: int) -> dict[str, int]:
        """The boxes that seat may fill with the dice at hand, and their points."""
        row, still_open = self.rows[index], self.open(index)
        roll = row.dice[-1]
        if self.ruleset == "yacht":
            return {box: YACHT[box](roll) for box in still_open}
        ordinary = {box: YAHTZEE[box](roll) for box in still_open}
        if self.ruleset == "yahtzee-upper-first" and any(box in YAHTZEE_UPPER for box in still_open):
            return {box: points for box, points in ordinary.items() if box in YAHTZEE_UPPER}
        if len(set(roll)) > 1 or "yahtzee" in still_open:
            return ordinary
        joker = free_joker if self.ruleset == "yahtzee-free-joker" else forced_joker
        return joker(still_open, roll[0])

    def bonus(self, index: int) -> int:
        """What is paid beside the box for the dice at hand."""
        row = self.rows[index]
        return 100 if len(set(row.dice[-1])) == 1 and row.boxes.get("yahtzee") == 50 else 0

    def total(self, index: int) -> int:
        """The points of that seat."""
        row = self.rows[index]
        upper = sum(row.boxes.get(box, 0) for box in YAHTZEE_UPPER)
        extra = 35 if upper >= 63 and self.ruleset != "yacht" else 0
        return sum(row.boxes.values()) + sum(row.bonuses.values()) + extra

    def places(self) -> list[int]:
        """The place of each seat: stayers by total, then all leavers together."""
        staying = sorted((self.total(i) for i, row in enumerate(self.rows) if not row.gone), reverse=True)
        return [len(staying) + 1 if row.gone else staying.index(self.total(i)) + 1 for i, row in enumerate(self.rows)]

    def others(self, index: int) -> list[int]:
        """The seats, but that one, of people who have not left."""
        return [i for i, row in enumerate(self.rows) if i != index and not row.gone and not row.level]

    def turn_id(self, index: int) -> int:
        """The number of the turn in hand among the turns of all seats."""
        return len(self.rows[index].boxes) * len(self.rows) + index + 1

    def may_act(self, index: int) -> bool:
        """Whether that seat may roll or score."""
        if self.phase != "playing" or not self.open(index):
            return False
        return self.together or self.current == index

    def _opened(self, ruleset: str, order: str, duplicate: bool, player: int, join: int) -> None:
        assert (self.phase, isinstance(duplicate, bool), join > 0) == ("none", True, True)
        self.ruleset, self.together, self.phase, self.host = ruleset, order == "together", "lobby", player
        self.rows = [Row(player)]

    def _joined(self, player: int, join: int) -> None:
        assert self.phase == "lobby"
        assert join > 0
        self.rows.append(Row(player))
        assert len({row.player for row in self.rows}) == len(self.rows) <= 10

    def _computer_joined(self, level: str, player: int, join: int) -> None:
        assert player <= -1_000_000
        self._joined(player, join)
        self.rows[-1].level = level

    def _hints_set(self, on: bool) -> None:
        assert self.phase == "lobby"
        self.hints = on

    def _started(self, roll_off: list[list[tuple[int, Roll]]], starter: int | None, hints: bool) -> None:
        assert self.phase == "lobby"
        self.phase, self.current, self.hints = "playing", starter, hints
        tied = list(range(len(self.rows)))
        for attempt in [] if self.together else roll_off:
            assert len(tied) > 1
            assert [seat for seat, _ in attempt] == tied
            tied = [seat for seat, roll in attempt if sum(roll) == max(sum(other) for _, other in attempt)]
        assert starter is None if self.together else [starter] == tied

    def _rolled(self, seat: int, held: list[int], dice: Roll) -> None:
        row = self.rows[seat]
        assert self.may_act(seat)
        assert len(row.dice) < 3
        assert len(held) < 5
        assert all(dice[position] == row.dice[-1][position] for position in held)
        row.dice.append(dice)
        row.kept, row.late = held, False
        for other in self.rows:
            other.may_undo = False

    def _scored(self, seat: int, box: str, points: int, bonus: int) -> None:
        row = self.rows[seat]
        assert self.may_act(seat)
        assert (points, bonus) == (self.worth(seat)[box], self.bonus(seat))
        by_computer = row.level is not None or len(row.boxes) + 1 in row.stood_in
        row.boxes[box], row.bonuses[box] = points, bonus
        row.before, row.may_undo, row.late = (row.dice, row.kept), not by_computer, False
        row.dice, row.kept = [], []
        self._pass_on(seat)

    def _undone(self, seat: int) -> None:
        row = self.rows[seat]
        assert row.may_undo
        box = list(row.boxes)[-1]
        del row.boxes[box], row.bonuses[box]
        (row.dice, row.kept), row.may_undo = row.before, False
        self.current = None if self.together else seat
        for undisturbed in [row] if self.together else self.rows:
            undisturbed.late = False

    def _left(self, player: int, undecided: bool, removed: bool, by: int | None) -> None:
        index = next(i for i, row in enumerate(self.rows) if row.player == player)
        if self.phase == "lobby":
            assert not undecided
            assert not removed
            assert by is None
            del self.rows[index]
        else:
            row = self.rows[index]
            assert not removed or row.late
            assert by is None or (removed and by in self.others(index))
            others_play = any(self.open(other) for other in self.others(index))
            assert undecided == (bool(self.open(index)) and others_play and not removed)
            row.gone, row.may_undo, row.dice, row.kept = True, False, [], []
            row.undecided, row.late = undecided, False
            if self.current == index:
                self._pass_on(index)
        staying = [row for row in self.rows if not row.gone and not row.level]
        if self.host == player and staying:
            self.host = staying[0].player
        if len(staying) == 1:
            staying[0].late = False

    def _zeroed(self, seat: int, by: int | None) -> None:
        assert self.rows[seat].undecided
        assert by is None or by in self.others(seat)
        self.rows[seat].undecided = False

    def _taken_over(self, seat: int, level: str, by: int | None) -> None:
        assert self.rows[seat].undecided
        assert by in self.others(seat)
        self.rows[seat].undecided, self.rows[seat].level = False, level

    def _timed_out(self, seat: int) -> None:
        row = self.rows[seat]
        assert not row.gone
        assert not row.late
        assert self.may_act(seat)
        assert self.others(seat)
        row.late = True

    def _given_time(self, seat: int, by: int | None) -> None:
        assert self.rows[seat].late
        assert by is None or by in self.others(seat)
        self.rows[seat].late = False

    def _stood_in(self, seat: int, level: str, by: int | None) -> None:
        assert level
        self._given_time(seat, by)
        self.rows[seat].stood_in.append(len(self.rows[seat].boxes) + 1)

    def _ended(self, phase: str, by: int | None) -> None:
        assert self.phase in ("lobby", "playing")
        if phase == "finished":
            assert (self.phase, by) == ("playing", None)
            assert not any(self.open(index) for index in range(len(self.rows)))
            assert not any(row.undecided for row in self.rows)
        self.phase, self.current = phase, None

    def _pass_on(self, index: int) -> None:
        if self.together:
            return
        row = [*range(index + 1, len(self.rows)), *range(index + 1)]
        self.current = next((seat for seat in row if self.open(seat)), self.current)
