"""What time does to games: turns that are late, seats that nobody decided about, reminders, and ends.

Everything due is decided and saved before anybody is told of it, and each action happens once, whichever of several
processes comes first: what changes a game is guarded by its version, and a reminder is claimed before it is sent.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.choices import OnExpiry
from bot.game import Phase, Transition, moves
from bot.game.events import GivenTime
from bot.game.refusals import AlreadyDecided
from bot.games import NoSuchGame, Unreadable
from bot.strategy.players import STAND_IN
from bot.timing import DueKind, after, due, given_back, without
from db import due as stored_due
from db import games as stored_games

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from bot.choices import Choices
    from bot.game import Event, Game
    from bot.games import Games, StoredGame
    from bot.timing import Due, Timing
    from db.database import Database
    from db.due import Shards

_log = logging.getLogger(__name__)

AT_ONCE = 100
TRY_AGAIN = timedelta(days=1)
PRESS_MEMORY = timedelta(days=1)
# A server whose turns get their time anew by themselves is not shown a new deadline more often than this.
_ANEW_AT_LEAST = timedelta(days=1)

_REMINDERS = (DueKind.NUDGE, DueKind.REMINDER)


@dataclass(frozen=True)
class Done:
    """What was due in one game: the game before and after, what happened, and the reminders to send now."""

    before: StoredGame
    after: StoredGame
    events: tuple[Event, ...] = ()
    reminders: tuple[Due, ...] = ()


class Deadlines:
    """Acts on what has fallen due in the games of some shards."""

    def __init__(self, database: Database, games: Games, choices: Choices, shards: Shards) -> None:
        self._database = database
        self._games = games
        self._choices = choices
        self._shards = shards

    async def running_out(self, now: datetime) -> list[StoredGame]:
        """The games, a hundred at the most, in which a turn or the whole game is about to run out: who is waited for
        may have left the server."""
        found = []
        for game_id in await self._due(now):
            try:
                stored = await self._games.load(game_id)
            except (Unreadable, NoSuchGame):
                continue
            if stored.game.phase is Phase.PLAYING and _runs_out(stored, now):
                found.append(stored)
        return found

    async def work_off(self, now: datetime) -> list[Done]:
        """Do what is due, in a hundred games at the most. A game that fails is logged and tried again in a day."""
        due_now = await self._due(now)
        return [done for game_id in due_now if (done := await self._work_off_or_put_off(game_id, now)) is not None]

    async def forget_presses(self, now: datetime) -> None:
        """Forget the presses that are older than a day."""
        async with self._database.write() as conn:
            await stored_games.prune_presses(conn, now - PRESS_MEMORY)

    async def give_back(self, down_from: datetime, down_to: datetime) -> list[int]:
        """Give the turns in hand the time for which the bot was down, where that was more than a tenth of their clock;
        answers the games that changed."""
        async with self._database.read() as conn:
            running = await stored_due.running_clocks(conn, self._shards)
        return [game_id for game_id in running if await self._give_back_or_leave(game_id, down_from, down_to)]

    async def next_at(self) -> datetime | None:
        """When something falls due next."""
        async with self._database.read() as conn:
            return await stored_due.next_deadline(conn, self._shards)

    async def shortest_clock(self) -> timedelta | None:
        """The shortest clock of the games in play."""
        async with self._database.read() as conn:
            seconds = await stored_due.shortest_clock(conn, self._shards)
        return None if seconds is None else timedelta(seconds=seconds)

    async def _due(self, now: datetime) -> list[int]:
        async with self._database.read() as conn:
            return await stored_due.due_games(conn, now, AT_ONCE, self._shards)

    async def _work_off_or_put_off(self, game_id: int, now: datetime) -> Done | None:
        try:
            return await self._work_off(game_id, now)
        except Exception:
            _log.exception("not worked off game=%d; it is tried again in a day", game_id)
        async with self._database.write() as conn:
            await stored_due.put_off(conn, game_id, now + TRY_AGAIN)
        return None

    async def _work_off(self, game_id: int, now: datetime) -> Done | None:
        async with self._games.alone_with(game_id) as stored:
            if stored is None or stored.row.deadline is None or stored.row.deadline > now:
                return None
            if stored.timing is None:
                return await self._save(stored, moves.expire(stored.game), (), None)
            found = due(stored.timing, now)
            claimed = tuple(each for each in found if each.kind in _REMINDERS)
            timing = without(stored.timing, found)
            transition = await self._decided(stored, found)
            if transition.events:
                return await self._save(
                    stored, transition, claimed, self._timing_after(stored, timing, transition, now)
                )
            after_it = await self._games.retime(stored, timing)
            return None if after_it is None else Done(stored, after_it, reminders=claimed)

    async def _save(
        self, stored: StoredGame, transition: Transition, claimed: tuple[Due, ...], timing: Timing | None
    ) -> Done | None:
        try:
            outcome = await self._games.save(stored, transition, timing)
        except stored_games.Conflict:
            # Another process was quicker, with a move or with the same.
            return None
        return Done(stored, outcome.after, outcome.events, claimed)

    def _timing_after(self, stored: StoredGame, timing: Timing, transition: Transition, now: datetime) -> Timing | None:
        rules = self._games.clock_rules(stored.row)
        by_itself = [event.seat for event in transition.events if isinstance(event, GivenTime)]
        if by_itself and rules.clock is not None:
            rules = replace(rules, clock=max(rules.clock, _ANEW_AT_LEAST))
        new = after(timing, transition.game, now, rules, by=None)
        if new is None:
            return None
        # Whom nobody waits for need not be reminded again and again.
        quiet = {index: replace(new.seats[index], reminders=()) for index in by_itself if index in new.seats}
        return replace(new, seats={**new.seats, **quiet})

    async def _decided(self, stored: StoredGame, found: Iterable[Due]) -> Transition:
        """The game after all that is due in it, but for reminders, which change nothing."""
        transition = Transition(stored.game)
        for each in found:
            if each.kind is DueKind.END:
                return moves.expire(stored.game)
            if each.seat is None or not transition.game.live or not stored.game.has_rules:
                continue
            # What was due just before may have left nobody to decide, or nothing to decide about.
            with suppress(AlreadyDecided):
                transition = _joined(transition, await self._step(stored, transition.game, each.kind, each.seat))
        return transition

    async def _step(self, stored: StoredGame, game: Game, kind: DueKind, index: int) -> Transition:
        match kind:
            case DueKind.DECISION:
                return moves.zero(game, None, index)
            case DueKind.TIME_UP:
                turn = game.turn_id(index)
                late = moves.time_up(game, index, turn)
                decided = self._by_itself(stored, late.game, turn)
                return await self._games.computers.play_on(_joined(late, decided), stored.dice)
            case _:
                return Transition(game)

    def _by_itself(self, stored: StoredGame, late: Game, turn: int) -> Transition:
        """What the server has chosen to happen when the time of a turn is up: nothing, where the others are asked."""
        settings = self._choices.server(stored.row.guild_id)
        match settings.on_expiry:
            case OnExpiry.WAIT:
                return moves.wait(late, None, turn)
            case OnExpiry.REMOVE:
                return moves.remove(late, None, turn)
            case OnExpiry.COMPUTER if settings.computers:
                return moves.stand_in(late, None, turn, STAND_IN)
            case _:
                return Transition(late)

    async def _give_back_or_leave(self, game_id: int, down_from: datetime, down_to: datetime) -> bool:
        try:
            return await self._give_back(game_id, down_from, down_to)
        except Exception:
            # The others shall have their time all the same: nobody tells of this downtime again.
            _log.exception("time not given back game=%d", game_id)
            return False

    async def _give_back(self, game_id: int, down_from: datetime, down_to: datetime) -> bool:
        async with self._games.alone_with(game_id) as stored:
            if stored is None or stored.timing is None:
                return False
            timing = given_back(stored.timing, down_from, down_to, self._games.clock_rules(stored.row))
            if timing == stored.timing:
                return False
            try:
                # A new version, so that the channel is shown the new deadline.
                await self._games.save(stored, Transition(stored.game), timing)
            except stored_games.Conflict:
                return False
        return True


def _runs_out(stored: StoredGame, now: datetime) -> bool:
    """Whether a turn or the whole game is about to run out."""
    if stored.timing is None:
        return True
    return any(each.kind in (DueKind.TIME_UP, DueKind.END) for each in due(stored.timing, now))


def _joined(before: Transition, after: Transition) -> Transition:
    return Transition(after.game, (*before.events, *after.events))
