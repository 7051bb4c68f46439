"""A game as a frozen value: its seats, their cards and the turn each has in hand."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.rules import RULESETS, Card, Dice, Ruleset, RulesGone

MAX_SEATS = 10

COMPUTER = -1_000_000
"""The id of the first computer in a game; the next have ids below it. Those between it and 0 are former players."""


def is_computer(player: int) -> bool:
    """Whether the player of that id is a computer that was added to the game."""
    return player <= COMPUTER


class Phase(StrEnum):
    """Where a game stands. Lobby and playing are live; a channel has one live game at most."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Order(StrEnum):
    """Who may act: one seat after another, or every seat at its own pace."""

    TURNS = "turns"
    TOGETHER = "together"


@dataclass(frozen=True)
class Turn:
    """A seat's turn in hand: its number from 1, the rolls made, the dice by position, the held positions in order."""

    number: int = 1
    roll: int = 0
    dice: Dice = ()
    held: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back."""
        return {"number": self.number, "roll": self.roll, "dice": list(self.dice), "held": list(self.held)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Turn":
        """The turn that `to_json` wrote."""
        return cls(data["number"], data["roll"], tuple(data["dice"]), tuple(data["held"]))


@dataclass(frozen=True)
class Moment:
    """What a board showed when it was drawn: the turn (`Game.turn_id`) and the rolls made in it."""

    turn: int
    roll: int


@dataclass(frozen=True)
class Undoable:
    """A box choice that may still be taken back: the turn as it stood before it, and the bonus it was paid."""

    turn: Turn
    bonus: int

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back."""
        return {"turn": self.turn.to_json(), "bonus": self.bonus}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Undoable":
        """The choice that `to_json` wrote."""
        return cls(Turn.from_json(data["turn"]), data["bonus"])


