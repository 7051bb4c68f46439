"""What is refused, and in which order it is looked at: over? stale? in the game? your turn? allowed?

Each row breaks several rules at once; the first in that order is the one that is told.
"""

from collections.abc import Callable
from typing import Any

import pytest

from bot.game import Game, Moment, Order, Transition, moves, refusals
from bot.game.refusals import (
    AllDiceHeld,
    AlreadyDecided,
    AlreadyJoined,
    BoxClosed,
    BoxFilled,
    GameOver,
    HasLeft,
    LobbyFull,
    NoRollsLeft,
    NoSuchComputer,
    NothingToUndo,
    NotInGame,
    NotInLobby,
    NotStarted,
    NotYourTurn,
    OnlyTheHost,
    OthersDecide,
    Refusal,
    RollFirst,
    StaleBoard,
    UnknownBox,
    UnknownDie,
)
from bot.rules import Closure
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    FIRST,
    SECOND,
    STRANGER,
    Script,
    board,
    held,
    lobby,
    playing,
    rolled,
    turn,
    with_computers,
    with_open,
)

Acting = Callable[[Game, int, Moment], Transition]
Facts = dict[str, Any]

HOLD: Acting = lambda game, player, moment: moves.hold(game, player, moment, 0)  # noqa: E731
HOLD_NINTH: Acting = lambda game, player, moment: moves.hold(game, player, moment, 8)  # noqa: E731
ROLL: Acting = lambda game, player, moment: moves.roll(game, player, moment, Script())  # noqa: E731


def score(box: str) -> Acting:
    return lambda game, player, moment: moves.score(game, player, moment, box)


PLAYING = playing(3)
TOGETHER = playing(3, order=Order.TOGETHER)
ROLLED = rolled(PLAYING, ADA, "12345")
LEFT = moves.leave(PLAYING, BEN).game
LATE = moves.time_up(ROLLED, 0, 1).game
LATE_TOGETHER = moves.time_up(moves.leave(TOGETHER, CAL).game, 0, 1).game
TAKEN_OVER = moves.take_over(LEFT, ADA, 1, "deckhand").game
FINISHED = turn(with_open(playing(1), ADA, ("choice",)), ADA, "12345", "choice")
ABANDONED = moves.expire(PLAYING).game
WITH_COMPUTER = with_computers(lobby(2), "deckhand")
AGAINST_COMPUTER = moves.start(WITH_COMPUTER, ADA, Script("66666", "11111", "11111")).game
SPENT = rolled(PLAYING, ADA, "12345", "12345", "12345")
FOURS = rolled(with_open(playing(ruleset="yahtzee"), ADA, ("fours", "sixes"), yahtzee=50), ADA, "44444")

ADAS = board(PLAYING, ADA)
BENS = board(PLAYING, BEN)

