"""What may be done. Each move checks in one fixed order (over? stale? in the game? your turn? allowed?) and returns the
new game with the events that led to it, or raises a refusal and has changed nothing."""

from dataclasses import dataclass, replace

from bot.game import refusals as no
from bot.game.events import Ended, Event, Joined, Left, Opened, Rolled, Scored, Started, Undone, evolve, opened
from bot.game.fair import DiceSource
from bot.game.model import MAX_SEATS, Game, Moment, Order, Phase
from bot.rules.dice import COUNT, ROLLS, Dice


@dataclass(frozen=True)
class Transition:
    """The game after a move, and what it adds to the history (nothing for a hold)."""

    game: Game
    events: tuple[Event, ...] = ()


def open_lobby(ruleset: str, player: int, join: int, *, order: Order, duplicate: bool) -> Transition:
    """A lobby whose host `player` took the first seat with the interaction `join`."""
    event = Opened(ruleset, order, duplicate, player, join)
    return Transition(opened(event), (event,))


def join(game: Game, player: int, interaction: int) -> Transition:
    """Takes the next seat of a lobby."""
    _in_lobby(game)
    if game.index_of(player) is not None:
        raise no.AlreadyJoined
    if len(game.seats) >= MAX_SEATS:
        raise no.LobbyFull(MAX_SEATS)
    return _after(game, Joined(player, interaction))


def start(game: Game, player: int, dice: DiceSource, *, host_away: bool = False) -> Transition:
    """Starts a game with its roll-off; for the host, or for any seat when the host is away."""
    _in_lobby(game)
    if game.index_of(player) is None:
        raise no.NotInGame
    if player != game.host and not host_away:
        raise no.OnlyTheHost(game.host)
    if game.order is Order.TOGETHER:
        return _after(game, Started((), None))
    attempts, starter = _roll_off(len(game.seats), dice)
    return _after(game, Started(attempts, starter))


def hold(game: Game, player: int, moment: Moment, position: int) -> Transition:
    """Holds the die at that position (0 to 4) for the next roll, or releases it."""
    index = _acting(game, player, moment)
    seat = game.seats[index]
    if position not in range(COUNT):
        raise no.UnknownDie(position)
    if seat.turn.roll == 0:
        raise no.RollFirst
    if seat.turn.roll >= ROLLS:
        raise no.NoRollsLeft
    held = tuple(sorted({position} ^ set(seat.turn.held)))
    return Transition(game.with_seat(index, replace(seat, turn=replace(seat.turn, held=held))))


def roll(game: Game, player: int, moment: Moment, dice: DiceSource) -> Transition:
    """Rolls the dice that are not held; the first roll of a turn is all five."""
    index = _acting(game, player, moment)
    turn = game.seats[index].turn
    if turn.roll >= ROLLS:
        raise no.NoRollsLeft
    if len(turn.held) == COUNT:
        raise no.AllDiceHeld
    fresh = dice.roll(index, turn.number, turn.roll + 1)
    kept = tuple(turn.dice[place] if place in turn.held else face for place, face in enumerate(fresh))
    return _after(game, Rolled(index, turn.held, kept))


def score(game: Game, player: int, moment: Moment, box: str) -> Transition:
    """Scores the dice in a box, which ends the turn and with the last box of all the game."""
    index = _acting(game, player, moment)
    seat = game.seats[index]
    if seat.turn.roll == 0:
        raise no.RollFirst
    card = game.rules.place(seat.card, seat.turn.dice, box)
    event = Scored(index, box, card.scores[-1][1], card.bonus - seat.card.bonus)
    return _ended_when_full(_after(game, event))


def undo(game: Game, player: int) -> Transition:
    """Takes the member's box choice back, until anybody has rolled since."""
    _playing(game)
    index = _seated(game, player)
    if game.seats[index].undoable is None:
        raise no.NothingToUndo
    return _after(game, Undone(index))


def leave(game: Game, player: int) -> Transition:
    """Gives the seat up. In a running game its open boxes become zeros; the last one to leave ends the game.

    A game that has lost its rules cannot be played on by the others: it ends.
    """
    _live(game)
    _seated(game, player)
    if game.phase is Phase.PLAYING and not game.has_rules:
        return _after(game, Ended(Phase.ABANDONED, player))
    left = _after(game, Left(player))
    if all(seat.left for seat in left.game.seats):
        return _then(left, Ended(Phase.ABANDONED, player))
    return left if left.game.phase is Phase.LOBBY else _ended_when_full(left)


def leave_lobby(game: Game, player: int) -> Transition:
    """Leaves, but never a game that has started meanwhile."""
    _in_lobby(game)
    return leave(game, player)


def cancel_lobby(game: Game, player: int, *, may_manage: bool = False) -> Transition:
    """Ends a lobby, but never a game that has started meanwhile."""
    _in_lobby(game)
    return end(game, player, may_manage=may_manage)


def end(game: Game, player: int, *, may_manage: bool = False) -> Transition:
    """Ends a lobby or a game before its time; for its host, or for who may manage the channel's messages."""
    _live(game)
    if player != game.host and not may_manage:
        raise no.OnlyTheHost(game.host, managers=True)
    return _after(game, Ended(Phase.ABANDONED, player))


def expire(game: Game) -> Transition:
    """Ends a lobby or a game because its time is up or its channel is gone."""
    _live(game)
    return _after(game, Ended(Phase.ABANDONED))


def _after(game: Game, event: Event) -> Transition:
    return Transition(evolve(game, event), (event,))


def _then(before: Transition, event: Event) -> Transition:
    return Transition(evolve(before.game, event), (*before.events, event))


def _ended_when_full(transition: Transition) -> Transition:
    game = transition.game
    if any(game.waiting_for(index) for index in range(len(game.seats))):
        return transition
    return _then(transition, Ended(Phase.FINISHED))


def _roll_off(seats: int, dice: DiceSource) -> tuple[tuple[tuple[tuple[int, Dice], ...], ...], int]:
    """The attempts as rows of (seat, dice), and who leads at last. Only those tied at the top roll again."""
    attempts: list[tuple[tuple[int, Dice], ...]] = []
    leaders = list(range(seats))
    while len(leaders) > 1:
        row = tuple((seat, dice.roll_off(seat, len(attempts) + 1)) for seat in leaders)
        attempts.append(row)
        highest = max(sum(faces) for _, faces in row)
        leaders = [seat for seat, faces in row if sum(faces) == highest]
    return tuple(attempts), leaders[0]


def _live(game: Game) -> None:
    if not game.live:
        raise no.GameOver


def _in_lobby(game: Game) -> None:
    _live(game)
    if game.phase is not Phase.LOBBY:
        raise no.NotInLobby


def _playing(game: Game) -> None:
    _live(game)
    if game.phase is not Phase.PLAYING:
        raise no.NotStarted


def _seated(game: Game, player: int) -> int:
    index = game.index_of(player)
    if index is None or game.seats[index].left:
        raise no.NotInGame
    return index


def _acting(game: Game, player: int, moment: Moment) -> int:
    """The seat of a member who may act on a board that shows `moment`."""
    _playing(game)
    shown = game.seat_of_turn(moment.turn)
    if not game.may_act(shown) or game.moment(shown) != moment:
        raise no.StaleBoard
    index = _seated(game, player)
    if index != shown:
        raise no.NotYourTurn(shown)
    return index
