"""Messages in a game's channel, sent, edited and deleted with the bot's own token, and what Discord's refusals mean."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.game import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.games import StoredGame
    from bot.ui.screen import Screen

_log = logging.getLogger(__name__)

_UNKNOWN_PLACE = {10003, 10004}
_UNKNOWN_MESSAGE = 10008
_CANNOT_EDIT = {30046, 50083}
UNDELIVERED = (discord.HTTPException, aiohttp.ClientError, TimeoutError)


class Posts:
    """Sends, edits and deletes messages of games."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, stored: StoredGame, screen: Screen, nonce: str) -> discord.Message:
        """Send a message to the game's channel. The nonce keeps one whose answer was lost from standing twice."""
        return await self._place(stored).send(nonce=nonce, **screen.to_send())

    async def edit(self, stored: StoredGame, message: int | None, screen: Screen) -> bool:
        """Edit a message of the game; False where it is gone, or too old or too shut away to be edited."""
        if message is None:
            return False
        try:
            await self._place(stored).get_partial_message(message).edit(**screen.to_edit())
        except discord.HTTPException as error:
            if error.code == _UNKNOWN_MESSAGE or error.code in _CANNOT_EDIT:
                return False
            raise
        return True

    async def remove(self, stored: StoredGame, messages: Iterable[int]) -> bool:
        """Delete messages of the game; one that cannot be deleted is left. Answers whether all of them are gone."""
        gone = True
        for message in messages:
            try:
                await self._place(stored).get_partial_message(message).delete()
            except UNDELIVERED as error:
                _log.info("left standing %s message=%d: %s", ids(stored), message, error)
                gone = gone and isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE
        return gone

    def _place(self, stored: StoredGame) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(stored.row.channel_id, guild_id=stored.row.guild_id)


def place_is_gone(error: BaseException) -> bool:
    """Whether Discord knows the channel or the server no more."""
    return isinstance(error, discord.HTTPException) and error.code in _UNKNOWN_PLACE


def turn_to_show(stored: StoredGame) -> int:
    """What the board of a live game shows: 0 for the lobby, 1 for the table, else the turn in hand."""
    game = stored.game
    if game.current is not None:
        return game.turn_id(game.current)
    return 0 if game.phase is Phase.LOBBY else 1


def ids(stored: StoredGame) -> str:
    """The ids of the game, its server and its channel, for the log."""
    row = stored.row
    return f"game={row.id} guild={row.guild_id} channel={row.channel_id}"