ACTING: list[tuple[Game, int, Moment, Acting, type[Refusal], Facts]] = [
    # over? before anything else
    *(
        (game, STRANGER, Moment(77, 9), move, GameOver, {})
        for game in (FINISHED, ABANDONED)
        for move in (HOLD_NINTH, ROLL)
    ),
    (ABANDONED, ADA, ADAS, score("aces"), GameOver, {}),
    (lobby(3), STRANGER, Moment(77, 9), ROLL, NotStarted, {}),
    (lobby(3), ADA, board(lobby(3), ADA), HOLD_NINTH, NotStarted, {}),
    (lobby(3), ADA, board(lobby(3), ADA), score("aces"), NotStarted, {}),
    # stale? before who it is
    (ROLLED, STRANGER, ADAS, ROLL, StaleBoard, {}),
    (ROLLED, ADA, ADAS, ROLL, StaleBoard, {}),
    (ROLLED, BEN, ADAS, HOLD_NINTH, StaleBoard, {}),
    (ROLLED, ADA, ADAS, score("aces"), StaleBoard, {}),
    (SPENT, ADA, board(ROLLED, ADA), HOLD, StaleBoard, {}),
    (PLAYING, BEN, BENS, ROLL, StaleBoard, {}),
    (PLAYING, ADA, BENS, ROLL, StaleBoard, {}),
    (LEFT, BEN, BENS, ROLL, StaleBoard, {}),
    (turn(PLAYING, ADA, "12345", "ones"), ADA, board(ROLLED, ADA), score("twos"), StaleBoard, {}),
    *(
        (PLAYING, ADA, moment, ROLL, StaleBoard, {})
        for moment in (Moment(0, 0), Moment(-2, 0), Moment(4, 0), Moment(1, 1), Moment(1, -1), Moment(10**12 + 1, 0))
    ),
    # in the game? before whose turn it is
    (PLAYING, STRANGER, ADAS, ROLL, NotInGame, {}),
    (PLAYING, STRANGER, ADAS, HOLD_NINTH, NotInGame, {}),
    (PLAYING, STRANGER, ADAS, score("aces"), NotInGame, {}),
    (LEFT, BEN, ADAS, ROLL, HasLeft, {"undecided": True}),
    # your turn? before whether it is allowed
    (SPENT, BEN, board(SPENT, ADA), ROLL, NotYourTurn, {"current": 0}),
    (PLAYING, CAL, ADAS, HOLD_NINTH, NotYourTurn, {"current": 0}),
    (PLAYING, CAL, ADAS, score("aces"), NotYourTurn, {"current": 0}),
    (TOGETHER, ADA, board(TOGETHER, BEN), ROLL, NotYourTurn, {"current": 1}),
    (TOGETHER, ADA, board(TOGETHER, CAL), score("ones"), NotYourTurn, {"current": 2}),
    # allowed?
    (PLAYING, ADA, ADAS, HOLD_NINTH, UnknownDie, {"position": 8}),
    (PLAYING, ADA, ADAS, HOLD, RollFirst, {}),
    (SPENT, ADA, board(SPENT, ADA), HOLD, NoRollsLeft, {}),
    (SPENT, ADA, board(SPENT, ADA), ROLL, NoRollsLeft, {}),
    (held(ROLLED, ADA, 0, 1, 2, 3, 4), ADA, board(ROLLED, ADA), ROLL, AllDiceHeld, {}),
    (PLAYING, ADA, ADAS, score("aces"), RollFirst, {}),
    (ROLLED, ADA, board(ROLLED, ADA), score("aces"), UnknownBox, {"box": "aces"}),
    (FOURS, ADA, board(FOURS, ADA), score("chance"), BoxFilled, {"box": "chance"}),
    (FOURS, ADA, board(FOURS, ADA), score("sixes"), BoxClosed, {"box": "sixes", "closure": Closure.JOKER_UPPER}),
]

Seating = Callable[[Game], Transition]


def join(player: int) -> Seating:
    return lambda game: moves.join(game, player, 1)


def start(player: int, *, host_away: bool = False) -> Seating:
    return lambda game: moves.start(game, player, Script(), host_away=host_away)


def add_computer(player: int) -> Seating:
    return lambda game: moves.add_computer(game, player, "deckhand", 1)


def dismiss(player: int, computer: int = FIRST) -> Seating:
    return lambda game: moves.dismiss_computer(game, player, computer)


def set_hints(player: int) -> Seating:
    return lambda game: moves.set_hints(game, player, True)


def undo(player: int) -> Seating:
    return lambda game: moves.undo(game, player)


def leave(player: int) -> Seating:
    return lambda game: moves.leave(game, player)


def leave_lobby(player: int) -> Seating:
    return lambda game: moves.leave_lobby(game, player)


def cancel_lobby(player: int, *, may_manage: bool = False) -> Seating:
    return lambda game: moves.cancel_lobby(game, player, may_manage=may_manage)


