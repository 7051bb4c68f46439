"""Clocks on boards and tables, and what the others are asked about a late turn and about a seat that was left."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.game import FairDice, Game, Moment, Order, Undoable, moves
from bot.game.computers import play_on
from bot.strategy.players import PLAYERS, STAND_IN
from bot.ui.board import board, private_board
from bot.ui.phrases import last_line, line_of_turn, totals_line
from bot.ui.questions import leaving_line, removal, removed_answer
from bot.ui.screen import Screen
from bot.ui.table import cards, table
from bot.ui.words import Words
from tests.ui import question_scenes, scenes
from tests.ui.pseudo import Pseudo, strays
from tests.ui.scenes import DAY, EMOJIS, in_hand, late, left, playing, stored, taken_over, timed, with_card
from tests.ui.test_limits import CROWD, assert_fits

ENGLISH = Words(None)
NAMES = ("Ada", "Ben", "Cy")
DICE = FairDice(b"key")
MIXED = (5, 5, 2, 1, 1)
TOMORROW = f"<t:{int((scenes.NOW + DAY).timestamp())}:R>"


def shown(game: Game, *, clock: timedelta | None = DAY, computers: bool = True) -> Screen:
    """The board or the table that stands in the channel."""
    asked = timed(game, NAMES, clock=clock)
    if game.current is None:
        return table(ENGLISH, asked, computers=computers)
    return board(ENGLISH, EMOJIS, asked, game.current, computers=computers)


def text(screen: Screen) -> str:
    assert screen.embed is not None
    return screen.embed.description or ""


def rows(screen: Screen) -> list[list[str]]:
    """The actions of the controls, row by row."""
    found = scenes.body(screen)["components"]
    return [[item["custom_id"].split(":")[1] for item in row["components"]] for row in found]


async def test_board_tells_until_when_a_turn_may_take() -> None:
    assert f"Time is up {TOMORROW}." in text(shown(playing()))
    assert "Time is up" not in text(shown(playing(), clock=None))


async def test_table_tells_for_each_seat_when_its_next_box_is_due() -> None:
    lines = text(shown(with_card(playing(order=Order.TOGETHER), 1, {"ones": 1}))).splitlines()
    assert lines[:2] == [
        f"**Ada**: 0 of 12 boxes, 0 points, next box due {TOMORROW}",
        f"**Ben**: 1 of 12 boxes, 1 point, next box due {TOMORROW}",
    ]
    assert "due" not in text(shown(playing(order=Order.TOGETHER), clock=None))


async def test_private_board_has_the_deadline_too() -> None:
    game = playing(order=Order.TOGETHER)
    assert f"Time is up {TOMORROW}." in text(private_board(ENGLISH, EMOJIS, timed(game, NAMES), 1))


@pytest.mark.parametrize("order", list(Order))
async def test_late_turn_is_put_to_the_others(order: Order) -> None:
    screen = shown(late(playing(order=order), 0))
    late_row = "**Ada**: 0 of 12 boxes, 0 points, time is up"
    heading = "**Ada**'s time is up: the others may decide below; until then **Ada** can still play."
    assert text(screen).splitlines()[0] == (heading if order is Order.TURNS else late_row)
    assert (
        "The others decide about **Ada**. Wait: the time starts anew. Computer: it plays this turn. Remove: **Ada** is "
        "out, and the open boxes become zeros. The first press counts."
    ) in text(screen)
    assert rows(screen)[-1] == ["wait", "stand-in", "remove"]
    assert [label for label, _ in scenes.control_labels(screen)][-3:] == ["Wait", "Computer", "Remove Ada"]
    assert "Time is up" not in text(screen)


async def test_buttons_about_a_late_turn_name_the_turn() -> None:
    game = late(with_card(playing(order=Order.TOGETHER), 1, {"ones": 1}), 1)
    ids = [item["custom_id"] for item in scenes.body(shown(game))["components"][-1]["components"]]
    assert ids == ["yc1:wait:999999:5", "yc1:stand-in:999999:5", "yc1:remove:999999:5"]


@pytest.mark.parametrize("order", list(Order))
async def test_server_without_computers_is_not_offered_any(order: Order) -> None:
    screen = shown(late(playing(order=order), 0), computers=False)
    assert rows(screen)[-1] == ["wait", "remove"]
    assert "omputer" not in text(screen)
    assert "The others decide about **Ada**. Wait: the time starts anew. Remove: **Ada** is out" in text(screen)


async def test_game_without_a_clock_says_how_long_the_player_has_been_away() -> None:
    assert "**Ada** has not played for 3 days: the others may decide below" in text(
        shown(late(playing(), 0), clock=None)
    )


async def test_of_several_late_seats_one_is_asked_about() -> None:
    game = late(late(playing(order=Order.TOGETHER), 2), 1)
    screen = shown(game)
    assert rows(screen) == [["mine", "cards"], ["wait", "stand-in", "remove"]]
    assert "**Ben**: 0 of 12 boxes, 0 points, time is up" in text(screen)
    assert "**Cy**: 0 of 12 boxes, 0 points, time is up" in text(screen)
    assert text(screen).count("The others decide") == 1


@pytest.mark.parametrize("order", list(Order))
async def test_late_player_is_told_on_a_private_board_that_he_may_still_play(order: Order) -> None:
    game = late(playing(order=order), 0)
    told = "Your time is up. You can still play this turn, until the others decide about it."
    if order is Order.TOGETHER:
        screen = private_board(ENGLISH, EMOJIS, timed(game, NAMES), 0)
        assert told in text(screen)
        assert rows(screen) == [["roll", "cards"]]
    else:
        assert told not in text(shown(game))


async def test_question_before_removing_names_who_is_meant_and_what_comes_of_it() -> None:
    game = timed(late(playing(), 0), ("*Ada*", "Ben", "Cy"))
    screen = removal(ENGLISH, game, 1)
    assert screen.content == (
        r"Remove **\*Ada\*** from the game? The open boxes become zeros. This cannot be taken back."
    )
    assert rows(screen) == [["remove-now"]]
    assert scenes.control_labels(screen)[0][0] == "Remove *Ada*"
    assert removed_answer(ENGLISH, game, 1) == r"**\*Ada\*** is out of the game."


@pytest.mark.parametrize("order", list(Order))
async def test_open_boxes_of_who_left_are_put_to_the_others(order: Order) -> None:
    screen = shown(left(playing(order=order), 2))
    assert (
        "**Cy** left, and the others decide. Zeros: the open boxes become zeros. Computer: a computer fills them"
        in text(screen)
    )
    assert f"If nobody presses, they become zeros {TOMORROW}." in text(screen)
    assert rows(screen)[-1] == ["zeros", "take-over"]
    ids = [item["custom_id"] for item in scenes.body(screen)["components"][-1]["components"]]
    assert ids == ["yc1:zeros:999999:2", "yc1:take-over:999999:2"]


async def test_where_computers_may_not_play_there_is_nothing_to_ask_about_who_left() -> None:
    screen = shown(left(playing(), 2), computers=False)
    assert rows(screen) == [["roll", "cards"]]
    assert "zeros" not in text(screen)


async def test_fullest_board_has_a_row_for_each_subject() -> None:
    rolled = in_hand(playing(), 1, MIXED)
    game = in_hand(replace(rolled, current=0), 0, MIXED)
    game = left(late(game.with_seat(1, replace(game.seats[1], undoable=undoable())), 0), 2)
    assert rows(shown(game)) == [
        ["hold"] * 5,
        ["roll", "cards", "undo"],
        ["score"],
        ["wait", "stand-in", "remove"],
        ["zeros", "take-over"],
    ]


def undoable() -> Undoable | None:
    """A box choice that may be taken back."""
    game = in_hand(playing(), 0, MIXED)
    return moves.score(game, scenes.member(0), game.moment(0), "ones").game.seats[0].undoable


def test_turn_that_a_computer_played_is_told_as_such() -> None:
    stood = moves.stand_in(late(playing(), 0), scenes.member(1), 1, STAND_IN)
    game = stored(play_on(stood, DICE, PLAYERS).game, NAMES)
    _, points = game.game.seats[0].card.scores[0]
    line = line_of_turn(ENGLISH, game, 1) or ""
    assert line.startswith("**Ada** (computer): ")
    assert line.endswith(f", {points}")
    assert last_line(ENGLISH, game, 1) == line.replace("**", "")


def test_turn_of_who_was_removed_is_told_as_such() -> None:
    game = moves.remove(late(playing(), 0), scenes.member(1), 1).game
    line = line_of_turn(ENGLISH, stored(game, NAMES), 1, removed=True)
    assert line == "**Ada** was removed: the time was up."


def test_turn_that_was_played_before_its_player_left_keeps_its_line() -> None:
    game = left(with_card(playing(), 0, {"ones": 3}), 0)
    assert line_of_turn(ENGLISH, stored(game, NAMES), 1) == "**Ada**: Ones, 3"
    assert line_of_turn(ENGLISH, stored(game, NAMES), 4) == "**Ada** left the game."


def test_footer_tells_what_computers_have_played_since_the_last_person() -> None:
    taken = taken_over(in_hand(playing(), 0, MIXED), 1)
    scored = moves.score(taken, scenes.member(0), taken.moment(0), "ones")
    game = play_on(scored, DICE, PLAYERS).game
    assert game.current == 2
    person, computer = (last_line(ENGLISH, stored(game, NAMES), 2) or "").splitlines()
    assert person == "Ada: Ones, 2"
    assert computer.startswith("Ben (computer): ")
    again = moves.score(in_hand(game, 2, MIXED), scenes.member(2), Moment(3, 1), "ones").game
    assert last_line(ENGLISH, stored(again, NAMES), 0) == "Cy: Ones, 2"


def test_alone_among_computers_the_footer_tells_theirs() -> None:
    game = playing(seats=2)
    taken = taken_over(in_hand(game, 0, MIXED), 1)
    game = play_on(moves.score(taken, scenes.member(0), taken.moment(0), "ones"), DICE, PLAYERS).game
    assert game.current == 0
    assert (last_line(ENGLISH, stored(game, NAMES), 0) or "").startswith("Ben (computer): ")


async def test_seat_that_a_computer_plays_is_shown_as_such() -> None:
    game = taken_over(with_card(playing(order=Order.TOGETHER), 1, {"ones": 4}), 1)
    assert "Ben (computer)\u00a04" in totals_line(ENGLISH, stored(game, NAMES))
    assert "Ben (computer): 1 of 12 boxes, 4 points" in text(table(ENGLISH, stored(game, NAMES)))
    embed = cards(ENGLISH, stored(game, NAMES)).embed
    assert embed is not None
    assert embed.fields[1].name == "Ben (computer): 4 points"


def test_leader_in_bold_is_nobody_who_left() -> None:
    game = with_card(with_card(playing(), 0, {"ones": 1}), 1, {"ones": 4})
    line = totals_line(ENGLISH, stored(taken_over(game, 1), NAMES))
    assert line == "Totals: **Ada\u00a01**\u00a0· Ben (computer)\u00a04\u00a0· Cy\u00a00"


async def test_no_question_and_no_decision_is_told_in_words_of_its_own() -> None:
    shown = list(question_scenes.screens(Pseudo()))
    assert len(shown) > 30
    for name, screen in shown:
        for told in scenes.read(scenes.body(screen)):
            assert not strays(told), name


@pytest.mark.parametrize("words", [ENGLISH, Pseudo()], ids=["english", "pseudo"])
async def test_every_question_and_decision_among_ten_long_names_is_within_the_limits(words: Words) -> None:
    for names in (scenes.STARS, CROWD):
        for _, screen in question_scenes.screens(words, names):
            assert_fits(screen)


def test_each_decision_names_who_made_it() -> None:
    told = dict(question_scenes.lines(ENGLISH, NAMES))
    played = (told.pop("stood in") or "").partition(": ")
    assert played[0] == "**Ada** (computer)"
    assert played[2].endswith(" · decided by Ben")
    assert told == {
        "waited": "Ben gave Ada more time.",
        "zeros": "Ben decided: the open boxes of Cy become zeros.",
        "taken over": "Ben decided: a computer plays on for Cy, and this game is not rated.",
        "removed": "Ben removed **Ada**: the time was up.",
        "removed, in private": "**Ada** is out of the game.",
    }


@pytest.mark.parametrize(
    ("seats", "computers", "question"),
    [
        (3, True, "decide whether your open boxes become zeros or a computer fills them"),
        (3, False, "Your open boxes become zeros and you cannot win. The others play on."),
        (1, True, "You cannot win then, and the game ends."),
    ],
)
def test_question_before_leaving_says_what_comes_of_it(seats: int, computers: bool, question: str) -> None:
    game = stored(playing(seats=seats), NAMES)
    assert question in leaving_line(ENGLISH, game, scenes.member(0), computers=computers)
