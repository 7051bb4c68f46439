"""The largest messages there can be stay within Discord's limits, and so does every other screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.choices import HintsAllowed
from bot.game import MAX_SEATS, Game, Order, Phase
from bot.game.events import Ended, Started
from bot.records import Closing
from bot.rules import RULESETS
from bot.ui import board, closing, lobby, table
from bot.ui.emojis import DiceEmojis
from bot.ui.screen import Screen
from bot.ui.words import Words
from tests import limits
from tests.ui import scenes
from tests.ui.pseudo import Pseudo

CHANCES = (0.64, *[0.04] * (MAX_SEATS - 1))
MARKDOWN = "*_~`|<@>[](#):-\\"
CROWD = tuple(f"{seat}{MARKDOWN * 2}"[:32] for seat in range(MAX_SEATS))


def assert_fits(screen: Screen) -> None:
    assert list(limits.problems(scenes.body(screen))) == []


@pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
async def test_every_screen_is_within_the_limits(words: Words) -> None:
    for _, screen in scenes.screens(words):
        assert_fits(screen)


def crowded(key: str, order: Order = Order.TURNS) -> Game:
    """Ten members in their last turn, with all that a card can hold."""
    game = scenes.playing(key, MAX_SEATS, order=order)
    boxes = [box.key for box in game.rules.boxes]
    for index in range(MAX_SEATS):
        game = scenes.with_card(game, index, dict.fromkeys(boxes[:-1], 50), 1200)
    return scenes.in_hand(game, 0, scenes.FIVE_FIVES, held=(0, 1, 2, 3, 4))


def questions_to(game: Game) -> Game:
    """The game with its first seat late and its last one left."""
    return scenes.left(scenes.late(game, 0), MAX_SEATS - 1)


def computers_for(game: Game) -> Game:
    """The game with a computer in every seat but the first."""
    others = [replace(seat, left=True, undecided=False, level="deckhand") for seat in game.seats[1:]]
    return replace(game, seats=(game.seats[0], *others))


def crowded_closing() -> Closing:
    """Every seat is named wherever it can be."""
    everybody = tuple(range(MAX_SEATS))
    return Closing(((1000, -1000),) * MAX_SEATS, everybody, everybody, everybody)


@pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
@pytest.mark.parametrize("key", RULESETS)
async def test_ten_long_names_full_of_markdown_fit(key: str, words: Words) -> None:
    game = crowded(key)
    together = crowded(key, Order.TOGETHER)
    over = scenes.over(game, *[50] * MAX_SEATS)
    asked, asked_together = questions_to(game), questions_to(together)
    finished = replace(computers_for(asked), phase=Phase.FINISHED, current=None)
    ended = replace(game, phase=Phase.ABANDONED, current=None)
    for screen in (
        lobby.lobby(words, scenes.timed(scenes.opened(key, MAX_SEATS, duplicate=True), CROWD)),
        board.board(words, scenes.EMOJIS, scenes.stored(game, CROWD), 0, chances=CHANCES),
        board.board(words, scenes.EMOJIS, scenes.stored(game, CROWD), 1, ping=True, chances=CHANCES),
        board.private_board(words, scenes.EMOJIS, scenes.stored(together, CROWD), 0),
        board.board(words, scenes.EMOJIS, scenes.timed(asked, CROWD), 0, chances=CHANCES),
        board.board(words, scenes.EMOJIS, scenes.timed(computers_for(asked), CROWD), 0, chances=CHANCES),
        board.private_board(words, scenes.EMOJIS, scenes.timed(asked_together, CROWD), 0),
        table.table(words, scenes.timed(together, CROWD), chances=CHANCES),
        table.table(words, scenes.timed(asked_together, CROWD, clock=None), chances=CHANCES),
        table.table(words, scenes.timed(computers_for(asked_together), CROWD), chances=CHANCES),
        table.cards(words, scenes.stored(game, CROWD)),
        closing.final(words, scenes.stored(over, CROWD), crowded_closing()),
        closing.final(words, scenes.stored(finished, CROWD), replace(crowded_closing(), rating=())),
        closing.given_up(words, scenes.stored(ended, CROWD), Ended(Phase.ABANDONED, scenes.member(9))),
    ):
        assert_fits(screen)


@pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
@pytest.mark.parametrize("key", RULESETS)
async def test_nine_computers_of_the_longest_name_fit(key: str, words: Words) -> None:
    levels = ["deckhand"] * (MAX_SEATS - 1)
    names = (CROWD[0], "deckhand", *(f"deckhand {number}" for number in range(2, MAX_SEATS)))
    opened = scenes.with_computers(scenes.opened(key, 1, duplicate=True), *levels)
    games = [scenes.against(key, *levels, order=order) for order in Order]
    boxes = [box.key for box in games[0].rules.boxes]
    played = []
    for game in games:
        for index in range(MAX_SEATS):
            game = scenes.with_card(game, index, dict.fromkeys(boxes[:-1], 50), 1200)
        played.append(scenes.in_hand(game, 0, scenes.FIVE_FIVES, held=(0, 1, 2, 3, 4)))
    turns, together = played
    start = scenes.started(opened)
    assert isinstance(start.events[0], Started)
    for screen in (
        lobby.lobby(words, scenes.timed(opened, names)),
        lobby.lobby(words, scenes.timed(opened, names), computers=False, hints=HintsAllowed.NEVER),
        lobby.started(words, scenes.EMOJIS, scenes.stored(start.game, names), start.events[0]),
        board.board(words, scenes.EMOJIS, scenes.stored(turns, names), 0, chances=CHANCES),
        table.table(words, scenes.stored(together, names), chances=CHANCES),
        table.cards(words, scenes.stored(turns, names)),
        closing.final(words, scenes.stored(scenes.over(turns, *[50] * MAX_SEATS), names), Closing()),
    ):
        assert_fits(screen)


@pytest.mark.parametrize("emojis", [scenes.EMOJIS, DiceEmojis.keycaps()], ids=["emojis", "keycaps"])
@pytest.mark.parametrize("ties", [0, 1, 2, 3])
async def test_roll_off_of_ten_with_ties_fits_and_loses_nobody(ties: int, emojis: DiceEmojis) -> None:
    attempt = tuple((seat, scenes.FIVE_FIVES) for seat in range(MAX_SEATS))
    event = Started((attempt,) * (ties + 1), 0)
    screen = lobby.started(Words(None), emojis, scenes.stored(scenes.playing("yahtzee", MAX_SEATS), CROWD), event)
    assert_fits(screen)
    assert screen.embed is not None
    assert (screen.embed.description or "").count("**25**") == MAX_SEATS * (ties + 1)
