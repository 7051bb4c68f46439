"""What the bot must be allowed in a channel before a game is opened there."""

import discord

from bot.ui.words import N_, Words

VIEW = ("view_channel", N_("View Channel"))
EMBED = ("embed_links", N_("Embed Links"))
SEND = ("send_messages", N_("Send Messages"))
SEND_IN_THREADS = ("send_messages_in_threads", N_("Send Messages in Threads"))

INVITE = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, embed_links=True, use_external_emojis=True
)


def missing(words: Words, granted: discord.Permissions, *, thread: bool) -> list[str]:
    """The names, as Discord's settings have them, of what is not granted."""
    needed = (VIEW, SEND_IN_THREADS if thread else SEND, EMBED)
    return [words(name) for permission, name in needed if not getattr(granted, permission)]
