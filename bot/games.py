"""The running games: one press at a time per game, saved before it is shown.

`act` takes the lock of a game, loads it, lets the engine decide, and saves state and events in one transaction guarded
by the version. Two processes on one database are held apart by that guard: who comes second decides again.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from bot.game import DiceSource, Event, Game, Order, Phase, Transition, commitment, moves
from bot.game.fair import SEED_BYTES
from bot.game.refusals import GameOver, Refusal
from bot.results import note, result_rows
from bot.rules import RULESETS
from bot.stored import StoredGame, Unreadable, dump, event_rows, seat_rows, whole
from db import due as stored_due
from db import games as stored_games
from db import settings as stored_settings
from db.database import Database

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["AlreadyRunning", "Games", "Move", "NoSuchGame", "Outcome", "Press", "StoredGame", "Unreadable"]

_log = logging.getLogger(__name__)

LOBBY_LIFE = timedelta(hours=24)
GAME_LIFE = timedelta(days=30)
HOST_PATIENCE = timedelta(minutes=10)
PRESS_MEMORY = timedelta(days=1)
EXPIRE_AT_ONCE = 100
TRY_AGAIN = timedelta(days=1)

# Each one lost is a move that another process has made meanwhile.
_ATTEMPTS = 25
_REMEMBERED = 1000

Move = Callable[[Game, DiceSource], Transition]


@dataclass(frozen=True)
class Press:
    """One interaction: its id, who pressed, the name that member goes by here, and when."""

    interaction: int
    member: int
    name: str
    at: datetime


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
    """All games of one database. `clock` tells the time in UTC."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._known: OrderedDict[int, StoredGame] = OrderedDict()
        self._unreadable: set[int] = set()

    async def open(
        self, press: Press, *, guild: int, channel: int, ruleset: str, order: Order, duplicate: bool
    ) -> StoredGame:
        """Open a lobby in a channel and remember its ruleset as the server's choice; raises AlreadyRunning."""
        transition = moves.open_lobby(ruleset, press.member, press.interaction, order=order, duplicate=duplicate)
        seed = secrets.token_bytes(SEED_BYTES)
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
                    deadline=press.at + LOBBY_LIFE,
                    opened_at=press.at,
                )
                await stored_games.append_events(
                    conn, game_id, event_rows(transition.events), first_number=1, at=press.at
                )
                await stored_games.record_press(
                    conn, interaction_id=press.interaction, game_id=game_id, member_id=press.member, at=press.at
                )
                await stored_games.replace_seats(conn, game_id, seat_rows(transition.game, (press.name,)))
                await stored_settings.remember_ruleset(conn, guild, ruleset)
        except stored_games.ChannelTaken as taken:
            raise AlreadyRunning(await self.load(taken.game_id)) from None
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
        """Carry out a move that no member pressed for: an expiry, or a member or a channel that is gone."""
        async with self._lock(game_id):
            return await self._decide(game_id, None, move)

    async def overdue(self, now: datetime) -> list[StoredGame]:
        """The games in play whose time is up, a hundred at the most."""
        async with self._database.read() as conn:
            due = await stored_due.due_games(conn, now, EXPIRE_AT_ONCE)
            rows = [row for game_id in due if (row := await stored_games.load_game(conn, game_id)) is not None]
            return [stored for stored in await self._readable(conn, rows) if stored.game.phase is Phase.PLAYING]

    async def expire(self, now: datetime) -> list[Outcome]:
        """Abandon lobbies and games whose time is up, a hundred at the most, and forget presses of before yesterday.

        One that cannot be ended is logged, and tried again a day later.
        """
        async with self._database.read() as conn:
            due = await stored_due.due_games(conn, now, EXPIRE_AT_ONCE)
        outcomes = [outcome for game_id in due if (outcome := await self._expire_or_put_off(game_id, now)) is not None]
        async with self._database.write() as conn:
            await stored_games.prune_presses(conn, now - PRESS_MEMORY)
        return outcomes

    async def next_deadline(self) -> datetime | None:
        """When the next lobby or game falls due."""
        async with self._database.read() as conn:
            return await stored_due.next_deadline(conn)

    async def unshown(self, guilds: Sequence[int]) -> list[StoredGame]:
        """The games of those servers whose channels have not been shown their latest state."""
        async with self._database.read() as conn:
            return await self._readable(conn, await stored_games.unshown_games(conn, guilds))

    async def last_press(self, game_id: int, member: int) -> datetime:
        """When that member last pressed something in the game; the beginning of time if never, or days ago."""
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

    async def usual_ruleset(self, guild: int) -> str:
        """The ruleset that a server opened last, or the first there is."""
        async with self._database.read() as conn:
            key = (await stored_settings.guild_settings(conn, guild)).ruleset
        return key if key in RULESETS else next(iter(RULESETS))

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
                outcome = await self._save(before, move(before.game, before.dice), press)
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

    async def _save(self, before: StoredGame, transition: Transition, press: Press | None) -> Outcome:
        at = self._clock() if press is None else press.at
        after = _advanced(before, transition, press, at)
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
        return Outcome(before, after, transition.events)

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

    async def _expire_or_put_off(self, game_id: int, now: datetime) -> Outcome | None:
        try:
            return await self._expire_one(game_id, now)
        except Exception:
            _log.exception("not expired game=%d; it is tried again in a day", game_id)
        async with self._database.write() as conn:
            await stored_due.put_off(conn, game_id, now + TRY_AGAIN)
        return None

    async def _expire_one(self, game_id: int, now: datetime) -> Outcome | None:
        async with self._lock(game_id):
            self._known.pop(game_id, None)
            stored = await self.load(game_id)
            if stored.row.deadline is None or stored.row.deadline > now or not stored.game.live:
                return None
            try:
                return await self._save(stored, moves.expire(stored.game), None)
            except stored_games.Conflict:
                # Another process was quicker: with a move, which puts the end off, or with the end itself.
                return None

    def _remember(self, stored: StoredGame) -> None:
        if stored.game.live:
            self._known[stored.id] = stored
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)


def _advanced(before: StoredGame, transition: Transition, press: Press | None, at: datetime) -> StoredGame:
    """The game one version on, as it will stand in the database."""
    game = transition.game
    playing = game.phase is Phase.PLAYING
    row = replace(
        before.row,
        version=before.row.version + 1,
        state=dump(game.to_json()),
        phase=game.phase.value,
        deadline=_deadline(game, before.row, at),
        started_at=before.row.started_at or (at if playing else None),
        ended_at=None if game.live else at,
    )
    return StoredGame(row, game, _names(before, game, press), before.event_count + len(transition.events))


def _deadline(game: Game, row: stored_games.GameRow, at: datetime) -> datetime | None:
    if not game.live:
        return None
    return row.deadline if game.phase is Phase.LOBBY else at + GAME_LIFE


def _names(before: StoredGame, game: Game, press: Press | None) -> tuple[str, ...]:
    if before.game.phase is not Phase.LOBBY:
        return before.names
    names = {seat.player: name for seat, name in zip(before.game.seats, before.names, strict=True)}
    if press is not None:
        names.setdefault(press.member, press.name)
    return tuple(names[seat.player] for seat in game.seats)
