"""What a server has chosen: one sentence a setting, in the list of all of them and after a change alike."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from bot.choices import HintsAllowed, OnExpiry
from bot.periods import zone_of
from bot.rules import RULESETS
from bot.ui import terms
from bot.ui.clock_words import clock_words
from bot.ui.languages import language_name
from bot.ui.phrases import bold
from bot.ui.screen import COLOUR_OPEN, Screen
from bot.ui.time_choice import time_words
from bot.ui.words import N_, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from datetime import datetime

    from bot.choices import GuildSettings

_MOST_CHANNELS = 20

EXPIRY_NAMES: Mapping[OnExpiry, str] = {
    OnExpiry.ASK: N_("Ask the others"),
    OnExpiry.WAIT: N_("Wait: the time starts anew"),
    OnExpiry.COMPUTER: N_("The computer plays the turn"),
    OnExpiry.REMOVE: N_("Remove the player from the game"),
}
EXPIRY_LINES: Mapping[OnExpiry, str] = {
    OnExpiry.ASK: N_("When the time of a turn is up, the others are asked what happens."),
    OnExpiry.WAIT: N_("When the time of a turn is up, it starts anew."),
    OnExpiry.COMPUTER: N_("When the time of a turn is up, the computer plays it."),
    OnExpiry.REMOVE: N_("When the time of a turn is up, its player is removed from the game."),
}
HINT_NAMES: Mapping[HintsAllowed, str] = {
    HintsAllowed.SOLO: N_("In games that somebody plays alone"),
    HintsAllowed.ALWAYS: N_("In every game"),
    HintsAllowed.NEVER: N_("Never"),
}
HINT_LINES: Mapping[HintsAllowed, str] = {
    HintsAllowed.SOLO: N_("Hints are allowed in games that somebody plays alone."),
    HintsAllowed.ALWAYS: N_("Hints are allowed in every game."),
    HintsAllowed.NEVER: N_("Hints are not allowed."),
}


@dataclass(frozen=True)
class Server:
    """What a server has chosen, and what it means there: Discord's language for it, its channels, and the present time.

    `channels` holds the ids of all there are; None where that is not known.
    """

    settings: GuildSettings
    locale: str | None
    channels: Collection[int] | None
    now: datetime

    @property
    def chosen_channels(self) -> frozenset[int]:
        """Where games may be opened, of the channels that are still there; empty: everywhere."""
        return channels_that_count(self.settings, self.channels)


def channels_there(guild: discord.Guild | None) -> frozenset[int] | None:
    """The ids of all channels of a server; None while the bot does not see it."""
    if guild is None or guild.unavailable:
        return None
    return frozenset(channel.id for channel in guild.channels)


def channels_that_count(settings: GuildSettings, channels: Collection[int] | None) -> frozenset[int]:
    """Where games may be opened: the chosen channels that are still there. Empty: everywhere.

    `channels` holds the ids of all that a server has; None where that is not known.
    """
    return settings.channels if channels is None else settings.channels.intersection(channels)


def sentence(words: Words, server: Server, setting: str) -> str:
    """The name of one setting, by that of its command, and what holds for it."""
    title, meaning = SETTINGS[setting]
    return words("{setting}: {meaning}", setting=bold(words(title)), meaning=meaning(words, server))


def overview(words: Words, server: Server) -> Screen:
    """Every setting and what it means now."""
    embed = discord.Embed(
        title=words("Settings of this server"),
        description=words("To change a setting, type the command that stands beside it."),
        colour=COLOUR_OPEN,
    )
    for command, (title, meaning) in SETTINGS.items():
        heading = words("{title} (/settings {command})", title=words(title), command=command)
        embed.add_field(name=heading, value=meaning(words, server), inline=False)
    return Screen(embed=embed)


def _language(words: Words, server: Server) -> str:
    chosen = server.settings.locale
    if chosen is None:
        name = language_name(words, server.locale)
        return words("What everybody reads is in {language}, as Discord says for this server.", language=name)
    return words("What everybody reads is in {language}.", language=language_name(words, chosen))


def _rules(words: Words, server: Server) -> str:
    key = server.settings.default_ruleset
    if key not in RULESETS:
        return words("/play opens the game that was opened here last, unless `rules` says otherwise.")
    return words("/play opens {game}, unless `rules` says otherwise.", game=terms.ruleset_name(words, key))


def _clock(words: Words, server: Server) -> str:
    seconds = server.settings.clock
    if seconds is None:
        return words("New games have no clock, unless `clock` of /play says otherwise.")
    return words(
        "In new games a turn may take {clock}, unless `clock` of /play says otherwise.",
        clock=clock_words(words, timedelta(seconds=seconds)),
    )


def _expiry(words: Words, server: Server) -> str:
    if _missing_computer(server):
        return words(
            "When the time of a turn is up, the others are asked what happens, because computers may not play here."
        )
    return words(EXPIRY_LINES[server.settings.on_expiry])


def _quiet_hours(words: Words, server: Server) -> str:
    if server.settings.quiet is None:
        return words("There are none: clocks run day and night.")
    start, end = map(time_words, server.settings.quiet)
    return words(
        "Clocks of an hour or more stand still from {start} to {end} (time zone {zone}).",
        start=start,
        end=end,
        zone=zone_of(server.settings.time_zone).key,
    )


def _time_zone(words: Words, server: Server) -> str:
    zone = zone_of(server.settings.time_zone)
    return words(
        "The time zone is {zone}, where it is {time} now; quiet hours and the months and weeks of leaderboards go "
        "by it.",
        zone=zone.key,
        time=f"{server.now.astimezone(zone):%H:%M}",
    )


def _channels(words: Words, server: Server) -> str:
    chosen = sorted(server.chosen_channels)
    gone = len(server.settings.channels) - len(chosen)
    if not chosen:
        if gone:
            return words("Games may be opened in every channel, because those that were chosen are gone.")
        return words("Games may be opened in every channel.")
    places = ", ".join(f"<#{channel}>" for channel in chosen[:_MOST_CHANNELS])
    more = len(chosen) - _MOST_CHANNELS
    if more > 0:
        places = words.plural("{places} and {n} more", "{places} and {n} more", n=more, places=places)
    if gone:
        return words.plural(
            "Games may be opened in {places}, and in their threads; {n} channel that was chosen is gone.",
            "Games may be opened in {places}, and in their threads; {n} channels that were chosen are gone.",
            n=gone,
            places=places,
        )
    return words("Games may be opened in {places}, and in their threads.", places=places)


def _computers(words: Words, server: Server) -> str:
    if server.settings.computers:
        return words(
            "Computers may play in seats of their own, finish a turn whose time is up, and finish the card of a player "
            "who left."
        )
    if _missing_computer(server):
        return words("Computers may not play; when the time of a turn is up, the others are asked what happens.")
    return words("Computers may not play.")


def _hints(words: Words, server: Server) -> str:
    return words(HINT_LINES[server.settings.hints])


def _pings(words: Words, server: Server) -> str:
    if server.settings.turn_pings:
        return words("A new turn mentions its player, unless they have chosen otherwise with /preferences.")
    return words("A new turn mentions nobody; only a clock that runs short calls its player.")


def _missing_computer(server: Server) -> bool:
    """Whether the computer is to play turns whose time is up, and may not."""
    return server.settings.on_expiry is OnExpiry.COMPUTER and not server.settings.computers


SETTINGS: Mapping[str, tuple[str, Callable[[Words, Server], str]]] = {
    "language": (N_("Language"), _language),
    "rules": (N_("Rules"), _rules),
    "clock": (N_("Clock"), _clock),
    "expiry": (N_("When time is up"), _expiry),
    "quiet-hours": (N_("Quiet hours"), _quiet_hours),
    "time-zone": (N_("Time zone"), _time_zone),
    "channels": (N_("Channels"), _channels),
    "computers": (N_("Computer players"), _computers),
    "hints": (N_("Hints"), _hints),
    "pings": (N_("Pings at a turn"), _pings),
}
"""Each setting by the name of its command: its title and the sentence that tells what holds."""
