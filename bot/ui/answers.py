"""Private answers: every refusal and every failure reaches the person who pressed or typed."""

from __future__ import annotations

import logging
import secrets
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from bot.game.refusals import Refusal
from bot.games import AlreadyRunning, NoSuchGame
from bot.ui.refusal_words import refusal_sentence

if TYPE_CHECKING:
    from bot.games import StoredGame
    from bot.ui.words import Words

_log = logging.getLogger(__name__)

# An interaction that is unknown by now, or was answered already: a press that was delivered twice.
TOO_LATE = {10062, 40060}


class Plainly(Refusal):
    """A refusal that is its own sentence, worded already for its reader."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def reader_words(interaction: discord.Interaction[Any]) -> Words:
    """The words of the person who pressed or typed: in the language that he has chosen, else in his Discord's."""
    client = interaction.client
    words: Words = client.words(client.choices.member(interaction.user.id).locale or str(interaction.locale))
    return words


def guild_of(interaction: discord.Interaction[Any]) -> int:
    """The server in which somebody pressed or typed; every command and control is for servers alone."""
    if interaction.guild_id is None:
        raise TypeError("pressed or typed outside a server")
    return interaction.guild_id


def jump_link(guild: int, channel: int, message: int) -> str:
    """Where a click leads to that message."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


def board_link(stored: StoredGame) -> str | None:
    """A link to the current board, where one stands."""
    row = stored.row
    return None if row.board_message_id is None else jump_link(row.guild_id, row.channel_id, row.board_message_id)


async def say(interaction: discord.Interaction[Any], text: str, **parts: Any) -> None:
    """Answer in private, whether or not the interaction has been answered before."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), **parts)
    else:
        await interaction.response.send_message(
            text, ephemeral=True, allowed_mentions=discord.AllowedMentions.none(), **parts
        )


async def explain(interaction: discord.Interaction[Any], error: Exception, game_id: int | None = None) -> None:
    """Answer for what was raised: a refusal in words, anything else with an apology and an id that the log has too."""
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log_late(interaction, game_id, error)
        return
    if isinstance(error, Refusal):
        sentence = await refusal_in_words(interaction, error, game_id)
    else:
        sentence = _apology(interaction, reader_words(interaction), error, game_id)
    try:
        await say(interaction, sentence)
    except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, TimeoutError) as failure:
        log_late(interaction, game_id, failure)


async def refusal_in_words(interaction: discord.Interaction[Any], refusal: Refusal, game_id: int | None) -> str:
    """A refusal as a sentence for who pressed or typed; `game_id` is the game it speaks of, else the channel's."""
    if isinstance(refusal, Plainly):
        return refusal.sentence
    stored = await _concerned(interaction, refusal, game_id)
    link = None if stored is None else board_link(stored)
    return refusal_sentence(reader_words(interaction), refusal, stored, link)


def log_late(interaction: discord.Interaction[Any], game_id: int | None, error: Exception) -> None:
    """Log that Discord did not take an answer, and how long after the press that was."""
    latency = (discord.utils.utcnow() - interaction.created_at).total_seconds()
    reason = error or type(error).__name__
    _log.warning("answer not taken latency=%.3fs %s: %s", latency, where(interaction, game_id), reason)


def where(interaction: discord.Interaction[Any], game_id: int | None) -> str:
    """The ids of the game, server, channel and member, for the log."""
    return (
        f"game={game_id} guild={interaction.guild_id} channel={interaction.channel_id} "
        f"user={interaction.user.id} interaction={interaction.id}"
    )


def _apology(interaction: discord.Interaction[Any], words: Words, error: Exception, game_id: int | None) -> str:
    reference = secrets.token_hex(3)
    _log.error("failure ref=%s %s", reference, where(interaction, game_id), exc_info=error)
    return words(
        "Sorry, something went wrong here. Nothing is lost: try again, or show the board anew with /board. "
        "If it happens again, tell the bot's operator this reference: {reference}",
        reference=reference,
    )


async def _concerned(interaction: discord.Interaction[Any], refusal: Refusal, game_id: int | None) -> StoredGame | None:
    """The game a refusal speaks of: the one pressed, the one in the way, or the one of this channel."""
    games = interaction.client.games
    if isinstance(refusal, AlreadyRunning):
        return refusal.running
    try:
        stored: StoredGame | None = (
            await games.live_in(interaction.channel_id) if game_id is None else await games.load(game_id)
        )
    except NoSuchGame:
        return None
    return stored