def end(player: int, *, may_manage: bool = False) -> Seating:
    return lambda game: moves.end(game, player, may_manage=may_manage)


Deciding = Callable[[Game, int | None], Transition]


def about_turn(turn_id: int) -> list[Deciding]:
    """What the others may decide about a late turn."""
    return [
        lambda game, player: moves.wait(game, player, turn_id),
        lambda game, player: moves.stand_in(game, player, turn_id, "deckhand"),
        lambda game, player: moves.remove(game, player, turn_id),
    ]


def about_seat(index: int) -> list[Deciding]:
    """What the others may decide about a seat that was left."""
    return [
        lambda game, player: moves.zero(game, player, index),
        lambda game, player: moves.take_over(game, player or ADA, index, "deckhand"),
    ]


DECIDING: list[tuple[Game, int | None, list[Deciding], type[Refusal]]] = [
    # over?
    *(
        (game, player, [*about_turn(77), *about_turn(1), *about_seat(77), *about_seat(0)], GameOver)
        for game in (FINISHED, ABANDONED, moves.end(LATE, ADA).game, moves.end(LEFT, ADA).game)
        for player in (ADA, STRANGER, None)
    ),
    *(
        (lobby(3), player, [*about_turn(77), *about_turn(1), *about_seat(77), *about_seat(0)], NotStarted)
        for player in (ADA, STRANGER, None)
    ),
    # stale? before who it is
    *(
        (game, player, about_turn(turn_id), AlreadyDecided)
        for player in (ADA, BEN, STRANGER, None)
        for game, turn_id in (
            (ROLLED, 1),
            (LATE, 2),
            (LATE, 4),
            (LATE, -2),
            (LATE, 0),
            (LATE, 10**12 + 1),
            (moves.wait(LATE, BEN, 1).game, 1),
            (moves.stand_in(LATE, BEN, 1, "deckhand").game, 1),
            (moves.remove(LATE, BEN, 1).game, 1),
            (moves.leave(LATE, ADA).game, 1),
            (rolled(LATE, ADA, "12345"), 1),
            (turn(LATE, ADA, "12345", "ones"), 1),
            (turn(LATE, ADA, "12345", "ones"), 4),
            (moves.leave(moves.leave(LATE, BEN).game, CAL).game, 1),
        )
    ),
    *(
        (game, player, about_seat(index), AlreadyDecided)
        for player in (ADA, BEN, STRANGER, None)
        for game, index in (
            (PLAYING, 1),
            (LEFT, 0),
            (LEFT, 3),
            (LEFT, 77),
            (TAKEN_OVER, 1),
            (moves.zero(LEFT, None, 1).game, 1),
            (moves.remove(LATE, CAL, 1).game, 0),
        )
    ),
    # in the game? before whether it is about him
    (LATE, STRANGER, about_turn(1), NotInGame),
    (LATE_TOGETHER, CAL, about_turn(1), HasLeft),
    (LEFT, STRANGER, about_seat(1), NotInGame),
    (LEFT, BEN, about_seat(1), HasLeft),
    (moves.leave(TAKEN_OVER, ADA).game, BEN, about_seat(0), HasLeft),
    # allowed?
    (LATE, ADA, about_turn(1), OthersDecide),
    (LATE_TOGETHER, ADA, about_turn(1), OthersDecide),
]


