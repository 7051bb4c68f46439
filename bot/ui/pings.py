"""Who is called to his turn, and what becomes of those who have left the server."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.game import moves
from bot.game.refusals import Refusal
from bot.ui.posts import UNDELIVERED, ids, turn_to_show

if TYPE_CHECKING:
    from bot.games import Games, StoredGame

_log = logging.getLogger(__name__)

PRESENT = timedelta(minutes=5)

_UNKNOWN_MEMBER = {10007, 10013}


class Pings:
    """Decides who is mentioned, and lets those leave their games who are no longer there to be."""

    def __init__(self, client: discord.Client, games: Games) -> None:
        self._client = client
        self._games = games

    async def due(self, stored: StoredGame) -> bool:
        """Whether a new board mentions its player: not who pressed something within the last five minutes."""
        return stored.row.board_turn != turn_to_show(stored) and await self._is_away(stored)

    async def with_present_players(self, game_id: int) -> StoredGame:
        """The game, after those have left it whose turn it would be but who have left the server."""
        stored = await self._games.load(game_id)
        while (player := await self._absent_player(stored)) is not None:
            stored = await self._without(stored, player)
        return stored

    async def dismiss_absent(self, stored: StoredGame) -> None:
        """Let those leave a running game who are waited for and have left the server."""
        for index, seat in enumerate(stored.game.seats if stored.game.has_rules else ()):
            if stored.game.may_act(index) and await self.is_gone(stored, seat.player):
                stored = await self._without(stored, seat.player)

    async def _absent_player(self, stored: StoredGame) -> int | None:
        game = stored.game
        if game.current is None or stored.row.board_turn == turn_to_show(stored):
            return None
        player = game.seats[game.current].player
        if self._client.get_guild(stored.row.guild_id) is None or not await self._is_away(stored):
            return None
        return player if await self.is_gone(stored, player) else None

    async def _is_away(self, stored: StoredGame) -> bool:
        """Whether whose turn it is has pressed nothing in the game for five minutes."""
        game = stored.game
        if game.current is None:
            return False
        last = await self._games.last_press(stored.id, game.seats[game.current].player)
        return discord.utils.utcnow() - last > PRESENT

    async def _without(self, stored: StoredGame, player: int) -> StoredGame:
        _log.info("member gone %s user=%s", ids(stored), player)
        try:
            return (await self._games.dismiss(stored.id, lambda game, _: moves.leave(game, player))).after
        except Refusal:
            # He has left, or the game has ended, since it was looked at.
            return await self._games.load(stored.id)

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
