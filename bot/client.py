"""The Discord client: it is handed its database, and registers commands, controls and dice emojis with Discord."""

from __future__ import annotations

import asyncio
import logging
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

import cogs
from bot.choices import Choices
from bot.command_sync import sync_commands
from bot.computers import Computers
from bot.deadlines import Deadlines
from bot.games import Games
from bot.records import Records
from bot.scheduler import Scheduler
from bot.solutions import Solutions
from bot.strategy.playing import players
from bot.ui.answers import explain
from bot.ui.archive import Histories, Privacy, Replays
from bot.ui.channels import Channels
from bot.ui.command_words import CommandWords
from bot.ui.controls import CONTROLS
from bot.ui.desk import Desk
from bot.ui.emojis import DiceEmojis, load_dice_emojis
from bot.ui.hints import Hints
from bot.ui.lobby_controls import LOBBY_CONTROLS
from bot.ui.opening import Opening
from bot.ui.other_versions import control_of_other_versions
from bot.ui.permissions import INVITE
from bot.ui.pings import Pings
from bot.ui.question_controls import QUESTION_CONTROLS
from bot.ui.record_controls import RECORD_CONTROLS
from bot.ui.record_desk import RecordDesk
from bot.ui.replay_controls import REPLAY_CONTROLS
from bot.ui.report_controls import REPORT_CONTROLS
from bot.ui.reports import Reports
from bot.ui.words import Words
from bot.uptime import Uptime
from bot.win_chances import WinChances
from db.due import ALL_SHARDS, Shards

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.config import Settings
    from db.database import Database

_log = logging.getLogger(__name__)


def cog_names() -> list[str]:
    """Every module of cogs/, as discord.py loads it; a name that begins with an underscore is none."""
    return [f"cogs.{module.name}" for module in iter_modules(cogs.__path__) if not module.name.startswith("_")]


class Tree(app_commands.CommandTree["YachtClub"]):
    """The slash commands; whatever one of them raises is answered."""

    async def interaction_check(self, interaction: discord.Interaction[YachtClub], /) -> bool:
        """Let every command through; discord.py asks in the task that carries it out and answers for what it raises."""
        interaction.client.desk.take_in_hand()
        return True

    async def on_error(
        self, interaction: discord.Interaction[YachtClub], error: app_commands.AppCommandError, /
    ) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await explain(interaction, cause)


class YachtClub(commands.AutoShardedBot):
    """The bot. It is handed an open database and does not close it, and the solutions, which need not be there yet."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        *,
        shard_count: int | None = None,
        words: Callable[[str | None], Words] = Words,
        solutions: Solutions | None = None,
    ) -> None:
        shards: dict[str, Any] = {} if settings.shard_ids is None else {"shard_ids": list(settings.shard_ids)}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=shard_count or settings.shard_count,
            **shards,
        )
        self.settings = settings
        self.words = words
        self.emojis_of_dice = DiceEmojis.keycaps()
        self.choices = Choices(database)
        self.solutions = solutions or Solutions()
        computers = Computers(players(self.solutions.advisor))
        self.games = Games(database, discord.utils.utcnow, self.choices, computers)
        self.records = Records(database, discord.utils.utcnow)
        self.pings = Pings(self, self.games, self.choices, self.words_of)
        chances = WinChances(self.solutions)
        self.channels = Channels(self, self.games, self.records, self.choices, self.pings, self.words_of, chances)
        self.desk = Desk(self.games, self.channels, self.pings)
        self.opening = Opening(self.games, self.channels, self.choices, self.desk)
        self.hints = Hints(self.games, self.solutions)
        self.histories = Histories(self.records, self.channels)
        self.replays = Replays(self.records, self.channels)
        self.reports = Reports(self.records, self.solutions)
        self.privacy = Privacy(self.records, self.games, self.choices, self.channels)
        self.record_desk = RecordDesk(self.records, self.channels.words)
        self.deadlines = Deadlines(database, self.games, self.choices, self._my_shards())
        self.scheduler = Scheduler(
            self.deadlines,
            Uptime(database, self._my_shards().ids or (0,)),
            self.games,
            self.channels,
            self.pings,
            self.records,
            self.choices,
            guilds=self._guild_ids,
            online=self._online,
            clock=discord.utils.utcnow,
        )
        self._ticking: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        await self.choices.read()
        played = (*CONTROLS, *LOBBY_CONTROLS, *QUESTION_CONTROLS)
        known = (*played, *RECORD_CONTROLS, *REPLAY_CONTROLS, *REPORT_CONTROLS)
        self.add_dynamic_items(*known, control_of_other_versions(known))
        await self.tree.set_translator(CommandWords())
        for name in cog_names():
            await self.load_extension(name)
        rebuilt = await self.records.rebuild_missing()
        if rebuilt.guilds:
            _log.info("rebuilt guilds=%d games=%d results=%d", rebuilt.guilds, rebuilt.games, rebuilt.results)
        self.emojis_of_dice = await load_dice_emojis(self)
        guild = self.settings.dev_guild_id
        synced = await sync_commands(self, None if guild is None else discord.Object(guild))
        _log.info("commands %s", "registered" if synced else "unchanged")
        self._ticking = asyncio.create_task(self._tick(), name="scheduler")

    async def on_ready(self) -> None:
        _log.info("ready guilds=%d", len(self.guilds))
        await self.records.guilds_present(self._guild_ids(), mine=self._serves)

    def words_of(self, guild_id: int) -> Words:
        """The words of a server's boards: in the language that it has chosen, else in Discord's for it."""
        guild = self.get_guild(guild_id)
        locale = None if guild is None else str(guild.preferred_locale)
        return self.words(self.choices.server(guild_id).locale or locale)

    def invite_link(self) -> str:
        """Where a server's manager adds the bot, with just the permissions it needs."""
        return discord.utils.oauth_url(
            self.application_id or 0, permissions=INVITE, scopes=("bot", "applications.commands")
        )

    async def close(self) -> None:
        """Let presses in hand be answered, then leave."""
        if self._ticking is not None:
            self._ticking.cancel()
            await asyncio.gather(self._ticking, return_exceptions=True)
            self._ticking = None
            await self.scheduler.stop()
        await self.desk.finish()
        await super().close()

    async def _tick(self) -> None:
        await self.wait_until_ready()
        await self.scheduler.run()

    def _my_shards(self) -> Shards:
        """The shards of this process; one that was given none serves all."""
        ids = self.settings.shard_ids
        return ALL_SHARDS if ids is None else Shards(self.shard_count or 1, tuple(ids))

    def _online(self) -> bool:
        """Whether every shard hears Discord."""
        return not any(shard.is_closed() for shard in self.shards.values())

    def _guild_ids(self) -> list[int]:
        return [guild.id for guild in self.guilds]

    def _serves(self, guild: int) -> bool:
        """Whether this process is the one that would see that server."""
        shards = self.settings.shard_ids
        return shards is None or (guild >> 22) % (self.shard_count or 1) in shards

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002
        _log.exception("failure event=%s", event_method)
