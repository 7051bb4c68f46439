"""A member's own games everywhere, the most urgent first, and the lobbies that are open here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.game import MAX_SEATS, Order, Phase
from bot.ui import terms
from bot.ui.answers import board_link
from bot.ui.names import safe
from bot.ui.phrases import bold, seat_name
from bot.ui.screen import COLOUR_PLAYING, Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.games import StoredGame
    from bot.ui.words import Words

_MOST = 10
_MOST_LOBBIES = 5


def inbox(
    words: Words,
    member: int,
    games: Sequence[StoredGame],
    lobbies: Sequence[StoredGame],
    here: int,
    server_name: Callable[[int], str | None],
) -> Screen:
    """The games in which `member` still plays or waits, and the `lobbies` of the server `here` that he may join.

    `server_name` knows what a server is called, where the bot is in it.
    """
    mine = sorted((game for game in games if _plays(game, member)), key=lambda game: _urgency(game, member))
    joinable = [lobby for lobby in lobbies if lobby.game.index_of(member) is None]
    if not mine and not joinable:
        return Screen(words("You are in no game, and none is open here. Open one with /play."))
    lines = [words("You are in no game: press Join in a lobby, or open one with /play.")]
    if mine:
        elsewhere = {each.row.guild_id: server_name(each.row.guild_id) for each in mine if each.row.guild_id != here}
        rows = [_row(words, each, _standing(words, each, member), elsewhere.get(each.row.guild_id)) for each in mine]
        lines = _cut(words, rows, _MOST)
    if joinable:
        rows = [_row(words, each, _waiting(words, each)) for each in joinable]
        lines += ["", bold(words("Open here")), *_cut(words, rows, _MOST_LOBBIES)]
    return Screen(None, discord.Embed(title=words("Your games"), description="\n".join(lines), colour=COLOUR_PLAYING))


def _plays(stored: StoredGame, member: int) -> bool:
    index = stored.game.index_of(member)
    return stored.game.live and index is not None and stored.game.present(index)


def _urgency(stored: StoredGame, member: int) -> tuple[int, float, int]:
    """Own turns before those of others, and lobbies last; among these what ends first."""
    game, index = stored.game, _seat(stored, member)
    if game.phase is Phase.LOBBY:
        return 2, _seconds(stored.row.deadline), stored.id
    if not game.has_rules:
        return 1, _seconds(None), stored.id
    if game.may_act(index) or _is_asked(stored, index):
        return 0, _seconds(stored.deadline_of(index)), stored.id
    return 1, _seconds(_deadline(stored, index)), stored.id


def _row(words: Words, stored: StoredGame, standing: str, server: str | None = None) -> str:
    row = stored.row
    place = f"<#{row.channel_id}>"
    if server is not None:
        place = words("{channel} on {server}", channel=place, server=safe(server))
    link = board_link(stored) or f"https://discord.com/channels/{row.guild_id}/{row.channel_id}"
    if row.board_message_id is None:
        label = words("channel")
    else:
        label = words("lobby") if stored.game.phase is Phase.LOBBY else words("board")
    name = bold(terms.ruleset_name(words, stored.game.ruleset))
    return f"{name} · {place} · {standing} · [{label}]({link})"


def _standing(words: Words, stored: StoredGame, member: int) -> str:
    """Where the game stands for that member, and until when."""
    game, index = stored.game, _seat(stored, member)
    if game.phase is Phase.LOBBY:
        return _waiting(words, stored)
    if not game.has_rules:
        return words("its rules are gone; its host can end it with /end")
    facts = [_turn(words, stored, index)]
    if game.order is Order.TOGETHER:
        filled, boxes = len(game.seats[index].card.scores), len(game.rules.boxes)
        facts.append(words("{filled} of {boxes} boxes", filled=filled, boxes=boxes))
    deadline = _deadline(stored, index)
    if deadline is not None and not any(seat.late for seat in game.seats):
        facts.append(discord.utils.format_dt(deadline, "R"))
    return " · ".join(facts)


def _turn(words: Words, stored: StoredGame, index: int) -> str:
    """Who is to act, as the member in that seat sees it."""
    game = stored.game
    if game.seats[index].late:
        return bold(words("your time is up: play now, before the others decide"))
    if _is_asked(stored, index) and game.may_act(index):
        return bold(words("your turn, and a decision waits for you"))
    if _is_asked(stored, index):
        return bold(words("a decision waits for you"))
    if game.may_act(index):
        return bold(words("your turn"))
    if game.order is Order.TOGETHER or game.current is None:
        return words("the others are still playing")
    return words("{name}'s turn", name=seat_name(words, stored, game.current))


def _is_asked(stored: StoredGame, index: int) -> bool:
    """Whether the board asks that seat, among others, what becomes of a late turn or of a seat that was left."""
    game = stored.game
    return any(asked is not None and index in game.others_of(asked) for asked in (game.late_seat, game.undecided_seat))


def _deadline(stored: StoredGame, index: int) -> datetime | None:
    """Until when the seat has time, or whoever it waits for."""
    game = stored.game
    return stored.deadline_of(index if game.may_act(index) or game.current is None else game.current)


def _waiting(words: Words, stored: StoredGame) -> str:
    taken = words("{taken} of {seats} players", taken=len(stored.game.seats), seats=MAX_SEATS)
    deadline = stored.row.deadline
    if deadline is None:
        return taken
    return f"{taken} · " + words("closes {when}", when=discord.utils.format_dt(deadline, "R"))


def _cut(words: Words, rows: list[str], most: int) -> list[str]:
    if len(rows) <= most:
        return rows
    return [*rows[:most], words.plural("and {n} more", "and {n} more", n=len(rows) - most)]


def _seat(stored: StoredGame, member: int) -> int:
    index = stored.game.index_of(member)
    if index is None:
        raise LookupError(f"member {member} has no seat in game {stored.id}")
    return index


def _seconds(when: datetime | None) -> float:
    return float("inf") if when is None else when.timestamp()
