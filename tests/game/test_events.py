"""The history of a game: through JSON and back, and folded."""

import json

import pytest

from bot.game import Event, Game, Order, Phase, Transition, event_from_json, event_to_json, fold, moves
from bot.game.computers import play_on
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
    evolve,
)
from tests.game.builders import (
    ADA,
    BEN,
    CAL,
    COMPUTERS,
    STRANGER,
    Script,
    board,
    faces,
    held,
    lobby,
    playing,
    rolled,
    turn,
    with_computers,
)

SNOWFLAKE = 2**63 - 1

EVENTS: list[tuple[Event, str, str]] = [
    (
        Opened("yacht", Order.TURNS, False, SNOWFLAKE, 2),
        "opened",
        '{"ruleset": "yacht", "order": "turns", "duplicate": false, "player": 9223372036854775807, "join": 2}',
    ),
    (Joined(3, SNOWFLAKE), "joined", '{"player": 3, "join": 9223372036854775807}'),
    (
        ComputerJoined("admiral", -1_000_001, SNOWFLAKE),
        "computer-joined",
        '{"level": "admiral", "player": -1000001, "join": 9223372036854775807}',
    ),
    (HintsSet(False), "hints-set", '{"on": false}'),
    (Left(3), "left", '{"player": 3, "undecided": false, "removed": false, "by": null}'),
    (Left(3, undecided=True), "left", '{"player": 3, "undecided": true, "removed": false, "by": null}'),
    (Left(3, removed=True), "left", '{"player": 3, "undecided": false, "removed": true, "by": null}'),
    (Left(3, removed=True, by=0), "left", '{"player": 3, "undecided": false, "removed": true, "by": 0}'),
    (Zeroed(1), "zeroed", '{"seat": 1, "by": null}'),
    (Zeroed(1, 0), "zeroed", '{"seat": 1, "by": 0}'),
    (TakenOver(1, "deckhand", 2), "taken-over", '{"seat": 1, "level": "deckhand", "by": 2}'),
    (TimedOut(9), "timed-out", '{"seat": 9}'),
    (GivenTime(0), "given-time", '{"seat": 0, "by": null}'),
    (GivenTime(0, 3), "given-time", '{"seat": 0, "by": 3}'),
    (StoodIn(0, "deckhand"), "stood-in", '{"seat": 0, "level": "deckhand", "by": null}'),
    (StoodIn(0, "deckhand", 1), "stood-in", '{"seat": 0, "level": "deckhand", "by": 1}'),
    (
        Started((((0, faces("11111")), (1, faces("11111"))), ((0, faces("12345")), (1, faces("66666")))), 1),
        "started",
        '{"roll_off": [[[0, [1, 1, 1, 1, 1]], [1, [1, 1, 1, 1, 1]]], [[0, [1, 2, 3, 4, 5]], [1, [6, 6, 6, 6, 6]]]], '
        '"starter": 1, "hints": false}',
    ),
    (Started((), None, hints=True), "started", '{"roll_off": [], "starter": null, "hints": true}'),
    (Rolled(1, (0, 4), faces("31425")), "rolled", '{"seat": 1, "held": [0, 4], "dice": [3, 1, 4, 2, 5]}'),
    (Rolled(0, (), faces("31425")), "rolled", '{"seat": 0, "held": [], "dice": [3, 1, 4, 2, 5]}'),
    (Scored(0, "fours", 20, 100), "scored", '{"seat": 0, "box": "fours", "points": 20, "bonus": 100}'),
    (Undone(2), "undone", '{"seat": 2}'),
    (Ended(Phase.FINISHED), "ended", '{"phase": "finished", "by": null}'),
    (Ended(Phase.ABANDONED, 7), "ended", '{"phase": "abandoned", "by": 7}'),
]


@pytest.mark.parametrize(("event", "kind", "text"), EVENTS)
def test_events_are_written_thus_and_read_back(event: Event, kind: str, text: str) -> None:
    assert event.kind == kind
    assert json.dumps(event_to_json(event)) == text
    assert event_from_json(kind, json.loads(text)) == event


def test_every_kind_of_event_stands_in_the_table() -> None:
    assert {type(event) for event, _, _ in EVENTS} == set(Event.__args__)


def test_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(KeyError):
        event_from_json("swapped-seats", {})


