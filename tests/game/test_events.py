"""The history of a game: through JSON and back, and folded."""

import json

import pytest

from bot.game import Event, Game, Order, Phase, Transition, event_from_json, event_to_json, fold, moves
from bot.game.events import Ended, Joined, Left, Opened, Rolled, Scored, Started, Undone, evolve
from tests.game.builders import ADA, BEN, CAL, STRANGER, Script, board, faces, held, lobby, playing, rolled, turn

SNOWFLAKE = 2**63 - 1

EVENTS: list[tuple[Event, str, str]] = [
    (
        Opened("yacht", Order.TURNS, False, SNOWFLAKE, 2),
        "opened",
        '{"ruleset": "yacht", "order": "turns", "duplicate": false, "player": 9223372036854775807, "join": 2}',
    ),
    (Joined(3, SNOWFLAKE), "joined", '{"player": 3, "join": 9223372036854775807}'),
    (Left(3), "left", '{"player": 3}'),
    (
        Started((((0, faces("11111")), (1, faces("11111"))), ((0, faces("12345")), (1, faces("66666")))), 1),
        "started",
        '{"roll_off": [[[0, [1, 1, 1, 1, 1]], [1, [1, 1, 1, 1, 1]]], [[0, [1, 2, 3, 4, 5]], [1, [6, 6, 6, 6, 6]]]], '
        '"starter": 1}',
    ),
    (Started((), None), "started", '{"roll_off": [], "starter": null}'),
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
        event_from_json("taken-over", {})


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
        playing(3, starter=2),
        held(rolled(playing(), ADA, "12345", "54321"), ADA, 4, 1),
        turn(held(rolled(playing(), ADA, "12345"), ADA, 4, 1), ADA, "66666", "sixes"),
        moves.leave(turn(playing(), ADA, "66666", "sixes"), ADA).game,
        moves.leave(lobby(1), ADA).game,
        moves.expire(playing()).game,
    ],
)
def test_a_game_goes_through_json_and_back(game: Game) -> None:
    assert Game.from_json(json.loads(json.dumps(game.to_json()))) == game


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
            },
            {
                "player": 102,
                "join": 7102,
                "card": {"scores": [], "bonus": 0},
                "turn": {"number": 1, "roll": 1, "dice": [1, 2, 3, 4, 5], "held": [0, 4]},
                "undoable": None,
                "left": False,
            },
        ],
        "current": 1,
    }
    assert undoable.to_json()["seats"][1]["undoable"] == {
        "turn": {"number": 1, "roll": 2, "dice": [1, 2, 3, 4, 5], "held": [0, 4]},
        "bonus": 0,
    }
