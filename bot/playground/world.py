"""A small simulated Discord whose clock tells the time of day, and in which the bot runs.

SimCord is made for tests: its clock stands still and its world ends with them. Whatever reaches into it beyond its
documentation is in this package's `world`, `stage` and `page`; its version is pinned for that reason.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord
import simcord

from bot.game.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from simcord import ChannelHandle, Env, MemberActor

MEMBERS = ("Ada", "Ben", "Chitra")

MANAGER = MEMBERS[0]

_WELCOME = (
    "Welcome! Type `/play` below to open a game. You press as the member chosen in **Viewing as** above: "
    "switch it to play for Ada, Ben and Chitra in turn, or open this page in another window for each of them. "
    f"{MANAGER} may manage the server: only {MANAGER} has commands such as `/settings`."
)


@dataclass(frozen=True)
class World:
    """The server that is simulated: one channel and the members one may play as."""

    env: Env
    channel: ChannelHandle
    host: MemberActor
    members: tuple[MemberActor, ...]


@asynccontextmanager
async def running(
    bot: discord.Client, places: Callable[[int], Awaitable[Mapping[int, str]]] | None = None
) -> AsyncIterator[World]:
    """Start `bot` in a world whose server, channel and members have the same ids in every run.

    `places` is asked, with the id of the server, for the places of games that an earlier run has left: the threads
    among them are there again, under these names.
    """
    env = simcord.Env(bot, check_errors=False)
    world = _build(env)
    left = {} if places is None else await places(world.host.guild.id)
    again = {thread: name for thread, name in left.items() if thread != world.channel.id}
    for thread, name in again.items():
        env.backend.create_thread(world.channel.id, name, env.backend.bot_user.id, message_id=thread, broadcast=False)
    # Ids carry the time at which they are made. The world above is as old as SimCord's epoch in every run; from here
    # on the clock is real, so a message, interaction or emoji never gets an id that an earlier run has used. It must
    # be set before the start: timers of the bot would otherwise make up for the time in between.
    env.backend.clock._epoch = datetime.now(UTC)
    # The bot's timers run on this clock alone. SimCord's own second trigger for them, on the event loop's time, makes
    # every press wait for a timer that is due within the next seconds.
    env._schedule_timer = _no_second_trigger  # type: ignore[assignment,method-assign]
    # What a command refuses reaches discord.py's command tree as an exception, and SimCord would tell the player that
    # the bot has failed.
    env._record_error = _all_but_refusals(env._record_error)  # type: ignore[assignment,method-assign]
    await env.start()
    try:
        await world.host.send(world.channel, _WELCOME)
        if again:
            await world.host.send(
                world.channel, "Games go on in " + ", ".join(f"<#{thread}>" for thread in again) + "."
            )
        yield world
    finally:
        await env.shutdown()


def _no_second_trigger(*_: object) -> None:
    pass


def _all_but_refusals(record: Callable[[BaseException], None]) -> Callable[[BaseException], None]:
    def record_failure(error: BaseException) -> None:
        if not isinstance(getattr(error, "original", error), Refusal):
            record(error)

    return record_failure


def _build(env: Env) -> World:
    env.backend.bot_user.name = "Yacht Club"
    owner = env.create_user("harbourmaster", global_name="Harbourmaster")
    guild = env.create_guild("Harbour", owner=owner)
    channel = guild.create_text_channel("games")
    members = tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in MEMBERS)
    # Last, so that nothing above gets another id than in earlier runs.
    manager = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True, manage_messages=True))
    env.backend.add_member_role(guild.id, members[MEMBERS.index(MANAGER)].id, manager.id)
    return World(env, channel, simcord.MemberActor(env, guild, owner), members)
