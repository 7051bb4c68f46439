"""The history of a game, and how each event changes it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, get_args

from bot.game.model import Game, Order, Phase, Seat, Turn, Undoable
from bot.rules import Card, Dice


@dataclass(frozen=True)
class Opened:
    """The host opened the lobby and took the first seat."""

    kind: ClassVar[str] = "opened"
    ruleset: str
    order: str
    duplicate: bool
    player: int
    join: int


@dataclass(frozen=True)
class Joined:
    """A member took the next seat, with the interaction `join`."""

    kind: ClassVar[str] = "joined"
    player: int
    join: int


@dataclass(frozen=True)
class ComputerJoined:
    """The host gave the next seat to the computer `level`, whose id is `player`, with the interaction `join`."""

    kind: ClassVar[str] = "computer-joined"
    level: str
    player: int
    join: int


@dataclass(frozen=True)
class HintsSet:
    """The host chose whether the game has hints."""

    kind: ClassVar[str] = "hints-set"
    on: bool


@dataclass(frozen=True)
class Left:
    """A member left: the lobby, or a running game, where the open boxes become zeros unless they are `undecided`.

    A computer leaves the lobby when the host sends it away. `removed` tells that a member was taken out, his time being
    up: the seat `by` decided that, or (None) the server's settings did.
    """

    kind: ClassVar[str] = "left"
    player: int
    undecided: bool = False
    removed: bool = False
    by: int | None = None


@dataclass(frozen=True)
class Zeroed:
    """The open boxes of a seat that was left became zeros; the seat `by` decided that, or (None) nobody did in time."""

    kind: ClassVar[str] = "zeroed"
    seat: int
    by: int | None = None


@dataclass(frozen=True)
class TakenOver:
    """The computer `level` plays a seat that was left from now on; the seat `by` decided that."""

    kind: ClassVar[str] = "taken-over"
    seat: int
    level: str
    by: int | None = None


@dataclass(frozen=True)
class TimedOut:
    """The time of a seat was up."""

    kind: ClassVar[str] = "timed-out"
    seat: int


@dataclass(frozen=True)
class GivenTime:
    """A seat whose time was up got it anew; the seat `by` decided that, or (None) the server's settings."""

    kind: ClassVar[str] = "given-time"
    seat: int
    by: int | None = None


@dataclass(frozen=True)
class StoodIn:
    """The computer `level` plays the rest of a seat's turn, whose time was up; `by` as in GivenTime."""

    kind: ClassVar[str] = "stood-in"
    seat: int
    level: str
    by: int | None = None


@dataclass(frozen=True)
class Started:
    """The game began, with or without `hints`. `roll_off` holds the attempts, rows of (seat, dice); `together` has no
    starter."""

    kind: ClassVar[str] = "started"
    roll_off: tuple[tuple[tuple[int, Dice], ...], ...]
    starter: int | None
    hints: bool = False


@dataclass(frozen=True)
class Rolled:
    """A seat rolled, having kept the positions `held`; `dice` are all five afterwards."""

    kind: ClassVar[str] = "rolled"
    seat: int
    held: tuple[int, ...]
    dice: Dice


@dataclass(frozen=True)
class Scored:
    """A seat filled a box; `bonus` is what was paid beside it."""

    kind: ClassVar[str] = "scored"
    seat: int
    box: str
    points: int
    bonus: int


@dataclass(frozen=True)
class Undone:
    """A seat took its box choice back."""

    kind: ClassVar[str] = "undone"
    seat: int


@dataclass(frozen=True)
class Ended:
    """The game is over: finished, or abandoned by that member (None: by time or by its channel)."""

    kind: ClassVar[str] = "ended"
    phase: str
    by: int | None = None


Event = (
    Opened
    | Joined
    | ComputerJoined
    | HintsSet
    | Left
    | Zeroed
    | TakenOver
    | Started
    | TimedOut
    | GivenTime
    | StoodIn
    | Rolled
    | Scored
    | Undone
    | Ended
)

_KINDS: dict[str, type[Event]] = {event.kind: event for event in get_args(Event)}


def event_to_json(event: Event) -> dict[str, Any]:
    """The facts of an event as a JSON object; its kind is kept beside it."""
    return asdict(event)


def event_from_json(kind: str, data: dict[str, Any]) -> Event:
    """The event of that kind that `event_to_json` wrote; raises KeyError for an unknown kind."""
    return _KINDS[kind](**{name: _tuples(value) for name, value in data.items()})


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def fold(events: Iterable[Event]) -> Game:
    """The game that a whole history gives; the first event must be Opened."""
    history = iter(events)
    first = next(history)
    if not isinstance(first, Opened):
        raise TypeError(f"a history begins with Opened, not {first!r}")
    game = opened(first)
    for event in history:
        game = evolve(game, event)
    return game


