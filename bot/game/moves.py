"""What may be done. Each move checks in one fixed order (over? stale? in the game? your turn? allowed?) and returns the
new game with the events that led to it, or raises a refusal and has changed nothing."""

from collections.abc import Sequence
from dataclasses import replace

from bot.game import checks as check
from bot.game import refusals as no
from bot.game.events import (
    ComputerJoined,
    Ended,
    GivenTime,
    HintsSet,
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
    opened,
)
from bot.game.fair import DiceSource
from bot.game.model import COMPUTER, Game, Moment, Order, Phase, is_computer
from bot.game.transitions import Transition, after, ended_when_deserted, ended_when_full, then
from bot.rules.dice import COUNT, ROLLS, Dice


def open_lobby(
    ruleset: str,
    player: int,
    join: int,
    *,
    order: Order,
    duplicate: bool,
    computers: Sequence[str] = (),
    hints: bool | None = None,
) -> Transition:
    """A lobby whose host `player` took the first seat with the interaction `join`.

    `computers` are the levels of those that take the next seats, and `hints` what is chosen about them: for a rematch.
    """
    event = Opened(ruleset, order, duplicate, player, join)
    lobby = Transition(opened(event), (event,))
    for level in computers:
        lobby = then(lobby, _computer(lobby.game, level, join))
    return lobby if hints is None else then(lobby, HintsSet(hints))


def join(game: Game, player: int, interaction: int) -> Transition:
    """Takes the next seat of a lobby."""
    check.in_lobby(game)
    if game.index_of(player) is not None:
        raise no.AlreadyJoined
    check.seat_free(game)
    return after(game, Joined(player, interaction))


def add_computer(game: Game, player: int, level: str, interaction: int) -> Transition:
    """Gives the next seat of a lobby to the computer `level`, for the host, who pressed with `interaction`."""
    check.hosting(game, player)
    check.seat_free(game)
    return after(game, _computer(game, level, interaction))


def dismiss_computer(game: Game, player: int, computer: int) -> Transition:
    """Sends the computer of that id away from a lobby, for the host."""
    check.hosting(game, player)
    if not is_computer(computer) or game.index_of(computer) is None:
        raise no.NoSuchComputer
    return after(game, Left(computer))


def set_hints(game: Game, player: int, on: bool) -> Transition:
    """Chooses whether the game will have hints, for the host of a lobby; its server may allow it or not."""
    check.hosting(game, player)
    return after(game, HintsSet(on))


def start(game: Game, player: int, dice: DiceSource, *, host_away: bool = False, hints: bool = False) -> Transition:
    """Starts a game with its roll-off, with or without `hints`; for the host, or for any seat when the host is away."""
    check.in_lobby(game)
    if not host_away:
        check.hosting(game, player)
    elif game.index_of(player) is None:
        raise no.NotInGame
    if game.order is Order.TOGETHER:
        return after(game, Started((), None, hints))
    attempts, starter = _roll_off(len(game.seats), dice)
    return after(game, Started(attempts, starter, hints))


def hold(game: Game, player: int, moment: Moment, position: int) -> Transition:
    """Holds the die at that position (0 to 4) for the next roll, or releases it."""
    index = check.acting(game, player, moment)
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
    index = check.acting(game, player, moment)
    turn = game.seats[index].turn
    if turn.roll >= ROLLS:
        raise no.NoRollsLeft
    if len(turn.held) == COUNT:
        raise no.AllDiceHeld
    return rolled(Transition(game), index, turn.held, dice)


def score(game: Game, player: int, moment: Moment, box: str) -> Transition:
    """Scores the dice in a box, which ends the turn and with the last box of all the game."""
    index = check.acting(game, player, moment)
    if game.seats[index].turn.roll == 0:
        raise no.RollFirst
    return scored(Transition(game), index, box)


def undo(game: Game, player: int) -> Transition:
    """Takes the member's box choice back, until anybody has rolled since."""
    check.playing(game)
    index = check.seated(game, player)
    if game.seats[index].undoable is None:
        raise no.NothingToUndo
    return after(game, Undone(index))


