"""The board of a turn: dice, controls, totals and pace, in pictures, in style and in words."""

from __future__ import annotations

import discord
import pytest

from bot.game import FairDice, Game, Order, moves
from bot.rules import RULESETS, Option
from bot.ui.board import board, option_label, private_board
from bot.ui.emojis import DiceEmojis
from bot.ui.phrases import dice_line, last_line, line_of_turn, totals_line, upper_line
from bot.ui.screen import Screen
from bot.ui.words import Words
from tests.ui import scenes
from tests.ui.scenes import EMOJIS, FIVE_FIVES, in_hand, playing, stored, with_card

ENGLISH = Words(None)
MIXED = (5, 5, 2, 1, 1)


def shown(game: Game, index: int = 0, *, ping: bool = False, emojis: DiceEmojis = EMOJIS) -> Screen:
    return board(ENGLISH, emojis, stored(game, ("Ada", "Ben", "Cy")), index, ping=ping)


def description(screen: Screen) -> str:
    assert screen.embed is not None
    return screen.embed.description or ""


def ids(screen: Screen) -> list[str]:
    return [item["custom_id"] for row in scenes.body(screen)["components"] for item in row["components"]]


def kinds(screen: Screen) -> list[list[str]]:
    """The actions of the controls, row by row."""
    rows = scenes.body(screen)["components"]
    return [[item["custom_id"].split(":")[1] for item in row["components"]] for row in rows]


async def test_held_dice_differ_in_picture_style_label_and_words() -> None:
    screen = shown(in_hand(playing(), 0, MIXED, held=(0, 4)))
    held, free = discord.ButtonStyle.success, discord.ButtonStyle.secondary
    assert scenes.control_labels(screen)[:5] == [
        ("5 ✓", held),
        ("5 ·", free),
        ("2 ·", free),
        ("1 ·", free),
        ("1 ✓", held),
    ]
    dice = [scenes.die_text(face, held=place in (0, 4)) for place, face in enumerate(MIXED)]
    assert (screen.content or "").split() == dice
    assert "Dice: 5 held, 5, 2, 1, 1 held" in description(screen)


async def test_held_keycap_differs_from_a_free_one_in_text() -> None:
    screen = shown(in_hand(playing(), 0, MIXED, held=(0,)), emojis=DiceEmojis.keycaps())
    first, second, *_ = (screen.content or "").split()
    assert first == f"[{second}]"


@pytest.mark.parametrize(
    ("roll", "controls"),
    [
        (0, [["roll", "cards"]]),
        (1, [["hold"] * 5, ["roll", "cards"], ["score"]]),
        (2, [["hold"] * 5, ["roll", "cards"], ["score"]]),
        (3, [["cards"], ["score"]]),
    ],
)
async def test_controls_are_those_that_work_now(roll: int, controls: list[list[str]]) -> None:
    game = in_hand(playing(), 0, MIXED, roll=roll) if roll else playing()
    assert kinds(shown(game)) == controls


async def test_control_ids_name_game_turn_roll_and_die() -> None:
    game = in_hand(with_card(playing(), 1, {"ones": 1}), 1, MIXED, roll=2)
    assert ids(shown(game, 1)) == [
        *(f"yc1:hold:999999:5:2:{die}" for die in range(5)),
        "yc1:roll:999999:5:2",
        "yc1:cards:999999",
        "yc1:score:999999:5:2",
    ]


@pytest.mark.parametrize(("roll", "left"), [(0, 3), (1, 2), (2, 1)])
async def test_roll_button_tells_how_many_are_left(roll: int, left: int) -> None:
    game = in_hand(playing(), 0, MIXED, roll=roll) if roll else playing()
    assert f"Roll ({left} left)" in [label for label, _ in scenes.control_labels(shown(game))]


async def test_list_offers_each_open_box_with_its_points_in_card_order() -> None:
    (row,) = scenes.body(shown(in_hand(with_card(playing(), 0, {"ones": 2}), 0, MIXED)))["components"][2:]
    labels = [option["label"] for option in row["components"][0]["options"]]
    assert labels[:4] == ["Twos: 2 points", "Threes: 0 points", "Fours: 0 points", "Fives: 10 points"]
    assert len(labels) == 11


@pytest.mark.parametrize(
    ("option", "label"),
    [
        (Option("full-house", 25), "Full House: 25 points"),
        (Option("aces", 1), "Aces: 1 point"),
        (Option("fives", 25, 100), "Fives: 25 points and 100 bonus"),
        (Option("aces", 1, 100), "Aces: 1 point and 100 bonus"),
    ],
)
def test_option_says_what_the_dice_score(option: Option, label: str) -> None:
    assert option_label(ENGLISH, option) == label


async def test_closed_boxes_are_not_offered_and_the_board_says_why() -> None:
    game = in_hand(with_card(playing("yahtzee"), 0, {"yahtzee": 50}), 0, FIVE_FIVES)
    screen = shown(game)
    (row,) = scenes.body(screen)["components"][2:]
    assert [option["value"] for option in row["components"][0]["options"]] == ["fives"]
    assert "×" in description(screen)
    assert "A Joker must go to the upper box of its own number" in description(screen)


async def test_start_of_a_turn_mentions_its_player_once_and_pings_nobody_else() -> None:
    screen = shown(playing(), 1, ping=True)
    assert screen.content == f"<@{scenes.member(1)}>, it is your turn."
    mentions = scenes.body(screen)["allowed_mentions"]
    assert mentions["parse"] == []
    assert list(map(str, mentions["users"])) == [str(scenes.member(1))]
    assert scenes.body(shown(playing(), 1))["allowed_mentions"] == {"parse": []}
    assert screen.to_edit()["allowed_mentions"].to_dict() == {"parse": []}


