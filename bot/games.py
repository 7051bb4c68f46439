"""The running games: one press at a time per game, saved before it is shown.

`act` takes the lock of a game, loads it, lets the engine decide, and saves state and events in one transaction guarded
by the version. Two processes on one database are held apart by that guard: who comes second decides again.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from bot.choices import Choices
from bot.clocks import QuietHours, is_short
from bot.computers import Computers
from bot.game import DiceSource, Event, Game, Order, Phase, Transition, commitment, moves
from bot.game.fair import SEED_BYTES
from bot.game.refusals import GameOver, Refusal
from bot.periods import zone_of
from bot.results import note, result_rows
from bot.rules import RULESETS
from bot.stored import StoredGame, Unreadable, dump, event_rows, seat_rows, whole
from bot.timing import ClockRules, Timing, with_nudge
from bot.timing import after as clocks_after
from bot.versions import Press, advanced, seat_names, who_acts
from db import due as stored_due
from db import games as stored_games
from db import settings as stored_settings
from db.database import Database

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["AlreadyRunning", "Games", "Move", "NoSuchGame", "Outcome", "Press", "StoredGame", "Unreadable"]

_log = logging.getLogger(__name__)

LOBBY_LIFE = timedelta(hours=24)
SHORT_LOBBY_LIFE = timedelta(minutes=15)
HOST_PATIENCE = timedelta(minutes=10)

# Each one lost is a move that another process has made meanwhile.
_ATTEMPTS = 25
_REMEMBERED = 1000
GAMES_OF_MEMBER = 100

Move = Callable[[Game, DiceSource], Transition]


@dataclass(frozen=True)
class Outcome:
    """What a press did: the game before and after. `repeated` tells that this press had been acted on already."""

    before: StoredGame
    after: StoredGame
    events: tuple[Event, ...] = ()
    repeated: bool = False


@dataclass(eq=False)
class AlreadyRunning(Refusal):
    """The channel has a live game."""

    running: StoredGame


@dataclass(eq=False)
class NoSuchGame(Refusal):
    """No game has that id."""


class Games:
    """All games of one database. `clock` tells the time in UTC.

    `on_timing` is told of each clock that is set running: its length, and when something falls due.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime],
        choices: Choices,
        computers: Computers | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._choices = choices
        self.computers = computers or Computers()
        self.on_timing: Callable[[timedelta | None, datetime], None] = lambda _length, _due: None
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._known: OrderedDict[int, StoredGame] = OrderedDict()
        self._unreadable: set[int] = set()

    async def open(
        self,
        press: Press,
        *,
        guild: int,
        channel: int,
        ruleset: str,
        order: Order,
        duplicate: bool,
        clock: timedelta | None = None,
        rematch_of: int | None = None,
        computers: Sequence[str] = (),
        hints: bool | None = None,
    ) -> StoredGame:
        """Open a lobby in a channel and remember its ruleset as the server's choice; raises AlreadyRunning.

        `clock` is how long a turn may take, `rematch_of` the id of the game whose players want another, with
        the same `computers` (their levels), and `hints` what is chosen about them.
        """
        transition = moves.open_lobby(
            ruleset,
            press.member,
            press.interaction,
            order=order,
            duplicate=duplicate,
            computers=computers,
            hints=hints,
        )
        names = seat_names(transition.game, {press.member: press.name})
        seed = secrets.token_bytes(SEED_BYTES)
        closing = press.at + (SHORT_LOBBY_LIFE if is_short(clock) else LOBBY_LIFE)
        try:
            async with self._database.write() as conn:
                game_id = await stored_games.insert_game(
                    conn,
                    guild_id=guild,
                    channel_id=channel,
                    ruleset=ruleset,
                    play_order=order.value,
                    duplicate=duplicate,
                    state=dump(transition.game.to_json()),
                    commitment=commitment(seed),
                    seed=seed,
                    clock=None if clock is None else int(clock.total_seconds()),
                    rematch_of=rematch_of,
                    deadline=closing,
                    opened_at=press.at,
                )
                await stored_games.append_events(
                    conn, game_id, event_rows(transition.events), first_number=1, at=press.at
                )
                await stored_games.record_press(
                    conn, interaction_id=press.interaction, game_id=game_id, member_id=press.member, at=press.at
                )
                await stored_games.replace_seats(conn, game_id, seat_rows(transition.game, names))
                await stored_settings.remember_ruleset(conn, guild, ruleset)
        except stored_games.ChannelTaken as taken:
            raise AlreadyRunning(await self.load(taken.game_id)) from None
        self._choices.note_ruleset(guild, ruleset)
        self.on_timing(None, closing)
        return await self.load(game_id)

    async def load(self, game_id: int) -> StoredGame:
        """The game as the database has it now; raises NoSuchGame."""
        async with self._database.read() as conn:
            row = await stored_games.load_game(conn, game_id)
            if row is None:
                raise NoSuchGame
            return await whole(conn, row)

    async def latest(self, game_id: int) -> StoredGame:
        """The game as this process last saw it, else as the database has it; what `note_shown` noted is in either."""
        return self._known.get(game_id) or await self.load(game_id)

    async def live_in(self, channel: int) -> StoredGame | None:
        """The lobby or running game of a channel."""
        async with self._database.read() as conn:
            row = await stored_games.active_game_in(conn, channel)
            return None if row is None else await whole(conn, row)

    async def act(self, game_id: int, press: Press, move: Move) -> Outcome:
        """Carry out one move for one press; raises the move's Refusal, NoSuchGame, and nothing is changed then."""
        async with self._lock(game_id):
            return await self._decide(game_id, press, move)

    async def host_is_away(self, game_id: int, now: datetime) -> bool:
        """Whether the host has not pressed anything in this game for ten minutes."""
        host = (await self.load(game_id)).game.host
        return now - await self.last_press(game_id, host) > HOST_PATIENCE

    async def dismiss(self, game_id: int, move: Move) -> Outcome:
        """Carry out a move that no member pressed for: a member or a channel that is gone."""
        async with self._lock(game_id):
            return await self._decide(game_id, None, move)

    @asynccontextmanager
    async def alone_with(self, game_id: int) -> AsyncIterator[StoredGame | None]:
        """A live game as the database has it, and nobody else in this process acts on it meanwhile; None if it is over
        or gone."""
        async with self._lock(game_id):
            self._known.pop(game_id, None)
            try:
                stored = await self.load(game_id)
            except NoSuchGame:
                yield None
                return
            yield stored if stored.game.live else None

    async def save(self, before: StoredGame, transition: Transition, timing: Timing | None) -> Outcome:
        """Save what time has done to a game, and to its clocks, that the caller is `alone_with`; raises Conflict."""
        return await self._save(before, transition, None, timing)

    async def retime(self, stored: StoredGame, timing: Timing) -> StoredGame | None:
        """Change the clocks of a game and nothing else; None where another process was quicker."""
        text, deadline = dump(timing.to_json()), timing.next_at
        async with self._database.write() as conn:
            changed = await stored_due.retime(conn, stored.id, stored.row.version, stored.row.timing, text, deadline)
        if not changed:
            self._known.pop(stored.id, None)
            return None
        known = self._known.get(stored.id, stored)
        retimed = replace(known, row=replace(known.row, timing=text, deadline=deadline), timing=timing)
        if stored.id in self._known:
            self._known[stored.id] = retimed
        return retimed

    async def plan_nudge(self, stored: StoredGame, at: datetime) -> None:
        """Let the player whose turn it is be called at that time, unless he has played or presses something before."""
        async with self._lock(stored.id):
            seat = stored.game.current
            for _ in range(_ATTEMPTS):
                now = await self.latest(stored.id)
                if seat is None or now.timing is None or seat not in now.timing.seats:
                    return
                if now.game.seats[seat].turn != stored.game.seats[seat].turn:
                    return
                if await self.retime(now, with_nudge(now.timing, seat, at)) is not None:
                    self.on_timing(now.clock, at)
                    return

    async def unshown(self, guilds: Sequence[int]) -> list[StoredGame]:
        """The games of those servers whose channels have not been shown their latest state."""
        async with self._database.read() as conn:
            return await self._readable(conn, await stored_games.unshown_games(conn, guilds))

    async def last_press(self, game_id: int, member: int) -> datetime:
        """When that member last pressed something in the game; the beginning of time if never, or over a day ago."""
        async with self._database.read() as conn:
            at = await stored_games.last_press_at(conn, game_id, member)
        return at or datetime.fromtimestamp(0, self._clock().tzinfo)

    async def note_shown(self, stored: StoredGame, *, version: int | None = None, **facts: Any) -> None:
        """Note that the channel shows this version, with the ids and times that changed (see db.games.mark_shown)."""
        shown = stored.row.version if version is None else version
        # The lock keeps a press from remembering, at the same time, where the board stood before.
        async with self._lock(stored.id):
            async with self._database.write() as conn:
                await stored_games.mark_shown(conn, stored.id, shown, **facts)
            known = self._known.get(stored.id)
            if known is not None:
                self._known[stored.id] = replace(known, row=replace(known.row, **facts))

    async def board_gone(self, channel: int, messages: Collection[int]) -> None:
        """Note that messages were deleted, in case one was the board of the channel's game."""
        stored = await self.live_in(channel)
        if stored is not None and stored.row.board_message_id in messages:
            await self.note_shown(stored, version=stored.row.version_shown, board_message_id=None)

    async def end_of_channel(self, channel: int) -> StoredGame | None:
        """Abandon the game of a channel that is gone, and answer which it was."""
        stored = await self.live_in(channel)
        if stored is not None:
            await self.place_gone(stored.id)
        return stored

    async def place_gone(self, game_id: int) -> None:
        """Abandon a game whose channel or server is gone; there is nowhere to show it any more."""
        # Discord's event and its refusal of an edit may both tell, and the game may have ended by then.
        with suppress(GameOver):
            await self.dismiss(game_id, lambda game, _: moves.expire(game))
        await self.note_shown(await self.load(game_id))

    async def live_in_guild(self, guild: int) -> list[StoredGame]:
        """The lobbies and running games of a server."""
        async with self._database.read() as conn:
            return await self._readable(conn, await stored_games.live_games_of(conn, guild))

    async def games_of(self, member: int) -> list[StoredGame]:
        """The lobbies and running games of all servers in which a member has a seat, left or not; next due first."""
        async with self._database.read() as conn:
            return await self._readable(conn, await stored_games.games_of_member(conn, member, GAMES_OF_MEMBER))

    async def lobbies_in(self, guild: int) -> list[StoredGame]:
        """The lobbies that are open in a server."""
        async with self._database.read() as conn:
            return await self._readable(conn, await stored_games.open_lobbies(conn, guild))

    async def rematch_of(self, game_id: int) -> StoredGame | None:
        """The lobby or running game that is the rematch of that game."""
        async with self._database.read() as conn:
            row = await stored_games.rematch_lobby(conn, game_id)
            return None if row is None else await whole(conn, row)

    def usual_ruleset(self, guild: int) -> str:
        """The ruleset that a server has chosen, else the one it opened last, else the first there is."""
        chosen = self._choices.server(guild)
        return next((key for key in (chosen.default_ruleset, chosen.ruleset) if key in RULESETS), next(iter(RULESETS)))

    def clock_rules(self, row: stored_games.GameRow) -> ClockRules:
        """What a game's clocks go by: its own clock and the quiet hours of its server."""
        chosen = self._choices.server(row.guild_id)
        quiet = None if chosen.quiet is None else QuietHours(*chosen.quiet, zone_of(chosen.time_zone))
        return ClockRules(None if row.clock is None else timedelta(seconds=row.clock), quiet)

    async def events(self, game_id: int) -> tuple[stored_games.EventRow, ...]:
        """The history of a game as it is stored."""
        async with self._database.read() as conn:
            return await stored_games.load_events(conn, game_id)

    def _lock(self, game_id: int) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _decide(self, game_id: int, press: Press | None, move: Move) -> Outcome:
        for _ in range(_ATTEMPTS):
            known = self._known.pop(game_id, None)
            before = known or await self.load(game_id)
            try:
                transition = await self.computers.play_on(move(before.game, before.dice), before.dice)
                outcome = await self._save(before, transition, press, self._timing(before, transition, press))
            except stored_games.AlreadyPressed:
                before = await self.load(game_id)
                return Outcome(before, before, repeated=True)
            except stored_games.Conflict:
                continue
            except Refusal:
                # Another process may have moved on since this one last looked.
                if known is None:
                    raise
                continue
            self._remember(outcome.after)
            return outcome
        raise stored_games.Conflict(game_id)

    async def _save(
        self, before: StoredGame, transition: Transition, press: Press | None, timing: Timing | None
    ) -> Outcome:
        at = self._clock() if press is None else press.at
        after = advanced(before, transition, press, at, timing)
        async with self._database.write() as conn:
            if press is not None:
                await stored_games.record_press(
                    conn, interaction_id=press.interaction, game_id=before.id, member_id=press.member, at=at
                )
            await stored_games.save_move(
                conn,
                game_id=before.id,
                version=before.row.version,
                state=after.row.state,
                phase=after.row.phase,
                deadline=after.row.deadline,
                from_timing=before.row.timing,
                timing=after.row.timing,
                started_at=after.row.started_at,
                ended_at=after.row.ended_at,
                events=event_rows(transition.events),
                first_number=before.event_count + 1,
                at=at,
            )
            if after.game.seats != before.game.seats and before.game.phase is Phase.LOBBY:
                await stored_games.replace_seats(conn, before.id, seat_rows(after.game, after.names))
            if after.game.phase is Phase.FINISHED:
                await note(conn, result_rows(after, at))
        if after.row.deadline is not None and after.row.deadline != before.row.deadline:
            self.on_timing(after.clock, after.row.deadline)
        return Outcome(before, after, transition.events)

    def _timing(self, before: StoredGame, transition: Transition, press: Press | None) -> Timing | None:
        at = self._clock() if press is None else press.at
        rules = self.clock_rules(before.row)
        return clocks_after(before.timing, transition.game, at, rules, by=who_acts(transition, press))

    async def _readable(self, conn: "AsyncConnection", rows: Sequence[stored_games.GameRow]) -> list[StoredGame]:
        """The games of these rows. One that cannot be read is logged once, and left out."""
        readable = []
        for row in rows:
            try:
                readable.append(await whole(conn, row))
            except Unreadable as error:
                if row.id not in self._unreadable:
                    self._unreadable.add(row.id)
                    _log.error("unreadable game=%d", row.id, exc_info=error)
        return readable

    def _remember(self, stored: StoredGame) -> None:
        if stored.game.live:
            self._known[stored.id] = stored
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
