"""The world on show in browsers: presses, the clock, and what the bot does of its own accord."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from simcord import ChannelHandle

from bot.playground.page import HOME, DiceAtOnce, mend, pictures_of_emojis, timezone

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from simcord import Preview
    from simcord.preview._pages import _Page

    from bot.playground.world import World

_log = logging.getLogger(__name__)

TICK_SECONDS = 1.0
_REVISIONS_KEPT = 20


@asynccontextmanager
async def on_show(world: World, port: int) -> AsyncIterator[Stage]:
    """Serve the world to browsers on this machine at `port` (0: any free one). Raises simcord.SetupError if taken."""
    preview = world.env.preview(
        world.channel,
        viewers=world.members,
        layout="channel",
        timezone=timezone(),
        assets=pictures_of_emojis(world.env),
        port=port,
    )
    mend(preview)
    async with preview:
        preview._media_worker = DiceAtOnce()
        yield Stage(world, preview)


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
            body = self._led(context_id, body)
            try:
                answer = await self._act(context_id, self._freshened(context_id, body))
            finally:
                self.preview.channel = self._world.channel
            if self._changed:
                self._show_others(context_id)
            self._changed = changed_before
            return answer

    def _led(self, page_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Let an action take place in the channel of its page; a link leads the page into another first."""
        page = self.preview._pages.get(page_id or "")
        if page is None:
            return body
        backend = self._world.env.backend
        if body.get("kind") == "focus" and (place := self._place(page, str(body.get("target_id")))) is not None:
            page.channel_id, message = place
            body = {**body, "target_id": str(message)}
        self.preview.channel = ChannelHandle(
            self._world.env, self._world.channel.guild, backend.get_channel(page.channel_id)
        )
        return body

    def _place(self, page: _Page, target: str) -> tuple[int, int] | None:
        """The channel and message to which a link leads that ends with `target`: a channel, a message, or HOME."""
        number = self._world.channel.id if target == HOME else int(target) if target.isdecimal() else 0
        backend = self._world.env.backend
        if number in backend.channels:
            newest = self.preview._initial_target(page.viewer, number)
            return None if newest is None else (number, newest)
        return next(((channel, number) for channel, there in backend.messages.items() if number in there), None)

    def _show_others(self, page_id: str | None) -> None:
        """Show the other pages what an action has done; SimCord shows it to the acting page alone."""
        self.preview._advance_presentation_time()
        for page in tuple(self.preview._pages.values()):
            if page.id != page_id:
                self.preview._publish(page, reason="refresh")

    def _publish_page(self, page: _Page, **reason: Any) -> None:
        self._publish(page, **reason)
        self._shown[page.id, page.revision] = self._controls(page)
        self._shown.pop((page.id, page.revision - _REVISIONS_KEPT), None)

    def _controls(self, page: _Page) -> dict[str, str]:
        messages = self._world.env.backend.messages[page.channel_id].values()
        return {str(message.id): json.dumps(message.components) for message in messages if message.components}

    def _freshened(self, page_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """A press on a message whose controls have not changed counts, whatever else the page has yet to show."""
        page = self.preview._pages.get(page_id or "")
        if page is None or body.get("kind") not in ("click", "select"):
            return body
        seen = self._shown.get((page.id, body.get("published_revision", 0)), {})
        target = str(body.get("target_id"))
        if target not in seen or seen[target] != self._controls(page).get(target):
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