@dataclass(frozen=True)
class Seat:
    """A player's place: the member's id, the id of the interaction that joined, the card and the turn in hand.

    A computer that was added has an id of its own, see `is_computer`, and the interaction that added it.

    Who has `left` cannot win; while the seat is `undecided`, the others are asked what becomes of its open boxes.
    `level` is the computer that plays the seat. A seat is `late` when its time is up and the others may decide about
    its turn. `stood_in` numbers the turns that the computer played for its member.
    """

    player: int
    join: int
    card: Card = field(default_factory=Card)
    turn: Turn = field(default_factory=Turn)
    undoable: Undoable | None = None
    left: bool = False
    undecided: bool = False
    level: str | None = None
    late: bool = False
    stood_in: tuple[int, ...] = ()

    @property
    def taken_over(self) -> bool:
        """Whether a computer plays on for the member who left."""
        return self.left and self.level is not None

    @property
    def given_up(self) -> bool:
        """Whether the member left and nobody plays on for him."""
        return self.left and self.level is None

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back."""
        return {
            "player": self.player,
            "join": self.join,
            "card": self.card.to_json(),
            "turn": self.turn.to_json(),
            "undoable": None if self.undoable is None else self.undoable.to_json(),
            "left": self.left,
            "undecided": self.undecided,
            "level": self.level,
            "late": self.late,
            "stood_in": list(self.stood_in),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Seat":
        """The seat that `to_json` wrote; one of before there were clocks knows nothing of them."""
        undoable = data["undoable"]
        return cls(
            data["player"],
            data["join"],
            Card.from_json(data["card"]),
            Turn.from_json(data["turn"]),
            None if undoable is None else Undoable.from_json(undoable),
            data["left"],
            data.get("undecided", False),
            data.get("level"),
            data.get("late", False),
            tuple(data.get("stood_in", ())),
        )


@dataclass(frozen=True)
class Game:
    """A whole game. `current` is the index of the seat whose turn it is; None but while playing in order `turns`.

    `hints` tells whether they may be asked for; in a lobby it is what the host chose, None while he chose nothing.
    """

    ruleset: str
    order: Order
    duplicate: bool
    phase: Phase
    host: int
    seats: tuple[Seat, ...]
    current: int | None = None
    hints: bool | None = None

    @property
    def rules(self) -> Ruleset:
        """The ruleset itself; raises RulesGone."""
        if not self.has_rules:
            raise RulesGone(self.ruleset)
        return RULESETS[self.ruleset]

    @property
    def has_rules(self) -> bool:
        """Whether the code still has the ruleset; without it a game can only be ended."""
        return self.ruleset in RULESETS

    @property
    def live(self) -> bool:
        """Whether the game is in its lobby or being played."""
        return self.phase in (Phase.LOBBY, Phase.PLAYING)

    @property
    def people(self) -> int:
        """How many seats members took, whether or not they are still in the game; the others are computers'."""
        return sum(not is_computer(seat.player) for seat in self.seats)

    def index_of(self, player: int) -> int | None:
        """The seat of that member; None for a spectator."""
        return next((index for index, seat in enumerate(self.seats) if seat.player == player), None)

    def present(self, index: int) -> bool:
        """Whether a person still plays that seat."""
        seat = self.seats[index]
        return not seat.left and seat.level is None

    def others_of(self, index: int) -> tuple[int, ...]:
        """The seats, but that one, that a person still plays: who may decide about it."""
        return tuple(other for other in range(len(self.seats)) if other != index and self.present(other))

    def waiting_for(self, index: int) -> bool:
        """Whether that seat still has boxes to fill, and somebody to fill them."""
        seat = self.seats[index]
        return not seat.given_up and not self.rules.is_full(seat.card)

    def may_act(self, index: int) -> bool:
        """Whether that seat may roll or score now."""
        if self.phase is not Phase.PLAYING or not self.waiting_for(index):
            return False
        return self.order is Order.TOGETHER or index == self.current

    @property
    def late_seat(self) -> int | None:
        """The first seat whose time is up; about one at a time the others are asked."""
        return next((index for index, seat in enumerate(self.seats) if seat.late), None)

    @property
    def undecided_seat(self) -> int | None:
        """The first seat that was left and whose open boxes nobody has decided about."""
        return next((index for index, seat in enumerate(self.seats) if seat.undecided), None)

    @property
    def rated(self) -> bool:
        """Whether the game counts: two or more played it without hints, and no computer plays any seat."""
        return len(self.seats) > 1 and not self.hints and all(seat.level is None for seat in self.seats)

    def turn_id(self, index: int) -> int:
        """A number from 1 that no other turn of the game has: the seat and the number of its turn in hand."""
        return (self.seats[index].turn.number - 1) * len(self.seats) + index + 1

    def moment(self, index: int) -> Moment:
        """What a board of that seat shows now."""
        return Moment(self.turn_id(index), self.seats[index].turn.roll)

    def seat_of_turn(self, turn_id: int) -> int:
        """The seat whose turn bears that `turn_id`."""
        return (turn_id - 1) % len(self.seats)

    def total(self, index: int) -> int:
        """The points of that seat so far."""
        return self.rules.totals(self.seats[index].card).total

    def places(self) -> tuple[int, ...]:
        """The place of each seat from 1; equal totals share one, who left stands last."""
        keys = [(not seat.left, 0 if seat.left else self.total(index)) for index, seat in enumerate(self.seats)]
        return tuple(1 + sum(other > key for other in keys) for key in keys)

    def winners(self) -> tuple[int, ...]:
        """The seats that won a finished game; empty for any other."""
        if self.phase is not Phase.FINISHED:
            return ()
        places = self.places()
        return tuple(index for index, seat in enumerate(self.seats) if places[index] == 1 and not seat.left)

    def with_seat(self, index: int, seat: Seat) -> "Game":
        """This game with that seat in place of the old one."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back as an equal game."""
        return {
            "ruleset": self.ruleset,
            "order": self.order,
            "duplicate": self.duplicate,
            "phase": self.phase,
            "host": self.host,
            "seats": [seat.to_json() for seat in self.seats],
            "current": self.current,
            "hints": self.hints,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Game":
        """The game that `to_json` wrote; one of before there were hints has none."""
        phase = Phase(data["phase"])
        return cls(
            data["ruleset"],
            Order(data["order"]),
            data["duplicate"],
            phase,
            data["host"],
            tuple(Seat.from_json(seat) for seat in data["seats"]),
            data["current"],
            data.get("hints", None if phase is Phase.LOBBY else False),
        )
