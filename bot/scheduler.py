"""The one clock of the bot: what has fallen due, and what a channel has not been shown yet."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from bot.games import Games
    from bot.records import Records
    from bot.ui.channels import Channels

_log = logging.getLogger(__name__)

SWEEP = timedelta(minutes=10)
_AT_LEAST = timedelta(seconds=30)


class Scheduler:
    """Works through `pass_over` again and again, asleep until the next deadline or the next sweep."""

    def __init__(
        self,
        games: Games,
        channels: Channels,
        records: Records,
        *,
        guilds: Callable[[], Sequence[int]],
        clock: Callable[[], datetime],
    ) -> None:
        self._games = games
        self._channels = channels
        self._records = records
        self._guilds = guilds
        self._clock = clock

    async def run(self) -> None:
        """Go on until cancelled; a failure is logged and does not end it."""
        while True:
            try:
                await self.pass_over(self._clock())
                pause = await self._pause()
            except Exception:
                _log.exception("the scheduler's pass failed; it is tried again")
                pause = SWEEP
            await asyncio.sleep(pause.total_seconds())

    async def pass_over(self, now: datetime) -> None:
        """Close what is due, show every channel of this process what it has not been shown, and clean up.

        A game that waited for members who have left the server goes on without them. What is cleaned up is what servers
        left behind that removed the bot long ago.
        """
        for stored in await self._games.overdue(now):
            try:
                await self._channels.dismiss_absent(stored)
            except Exception:
                _log.exception("members not looked up game=%d", stored.id)
        for outcome in await self._games.expire(now):
            row = outcome.before.row
            _log.info("expired game=%d guild=%d channel=%d phase=%s", row.id, row.guild_id, row.channel_id, row.phase)
        for stored in await self._games.unshown(self._guilds()):
            try:
                await self._channels.bring_up_to_date(stored.id)
            except Exception:
                _log.exception("not shown game=%d; it is tried again", stored.id)
        await self._records.delete_removed(now, self._guilds())

    async def _pause(self) -> timedelta:
        deadline = await self._games.next_deadline()
        if deadline is None:
            return SWEEP
        return max(_AT_LEAST, min(SWEEP, deadline - self._clock()))
