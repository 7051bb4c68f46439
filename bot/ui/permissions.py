"""What the bot must be allowed in a channel before a game is opened there."""

import discord

from bot.ui.words import N_, Words

VIEW = ("view_channel", N_("View Channel"))
EMBED = ("embed_links", N_("Embed Links"))
SEND = ("send_messages", N_("Send Messages"))
SEND_IN_THREADS = ("send_messages_in_threads", N_("Send Messages in Threads"))
MAKE_THREADS = ("create_public_threads", N_("Create Public Threads"))

INVITE = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    embed_links=True,
    use_external_emojis=True,
)


def missing(words: Words, granted: discord.Permissions, *, thread: bool = False, new_thread: bool = False) -> list[str]:
    """The names, as Discord's settings have them, of what is not granted to play in a channel.

    `thread` tells that it is one, `new_thread` that one is to be made in it for the game.
    """
    needed = [VIEW, SEND_IN_THREADS if thread or new_thread else SEND, EMBED]
    if new_thread:
        needed.insert(1, MAKE_THREADS)
    return [words(name) for permission, name in needed if not getattr(granted, permission)]
