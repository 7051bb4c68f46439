"""Settings of a server: who manages it sees and changes them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import HintsAllowed, OnExpiry
from bot.ui.answers import Plainly, guild_of, reader_words, say
from bot.ui.clock_choice import clocks_to_choose
from bot.ui.languages import languages_to_choose, locale_of
from bot.ui.names import safe
from bot.ui.ruleset_choice import rulesets_to_play
from bot.ui.server_settings import EXPIRY_NAMES, HINT_NAMES, Server, channels_there, overview, sentence
from bot.ui.time_choice import minute_of, zone_named, zones, zones_like
from bot.ui.words import N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client import YachtClub
    from bot.ui.words import Words

_log = logging.getLogger(__name__)

_MOST = 25
_LAST = "last"
_OFF = "off"

Interaction = discord.Interaction["YachtClub"]


class NotTheirs(Plainly, app_commands.CheckFailure):
    """Raised by a check, from which discord.py hands on nothing but errors of its own."""


class Place(app_commands.Transformer):
    """The id of a channel in which games can be opened, whether or not the bot knows that channel."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        kinds = discord.ChannelType
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, kinds.forum]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> int:  # noqa: ARG002
        return int(value.id)


def _choices(names: Mapping[OnExpiry, str] | Mapping[HintsAllowed, str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=app_commands.locale_str(name), value=str(key)) for key, name in names.items()]


def _rulesets() -> list[app_commands.Choice[str]]:
    last = app_commands.Choice(name=app_commands.locale_str(N_("The game that was opened here last")), value=_LAST)
    return [last, *rulesets_to_play()]


@app_commands.default_permissions(manage_guild=True)
class ServerSettings(commands.GroupCog, group_name="settings", group_description=N_("What holds on this server.")):
    """Shown to who may manage the server, unless the server shows it to others; carried out for nobody else."""

    def __init__(self, client: YachtClub) -> None:
        self.client = client

    async def cog_load(self) -> None:
        # Nobody's typing shall wait for it.
        zones()

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """The one guard of all these commands."""
        if not interaction.permissions.manage_guild:
            raise NotTheirs(
                reader_words(interaction)("Only who may manage this server can see or change its settings.")
            )
        return True

    @app_commands.command(description=N_("Show every setting and what it means."))
    async def show(self, interaction: Interaction) -> None:
        screen = overview(reader_words(interaction), self._server(interaction))
        await interaction.response.send_message(ephemeral=True, **screen.to_send())

    @app_commands.command(description=N_("The language of boards and of all that everybody reads."))
    @app_commands.describe(language=N_("Which language."))
    @app_commands.choices(language=languages_to_choose())
    async def language(self, interaction: Interaction, language: str) -> None:
        await self._change(interaction, "language", locale=locale_of(language))

    @app_commands.command(description=N_("The rules that /play takes by itself."))
    @app_commands.describe(rules=N_("Which rules."))
    @app_commands.choices(rules=_rulesets())
    async def rules(self, interaction: Interaction, rules: str) -> None:
        await self._change(interaction, "rules", default_ruleset=None if rules == _LAST else rules)

    @app_commands.command(description=N_("How long a turn may take in new games."))
    @app_commands.describe(clock=N_("How long; /play may choose another clock."))
    @app_commands.choices(clock=clocks_to_choose())
    async def clock(self, interaction: Interaction, clock: int) -> None:
        await self._change(interaction, "clock", clock=clock or None)

    @app_commands.command(description=N_("What happens when the time of a turn is up."))
    @app_commands.describe(what=N_("What happens."))
    @app_commands.choices(what=_choices(EXPIRY_NAMES))
    async def expiry(self, interaction: Interaction, what: str) -> None:
        await self._change(interaction, "expiry", on_expiry=OnExpiry(what))

    @app_commands.command(name="quiet-hours", description=N_("Hours of the day that do not count for clocks."))
    @app_commands.describe(
        start=N_("When they begin, such as 22:30 or 10:30 pm; off: there are none."),
        end=N_("When they end, such as 8:00 or 8 am."),
        time_zone=N_("The time zone; type a city."),
    )
    @app_commands.rename(start="from", end="to")
    async def quiet_hours(
        self, interaction: Interaction, start: str, end: str | None = None, time_zone: str | None = None
    ) -> None:
        words = reader_words(interaction)
        quiet = _quiet(words, start, end)
        zone = None if time_zone is None else _zone(words, time_zone)
        await interaction.response.defer(ephemeral=True)
        if zone is not None:
            await self._move(interaction, zone)
        await self._change(interaction, "quiet-hours", quiet=quiet)

    @app_commands.command(name="time-zone", description=N_("The server's time zone, for quiet hours and leaderboards."))
    @app_commands.describe(time_zone=N_("The time zone; type a city."))
    async def time_zone(self, interaction: Interaction, time_zone: str) -> None:
        zone = _zone(reader_words(interaction), time_zone)
        await interaction.response.defer(ephemeral=True)
        await self._move(interaction, zone)
        await self._say(interaction, "time-zone")

    @quiet_hours.autocomplete("time_zone")
    @time_zone.autocomplete("time_zone")
    async def _offer_zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:  # noqa: ARG002
        return [app_commands.Choice(name=name.replace("_", " "), value=name) for name in zones_like(typed)[:_MOST]]

    @app_commands.command(description=N_("Where games may be opened."))
    @app_commands.describe(
        add=N_("A channel, with its threads, where games may be opened."),
        remove=N_("A channel where no games may be opened any more."),
        everywhere=N_("Let games be opened in every channel."),
    )
    async def channels(
        self,
        interaction: Interaction,
        add: app_commands.Transform[int, Place] | None = None,
        remove: app_commands.Transform[int, Place] | None = None,
        everywhere: bool = False,
    ) -> None:
        words, chosen = reader_words(interaction), self._server(interaction).chosen_channels
        if everywhere:
            if add is not None or remove is not None:
                raise Plainly(words("Choose either channels or everywhere, not both. Nothing is changed."))
            chosen = frozenset()
        elif add is None and remove is None:
            raise Plainly(words("Choose a channel to add or to remove, or everywhere. Nothing is changed."))
        elif remove is not None and remove not in chosen:
            raise Plainly(_not_chosen(words, chosen))
        else:
            chosen = (chosen | {each for each in (add,) if each is not None}) - {remove}
        await self._change(interaction, "channels", channels=chosen)

    @app_commands.command(description=N_("Whether computers may play."))
    @app_commands.describe(allowed=N_("Whether they may."))
    async def computers(self, interaction: Interaction, allowed: bool) -> None:
        await self._change(interaction, "computers", computers=allowed)

    @app_commands.command(description=N_("In which games hints may be asked for."))
    @app_commands.describe(when=N_("In which games."))
    @app_commands.choices(when=_choices(HINT_NAMES))
    async def hints(self, interaction: Interaction, when: str) -> None:
        await self._change(interaction, "hints", hints=HintsAllowed(when))

    @app_commands.command(description=N_("Whether a new turn mentions its player."))
    @app_commands.describe(on=N_("Whether it does."))
    async def pings(self, interaction: Interaction, on: bool) -> None:
        await self._change(interaction, "pings", turn_pings=on)

    async def _change(self, interaction: Interaction, setting: str, **fields: Any) -> None:
        """Keep the choice, and say what holds now."""
        await self.client.choices.change_server(guild_of(interaction), **fields)
        _note(interaction, fields)
        await self._say(interaction, setting)

    async def _move(self, interaction: Interaction, zone: str) -> None:
        """Make it the server's time zone; that takes as long as counting its present month and week anew."""
        guild = guild_of(interaction)
        if zone == self.client.choices.server(guild).time_zone:
            return
        await self.client.records.change_time_zone(guild, zone)
        await self.client.choices.change_server(guild, time_zone=zone)
        _note(interaction, {"time_zone": zone})

    async def _say(self, interaction: Interaction, setting: str) -> None:
        await say(interaction, sentence(reader_words(interaction), self._server(interaction), setting))

    def _server(self, interaction: Interaction) -> Server:
        settings = self.client.choices.server(guild_of(interaction))
        guild = self.client.get_guild(guild_of(interaction))
        locale = None if guild is None else str(guild.preferred_locale)
        return Server(settings, locale, channels_there(guild), discord.utils.utcnow())