def test_a_history_begins_with_its_opening() -> None:
    with pytest.raises(TypeError, match="begins with Opened"):
        fold([Joined(1, 2)])


@pytest.mark.parametrize(
    "event", [Opened("yacht", "turns", False, 1, 2), Undone(0), Left(STRANGER)], ids=lambda event: event.kind
)
def test_a_history_that_cannot_be_is_an_error(event: Event) -> None:
    with pytest.raises(TypeError):
        evolve(playing(), event)


def told(*steps: Transition) -> list[Event]:
    return [event for step in steps for event in step.events]


def test_folding_gives_the_game_and_every_field_of_it() -> None:
    opening = moves.open_lobby("yahtzee", ADA, 1, order=Order.TURNS, duplicate=True)
    second = moves.join(opening.game, BEN, 2)
    third = moves.join(second.game, CAL, 3)
    leaving = moves.leave(third.game, ADA)
    starting = moves.start(leaving.game, BEN, Script("11111", "66666"))
    rolling = moves.roll(starting.game, CAL, board(starting.game, CAL), Script("44441"))
    again = moves.roll(held(rolling.game, CAL, 0, 1, 2, 3), CAL, board(rolling.game, CAL), Script("11114"))
    scoring = moves.score(again.game, CAL, board(again.game, CAL), "yahtzee")

    assert fold(told(opening, second, third, leaving, starting, rolling, again, scoring)) == scoring.game


def test_folding_gives_a_game_with_all_that_others_decide() -> None:
    opening = moves.open_lobby("yacht", ADA, 1, order=Order.TURNS, duplicate=False)
    second = moves.join(opening.game, BEN, 2)
    third = moves.join(second.game, CAL, 3)
    starting = moves.start(third.game, ADA, Script("66666", "11111", "11111"))
    late = moves.time_up(starting.game, 0, 1)
    waiting = moves.wait(late.game, BEN, 1)
    again = moves.time_up(waiting.game, 0, 1)
    standing_in = play_on(moves.stand_in(again.game, None, 1, "hasty"), Script("12345"), COMPUTERS)
    leaving = moves.leave(standing_in.game, CAL)
    taking_over = moves.take_over(leaving.game, ADA, 2, "hasty")
    bens = moves.time_up(taking_over.game, 1, 2)
    removing = play_on(moves.remove(bens.game, ADA, 2), Script("54321"), COMPUTERS)

    steps = (opening, second, third, starting, late, waiting, again, standing_in, leaving, taking_over, bens, removing)
    game = fold(told(*steps))
    assert game == removing.game
    assert [seat.stood_in for seat in game.seats] == [(1,), (), ()]
    assert [seat.level for seat in game.seats] == [None, None, "hasty"]
    assert [seat.left for seat in game.seats] == [False, True, True]
    assert game.current == 0


def test_folding_gives_a_game_with_computers_and_hints() -> None:
    opening = moves.open_lobby("yacht", ADA, 1, order=Order.TURNS, duplicate=False)
    first = moves.add_computer(opening.game, ADA, "hasty", 2)
    second = moves.add_computer(first.game, ADA, "hasty", 3)
    dismissing = moves.dismiss_computer(second.game, ADA, -1_000_000)
    hinting = moves.set_hints(dismissing.game, ADA, True)
    starting = play_on(
        moves.start(hinting.game, ADA, Script("11111", "66666", "65432"), hints=True), Script("54321"), COMPUTERS
    )

    game = fold(told(opening, first, second, dismissing, hinting, starting))
    assert game == starting.game
    assert [(seat.player, seat.join, seat.level, seat.left) for seat in game.seats] == [
        (ADA, 1, None, False),
        (-1_000_001, 3, "hasty", False),
    ]
    assert (game.hints, game.people, game.rated, game.current) == (True, 1, False, 0)


def test_a_game_that_started_before_there_were_hints_has_none() -> None:
    opening = moves.open_lobby("yacht", ADA, 1, order=Order.TURNS, duplicate=False)
    started = evolve(opening.game, event_from_json("started", {"roll_off": [], "starter": 0}))
    written = started.to_json()
    del written["hints"]

    assert started.hints is False
    assert Game.from_json(written) == started


def test_a_lobby_of_before_there_were_hints_is_one_without_a_choice() -> None:
    written = lobby(2).to_json()
    del written["hints"]

    assert Game.from_json(written) == lobby(2)


