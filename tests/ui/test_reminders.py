"""What a reminder says, and what one that stands already said."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import discord
import pytest

from bot.game import Order, Phase
from bot.timing import Due, DueKind
from bot.ui.reminders import as_it_stands, reminder
from bot.ui.words import Words
from tests.ui.scenes import DAY, NOW, SNOWFLAKE, body, late, member, playing, stored, timed

if TYPE_CHECKING:
    from bot.games import StoredGame

NUDGE, HALF, LAST = Due(DueKind.NUDGE, 0), Due(DueKind.REMINDER, 0), Due(DueKind.REMINDER, 0, last=True)
BOARD = f"[board](https://discord.com/channels/{SNOWFLAKE}/{SNOWFLAKE + 1}/{SNOWFLAKE + 2})"
END = discord.utils.format_dt(NOW + DAY, "R")
ADA = f"<@{member(0)}>"


@pytest.mark.parametrize(
    ("due", "order", "text"),
    [
        (NUDGE, Order.TURNS, f"{ADA}, it is your turn, and time is up {END}: {BOARD}"),
        (HALF, Order.TURNS, f"{ADA}, half of your time is gone; it ends {END}: {BOARD}"),
        (LAST, Order.TURNS, f"{ADA}, your time ends {END}: {BOARD}"),
        (HALF, Order.TOGETHER, f"{ADA}, half of the time for your next box is gone; it ends {END}: {BOARD}"),
        (LAST, Order.TOGETHER, f"{ADA}, the time for your next box ends {END}: {BOARD}"),
    ],
    ids=["nudge", "half", "last", "half-together", "last-together"],
)
async def test_a_reminder_says_how_much_time_is_left_and_leads_to_the_board(due: Due, order: Order, text: str) -> None:
    message = body(reminder(Words(None), timed(playing(order=order)), due))
    assert message["content"] == text
    assert (message["allowed_mentions"]["parse"], message["allowed_mentions"]["users"]) == ([], [member(0)])


async def test_where_no_board_stands_the_command_is_named_that_shows_it() -> None:
    game = timed(playing())
    game = replace(game, row=replace(game.row, board_message_id=None))
    assert reminder(Words(None), game, NUDGE).content == f"{ADA}, it is your turn, and time is up {END}: /board"


@pytest.mark.parametrize(
    ("clock", "to_come", "due"),
    [
        (DAY, 2, NUDGE),
        (DAY, 1, HALF),
        (DAY, 0, LAST),
        (timedelta(minutes=5), 0, NUDGE),
        (None, 0, NUDGE),
    ],
    ids=["before-half-time", "after-half-time", "in-the-last-tenth", "short-clock", "no-clock"],
)
def test_what_a_reminder_said_follows_from_those_still_to_come(clock: timedelta, to_come: int, due: Due) -> None:
    assert as_it_stands(_reminded(timed(playing(), clock=clock), to_come)) == due


def test_a_reminder_of_before_the_turn_began_says_nothing_any_more() -> None:
    game = _reminded(timed(playing()), 1)
    old = discord.utils.time_snowflake(NOW - timedelta(seconds=1))
    assert as_it_stands(replace(game, row=replace(game.row, reminder_message_id=old))) is None


@pytest.mark.parametrize(
    "game",
    [
        stored(replace(playing(), phase=Phase.FINISHED, current=None)),
        timed(late(playing(), 0)),
        timed(replace(playing(), current=1)),
    ],
    ids=["over", "late", "another's-turn"],
)
def test_a_reminder_of_a_seat_whose_time_does_not_run_says_nothing_any_more(game: StoredGame) -> None:
    assert as_it_stands(_reminded(game)) is None


def _reminded(game: StoredGame, to_come: int | None = None) -> StoredGame:
    """The game after its first seat was reminded, with so many reminders to come."""
    timing = game.timing
    if timing is not None and to_come is not None:
        seat = timing.seats[0]
        timing = replace(timing, seats={0: replace(seat, reminders=seat.reminders[len(seat.reminders) - to_come :])})
    later = discord.utils.time_snowflake(NOW + timedelta(minutes=1))
    return replace(game, timing=timing, row=replace(game.row, reminder_message_id=later, reminder_seat=0))