TIMING: list[tuple[Game, int, int, type[Refusal]]] = [
    *((game, 0, 1, GameOver) for game in (FINISHED, ABANDONED)),
    (lobby(3), 0, 1, NotStarted),
    (lobby(3), 7, 8, NotStarted),
    (PLAYING, 0, 4, AlreadyDecided),
    (PLAYING, 1, 1, AlreadyDecided),
    (PLAYING, 1, 2, AlreadyDecided),
    (LATE, 0, 1, AlreadyDecided),
    (turn(PLAYING, ADA, "12345", "ones"), 0, 1, AlreadyDecided),
    (turn(PLAYING, ADA, "12345", "ones"), 0, 4, AlreadyDecided),
    (moves.leave(PLAYING, ADA).game, 0, 1, AlreadyDecided),
    (moves.leave(TOGETHER, ADA).game, 0, 1, AlreadyDecided),
    (turn(TAKEN_OVER, ADA, "12345", "ones"), 1, 2, AlreadyDecided),
    (with_open(TOGETHER, ADA, ()), 0, board(with_open(TOGETHER, ADA, ()), ADA).turn, AlreadyDecided),
    # nobody to be asked
    (playing(1), 0, 1, AlreadyDecided),
    (moves.leave(playing(2), BEN).game, 0, 1, AlreadyDecided),
    (moves.take_over(moves.leave(playing(2), BEN).game, ADA, 1, "deckhand").game, 0, 1, AlreadyDecided),
]

SEATING: list[tuple[Game, Seating, type[Refusal], Facts]] = [
    *(
        (game, move, GameOver, {})
        for game in (FINISHED, ABANDONED, moves.end(lobby(2), ADA).game)
        for move in (
            join(ADA),
            join(STRANGER),
            start(STRANGER),
            start(ADA),
            undo(STRANGER),
            undo(ADA),
            leave(STRANGER),
            leave(ADA),
            end(STRANGER),
            end(ADA),
            end(STRANGER, may_manage=True),
            leave_lobby(STRANGER),
            leave_lobby(ADA),
            cancel_lobby(STRANGER),
            cancel_lobby(ADA, may_manage=True),
            moves.expire,
            *(move(player) for move in (add_computer, dismiss, set_hints) for player in (STRANGER, ADA)),
        )
    ),
    (PLAYING, join(ADA), NotInLobby, {}),
    (PLAYING, join(STRANGER), NotInLobby, {}),
    (LEFT, join(BEN), NotInLobby, {}),
    (lobby(10), join(ADA), AlreadyJoined, {}),
    (lobby(10), join(STRANGER), LobbyFull, {"seats": 10}),
    *(
        (game, move, refusal, facts)
        for arrange in (add_computer, dismiss, set_hints)
        for game, move, refusal, facts in (
            (AGAINST_COMPUTER, arrange(STRANGER), NotInLobby, {}),
            (AGAINST_COMPUTER, arrange(ADA), NotInLobby, {}),
            (with_computers(lobby(2), *["deckhand"] * 8), arrange(STRANGER), NotInGame, {}),
            (with_computers(lobby(2), *["deckhand"] * 8), arrange(BEN), OnlyTheHost, {"host": ADA, "managers": False}),
            (moves.leave(WITH_COMPUTER, ADA).game, arrange(ADA), NotInGame, {}),
        )
    ),
    (lobby(10), add_computer(ADA), LobbyFull, {"seats": 10}),
    (with_computers(lobby(1), *["deckhand"] * 9), add_computer(ADA), LobbyFull, {"seats": 10}),
    (with_computers(lobby(1), *["deckhand"] * 9), join(BEN), LobbyFull, {"seats": 10}),
    (lobby(2), dismiss(ADA), NoSuchComputer, {}),
    (WITH_COMPUTER, dismiss(ADA, SECOND), NoSuchComputer, {}),
    (WITH_COMPUTER, dismiss(ADA, ADA), NoSuchComputer, {}),
    (WITH_COMPUTER, dismiss(ADA, BEN), NoSuchComputer, {}),
    (moves.dismiss_computer(WITH_COMPUTER, ADA, FIRST).game, dismiss(ADA), NoSuchComputer, {}),
    (PLAYING, start(STRANGER), NotInLobby, {}),
    (PLAYING, start(ADA), NotInLobby, {}),
    (lobby(2), start(STRANGER), NotInGame, {}),
    (lobby(2), start(STRANGER, host_away=True), NotInGame, {}),
    (lobby(2), start(BEN), OnlyTheHost, {"host": ADA, "managers": False}),
    (lobby(2), undo(STRANGER), NotStarted, {}),
    (lobby(2), undo(ADA), NotStarted, {}),
    (ROLLED, undo(STRANGER), NotInGame, {}),
    (LEFT, undo(BEN), HasLeft, {"undecided": True}),
    (ROLLED, undo(ADA), NothingToUndo, {}),
    (turn(AGAINST_COMPUTER, ADA, "12345", "ones"), undo(BEN), NothingToUndo, {}),
    (moves.leave(turn(PLAYING, ADA, "12345", "ones"), ADA).game, undo(ADA), HasLeft, {"undecided": True}),
    (lobby(2), leave(STRANGER), NotInGame, {}),
    (PLAYING, leave(STRANGER), NotInGame, {}),
    (LEFT, leave(BEN), HasLeft, {"undecided": True}),
    (PLAYING, leave_lobby(STRANGER), NotInLobby, {}),
    (PLAYING, leave_lobby(ADA), NotInLobby, {}),
    (lobby(2), leave_lobby(STRANGER), NotInGame, {}),
    (PLAYING, cancel_lobby(STRANGER), NotInLobby, {}),
    (PLAYING, cancel_lobby(ADA, may_manage=True), NotInLobby, {}),
    (lobby(2), cancel_lobby(BEN), OnlyTheHost, {"host": ADA, "managers": True}),
    (lobby(2), end(BEN), OnlyTheHost, {"host": ADA, "managers": True}),
    (PLAYING, end(STRANGER), OnlyTheHost, {"host": ADA, "managers": True}),
    (moves.leave(PLAYING, ADA).game, end(ADA), OnlyTheHost, {"host": BEN, "managers": True}),
]


