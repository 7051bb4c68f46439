"""What is derived from the results: standings and statistics, written with the results and rebuilt from them.

Only rated games count, and of those only cards played to the end count for averages and statistics. A personal best
may come from a game played alone as well, without hints.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, bindparam, case, delete, exists, func, null, or_, select, tuple_

from db import tallies
from db.results import ResultRow
from db.schema import (
    DERIVED,
    UnixMillis,
    board_tallies,
    box_statistics,
    card_statistics,
    results,
    standings,
    total_statistics,
)
from db.upsert import accumulate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.upsert import Columns

SERVER = 0
"""The member id under which the statistics of a whole server are kept."""

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Rated:
    """A member's rating after a game: OpenSkill's mean and uncertainty, and the number that is shown."""

    mu: float
    sigma: float
    shown: int


@dataclass(frozen=True)
class NotedGame:
    """The results of one game, the keys of the periods it falls in, and the ratings after it by member."""

    rows: Sequence[ResultRow]
    periods: Sequence[str]
    ratings: Mapping[int, Rated]


def _standing(old: Columns, new: Columns) -> dict[str, object]:
    """A standing after one more game, which brings at most one of everything that is counted."""
    finished, points = old.finished + new.finished, old.points + new.points
    streak = case((new.games == 0, old.streak), (new.wins == 1, old.streak + 1), else_=0)
    better = or_(old.best.is_(None), new.best > old.best)
    return {
        "name": new.name,
        **_sums("games", "wins", "finished", "points")(old, new),
        "average": case((finished > 0, (200 * points + finished) // (2 * finished)), else_=null()),
        "best": case((better, new.best), else_=old.best),
        "best_game_id": case((better, new.best_game_id), else_=old.best_game_id),
        **{name: func.coalesce(new[name], old[name]) for name in ("mu", "sigma", "rating")},
        "streak": streak,
        "longest_streak": case((streak > old.longest_streak, streak), else_=old.longest_streak),
        "last_at": case((new.last_at > old.last_at, new.last_at), else_=old.last_at),
    }


def _sums(*names: str) -> Callable[[Columns, Columns], dict[str, object]]:
    return lambda old, new: {name: old[name] + new[name] for name in names}


_ADD_STANDINGS = accumulate(standings, _standing)
_OF_CARDS = ("cards", "points", "upper_bonuses", "extra")
_OF_BOXES = ("games", "points", "scored")
_OF_TOTALS = ("games",)
_ADD_CARDS = accumulate(card_statistics, _sums(*_OF_CARDS))
_ADD_BOXES = accumulate(box_statistics, _sums(*_OF_BOXES))
_ADD_TOTALS = accumulate(total_statistics, _sums(*_OF_TOTALS))
_CLEAR = [delete(table).where(table.c.guild_id == bindparam("of_guild")) for table in DERIVED]
_CLEAR_PERIODS = [
    delete(table).where(
        table.c.guild_id == bindparam("of_guild"), table.c.period.in_(bindparam("periods", expanding=True))
    )
    for table in (standings, board_tallies)
]
_LOCK_GUILD = select(func.pg_advisory_xact_lock(bindparam("guild_id")))
_SELECT_GUILDS = select(results.c.guild_id).distinct().order_by(results.c.guild_id)
_SELECT_RESULTS = (
    select(*[results.c[each.name] for each in fields(ResultRow)])
    .where(
        results.c.guild_id == bindparam("guild_id"),
        tuple_(results.c.ended_at, results.c.game_id)
        > tuple_(bindparam("ended_at", type_=UnixMillis), bindparam("game_id", type_=BigInteger)),
    )
    .order_by(results.c.ended_at, results.c.game_id, results.c.seat)
    .limit(bindparam("batch"))
)


def _select_uncounted() -> Select[Any]:
    """Each server with results from the one before it, one step along the index, if nothing is derived from them."""
    first = select(func.min(results.c.guild_id).label("id"))
    guilds = first.cte("guilds", recursive=True)
    following = first.where(results.c.guild_id > guilds.c.id).scalar_subquery()
    guilds = guilds.union_all(select(following).where(guilds.c.id.is_not(None)))
    return select(guilds.c.id).where(
        guilds.c.id.is_not(None),
        ~exists().where(standings.c.guild_id == guilds.c.id),
        ~exists().where(card_statistics.c.guild_id == guilds.c.id),
    )


_SELECT_UNCOUNTED = _select_uncounted()


async def lock_guild(conn: AsyncConnection, guild_id: int) -> None:
    """Let nobody else note results of this server until the transaction ends. On SQLite nobody else writes anyway."""
    if conn.dialect.name == "postgresql":
        await conn.execute(_LOCK_GUILD, {"guild_id": guild_id})


async def note_results(
    conn: AsyncConnection, rows: Sequence[ResultRow], periods: Sequence[str], ratings: Mapping[int, Rated]
) -> None:
    """Count the results of one game in the standings of `periods` and in the statistics.

    Call it once a game, in the transaction of `insert_results`, with the ratings of its members after it; the ratings
    of an unrated game are empty. Rows of former players (ids below 0) count for the server alone.
    """
    await lock_guild(conn, rows[0].guild_id)
    await note_games(conn, [NotedGame(rows, periods, ratings)])


async def note_games(conn: AsyncConnection, games: Sequence[NotedGame]) -> None:
    """The same for several games in the order in which they ended: this is how everything is rebuilt."""
    await note_standings(conn, games)
    counted = [row for game in games for row in game.rows if row.rated and not row.left]
    for statement, values in (
        (_ADD_CARDS, _summed(_cards_of(counted), _OF_CARDS)),
        (_ADD_BOXES, _summed(_boxes_of(counted), _OF_BOXES)),
        (_ADD_TOTALS, _summed(_totals_of(counted), _OF_TOTALS)),
    ):
        if values:
            await conn.execute(statement[conn.dialect.name], values)


async def note_standings(conn: AsyncConnection, games: Sequence[NotedGame]) -> None:
    """Count games in the standings of their periods and nowhere else, which `clear_periods` has emptied."""
    boards = _boards_of(games)
    before = [await tallies.tally(conn, *board, *who) for board, who in boards.items()]
    if values := _standings_of(games):
        await conn.execute(_ADD_STANDINGS[conn.dialect.name], values)
    after = [await tallies.tally(conn, *board, *who) for board, who in boards.items()]
    await tallies.change(conn, sum(before, Counter()), sum(after, Counter()))


async def guilds_uncounted(conn: AsyncConnection) -> list[int]:
    """The servers whose results nothing is derived from: they date from before there were standings."""
    return list((await conn.execute(_SELECT_UNCOUNTED)).scalars())


async def clear_derived(conn: AsyncConnection, guild_id: int) -> None:
    """Empty the derived tables of one server, to fill them again in the same transaction; `lock_guild` comes first."""
    for statement in _CLEAR:
        await conn.execute(statement, {"of_guild": guild_id})


async def clear_periods(conn: AsyncConnection, guild_id: int, periods: Collection[str]) -> None:
    """Empty the standings of some periods of one server, to fill them again; `lock_guild` comes first."""
    for statement in _CLEAR_PERIODS:
        await conn.execute(statement, {"of_guild": guild_id, "periods": list(periods)})


async def guilds_with_results(conn: AsyncConnection) -> list[int]:
    """The servers that have results, to be rebuilt one by one."""
    return list((await conn.execute(_SELECT_GUILDS)).scalars())


async def results_in_order(
    conn: AsyncConnection, guild_id: int, *, since: datetime = _BEGINNING, batch: int = 2000
) -> AsyncIterator[tuple[ResultRow, ...]]:
    """The results of a server game by game, in the order in which the games ended; `batch` rows are read at a time."""
    ended_at, game_id, complete = since, 0, False
    while not complete:
        values = {"guild_id": guild_id, "ended_at": ended_at, "game_id": game_id, "batch": batch}
        rows = [ResultRow(*row) for row in await conn.execute(_SELECT_RESULTS, values)]
        games = [tuple(game) for _, game in groupby(rows, key=lambda row: row.game_id)]
        complete = len(rows) < batch
        # The last game of a full batch may go on in the next one.
        for game in games if complete else games[:-1]:
            yield game
            ended_at, game_id = game[0].ended_at, game[0].game_id


def _standings_of(games: Sequence[NotedGame]) -> list[dict[str, Any]]:
    return [
        {"period": period, **facts}
        for game in games
        for row in game.rows
        if row.member_id > SERVER and (row.rated or _alone(row))
        for facts in [_standing_facts(row, game.ratings.get(row.member_id))]
        for period in game.periods
    ]


def _boards_of(games: Sequence[NotedGame]) -> dict[tuple[int, str], tuple[set[str], set[int]]]:
    """For each server and ruleset the periods and the members that the games touch."""
    found: defaultdict[tuple[int, str], tuple[set[str], set[int]]] = defaultdict(lambda: (set(), set()))
    for game in games:
        for row in game.rows:
            periods, members = found[row.guild_id, row.ruleset]
            periods.update(game.periods)
            if row.member_id > SERVER:
                members.add(row.member_id)
    return found


def _alone(row: ResultRow) -> bool:
    return row.seats == 1 and not row.left and not row.hints


def _standing_facts(row: ResultRow, rating: Rated | None) -> dict[str, Any]:
    """What one result brings to a standing."""
    won, finished = int(row.rated and row.won), int(row.rated and not row.left)
    return {
        "guild_id": row.guild_id,
        "ruleset": row.ruleset,
        "member_id": row.member_id,
        "name": row.name,
        "games": int(row.rated),
        "wins": won,
        "finished": finished,
        "points": row.total if finished else 0,
        "average": 100 * row.total if finished else None,
        "best": None if row.left else row.total,
        "best_game_id": None if row.left else row.game_id,
        "mu": None if rating is None else rating.mu,
        "sigma": None if rating is None else rating.sigma,
        "rating": None if rating is None else rating.shown,
        "streak": won,
        "longest_streak": won,
        "last_at": row.ended_at,
    }


def _owners(row: ResultRow) -> tuple[dict[str, Any], ...]:
    """The keys under which a card is counted: its server, and its member while he is named."""
    members = (SERVER, row.member_id) if row.member_id > SERVER else (SERVER,)
    return tuple({"guild_id": row.guild_id, "ruleset": row.ruleset, "member_id": member} for member in members)


def _summed(rows: Iterable[dict[str, Any]], sums: Sequence[str]) -> list[dict[str, Any]]:
    """One row for each key, which is all but `sums`: those of the server come once for every seat."""
    merged: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        first = merged.setdefault(tuple(row[name] for name in row if name not in sums), row)
        if first is not row:
            first.update({name: first[name] + row[name] for name in sums})
    return list(merged.values())


def _cards_of(rows: Iterable[ResultRow]) -> list[dict[str, Any]]:
    return [
        {**owner, "cards": 1, "points": row.total, "upper_bonuses": int(row.upper_bonus), "extra": row.extra}
        for row in rows
        for owner in _owners(row)
    ]


def _boxes_of(rows: Iterable[ResultRow]) -> list[dict[str, Any]]:
    return [
        {**owner, "box": box, "games": 1, "points": points, "scored": int(points > 0)}
        for row in rows
        for owner in _owners(row)
        for box, points in json.loads(row.card)
    ]


def _totals_of(rows: Iterable[ResultRow]) -> list[dict[str, Any]]:
    return [{**owner, "total": row.total, "games": 1} for row in rows for owner in _owners(row)]
