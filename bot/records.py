"""The records of a server: its boards, its members' statistics, its past games, its seasons, and what it forgets.

All of it is read from results and what is derived from them; `bot.results` writes both with the last move of a game.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.game import Event, event_from_json
from bot.game.refusals import Refusal
from bot.periods import Period
from bot.rebuilding import Rebuilt, rebuild, recount
from bot.results import calendar_of, counts_as_best, in_order, rating_before, ratings_after
from bot.rules import RULESETS
from bot.stored import StoredGame, whole
from db import derived, privacy, removal
from db import history as past_games
from db import seasons as stored_seasons
from db import standings as boards
from db import statistics as stored_statistics
from db.games import load_events
from db.history import HistoryPage, PastGame, PastSeat
from db.privacy import Forgotten, StillPlaying
from db.results import ResultRow, last_end, results_of
from db.seasons import Season
from db.settings import change_guild_settings
from db.standings import MIN_FINISHED, By, Standing
from db.statistics import BoxCounts, Cards, Statistics

if TYPE_CHECKING:
    from db.database import Database

__all__ = [
    "MIN_FINISHED",
    "PAGE",
    "Board",
    "BoxCounts",
    "By",
    "Cards",
    "Closing",
    "Forgotten",
    "HistoryPage",
    "NoSuchGameHere",
    "PastGame",
    "PastSeat",
    "Period",
    "Rebuilt",
    "Records",
    "Replay",
    "Season",
    "Standing",
    "Statistics",
    "StillPlaying",
]

_log = logging.getLogger(__name__)

PAGE = 10
KEPT_AFTER_REMOVAL = timedelta(days=30)
_PARTS_AT_ONCE = 500


@dataclass(frozen=True)
class Board:
    """A page (from 0) of a leaderboard of `total` members, and the standing of whoever asked.

    `season` is the server's present one, whatever the period. `own` is None for who has not played in the period.
    """

    ruleset: str
    by: By
    period: Period
    page: int
    pages: int
    rows: tuple[Standing, ...]
    total: int
    own: Standing | None
    season: Season | None


@dataclass(frozen=True)
class Replay:
    """A game that is over, its whole history, when each event happened, and its results by seat if it was finished."""

    stored: StoredGame
    events: tuple[Event, ...]
    times: tuple[datetime, ...]
    results: tuple[ResultRow, ...] = ()


@dataclass(frozen=True)
class Closing:
    """What a finished game changed. `rating` holds (before, after) by seat, and is empty for one that was not rated.

    The others hold seats: who beat the best total of his own, or of the server, and who equalled the server's. A first
    total beats nothing; who beat the server's best is not named for his own as well.
    """

    rating: tuple[tuple[int, int], ...] = ()
    personal_best: tuple[int, ...] = ()
    server_best: tuple[int, ...] = ()
    server_equalled: tuple[int, ...] = ()


@dataclass(eq=False)
class NoSuchGameHere(Refusal):
    """The server has no game of that id that was played and is over."""


class Records:
    """The records of all servers of one database, each asked for by its id. `clock` tells the time in UTC."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock

    async def leaderboard(self, guild: int, ruleset: str, by: By, period: Period, page: int, reader: int) -> Board:
        """A page of ten of a board; a page beyond the end is the last one."""
        now = self._clock()
        async with self._database.read() as conn:
            calendar = await calendar_of(conn, guild)
            season, key = calendar.season, calendar.present(period, now)
            if key is None:
                return Board(ruleset, by, period, 0, 1, (), 0, None, season)
            found = await boards.leaderboard(conn, guild, ruleset, by, key, PAGE * page, PAGE)
            pages = max(1, -(-found.total // PAGE))
            if page >= pages:
                page = pages - 1
                found = await boards.leaderboard(conn, guild, ruleset, by, key, PAGE * page, PAGE)
            own = await boards.standing_of(conn, guild, ruleset, by, key, reader)
        return Board(ruleset, by, period, page, pages, found.rows, found.total, own, season)

    async def statistics(self, guild: int, ruleset: str, member: int) -> Statistics | None:
        """What is known of a member's cards beside the server's; None for who never finished such a game."""
        async with self._database.read() as conn:
            found = await stored_statistics.statistics(conn, guild, ruleset, member)
        return None if found.standing is None else found

    async def history(
        self, guild: int, *, member: int | None = None, ruleset: str | None = None, page: int = 0
    ) -> HistoryPage:
        """Ten games that were started and are over, the newest first; a page beyond the end is empty."""
        async with self._database.read() as conn:
            return await past_games.history(
                conn, guild, member_id=member, ruleset=ruleset, offset=PAGE * page, limit=PAGE
            )

    async def rulesets_played(self, guild: int) -> tuple[str, ...]:
        """The keys of the rulesets a server has games of, in the order of RULESETS, then those it no longer has."""
        async with self._database.read() as conn:
            keys = await past_games.rulesets_of(conn, guild)
        known = [key for key in RULESETS if key in keys]
        return (*known, *(key for key in keys if key not in RULESETS))

    async def replay(self, guild: int, game_id: int) -> Replay:
        """A game of the server that was played and is over; raises NoSuchGameHere."""
        async with self._database.read() as conn:
            row = await past_games.game_in_guild(conn, guild, game_id)
            if row is None or row.started_at is None or row.ended_at is None:
                raise NoSuchGameHere
            events = await load_events(conn, game_id)
            stored = await whole(conn, row)
            results = await results_of(conn, game_id)
        history = tuple(event_from_json(event.kind, json.loads(event.data)) for event in events)
        return Replay(stored, history, tuple(event.at for event in events), results)

    async def closing(self, stored: StoredGame) -> Closing:
        """What a finished game changed, as its last message says; nothing for any other game."""
        async with self._database.read() as conn:
            rows = await results_of(conn, stored.id)
        return _closing(rows)

    async def season(self, guild: int) -> Season | None:
        """The server's present season."""
        async with self._database.read() as conn:
            return (await calendar_of(conn, guild)).season

    async def start_season(self, guild: int, name: str) -> Season:
        """Begin a season, which ends the one before; nothing is deleted."""
        async with self._database.write() as conn:
            await derived.lock_guild(conn, guild)
            at = in_order(await last_end(conn, guild), self._clock())
            return Season(await stored_seasons.start_season(conn, guild, name, at), name, at)

    async def change_time_zone(self, guild: int, zone: str) -> None:
        """Make that IANA time zone the server's, by which its present month and week are counted from now on."""
        async with self._database.write() as conn:
            await derived.lock_guild(conn, guild)
            await change_guild_settings(conn, guild, time_zone=zone)
            await recount(conn, guild, self._clock())

    async def export(self, member: int) -> dict[str, Any]:
        """All that is kept about a member on every server, ready for JSON."""
        async with self._database.read() as conn:
            return await privacy.export_member(conn, member)

    async def named_in(self, member: int) -> int:
        """In how many games of all servers a member is named."""
        async with self._database.read() as conn:
            return await privacy.games_naming(conn, member)

    async def live_games(self, member: int) -> list[int]:
        """The ids of the lobbies and running games that a member has to leave before he can be forgotten."""
        async with self._database.read() as conn:
            return await privacy.members_live_games(conn, member)

    async def forget(self, member: int) -> Forgotten:
        """Make a member a former player in all his games on every server, and drop his preferences.

        Raises StillPlaying, see `live_games`.
        """
        games, results, preferences = 0, 0, False
        while True:
            # A transaction each, so that nobody's press waits for all of them.
            async with self._database.write() as conn:
                part = await privacy.forget_member(conn, member)
            games, results = games + part.games, results + part.results
            preferences = preferences or part.preferences
            if not part.more:
                return Forgotten(games, results, more=False, preferences=preferences)

    async def rebuild_missing(self) -> Rebuilt:
        """Derive everything for servers whose results date from before anything was derived from them."""
        async with self._database.read() as conn:
            guilds = await derived.guilds_uncounted(conn)
        return await rebuild(self._database, guilds)

    async def guild_removed(self, guild: int) -> None:
        """Note that a server removed the bot: its data is kept for thirty days."""
        async with self._database.write() as conn:
            await removal.guild_removed(conn, guild, self._clock())

    async def guild_restored(self, guild: int) -> None:
        """Note that the bot is on a server again, whose data stays."""
        async with self._database.write() as conn:
            await removal.guild_restored(conn, guild)

    async def guilds_present(self, present: Collection[int], mine: Callable[[int], bool]) -> None:
        """Note, at a start, which servers the bot has come to and, of those that are `mine`, is no longer on."""
        async with self._database.read() as conn:
            known = await removal.known_guilds(conn)
        there = set(present)
        await self._restore(there)
        gone = [guild for guild in known if mine(guild) and guild not in there]
        if gone:
            async with self._database.write() as conn:
                for guild in gone:
                    await removal.guild_removed(conn, guild, self._clock())

    async def delete_removed(self, now: datetime, present: Collection[int]) -> None:
        """Delete what servers left behind that removed the bot thirty days ago, in parts; the rest waits for a call.

        A server where the bot is `present` keeps everything.
        """
        await self._restore(set(present))
        for _ in range(_PARTS_AT_ONCE):
            async with self._database.write() as conn:
                if not await removal.delete_guilds_removed_before(conn, now - KEPT_AFTER_REMOVAL):
                    return

    async def _restore(self, present: Collection[int]) -> None:
        async with self._database.read() as conn:
            back = [guild for guild in await removal.guilds_removed(conn) if guild in present]
        for guild in back:
            await self.guild_restored(guild)


def _closing(rows: tuple[ResultRow, ...]) -> Closing:
    after = ratings_after(rows)
    before = [rating_before(row) for row in rows] if after else []
    highest = max((row.total for row in rows if counts_as_best(row)), default=0)
    own, server, equalled = list[int](), list[int](), list[int]()
    for row in rows:
        if not counts_as_best(row):
            continue
        server_best = row.server_best_before
        if server_best is not None and row.total == highest > server_best:
            server.append(row.seat)
        elif row.best_before is not None and row.total > row.best_before:
            own.append(row.seat)
        if row.total == highest == server_best:
            equalled.append(row.seat)
    rating = tuple((old.shown, new.shown) for old, new in zip(before, after, strict=True) if old is not None)
    return Closing(rating, tuple(own), tuple(server), tuple(equalled))
