"""Who is called to his turn: at a new board, soon after one, and by reminders. Who has left the server leaves the game.

A game has one live reminder at the most, a nudge or one of its clock: the message beside its board that mentions a
player.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from enum import Enum, auto
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.choices import PingsWanted
from bot.game import moves
from bot.game.refusals import Refusal
from bot.games import NoSuchGame
from bot.timing import DueKind
from bot.ui.posts import UNDELIVERED, Posts, ids, place_is_gone, turn_to_show
from bot.ui.reminders import as_it_stands, reminder

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.choices import Choices
    from bot.games import Games, StoredGame
    from bot.timing import Due
    from bot.ui.words import Words

_log = logging.getLogger(__name__)

PRESENT = timedelta(minutes=5)
NUDGE_AFTER = timedelta(seconds=90)

_UNKNOWN_MEMBER = {10007, 10013}


class Call(Enum):
    """Whether the player of a new board is called: by the board itself, by a nudge if he presses nothing, or not."""

    NOW = auto()
    LATER = auto()
    NEVER = auto()


class Pings:
    """Calls players, as they and their servers want it. `words` are those of a server's boards."""

    def __init__(self, client: discord.Client, games: Games, choices: Choices, words: Callable[[int], Words]) -> None:
        self._client = client
        self._games = games
        self._choices = choices
        self._words = words
        self._posts = Posts(client)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def call(self, stored: StoredGame) -> Call:
        """How the player of a board that is about to be posted is called; of a turn that was shown before, never."""
        index = stored.game.current
        if index is None or stored.row.board_turn == turn_to_show(stored) or _follows_himself(stored, index):
            return Call.NEVER
        if not self._wants_turns(stored, index):
            return Call.NEVER
        return Call.NOW if await self._is_away(stored, index) else Call.LATER

    async def plan_nudge(self, stored: StoredGame) -> None:
        """Have the player called if he presses nothing on the board that has just been posted."""
        await self._games.plan_nudge(stored, at=discord.utils.utcnow() + NUDGE_AFTER)

    async def remind(self, stored: StoredGame, due: Due) -> bool:
        """Send what fell due in the game as it stood then, unless it has moved on or the member does not want it.

        Never raises for what Discord refuses. Answers whether the game goes on without the member, who has left the
        server: then its channel is to be shown that.
        """
        try:
            async with self._lock(stored.id):
                return await self._remind(stored, due)
        except NoSuchGame:
            return False
        except UNDELIVERED as error:
            _log.info("not reminded %s: %s", ids(stored), error or type(error).__name__)
            if place_is_gone(error):
                await self._games.place_gone(stored.id)
            return False

    async def tidy(self, game_id: int, presser: int | None = None) -> None:
        """Delete the live reminder if its seat may not act any more or has another turn, or if `presser` is its member:
        one who has just pressed something in the game."""
        with suppress(NoSuchGame):
            stored = await self._games.latest(game_id)
            index = stored.row.reminder_seat
            if index is None:
                return
            if as_it_stands(stored) is None or stored.game.seats[index].player == presser:
                await self.clear(stored)

    async def clear(self, stored: StoredGame) -> None:
        """Delete the live reminder of the game, if there is one."""
        async with self._lock(stored.id):
            await self._clear(stored.id)

    async def board_moved(self, game_id: int) -> None:
        """Let the live reminder lead to the board that stands now; an edit calls nobody again."""
        async with self._lock(game_id):
            stored = await self._games.latest(game_id)
            due, message = as_it_stands(stored), stored.row.reminder_message_id
            if due is None or message is None:
                return
            try:
                await self._posts.edit(stored, message, reminder(self._words(stored.row.guild_id), stored, due))
            except UNDELIVERED as error:
                _log.info("reminder left as it was %s: %s", ids(stored), error or type(error).__name__)

    async def without_gone_players(self, game_id: int) -> StoredGame:
        """The game, after those have left it whose turn it would be but who have left the server."""
        stored = await self._games.load(game_id)
        while (player := await self._gone_player(stored)) is not None:
            stored = await self._without(stored, player)
        return stored

    async def dismiss_gone(self, stored: StoredGame) -> bool:
        """Let those leave a running game who are waited for and have left the server; answers whether anybody did."""
        gone = False
        for index, seat in enumerate(stored.game.seats if stored.game.has_rules else ()):
            if stored.game.may_act(index) and stored.game.present(index) and await self.is_gone(stored, seat.player):
                stored, gone = await self._without(stored, seat.player), True
        return gone

    async def is_gone(self, stored: StoredGame, player: int) -> bool:
        """Whether a member has left the server, as far as Discord tells; the server may be another process's."""
        server = stored.row.guild_id
        try:
            guild = self._client.get_guild(server) or await self._client.fetch_guild(server, with_counts=False)
            await guild.fetch_member(player)
        except UNDELIVERED as error:
            if isinstance(error, discord.NotFound) and error.code in _UNKNOWN_MEMBER:
                return True
            _log.info("member not looked up %s user=%s: %s", ids(stored), player, error)
        return False

    async def _remind(self, then: StoredGame, due: Due) -> bool:
        stored = await self._games.latest(then.id)
        index = due.seat
        if index is None or not _still_waits(then, stored, index) or not self._wants(stored, index, due.kind):
            return False
        player = stored.game.seats[index].player
        if await self.is_gone(stored, player):
            await self._without(stored, player)
            return True
        screen = reminder(self._words(stored.row.guild_id), stored, due)
        nonce = f"{stored.id}:{stored.row.version}:{due.kind[0]}{due.last:d}{index}"
        message = await self._posts.send(stored, screen, nonce)
        before = (await self._games.latest(stored.id)).row.reminder_message_id
        await self._note(stored, message.id, index)
        await self._posts.remove(stored, () if before is None else (before,))
        if not _still_waits(then, await self._games.latest(stored.id), index):
            await self._clear(stored.id)
        return False

    async def _clear(self, game_id: int) -> None:
        stored = await self._games.latest(game_id)
        message = stored.row.reminder_message_id
        # One that cannot be deleted now stays noted, and goes at the next occasion.
        if message is not None and await self._posts.remove(stored, (message,)):
            await self._note(stored, None, None)

    async def _note(self, stored: StoredGame, message: int | None, seat: int | None) -> None:
        version = stored.row.version_shown
        await self._games.note_shown(stored, version=version, reminder_message_id=message, reminder_seat=seat)

    def _lock(self, game_id: int) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    def _wants(self, stored: StoredGame, index: int, kind: DueKind) -> bool:
        """Whether a member wants what falls due at that seat."""
        if kind is DueKind.NUDGE:
            return self._wants_turns(stored, index)
        return self._choices.member(stored.game.seats[index].player).pings is not PingsWanted.NONE

    def _wants_turns(self, stored: StoredGame, index: int) -> bool:
        """Whether a member wants to be called to each turn, on a server that wants that."""
        wanted = self._choices.member(stored.game.seats[index].player).pings is PingsWanted.ALL
        return wanted and self._choices.server(stored.row.guild_id).turn_pings

    async def _gone_player(self, stored: StoredGame) -> int | None:
        index = stored.game.current
        if index is None or stored.row.board_turn == turn_to_show(stored):
            return None
        if self._client.get_guild(stored.row.guild_id) is None or not await self._is_away(stored, index):
            return None
        player = stored.game.seats[index].player
        return player if await self.is_gone(stored, player) else None

    async def _is_away(self, stored: StoredGame, index: int) -> bool:
        """Whether the member has pressed nothing in the game for five minutes."""
        last = await self._games.last_press(stored.id, stored.game.seats[index].player)
        return discord.utils.utcnow() - last > PRESENT

    async def _without(self, stored: StoredGame, player: int) -> StoredGame:
        _log.info("member gone %s user=%s", ids(stored), player)
        try:
            return (await self._games.dismiss(stored.id, lambda game, _: moves.leave(game, player))).after
        except Refusal:
            # He has left, or the game has ended, since it was looked at.
            return await self._games.load(stored.id)


def _follows_himself(stored: StoredGame, index: int) -> bool:
    """Whether the seat plays turn after turn: nobody else still plays, and the board before was its own or none."""
    game, shown = stored.game, stored.row.board_turn
    if any(game.waiting_for(other) for other in game.others_of(index)):
        return False
    return shown == 0 or game.seat_of_turn(shown) == index


def _still_waits(then: StoredGame, stored: StoredGame, index: int) -> bool:
    """Whether the seat has the same dice before it as it had then, and time for them."""
    game = stored.game
    if not game.live or not game.may_act(index) or game.seats[index].late:
        return False
    return game.present(index) and game.seats[index].turn == then.game.seats[index].turn