def test_who_left_before_others_were_asked_has_zeros() -> None:
    history: list[Event] = [
        Opened("yacht", "turns", False, ADA, 1),
        Joined(BEN, 2),
        Started((), 0),
        Rolled(0, (), faces("55521")),
        Scored(0, "fives", 15, 0),
        event_from_json("left", {"player": ADA}),
    ]

    game = fold(history)

    assert game.rules.is_full(game.seats[0].card)
    assert (game.total(0), game.host, game.current) == (15, BEN, 1)
    assert (game.seats[0].left, game.undecided_seat, game.rated) == (True, None, True)


def test_holds_since_the_last_roll_are_no_history() -> None:
    opening = moves.open_lobby("yacht", ADA, 1, order=Order.TURNS, duplicate=False)
    starting = moves.start(opening.game, ADA, Script())
    rolling = moves.roll(starting.game, ADA, board(starting.game, ADA), Script("12345"))
    holding = moves.hold(rolling.game, ADA, board(rolling.game, ADA), 0)

    assert fold(told(opening, starting, rolling, holding)) == rolling.game != holding.game


@pytest.mark.parametrize(
    "game",
    [
        lobby(1),
        lobby(10, ruleset="yahtzee-free-joker", order=Order.TOGETHER, duplicate=True),
        lobby(2, host=SNOWFLAKE - 1),
        with_computers(lobby(2), "deckhand", "deckhand"),
        moves.set_hints(lobby(2), ADA, False).game,
        moves.start(lobby(1), ADA, Script(), hints=True).game,
        playing(3, starter=2),
        held(rolled(playing(), ADA, "12345", "54321"), ADA, 4, 1),
        turn(held(rolled(playing(), ADA, "12345"), ADA, 4, 1), ADA, "66666", "sixes"),
        moves.leave(turn(playing(), ADA, "66666", "sixes"), ADA).game,
        moves.take_over(moves.leave(playing(3), BEN).game, ADA, 1, "deckhand").game,
        moves.time_up(playing(), 0, 1).game,
        moves.stand_in(moves.time_up(playing(), 0, 1).game, BEN, 1, "deckhand").game,
        moves.leave(lobby(1), ADA).game,
        moves.expire(playing()).game,
    ],
)
def test_a_game_goes_through_json_and_back(game: Game) -> None:
    assert Game.from_json(json.loads(json.dumps(game.to_json()))) == game


def test_a_game_written_before_there_were_clocks_is_read() -> None:
    game = moves.leave(turn(playing(3), ADA, "66666", "sixes"), CAL).game
    decided = moves.zero(game, ADA, 2).game
    written = decided.to_json()
    for seat in written["seats"]:
        for name in ("undecided", "level", "late", "stood_in"):
            del seat[name]

    assert Game.from_json(json.loads(json.dumps(written))) == decided


def test_a_game_is_written_thus() -> None:
    game = held(rolled(turn(playing(ruleset="yahtzee"), ADA, "55521", "fives"), BEN, "12345"), BEN, 4, 0)
    undoable = turn(game, BEN, "62345", "chance")

    assert game.to_json() == {
        "ruleset": "yahtzee",
        "order": "turns",
        "duplicate": False,
        "phase": "playing",
        "host": 101,
        "seats": [
            {
                "player": 101,
                "join": 7101,
                "card": {"scores": [["fives", 15]], "bonus": 0},
                "turn": {"number": 2, "roll": 0, "dice": [], "held": []},
                "undoable": None,
                "left": False,
                "undecided": False,
                "level": None,
                "late": False,
                "stood_in": [],
            },
            {
                "player": 102,
                "join": 7102,
                "card": {"scores": [], "bonus": 0},
                "turn": {"number": 1, "roll": 1, "dice": [1, 2, 3, 4, 5], "held": [0, 4]},
                "undoable": None,
                "left": False,
                "undecided": False,
                "level": None,
                "late": False,
                "stood_in": [],
            },
        ],
        "current": 1,
        "hints": False,
    }
    assert undoable.to_json()["seats"][1]["undoable"] == {
        "turn": {"number": 1, "roll": 2, "dice": [1, 2, 3, 4, 5], "held": [0, 4]},
        "bonus": 0,
    }