def leave(game: Game, player: int) -> Transition:
    """Gives the seat up. In a running game the others are asked what becomes of its open boxes; where nobody else has
    boxes to fill, they become zeros at once. The last person to leave ends the game.

    A game that has lost its rules cannot be played on by the others: it ends.
    """
    check.live(game)
    index = check.seated(game, player)
    if game.phase is Phase.LOBBY:
        return ended_when_deserted(after(game, Left(player)), player)
    if not game.has_rules:
        return after(game, Ended(Phase.ABANDONED, player))
    others_wait = any(game.waiting_for(other) for other in game.others_of(index))
    undecided = others_wait and not game.rules.is_full(game.seats[index].card)
    return ended_when_full(ended_when_deserted(after(game, Left(player, undecided)), player))


def leave_lobby(game: Game, player: int) -> Transition:
    """Leaves, but never a game that has started meanwhile."""
    check.in_lobby(game)
    return leave(game, player)


def cancel_lobby(game: Game, player: int, *, may_manage: bool = False) -> Transition:
    """Ends a lobby, but never a game that has started meanwhile."""
    check.in_lobby(game)
    return end(game, player, may_manage=may_manage)


def end(game: Game, player: int, *, may_manage: bool = False) -> Transition:
    """Ends a lobby or a game before its time; for its host, or for who may manage the channel's messages."""
    check.live(game)
    if player != game.host and not may_manage:
        raise no.OnlyTheHost(game.host, managers=True)
    return after(game, Ended(Phase.ABANDONED, player))


def expire(game: Game) -> Transition:
    """Ends a lobby or a game because its time is up or its channel is gone."""
    check.live(game)
    return after(game, Ended(Phase.ABANDONED))


def time_up(game: Game, index: int, turn_id: int) -> Transition:
    """Notes that the time of a turn is up: the others are asked. Nothing punishes the member, who may still play it."""
    check.playing(game)
    in_hand = game.present(index) and game.may_act(index) and game.turn_id(index) == turn_id
    if not in_hand or game.seats[index].late or not game.others_of(index):
        raise no.AlreadyDecided
    return after(game, TimedOut(index))


def wait(game: Game, player: int | None, turn_id: int) -> Transition:
    """Gives a late turn its time anew. Here and below, `player` is who decides: None the server's settings."""
    index, by = check.about_late(game, player, turn_id)
    return after(game, GivenTime(index, by))


def stand_in(game: Game, player: int | None, turn_id: int, level: str) -> Transition:
    """Lets a computer play the rest of a late turn; `computers.play_turn` then plays it."""
    index, by = check.about_late(game, player, turn_id)
    return after(game, StoodIn(index, level, by))


def remove(game: Game, player: int | None, turn_id: int) -> Transition:
    """Takes out the member whose turn is late; the open boxes become zeros."""
    index, by = check.about_late(game, player, turn_id)
    return ended_when_full(after(game, Left(game.seats[index].player, removed=True, by=by)))


def zero(game: Game, player: int | None, index: int) -> Transition:
    """Makes the open boxes of a seat that was left zeros; None: nobody decided in time."""
    by = check.about_undecided(game, player, index)
    return ended_when_full(after(game, Zeroed(index, by)))


def take_over(game: Game, player: int, index: int, level: str) -> Transition:
    """Lets a computer finish the card of a seat that was left; the game is unrated then."""
    by = check.about_undecided(game, player, index)
    return after(game, TakenOver(index, level, by))


def rolled(before: Transition, index: int, held: tuple[int, ...], dice: DiceSource) -> Transition:
    """A seat's next roll, with these positions held: unchecked."""
    turn = before.game.seats[index].turn
    fresh = dice.roll(index, turn.number, turn.roll + 1)
    kept = tuple(turn.dice[place] if place in held else face for place, face in enumerate(fresh))
    return then(before, Rolled(index, held, kept))


def scored(before: Transition, index: int, box: str) -> Transition:
    """A seat's dice scored in a box, with which the game may end: only the rules are asked; raises as Ruleset.place."""
    seat = before.game.seats[index]
    card = before.game.rules.place(seat.card, seat.turn.dice, box)
    event = Scored(index, box, card.scores[-1][1], card.bonus - seat.card.bonus)
    return ended_when_full(then(before, event))


def _computer(game: Game, level: str, join: int) -> ComputerJoined:
    lowest = min((seat.player for seat in game.seats if is_computer(seat.player)), default=COMPUTER + 1)
    return ComputerJoined(level, lowest - 1, join)


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