async def test_content_of_a_rolled_board_is_dice_and_nothing_else() -> None:
    content = shown(in_hand(playing(), 0, MIXED), ping=True).content or ""
    assert all(part.startswith("<:die_") for part in content.split())


@pytest.mark.parametrize("key", RULESETS)
async def test_board_names_game_round_player_and_roll(key: str) -> None:
    game = in_hand(with_card(playing(key), 0, {RULESETS[key].boxes[0].key: 1}), 0, MIXED, roll=2)
    screen = shown(game)
    assert screen.embed is not None
    assert (screen.embed.title or "").endswith(f"round 2 of {len(RULESETS[key].boxes)}")
    assert "**Ada**, roll 2 of 3" in description(screen)


async def test_undo_is_offered_until_somebody_rolls() -> None:
    rolled = in_hand(playing(), 0, MIXED)
    scored = moves.score(rolled, scenes.member(0), rolled.moment(0), "ones").game
    assert kinds(shown(scored, 1)) == [["roll", "cards", "undo"]]
    again = moves.roll(scored, scenes.member(1), scored.moment(1), FairDice(b"key")).game
    assert kinds(shown(again, 1))[1] == ["roll", "cards"]


async def test_footer_tells_what_the_player_before_did() -> None:
    game = with_card(playing(), 0, {"full-house": 25})
    screen = shown(game, 1)
    assert screen.embed is not None
    assert screen.embed.footer.text == "Ada: Full House, 25"
    first = shown(playing())
    assert first.embed is not None
    assert "footer" not in first.embed.to_dict()


def test_player_before_is_the_last_who_has_not_left() -> None:
    game = scenes.left(with_card(with_card(playing(), 0, {"ones": 3}), 1, {"twos": 4}), 1)
    assert last_line(ENGLISH, stored(game, ("Ada", "Ben", "Cy")), 2) == "Ada: Ones, 3"


def test_line_of_a_turn_tells_what_came_of_it() -> None:
    game = stored(scenes.left(with_card(playing(), 0, {"ones": 3}), 1), ("Ada", "**Ben**", "Cy"))
    assert line_of_turn(ENGLISH, game, 1) == "**Ada**: Ones, 3"
    assert line_of_turn(ENGLISH, game, 2) == r"**\*\*Ben\*\*** left the game."
    assert line_of_turn(ENGLISH, game, 3) is None
    assert line_of_turn(ENGLISH, game, 4) is None


def test_totals_show_the_lead_and_the_pace() -> None:
    game = with_card(with_card(playing("yahtzee"), 0, {"sixes": 24}), 1, {"aces": 1})
    line = totals_line(ENGLISH, stored(game, ("Ada", "Ben", "Cy"))).replace("\u00a0", " ")
    assert "**Ada 24** (63: +6)" in line
    assert "Ben 1 (63: -2)" in line
    assert line.endswith("Cy 0")
    yacht = totals_line(ENGLISH, stored(with_card(playing(), 0, {"sixes": 24}), ("Ada", "Ben", "Cy")))
    assert yacht == "Totals: **Ada\u00a024**\u00a0· Ben\u00a00\u00a0· Cy\u00a00"


@pytest.mark.parametrize(
    ("scores", "bonus", "line"),
    [
        ({}, 0, "Upper section 0 of 63."),
        ({"aces": 3}, 0, "Upper section 3 of 63, on pace."),
        ({"sixes": 24}, 0, "Upper section 24 of 63, 6 ahead of pace."),
        ({"sixes": 12}, 0, "Upper section 12 of 63, 6 behind pace."),
        ({"sixes": 30, "fives": 25, "fours": 8}, 0, "Upper section 63 of 63: bonus of 35 earned."),
        (
            {"aces": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6},
            0,
            "Upper section 21 of 63: no bonus.",
        ),
        ({"yahtzee": 50, "aces": 3}, 100, "Bonuses of 100: 100."),
    ],
)
def test_upper_line_tells_pace_bonus_and_hundreds(scores: dict[str, int], bonus: int, line: str) -> None:
    assert (upper_line(ENGLISH, with_card(playing("yahtzee"), 0, scores, bonus), 0) or "").endswith(line)


def test_game_without_such_a_bonus_has_no_upper_line() -> None:
    assert upper_line(ENGLISH, playing("yacht"), 0) is None


def test_dice_in_words() -> None:
    assert dice_line(ENGLISH, MIXED, (0, 1)) == "Dice: 5 held, 5 held, 2, 1, 1"


async def test_private_board_is_the_board_and_a_last_word_when_the_card_is_full() -> None:
    game = in_hand(playing(order=Order.TOGETHER), 1, MIXED)
    one = private_board(ENGLISH, EMOJIS, stored(game), 1)
    assert kinds(one) == [["hold"] * 5, ["roll", "cards"], ["score"]]
    assert one.content == shown(game, 1).content
    done = private_board(ENGLISH, EMOJIS, stored(scenes.full(game, 1, 2)), 1)
    assert description(done) == "Your card is full: 24 points. The others are still playing."
    assert kinds(done) == [["cards"]]
    over = private_board(ENGLISH, EMOJIS, stored(scenes.over(game, 1, 2, 3)), 1)
    assert description(over) == "The game is over. You have 24 points."