def opened(event: Opened) -> Game:
    """The lobby with its host in the first seat."""
    host = Seat(event.player, event.join)
    return Game(event.ruleset, Order(event.order), event.duplicate, Phase.LOBBY, event.player, (host,))


def evolve(game: Game, event: Event) -> Game:
    """The game after one more event. It trusts the event: whether it may happen is decided by the moves."""
    match event:
        case Joined(player, join):
            return replace(game, seats=(*game.seats, Seat(player, join)))
        case ComputerJoined(level, player, join):
            return replace(game, seats=(*game.seats, Seat(player, join, level=level)))
        case HintsSet(on):
            return replace(game, hints=on)
        case Left():
            return _left(game, event)
        case Zeroed(seat):
            return game.with_seat(seat, _zeroed(game, seat))
        case TakenOver(seat, level):
            return game.with_seat(seat, replace(game.seats[seat], undecided=False, level=level))
        case TimedOut(seat):
            return game.with_seat(seat, replace(game.seats[seat], late=True))
        case GivenTime(seat):
            return game.with_seat(seat, replace(game.seats[seat], late=False))
        case StoodIn(seat):
            return _stood_in(game, seat)
        case Started(starter=starter, hints=hints):
            return replace(game, phase=Phase.PLAYING, current=starter, hints=hints)
        case Rolled():
            return _rolled(game, event)
        case Scored():
            return _scored(game, event)
        case Undone(seat):
            return _undone(game, seat)
        case Ended(phase):
            return replace(game, phase=Phase(phase), current=None)
        case Opened():
            raise TypeError("a game is opened once")


def _rolled(game: Game, event: Rolled) -> Game:
    game = replace(game, seats=tuple(replace(seat, undoable=None) for seat in game.seats))
    seat = game.seats[event.seat]
    turn = replace(seat.turn, roll=seat.turn.roll + 1, dice=event.dice, held=event.held)
    return game.with_seat(event.seat, replace(seat, turn=turn, late=False))


def _scored(game: Game, event: Scored) -> Game:
    seat = game.seats[event.seat]
    card = seat.card.with_score(event.box, event.points, event.bonus)
    # What a computer chose is nobody's to take back.
    by_computer = seat.level is not None or seat.turn.number in seat.stood_in
    undoable = None if by_computer else Undoable(seat.turn, event.bonus)
    scored = replace(seat, card=card, turn=Turn(seat.turn.number + 1), undoable=undoable, late=False)
    return _pass_on(game.with_seat(event.seat, scored), event.seat)


def _undone(game: Game, index: int) -> Game:
    seat = game.seats[index]
    if seat.undoable is None:
        raise TypeError("there is no box choice to undo")
    card = Card(seat.card.scores[:-1], seat.card.bonus - seat.undoable.bonus)
    restored = game.with_seat(index, replace(seat, card=card, turn=seat.undoable.turn, undoable=None, late=False))
    if game.order is Order.TOGETHER:
        return restored
    # Whose turn it had become may have been late with it.
    seats = tuple(replace(seat, late=False) for seat in restored.seats)
    return replace(restored, seats=seats, current=index)


def _left(game: Game, event: Left) -> Game:
    index = game.index_of(event.player)
    if index is None:
        raise TypeError("who has no seat cannot leave")
    if game.phase is Phase.LOBBY:
        game = replace(game, seats=(*game.seats[:index], *game.seats[index + 1 :]))
    else:
        seat = game.seats[index]
        left = replace(seat, turn=Turn(seat.turn.number), undoable=None, left=True, undecided=True, late=False)
        game = game.with_seat(index, left)
        if not event.undecided:
            game = game.with_seat(index, _zeroed(game, index))
        game = _pass_on(game, index) if game.current == index else game
    heirs = [seat.player for index, seat in enumerate(game.seats) if game.present(index)]
    if len(heirs) == 1:
        # Nobody is left who could be asked about his turn.
        game = replace(game, seats=tuple(replace(seat, late=False) for seat in game.seats))
    return replace(game, host=heirs[0]) if heirs and game.host == event.player else game


def _zeroed(game: Game, index: int) -> Seat:
    seat, card = game.seats[index], game.seats[index].card
    for box in game.rules.open_boxes(card):
        card = card.with_score(box.key, 0)
    return replace(seat, card=card, undecided=False)


def _stood_in(game: Game, index: int) -> Game:
    seat = game.seats[index]
    return game.with_seat(index, replace(seat, late=False, stood_in=(*seat.stood_in, seat.turn.number)))


def _pass_on(game: Game, index: int) -> Game:
    """In order `turns`, the turn goes to the next seat after `index` that still has boxes to fill, itself last."""
    if game.order is Order.TOGETHER:
        return game
    count = len(game.seats)
    following = [(index + step) % count for step in range(1, count + 1)]
    return replace(game, current=next((seat for seat in following if game.waiting_for(seat)), index))