@pytest.mark.parametrize(("game", "player", "moment", "move", "refusal", "facts"), ACTING)
def test_refused_on_the_board(
    game: Game, player: int, moment: Moment, move: Acting, refusal: type[Refusal], facts: Facts
) -> None:
    before = game.to_json()

    with pytest.raises(Refusal) as refused:
        move(game, player, moment)

    assert (type(refused.value), vars(refused.value)) == (refusal, facts)
    assert game.to_json() == before


@pytest.mark.parametrize(("game", "move", "refusal", "facts"), SEATING)
def test_refused_beside_the_board(game: Game, move: Seating, refusal: type[Refusal], facts: Facts) -> None:
    before = game.to_json()

    with pytest.raises(Refusal) as refused:
        move(game)

    assert (type(refused.value), vars(refused.value)) == (refusal, facts)
    assert game.to_json() == before


@pytest.mark.parametrize(("game", "player", "choices", "refusal"), DECIDING)
def test_refused_to_those_who_decide(
    game: Game, player: int | None, choices: list[Deciding], refusal: type[Refusal]
) -> None:
    before = game.to_json()

    for move in choices:
        with pytest.raises(Refusal) as refused:
            move(game, player)
        assert type(refused.value) is refusal

    assert game.to_json() == before


@pytest.mark.parametrize(("game", "index", "turn_id", "refusal"), TIMING)
def test_no_time_is_up(game: Game, index: int, turn_id: int, refusal: type[Refusal]) -> None:
    with pytest.raises(Refusal) as refused:
        moves.time_up(game, index, turn_id)

    assert type(refused.value) is refusal


def test_every_refusal_stands_in_the_tables() -> None:
    """Save BadDice, which no dice source brings about, RulesGone, of which tests/flows/test_rules_gone.py tells, and
    those of hints, which are no moves: see tests/test_hints.py."""
    told = {row[4].__name__ for row in ACTING} | {row[2].__name__ for row in SEATING}
    told |= {row[3].__name__ for row in DECIDING}

    assert told == set(refusals.__all__) - {"Refusal", "BadDice", "RulesGone", "HintsOff", "NothingToAdvise"}
