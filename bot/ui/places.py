"""Where games may be opened: as the server has chosen, as the bot is allowed to, and where there can be threads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.ui.answers import Plainly, reader_words
from bot.ui.permissions import missing

if TYPE_CHECKING:
    from collections.abc import Collection

Interaction = discord.Interaction[Any]

_NAMED = 5


def require_allowed(interaction: Interaction, allowed: Collection[int]) -> None:
    """Raise Plainly where games are not opened, which names where they are; `allowed` is empty for everywhere."""
    channel = interaction.channel
    here = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    if not allowed or here in allowed:
        return
    words = reader_words(interaction)
    open_to_member = _seen_by(interaction, allowed)
    if not open_to_member:
        raise Plainly(
            words(
                "Games are not opened in this channel. Who manages this server can change that with /settings channels."
            )
        )
    links = ", ".join(f"<#{each}>" for each in open_to_member[:_NAMED])
    raise Plainly(
        words("Games are not opened in this channel. Open yours in one of these: {channels}.", channels=links)
    )


def require_permissions(interaction: Interaction) -> None:
    """Raise Plainly where the bot lacks what a game needs."""
    words = reader_words(interaction)
    lacking = missing(words, interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
    if lacking:
        text = words(
            "I cannot play in this channel yet: allow me {permissions} here, then try again.",
            permissions=", ".join(lacking),
        )
        raise Plainly(text)


def channel_for_thread(interaction: Interaction) -> discord.TextChannel:
    """The channel of a command, in which the bot may make a thread and play; raises Plainly."""
    words, channel = reader_words(interaction), interaction.channel
    if isinstance(channel, discord.Thread):
        raise Plainly(words("This is a thread already. Leave out the option `thread` to play here."))
    if not isinstance(channel, discord.TextChannel):
        raise Plainly(words("This channel cannot have threads. Leave out the option `thread` to play here."))
    lacking = missing(words, interaction.app_permissions, new_thread=True)
    if lacking:
        text = words(
            "I cannot make a thread for a game here yet: allow me {permissions} in this channel, then try again.",
            permissions=", ".join(lacking),
        )
        raise Plainly(text)
    return channel


def sees(interaction: Interaction, channel_id: int) -> bool:
    """Whether the member who pressed or typed may look into that channel or thread of the server."""
    guild, member = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if channel is None or not isinstance(member, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and (channel.parent is None or channel.is_private()):
        return False
    return channel.permissions_for(member).view_channel


def _seen_by(interaction: Interaction, channels: Collection[int]) -> list[int]:
    """Those of these channels that are there and that the member sees, in the order of the server's list."""
    found = [] if interaction.guild is None else interaction.guild.channels
    order = sorted(found, key=lambda channel: (channel.position, channel.id))
    return [channel.id for channel in order if channel.id in channels and sees(interaction, channel.id)]
