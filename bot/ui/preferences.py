"""What a member has chosen for himself, in one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.choices import PingsWanted
from bot.ui.languages import language_name
from bot.ui.screen import COLOUR_OPEN, Screen
from bot.ui.words import N_, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.choices import MemberPreferences

PING_NAMES: Mapping[PingsWanted, str] = {
    PingsWanted.ALL: N_("At your turns, and to remind you"),
    PingsWanted.REMINDERS: N_("Only to remind you"),
    PingsWanted.NONE: N_("Never"),
}
PING_LINES: Mapping[PingsWanted, str] = {
    PingsWanted.ALL: N_("You are mentioned when it is your turn, and reminded when its time runs short."),
    PingsWanted.REMINDERS: N_("You are mentioned only to remind you of a turn whose time runs short."),
    PingsWanted.NONE: N_("You are never mentioned, so look at /games to see whose turn it is."),
}


def pings_line(words: Words, preferences: MemberPreferences) -> str:
    """What mentions the member."""
    return words(PING_LINES[preferences.pings])


def language_line(words: Words, preferences: MemberPreferences, locale: str) -> str:
    """The language of private answers; `locale` is that of the member's Discord."""
    if preferences.locale is None:
        name = language_name(words, locale)
        return words("What only you can read is in {language}, as your Discord is set.", language=name)
    return words("What only you can read is in {language}.", language=language_name(words, preferences.locale))


def overview(words: Words, preferences: MemberPreferences, locale: str) -> Screen:
    """All of it, and how to change it."""
    embed = discord.Embed(
        title=words("Your preferences"),
        description=words("They hold on all servers. Give /preferences one of its options to change them."),
        colour=COLOUR_OPEN,
    )
    embed.add_field(name=words("Pings"), value=pings_line(words, preferences), inline=False)
    embed.add_field(name=words("Language"), value=language_line(words, preferences, locale), inline=False)
    return Screen(embed=embed)
