"""Answers about what is over: histories, replays, and what is kept about a member."""

from __future__ import annotations

import asyncio
import json
import logging
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord

from bot.game import moves
from bot.game.refusals import Refusal
from bot.records import StillPlaying
from bot.ui import histories, privacy, replay_files, replays
from bot.ui.answers import Plainly, guild_of, reader_words, say
from bot.ui.names import safe
from bot.ui.screen import Screen

if TYPE_CHECKING:
    from bot.choices import Choices
    from bot.games import Games
    from bot.records import Forgotten, Records
    from bot.ui.channels import Channels
    from bot.ui.replay_controls import Form, Way

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

# Discord takes ten mebibytes with a message; the rest of the request needs a little.
_FILE_ROOM = 10 * 1024 * 1024 - 65536


class Histories:
    """Shows which games of a server are over."""

    def __init__(self, records: Records, channels: Channels) -> None:
        self._records = records
        self._channels = channels

    async def show(
        self, interaction: Interaction, member: discord.Member | discord.User | None, ruleset: str | None
    ) -> None:
        """Answer a command with the newest games, of one member or one ruleset if given."""
        choice = histories.Choice(None if member is None else member.id, ruleset)
        screen = await self._page(interaction, choice)
        if screen is None:
            raise Plainly(_nothing_here(interaction, member))
        await interaction.response.send_message(**screen.to_send())

    async def turn(self, interaction: Interaction, member: int | None, ruleset: str | None, page: int) -> None:
        """Turn to a page; the first one where that page is gone."""
        screen = await self._page(interaction, histories.Choice(member, ruleset, page))
        screen = screen or await self._page(interaction, histories.Choice(member, ruleset))
        if screen is None:
            raise Plainly(_nothing_here(interaction, None))
        await interaction.response.edit_message(**screen.to_edit())

    async def _page(self, interaction: Interaction, choice: histories.Choice) -> Screen | None:
        guild = guild_of(interaction)
        page = await self._records.history(guild, member=choice.member, ruleset=choice.ruleset, page=choice.page)
        if not page.games:
            return None
        return histories.history(self._channels.words(guild), page, choice, interaction.user.id)


class Replays:
    """Shows games that are over step by step, and hands them out as files."""

    def __init__(self, records: Records, channels: Channels) -> None:
        self._records = records
        self._channels = channels

    async def open(self, interaction: Interaction, game_id: int) -> None:
        """Answer with the first step of a game; raises NoSuchGameHere."""
        screen = await self._step(interaction, game_id, 0, None)
        await interaction.response.send_message(**screen.to_send())

    async def step(self, interaction: Interaction, game_id: int, at: int, way: Way) -> None:
        """Lead from one step of the pressed replay to another."""
        screen = await self._step(interaction, game_id, at, way)
        await interaction.response.edit_message(**screen.to_edit())

    async def give(self, interaction: Interaction, game_id: int, form: Form) -> None:
        """Give the whole game as a file, to who asked alone."""
        past = await self._records.replay(guild_of(interaction), game_id)
        words = reader_words(interaction)
        name = f"yacht-club-game-{game_id}"
        if form == "json":
            file = discord.File(BytesIO(replay_files.as_json(past)), f"{name}.json")
        else:
            file = discord.File(BytesIO(replay_files.as_text(words, past)), f"{name}.txt")
        await say(interaction, words("Game {id}, whole:", id=game_id), file=file)

    async def _step(self, interaction: Interaction, game_id: int, at: int, way: Way | None) -> Screen:
        guild = guild_of(interaction)
        past = await self._records.replay(guild, game_id)
        words, emojis = self._channels.words(guild), self._channels.emojis
        return replays.replay(words, emojis, past, at, interaction.user.id, way)


class Privacy:
    """Gives members what is kept about them, and deletes it."""

    def __init__(self, records: Records, games: Games, choices: Choices, channels: Channels) -> None:
        self._records = records
        self._games = games
        self._choices = choices
        self._channels = channels

    async def export(self, interaction: Interaction) -> None:
        """Give who asked all that is kept about him, in private."""
        words = reader_words(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        kept = await self._records.export(interaction.user.id)
        if not kept["games"] and not kept["member_preferences"]:
            await say(interaction, privacy.nothing_kept(words))
            return
        file = await asyncio.to_thread(_as_file, kept)
        await say(interaction, words("This is all that is kept about you, on all servers with this bot."), file=file)

    async def ask(self, interaction: Interaction) -> None:
        """Say what deleting means, and offer it."""
        words, member = reader_words(interaction), interaction.user.id
        await interaction.response.defer(ephemeral=True, thinking=True)
        games, live = await self._records.named_in(member), await self._records.live_games(member)
        chosen = self._choices.keeps(member)
        if not games and not chosen:
            await say(interaction, privacy.nothing_kept(words))
            return
        screen = privacy.confirmation(words, member, games=games, live=len(live), preferences=chosen)
        await interaction.edit_original_response(**screen.to_edit())

    async def forget(self, interaction: Interaction) -> None:
        """Delete what is kept about who asked, after he has left his running games; then show those channels."""
        words = reader_words(interaction)
        await interaction.response.edit_message(**Screen(words("Deleting…")).to_edit())
        done, left = await self._forget(interaction.user.id)
        await self._choices.forget_member(interaction.user.id)
        _log.info("forgotten games=%d results=%d left=%d", done.games, done.results, len(left))
        await interaction.edit_original_response(**privacy.forgotten(words, done).to_edit())
        for game_id in left:
            await self._channels.bring_up_to_date(game_id)

    async def _forget(self, member: int) -> tuple[Forgotten, list[int]]:
        left: list[int] = []
        while True:
            for game_id in await self._records.live_games(member):
                await self._leave(game_id, member)
                left.append(game_id)
            try:
                return await self._records.forget(member), left
            except StillPlaying:
                # He has joined another meanwhile.
                continue

    async def _leave(self, game_id: int, member: int) -> None:
        try:
            await self._games.dismiss(game_id, lambda game, _: moves.leave(game, member))
        except Refusal as refusal:
            _log.info("left or over already game=%d: %s", game_id, type(refusal).__name__)


def _nothing_here(interaction: Interaction, member: discord.Member | discord.User | None) -> str:
    words = reader_words(interaction)
    if member is None:
        return words("No such game has been played here to its end yet. Open one with /play.")
    return words("{name} has played no such game here to its end yet.", name=safe(member.display_name))


def _as_file(kept: dict[str, Any]) -> discord.File:
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if len(data) <= _FILE_ROOM:
        return discord.File(BytesIO(data), "yacht-club-my-data.json")
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("yacht-club-my-data.json", data)
    packed.seek(0)
    return discord.File(packed, "yacht-club-my-data.zip")
