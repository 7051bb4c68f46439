"""How games are opened: by a command in its channel or in a new thread, and as the rematch of one that is over."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.choices import PingsWanted
from bot.game import Phase, is_computer, moves
from bot.games import AlreadyRunning
from bot.hints import chosen_in
from bot.strategy.players import PLAYERS
from bot.ui import terms
from bot.ui.answers import TOO_LATE, Plainly, board_link, guild_of, log_late, reader_words, say, where
from bot.ui.clock_words import clock_words
from bot.ui.desk import press_of
from bot.ui.names import plain, safe
from bot.ui.phrases import bold
from bot.ui.places import channel_for_thread, require_allowed, require_permissions
from bot.ui.posts import UNDELIVERED
from bot.ui.server_settings import channels_that_count, channels_there

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import timedelta

    from bot.choices import Choices
    from bot.game import Order
    from bot.games import Games, StoredGame
    from bot.ui.channels import Channels
    from bot.ui.desk import Desk
    from bot.ui.words import Words

_log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

_LONGEST_NAME = 100
# The longest there is: a game may wait for days, and Discord puts a thread away in which nothing is written.
_MINUTES_TO_ARCHIVE: Final = 10080


@dataclass(frozen=True)
class Plan:
    """What is to be played, and how; `clock` is how long a turn may take.

    `computers` are the levels of those that play, and `hints` what is chosen about them: a rematch takes both over.
    """

    ruleset: str
    order: Order
    duplicate: bool
    clock: timedelta | None = None
    rematch_of: int | None = None
    computers: Sequence[str] = ()
    hints: bool | None = None


class Opening:
    """Opens lobbies and shows them. Refusals are raised; whoever called words them."""

    def __init__(self, games: Games, channels: Channels, choices: Choices, desk: Desk) -> None:
        self._games = games
        self._channels = channels
        self._choices = choices
        self._desk = desk

    async def play(self, interaction: Interaction, plan: Plan) -> None:
        """Open a lobby in the channel of a command, and answer with it."""
        self._require_place(interaction)
        require_permissions(interaction)
        await self._show(interaction, await self._open(interaction, _channel_of(interaction), plan))

    async def play_in_thread(self, interaction: Interaction, plan: Plan) -> None:
        """Make a thread in the channel of a command, open a lobby in it, and answer with a line that leads there."""
        self._require_place(interaction)
        channel = channel_for_thread(interaction)
        words = self._channels.words(guild_of(interaction))
        await _acknowledge(
            interaction, words("Making a thread for {name}'s game.", name=safe(interaction.user.display_name))
        )
        try:
            name = _thread_name(words, plan, interaction.user.display_name, {each.name for each in channel.threads})
            thread = await _make_thread(channel, name)
        except UNDELIVERED as error:
            _log.info("no thread %s: %s", where(interaction, None), error or type(error).__name__)
            await _take_answer_back(interaction)
            raise Plainly(_no_thread(reader_words(interaction))) from error
        try:
            stored = await self._open(interaction, thread.id, plan)
        except Exception:
            await _put_away(thread)
            await _take_answer_back(interaction)
            raise
        await _lead_to(interaction, _line(words, stored, thread))
        if not await self._channels.bring_up_to_date(stored.id):
            await _tell_unshown(interaction, thread)

    async def rematch(self, interaction: Interaction, game_id: int) -> None:
        """Open a lobby for who played that game, or join the one that somebody of them has opened."""
        before = await self._games.load(game_id)
        if before.game.index_of(interaction.user.id) is None:
            words = reader_words(interaction)
            raise Plainly(words("Only who played this game may ask for a rematch. Open a game of your own with /play."))
        running = await self._games.rematch_of(game_id)
        if running is None:
            try:
                await self._open_rematch(interaction, before)
            except AlreadyRunning as refusal:
                # Somebody else was quicker, with the rematch or with another game.
                if refusal.running.row.rematch_of != game_id:
                    raise
                running = refusal.running
        if running is not None:
            await self._join(interaction, running)

    async def _open_rematch(self, interaction: Interaction, before: StoredGame) -> None:
        self._require_place(interaction)
        require_permissions(interaction)
        game = before.game
        if not game.has_rules:
            words = reader_words(interaction)
            raise Plainly(words("I do not know the rules of this game any more. Open another one with /play."))
        plan = Plan(
            game.ruleset,
            game.order,
            game.duplicate,
            before.clock,
            rematch_of=before.id,
            computers=self._computers_of(before),
            hints=chosen_in(game),
        )
        await self._show(interaction, await self._open(interaction, _channel_of(interaction), plan))

    def _computers_of(self, before: StoredGame) -> list[str]:
        """The levels of the computers of a game that may play on its server now."""
        if not self._choices.server(before.row.guild_id).computers:
            return []
        levels = (seat.level for seat in before.game.seats if is_computer(seat.player))
        return [level for level in levels if level is not None and level in PLAYERS]

    async def _join(self, interaction: Interaction, rematch: StoredGame) -> None:
        if rematch.game.phase is not Phase.LOBBY:
            raise AlreadyRunning(rematch)
        words, link = reader_words(interaction), board_link(rematch)
        done = words("You have joined the rematch.")
        if link is not None:
            done = words("You have joined the rematch: {link}", link=link)
        player, join = interaction.user.id, interaction.id
        await self._desk.act_aside(interaction, rematch.id, lambda game, _: moves.join(game, player, join), done)

    async def _open(self, interaction: Interaction, channel: int, plan: Plan) -> StoredGame:
        stored = await self._games.open(
            press_of(interaction),
            guild=guild_of(interaction),
            channel=channel,
            ruleset=plan.ruleset,
            order=plan.order,
            duplicate=plan.duplicate,
            clock=plan.clock,
            rematch_of=plan.rematch_of,
            computers=plan.computers,
            hints=plan.hints,
        )
        _log.info(
            "opened ruleset=%s order=%s clock=%s rematch_of=%s place=%d %s",
            plan.ruleset,
            plan.order.value,
            stored.row.clock,
            plan.rematch_of,
            channel,
            where(interaction, stored.id),
        )
        return stored

    async def _show(self, interaction: Interaction, stored: StoredGame) -> None:
        """Answer with the lobby, which mentions those whom it invites."""
        screen = await self._channels.current(stored)
        invited = await self._channels.invitations.open_in(stored)
        screen = replace(screen, invites=tuple(filter(self._may_be_called, invited)) if self._calls(stored) else ())
        await self._desk.settle(stored, await self._desk.answer_with(interaction, stored, screen))

    def _calls(self, stored: StoredGame) -> bool:
        return self._choices.server(stored.row.guild_id).turn_pings

    def _may_be_called(self, member: int) -> bool:
        return self._choices.member(member).pings is PingsWanted.ALL

    def _require_place(self, interaction: Interaction) -> None:
        guild = guild_of(interaction)
        there = channels_there(interaction.client.get_guild(guild))
        require_allowed(interaction, channels_that_count(self._choices.server(guild), there))


def _channel_of(interaction: Interaction) -> int:
    if interaction.channel_id is None:
        raise TypeError("a game is opened in a channel")
    return interaction.channel_id


def _thread_name(words: Words, plan: Plan, host: str, taken: Collection[str]) -> str:
    """What is played, by whom and how fast; with a number where another thread there is called that already."""
    name = words("{game} · {name}'s game", game=terms.ruleset_name(words, plan.ruleset), name=plain(host))
    clock = "" if plan.clock is None else f" · {clock_words(words, plan.clock)}"
    names = (_shortened(name, clock if number == 1 else f"{clock} · {number}") for number in count(1))
    return next(name for name in names if name not in taken)


def _shortened(name: str, end: str) -> str:
    room = _LONGEST_NAME - len(end)
    return (name if len(name) <= room else name[: room - 1] + "…") + end


def _line(words: Words, stored: StoredGame, thread: discord.Thread) -> str:
    game = bold(terms.ruleset_name(words, stored.game.ruleset))
    return words(
        "{game}: {name} has opened a game in {thread}.", game=game, name=safe(stored.names[0]), thread=thread.mention
    )


def _no_thread(words: Words) -> str:
    return words(
        "Discord did not let me make a thread just now, and no game was opened. "
        "Try again in a minute, or leave out the option `thread` to play in this channel."
    )


async def _acknowledge(interaction: Interaction, line: str) -> None:
    """Answer for now: a thread may be longer in coming than Discord waits for an answer."""
    try:
        await interaction.response.send_message(line, allowed_mentions=discord.AllowedMentions.none())
    except UNDELIVERED as error:
        # A command that was delivered twice, or long ago, opens nothing.
        if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
            raise
        log_late(interaction, None, error)


async def _make_thread(channel: discord.TextChannel, name: str) -> discord.Thread:
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    return await channel.create_thread(name=name, type=kind, auto_archive_duration=_MINUTES_TO_ARCHIVE)


async def _put_away(thread: discord.Thread) -> None:
    """Archive a thread in which nothing was opened; deleting it would need a permission more."""
    with suppress(*UNDELIVERED):
        await thread.edit(archived=True)


async def _take_answer_back(interaction: Interaction) -> None:
    """Take away what everybody sees of the answer, so that only who asked is told why there is none."""
    with suppress(*UNDELIVERED):
        await interaction.delete_original_response()


async def _lead_to(interaction: Interaction, line: str) -> None:
    try:
        await interaction.edit_original_response(content=line, allowed_mentions=discord.AllowedMentions.none())
    except UNDELIVERED as error:
        log_late(interaction, None, error)


async def _tell_unshown(interaction: Interaction, thread: discord.Thread) -> None:
    words = reader_words(interaction)
    text = words("The lobby could not be shown in {thread} just now. Type /board there.", thread=thread.mention)
    with suppress(*UNDELIVERED):
        await say(interaction, text)
