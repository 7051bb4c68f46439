"""The messages that call a player who has not been called, or whose time is running out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.clocks import is_short
from bot.game import Order
from bot.timing import Due, DueKind
from bot.ui.answers import board_link
from bot.ui.screen import Screen

if TYPE_CHECKING:
    from bot.games import StoredGame
    from bot.ui.words import Words


def reminder(words: Words, stored: StoredGame, due: Due) -> Screen:
    """A message that mentions the player of a seat, says how much time is left, and leads to the board."""
    if due.seat is None:
        raise ValueError("a reminder is for a seat")
    player = stored.game.seats[due.seat].player
    return Screen(_text(words, stored, due, due.seat, f"<@{player}>"), pings=player)


def as_it_stands(stored: StoredGame) -> Due | None:
    """What the live reminder of a game says; None where there is none, or where it is of a turn that is over."""
    row, index = stored.row, stored.row.reminder_seat
    timing = None if stored.timing is None or index is None else stored.timing.seats.get(index)
    if timing is None or row.reminder_message_id is None:
        return None
    if discord.utils.snowflake_time(row.reminder_message_id) < timing.began:
        return None
    left = len(timing.reminders)
    if stored.clock is None or is_short(stored.clock) or left > 1:
        return Due(DueKind.NUDGE, index)
    return Due(DueKind.REMINDER, index, last=left == 0)


def _text(words: Words, stored: StoredGame, due: Due, index: int, mention: str) -> str:
    # Where no board stands, the command shows it.
    url = board_link(stored)
    link = "/board" if url is None else f"[{words('board')}]({url})"
    deadline = stored.deadline_of(index)
    if deadline is None:
        return words("{mention}, it is your turn: {link}", mention=mention, link=link)
    facts = {"mention": mention, "when": discord.utils.format_dt(deadline, "R"), "link": link}
    if due.kind is DueKind.NUDGE:
        return words("{mention}, it is your turn, and time is up {when}: {link}", **facts)
    if stored.game.order is Order.TOGETHER:
        if due.last:
            return words("{mention}, the time for your next box ends {when}: {link}", **facts)
        return words("{mention}, half of the time for your next box is gone; it ends {when}: {link}", **facts)
    if due.last:
        return words("{mention}, your time ends {when}: {link}", **facts)
    return words("{mention}, half of your time is gone; it ends {when}: {link}", **facts)
