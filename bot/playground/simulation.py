"""A small simulated Discord that keeps the wall clock's time and is shown in a browser.

SimCord is made for tests, whose clock stands still and whose world ends with them. Whatever reaches into it beyond
its documentation is in this module, so that it is one place to mend; its version is pinned for the same reason.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import simcord
from simcord.preview._media import MediaInfo, MediaWorker

from bot.ui import emojis, pictures

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    import discord
    from simcord import ChannelHandle, Env, MemberActor, Preview
    from simcord.preview._pages import _Page

_log = logging.getLogger(__name__)

MEMBERS = ("Ada", "Ben", "Chitra")

TICK_SECONDS = 1.0
_REVISIONS_KEPT = 20
_EMOJI_URL = "https://cdn.simcord.invalid/emojis/{id}.png"
_WELCOME = (
    "Welcome! Type `/play` below to open a game. Whoever stands beside **Viewing as** above is who presses: "
    "change it to play for Ada, Ben and Chitra in turn, or open this page in another window for each of them."
)


@dataclass(frozen=True)
class World:
    """The server that is simulated: one channel and the members one may play as."""

    env: Env
    channel: ChannelHandle
    host: MemberActor
    members: tuple[MemberActor, ...]


@asynccontextmanager
async def running(bot: discord.Client) -> AsyncIterator[World]:
    """Start `bot` in a world whose server, channel and members have the same ids in every run."""
    env = simcord.Env(bot, check_errors=False)
    world = _build(env)
    # Ids carry the time at which they are made. The world above is as old as SimCord's epoch in every run; from here
    # on the clock is real, so a message, interaction or emoji never gets an id that an earlier run has used. It must
    # be set before the start: timers of the bot would otherwise make up for the time in between.
    env.backend.clock._epoch = datetime.now(UTC)
    # The bot's timers run on this clock alone. SimCord's own second trigger for them, on the event loop's time, makes
    # every press wait for a timer that is due within the next seconds.
    env._schedule_timer = _no_second_trigger  # type: ignore[assignment,method-assign]
    await env.start()
    try:
        await world.host.send(world.channel, _WELCOME)
        yield world
    finally:
        await env.shutdown()


def _no_second_trigger(*_: object) -> None:
    pass


def _build(env: Env) -> World:
    env.backend.bot_user.name = "Yacht Club"
    owner = env.create_user("harbourmaster", global_name="Harbourmaster")
    guild = env.create_guild("Harbour", owner=owner)
    channel = guild.create_text_channel("games")
    members = tuple(guild.add_member(env.create_user(name.lower(), global_name=name)) for name in MEMBERS)
    return World(env, channel, simcord.MemberActor(env, guild, owner), members)


class Stage:
    """The world on show. Its clock and the actions of whoever looks at it take turns, as SimCord demands."""

    def __init__(self, world: World, preview: Preview) -> None:
        self.preview = preview
        self._world = world
        self._turns = asyncio.Lock()
        self._changed = False
        self._shown: dict[tuple[str, int], dict[str, str]] = {}
        self._act, preview._action = preview._action, self._action  # type: ignore[method-assign]
        self._publish, preview._publish = preview._publish, self._publish_page  # type: ignore[method-assign]
        world.env.backend.subscribers.append(self._notice)

    def _notice(self, event: str, _: Mapping[str, Any]) -> None:
        self._changed = self._changed or event != "INTERACTION_CREATE"

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turns:
            changed_before, self._changed = self._changed, False
            answer = await self._act(context_id, self._freshened(context_id, body))
            if self._changed:
                self._show_others(context_id)
            self._changed = changed_before
            return answer

    def _show_others(self, page_id: str | None) -> None:
        """Show the other pages what an action has done; SimCord shows it to the acting page alone."""
        self.preview._advance_presentation_time()
        for page in tuple(self.preview._pages.values()):
            if page.id != page_id:
                self.preview._publish(page, reason="refresh")

    def _publish_page(self, page: _Page, **reason: Any) -> None:
        self._publish(page, **reason)
        self._shown[page.id, page.revision] = self._controls()
        self._shown.pop((page.id, page.revision - _REVISIONS_KEPT), None)

    def _controls(self) -> dict[str, str]:
        messages = self._world.env.backend.messages[self._world.channel.id].values()
        return {str(message.id): json.dumps(message.components) for message in messages if message.components}

    def _freshened(self, page_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """A press on a message whose controls have not changed counts, whatever else the page has yet to show."""
        page = self.preview._pages.get(page_id or "")
        if page is None or body.get("kind") not in ("click", "select"):
            return body
        seen = self._shown.get((page.id, body.get("published_revision", 0)), {})
        target = str(body.get("target_id"))
        if target not in seen or seen[target] != self._controls().get(target):
            return body
        return {**body, "published_revision": page.revision}

    async def keep_time(self) -> None:
        """Let the world's clock follow the wall clock, for ever, and show what the bot does of its own accord."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            async with self._turns:
                try:
                    await self._catch_up()
                except TimeoutError as error:
                    _log.warning("The simulated clock waited too long for the bot: %s", error)

    async def _catch_up(self) -> None:
        behind = (datetime.now(UTC) - self._world.env.now()).total_seconds()
        await self._world.env.advance_time(max(0.0, behind))
        if self._changed and not self.preview._closed:
            # Only then: whoever is typing or choosing is not to be interrupted for nothing.
            await self.preview.refresh()
            self._changed = False


@asynccontextmanager
async def on_show(world: World, port: int) -> AsyncIterator[Stage]:
    """Serve the world to browsers on this machine at `port` (0: any free one). Raises simcord.SetupError if taken."""
    preview = world.env.preview(
        world.channel,
        viewers=world.members,
        layout="channel",
        timezone=_timezone(),
        assets=_assets(world.env),
        port=port,
    )
    async with preview:
        preview._media_worker = DiceAtOnce()
        yield Stage(world, preview)


class DiceAtOnce(MediaWorker):
    """Hands out the bot's own pictures as they are. SimCord checks each in a process of its own, one after the other
    and eight at the most: a board would be without some of its dice, and the others would take seconds to appear.
    """

    def __init__(self) -> None:
        super().__init__()
        self._dice = frozenset(pictures.die(*die) for die in emojis.DICE)

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        if blob not in self._dice:
            return await super().validate(key, blob, media_time=media_time)
        size = pictures.SIZE
        return MediaInfo(
            "PNG", size, size, 1, 4 * size**2, normalized=blob, content_type="image/png", capture=blob, poster=blob
        )


def _assets(env: Env) -> dict[str, tuple[str, bytes]]:
    """The pictures of the bot's emojis, by address: SimCord discards what is uploaded."""
    art = {pictures.name(*die): pictures.die(*die) for die in emojis.DICE}
    return {
        _EMOJI_URL.format(id=emoji.id): (f"{emoji.name}.png", art[emoji.name])
        for emoji in env.backend.application_emojis.values()
        if emoji.name in art
    }


def _timezone() -> str:
    """The name of this machine's time zone; UTC where it cannot be known."""
    linked = Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo(name).key
    return "UTC"
