"""Games of any size at any moment, with the dice written out."""

from collections.abc import Collection
from dataclasses import replace

from bot.game import Game, Moment, Order, Transition, Turn, moves
from bot.rules import Card, Dice, Ruleset

ADA, BEN, CAL, DEE = PLAYERS = (101, 102, 103, 104)
STRANGER = 999
YACHT_BOXES = (
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "full-house",
    "four-of-a-kind",
    "little-straight",
    "big-straight",
    "choice",
    "yacht",
)


def faces(text: str) -> Dice:
    """`faces("55521")` is 5-5-5-2-1."""
    return tuple(int(face) for face in text)


def join_id(player: int) -> int:
    """The interaction with which a player of these tests joins."""
    return 7000 + player


def hasty(rules: Ruleset, card: Card, turn: Turn) -> tuple[int, ...] | str:
    """A computer that rolls on from an even first die, keeping its like, and fills the first box that is open to it."""
    alike = tuple(place for place, face in enumerate(turn.dice) if face == turn.dice[0])
    if turn.roll == 3 or turn.dice[0] % 2 or len(alike) == 5:
        return rules.options(card, turn.dice)[0].box
    return alike


COMPUTERS = {"hasty": hasty}
FIRST, SECOND, THIRD = COMPUTER_IDS = (-1_000_000, -1_000_001, -1_000_002)


class Script:
    """Dice in the order in which they are asked for; `asked` tells what for. Asking for too many fails."""

    def __init__(self, *rolls: str) -> None:
        self.rolls = [faces(roll) for roll in rolls]
        self.asked: list[tuple[int, ...]] = []

    def roll(self, seat: int, turn: int, roll: int) -> Dice:
        self.asked.append((seat, turn, roll))
        return self.rolls.pop(0)

    def roll_off(self, seat: int, attempt: int) -> Dice:
        self.asked.append((seat, attempt))
        return self.rolls.pop(0)


def lobby(
    seats: int = 2, *, ruleset: str = "yacht", order: Order = Order.TURNS, duplicate: bool = False, host: int = ADA
) -> Game:
    """A lobby of ADA, BEN, … in that order, whose host is ADA unless told."""
    game = moves.open_lobby(ruleset, host, join_id(host), order=order, duplicate=duplicate).game
    for player in range(host + 1, host + seats):
        game = moves.join(game, player, join_id(player)).game
    return game


def with_computers(game: Game, *levels: str) -> Game:
    """The lobby after its host has added computers of those levels, with the interactions 8000, 8001, …"""
    for number, level in enumerate(levels):
        game = moves.add_computer(game, game.host, level, 8000 + number).game
    return game


def playing(seats: int = 2, *, ruleset: str = "yacht", order: Order = Order.TURNS, starter: int = 0) -> Game:
    """A game just started; in order `turns` the seat `starter` won the roll-off."""
    off = Script(*("66666" if seat == starter else "11111" for seat in range(seats)))
    return moves.start(lobby(seats, ruleset=ruleset, order=order), ADA, off).game


def seat_of(game: Game, player: int) -> int:
    """The seat of someone who has one."""
    index = game.index_of(player)
    assert index is not None
    return index


def board(game: Game, player: int) -> Moment:
    """What that player's board shows now."""
    return game.moment(seat_of(game, player))


def turn_of(game: Game, player: int) -> Turn:
    """That player's turn in hand."""
    return game.seats[seat_of(game, player)].turn


def card_of(game: Game, player: int) -> Card:
    """That player's card."""
    return game.seats[seat_of(game, player)].card


def rolled(game: Game, player: int, *rolls: str) -> Game:
    """The player rolls that often."""
    for roll in rolls:
        game = moves.roll(game, player, board(game, player), Script(roll)).game
    return game


def held(game: Game, player: int, *positions: int) -> Game:
    """The player presses those dice."""
    for position in positions:
        game = moves.hold(game, player, board(game, player), position).game
    return game


def scored(game: Game, player: int, box: str) -> Game:
    """The player fills a box with the dice at hand."""
    return scoring(game, player, box).game


def scoring(game: Game, player: int, box: str) -> Transition:
    """The move of filling a box with the dice at hand."""
    return moves.score(game, player, board(game, player), box)


def turn(game: Game, player: int, roll: str, box: str) -> Game:
    """The player rolls once and fills a box."""
    return scored(rolled(game, player, roll), player, box)


def with_open(game: Game, player: int, still_open: Collection[str], **points: int) -> Game:
    """The player has filled every box but those: with a zero, or with `points` (fives=15)."""
    keys = [box.key for box in game.rules.boxes if box.key not in still_open]
    card = Card(tuple((key, points.get(key, 0)) for key in keys))
    index = seat_of(game, player)
    return game.with_seat(index, replace(game.seats[index], card=card, turn=Turn(len(keys) + 1)))
