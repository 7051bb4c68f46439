"""How games are opened: by a command in its channel."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.ui.answers import guild_of, where
from bot.ui.desk import press_of

if TYPE_CHECKING:
    from bot.game import Order
    from bot.games import Games
    from bot.ui.channels import Channels
    from bot.ui.desk import Desk

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


class Opening:
    """Opens lobbies and shows them. Refusals are raised; whoever called words them."""

    def __init__(self, games: Games, channels: Channels, desk: Desk) -> None:
        self._games = games
        self._channels = channels
        self._desk = desk

    async def play(self, interaction: Interaction, *, ruleset: str, order: Order, duplicate: bool) -> None:
        """Open a lobby in the channel of a command, and answer with it."""
        if interaction.channel_id is None:
            raise TypeError("a game is opened in a channel")
        stored = await self._games.open(
            press_of(interaction),
            guild=guild_of(interaction),
            channel=interaction.channel_id,
            ruleset=ruleset,
            order=order,
            duplicate=duplicate,
        )
        _log.info("opened ruleset=%s order=%s %s", ruleset, order.value, where(interaction, stored.id))
        noted = await self._desk.answer_with(interaction, stored, self._channels.current(stored))
        await self._desk.settle(stored, noted)
