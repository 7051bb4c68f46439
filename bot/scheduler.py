"""The one clock of the bot: what has fallen due, and what a channel has not been shown yet."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.deadlines import AT_ONCE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from bot.choices import Choices
    from bot.deadlines import Deadlines, Done
    from bot.games import Games, StoredGame
    from bot.records import Records
    from bot.ui.channels import Channels
    from bot.ui.pings import Pings
    from bot.uptime import Uptime

_log = logging.getLogger(__name__)

SWEEP = timedelta(minutes=10)
_AT_LEAST = timedelta(seconds=1)
_TRY_AGAIN = timedelta(minutes=1)
# A clock is told that the bot is up this many times, so that a tenth of it is not missed unnoticed.
_BEATS = 30
_SHOWN_AT_ONCE = 8
_ROUNDS = 20


class Scheduler:
    """Works off what is due, again and again, asleep until the next deadline; every ten minutes it sweeps as well."""

    def __init__(
        self,
        deadlines: Deadlines,
        uptime: Uptime,
        games: Games,
        channels: Channels,
        pings: Pings,
        records: Records,
        choices: Choices,
        *,
        guilds: Callable[[], Sequence[int]],
        online: Callable[[], bool],
        clock: Callable[[], datetime],
    ) -> None:
        self._deadlines = deadlines
        self._uptime = uptime
        self._games = games
        self._channels = channels
        self._pings = pings
        self._records = records
        self._choices = choices
        self._guilds = guilds
        self._online = online
        self._clock = clock
        self._nap: asyncio.Task[None] | None = None
        self._until = clock()
        self._swept: datetime | None = None
        self._pause = timedelta()
        games.on_timing = self._wake_for

    async def run(self) -> None:
        """Go on until cancelled; a failure is logged and does not end it."""
        while True:
            try:
                now = self._clock()
                # A sweep yet to come was made before the clock was set back.
                if self._swept is None or not timedelta() <= now - self._swept < SWEEP:
                    await self.pass_over(now)
                else:
                    await self.work_off(now)
                self._pause = await self._next_pause()
            except Exception:
                _log.exception("the scheduler's pass failed; it is tried again")
                self._pause = _TRY_AGAIN
            await self._sleep()

    async def pass_over(self, now: datetime) -> None:
        """Work off what is due, show every channel of this process what it has not been shown, clean up, and read anew
        what servers and members have chosen.

        What is cleaned up is what servers left behind that removed the bot long ago, and presses older than a day.
        """
        self._swept = now
        await self.work_off(now)
        for stored in await self._games.unshown(self._guilds()):
            await self._show(stored.id)
        await self._deadlines.forget_presses(now)
        await self._records.delete_removed(now, self._guilds())
        await self._choices.read()

    async def work_off(self, now: datetime) -> None:
        """Decide and save what is due, then tell the channels; nothing while Discord cannot be heard.

        Turns get back the time in which the bot was down, and a game that waited for members who have left the server
        goes on without them.
        """
        if not self._online():
            return
        down = await self._uptime.beat(now, self._pause)
        if down is not None:
            changed = await self._deadlines.give_back(*down)
            _log.info("down from %s to %s, time given back in %d games", *down, len(changed))
            await self._all(self._show(game_id) for game_id in changed)
        for _ in range(_ROUNDS):
            await self._all(self._dismiss_gone(stored) for stored in await self._deadlines.running_out(now))
            done = await self._deadlines.work_off(now)
            await self._all(self._tell(each) for each in done)
            if len(done) < AT_ONCE:
                break

    async def stop(self) -> None:
        """Note that the bot was up until now."""
        if self._online():
            await self._uptime.beat(self._clock())

    async def _tell(self, done: Done) -> None:
        row = done.before.row
        for event in done.events:
            _log.info("%s by time game=%d guild=%d channel=%d", event.kind, row.id, row.guild_id, row.channel_id)
        if done.events:
            await self._show(row.id)
        for due in done.reminders:
            try:
                without_him = await self._pings.remind(done.after, due)
            except Exception:
                _log.exception("not reminded game=%d", row.id)
                continue
            if without_him:
                await self._show(row.id)

    async def _show(self, game_id: int) -> None:
        try:
            await self._channels.bring_up_to_date(game_id)
        except Exception:
            _log.exception("not shown game=%d; it is tried again", game_id)

    async def _dismiss_gone(self, stored: StoredGame) -> None:
        try:
            without_some = await self._pings.dismiss_gone(stored)
        except Exception:
            _log.exception("members not looked up game=%d", stored.id)
            return
        if without_some:
            await self._show(stored.id)

    async def _all(self, tasks: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Carry all of these out, some at a time: each waits for Discord."""
        limit = asyncio.Semaphore(_SHOWN_AT_ONCE)

        async def one(task: Coroutine[Any, Any, None]) -> None:
            async with limit:
                await task

        await asyncio.gather(*map(one, tasks))

    async def _next_pause(self) -> timedelta:
        now = self._clock()
        until = (self._swept or now) + SWEEP
        deadline, shortest = await self._deadlines.next_at(), await self._deadlines.shortest_clock()
        if deadline is not None:
            until = min(until, deadline)
        if shortest is not None:
            until = min(until, now + shortest / _BEATS)
        return max(_AT_LEAST, until - now)

    async def _sleep(self) -> None:
        self._until = self._clock() + self._pause
        self._nap = asyncio.create_task(asyncio.sleep(self._pause.total_seconds()), name="nap")
        try:
            await asyncio.wait([self._nap])
        finally:
            self._nap.cancel()
            self._nap = None

    def _wake_for(self, clock: timedelta | None, due: datetime) -> None:
        """Wake up if that falls due, or that clock wants to be told that the bot is up, before it was to wake."""
        earliest = due if clock is None else min(due, self._clock() + clock / _BEATS)
        if self._nap is not None and earliest < self._until:
            self._nap.cancel()