def _note(interaction: Interaction, fields: Mapping[str, Any]) -> None:
    for key, value in fields.items():
        told = sorted(value) if isinstance(value, frozenset) else value
        _log.info("setting guild=%s user=%d key=%s value=%s", interaction.guild_id, interaction.user.id, key, told)


def _quiet(words: Words, start: str, end: str | None) -> tuple[int, int] | None:
    """The quiet hours that were typed; None for none. Raises Plainly."""
    if start.strip().casefold() == _OFF:
        return None
    if end is None:
        raise Plainly(
            words("Say when quiet hours end, too: /settings quiet-hours from:22:30 to:8:00. Nothing is changed.")
        )
    minutes = [_minute(words, typed) for typed in (start, end)]
    if minutes[0] == minutes[1]:
        raise Plainly(
            words(
                "Quiet hours cannot begin and end at the same time. Type two different times, or from:off for no quiet "
                "hours. Nothing is changed."
            )
        )
    return minutes[0], minutes[1]


def _minute(words: Words, typed: str) -> int:
    minute = minute_of(typed)
    if minute is None:
        raise Plainly(
            words(
                "{typed} is not a time of the day. Type it like 22:30 or 10:30 pm, for example /settings quiet-hours "
                "from:22:30 to:8:00. Nothing is changed.",
                typed=safe(typed),
            )
        )
    return minute


def _zone(words: Words, typed: str) -> str:
    zone = zone_named(typed)
    if zone is None:
        raise Plainly(
            words(
                "There is no time zone {typed}. Type a city, such as Berlin, and choose from the list. Nothing is "
                "changed.",
                typed=safe(typed),
            )
        )
    return zone


def _not_chosen(words: Words, chosen: frozenset[int]) -> str:
    if chosen:
        return words("That channel was not chosen. /settings show tells which are. Nothing is changed.")
    return words(
        "Games may be opened in every channel now. Add the channels where games may be opened: then they cannot be "
        "opened in any other. Nothing is changed."
    )


async def setup(client: YachtClub) -> None:
    await client.add_cog(ServerSettings(client))
