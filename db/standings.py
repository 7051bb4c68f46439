"""Where members stand: the boards of a server, for one ruleset and one period, and the ratings they are played for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, func, select

from db import tallies
from db.schema import BOARDS, standings
from db.tallies import MIN_FINISHED, By

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["MIN_FINISHED", "By", "Page"]

ALL_TIME = "all"


@dataclass(frozen=True)
class Standing:
    """A member's counters in one period, and his place on the board that was asked for.

    `place` is None while he does not qualify for it; equal values share a place. `average` is in hundredths of a
    point. `name` is what he was called in his last game. Ratings are None before the first rated game.
    """

    member_id: int
    name: str
    games: int
    wins: int
    finished: int
    points: int
    average: int | None
    best: int | None
    best_game_id: int | None
    rating: int | None
    streak: int
    longest_streak: int
    last_at: datetime
    place: int | None

    def value(self, by: By) -> int | None:
        """What the board `by` ranks; averages in hundredths of a point."""
        return {"rating": self.rating, "wins": self.wins, "average": self.average, "best": self.best}[by]


@dataclass(frozen=True)
class Page:
    """A stretch of a board in order, and how many members the whole board has."""

    rows: tuple[Standing, ...]
    total: int


@dataclass(frozen=True)
class Best:
    """The highest total of a server or of a member, with the game that was first to reach it."""

    member_id: int
    name: str
    total: int
    game_id: int


_COLUMNS = [standings.c[each.name] for each in fields(Standing) if each.name != "place"]
_PERIOD = and_(
    standings.c.guild_id == bindparam("guild_id"),
    standings.c.ruleset == bindparam("ruleset"),
    standings.c.period == bindparam("period"),
)
_ROW = _PERIOD & (standings.c.member_id == bindparam("member_id"))
_SELECT_ROW = select(*_COLUMNS).where(_ROW)
_SELECT_RATINGS = select(standings.c.member_id, standings.c.mu, standings.c.sigma).where(
    _PERIOD, standings.c.member_id.in_(bindparam("members", expanding=True)), standings.c.mu.is_not(None)
)
_SELECT_BESTS = select(standings.c.member_id, standings.c.best).where(
    _PERIOD, BOARDS["best"], standings.c.member_id.in_(bindparam("members", expanding=True))
)
_SELECT_PAGE = {
    by: select(*_COLUMNS)
    .where(_PERIOD, listed, standings.c[by] < bindparam("below"))
    .order_by(standings.c[by].desc(), standings.c.member_id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
    for by, listed in BOARDS.items()
}
_COUNT_ABOVE = {
    by: select(func.count())
    .select_from(standings)
    .where(_PERIOD, listed, standings.c[by] > bindparam("value"), standings.c[by] < bindparam("below"))
    for by, listed in BOARDS.items()
}
_BEST = (standings.c.member_id, standings.c.name, standings.c.best, standings.c.best_game_id)
_SELECT_SERVER_BEST = (
    select(*_BEST)
    .where(
        _PERIOD,
        BOARDS["best"],
        standings.c.best == select(func.max(standings.c.best)).where(_PERIOD, BOARDS["best"]).scalar_subquery(),
    )
    .order_by(standings.c.best_game_id)
    .limit(1)
)
_SELECT_MEMBER_BEST = select(*_BEST).where(_ROW, BOARDS["best"])


async def ratings_of(
    conn: AsyncConnection, guild_id: int, ruleset: str, members: Collection[int]
) -> Mapping[int, tuple[float, float]]:
    """The present (mu, sigma) of those members who have a rating. To change ratings, call `lock_guild` first."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": ALL_TIME, "members": list(members)}
    return {member: (mu, sigma) for member, mu, sigma in await conn.execute(_SELECT_RATINGS, values)}


async def bests_of(conn: AsyncConnection, guild_id: int, ruleset: str, members: Collection[int]) -> Mapping[int, int]:
    """The highest totals of those members who have one."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": ALL_TIME, "members": list(members)}
    return {row.member_id: row.best for row in await conn.execute(_SELECT_BESTS, values)}


async def leaderboard(
    conn: AsyncConnection, guild_id: int, ruleset: str, by: By, period: str, offset: int, limit: int = 10
) -> Page:
    """The members of a board from `offset` on, the best first; a page beyond the end has no rows."""
    board = await tallies.board(conn, guild_id, ruleset, by, period)
    start = board.at(offset)
    if start is None:
        return Page((), board.total)
    below, skip = start
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": period}
    found = (await conn.execute(_SELECT_PAGE[by], {**values, "below": below, "offset": skip, "limit": limit})).all()
    first = getattr(found[0], by)
    place = await _place(conn, board, values, first) if skip else offset + 1
    rows: list[Standing] = []
    for number, row in enumerate(found, offset + 1):
        if getattr(row, by) != first:
            first, place = getattr(row, by), number
        rows.append(Standing(*(*row, place)))
    return Page(tuple(rows), board.total)


async def standing_of(
    conn: AsyncConnection, guild_id: int, ruleset: str, by: By, period: str, member_id: int
) -> Standing | None:
    """The member's own standing; None if he has not played in that period."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": period}
    row = (await conn.execute(_SELECT_ROW, {**values, "member_id": member_id})).one_or_none()
    if row is None:
        return None
    value = tallies.listed(row).get(by)
    if value is None:
        return Standing(*(*row, None))
    board = await tallies.board(conn, guild_id, ruleset, by, period)
    return Standing(*(*row, await _place(conn, board, values, value)))


async def _place(conn: AsyncConnection, board: tallies.Board, of_period: Mapping[str, object], value: int) -> int:
    """The place of those who have that value: one more than there are members with a higher one."""
    above, below = board.above(value)
    beside = await conn.execute(_COUNT_ABOVE[board.by], {**of_period, "value": value, "below": below})
    return 1 + above + int(beside.scalar_one())


async def server_best(conn: AsyncConnection, guild_id: int, ruleset: str) -> Best | None:
    """The server's highest total of all time."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": ALL_TIME}
    row = (await conn.execute(_SELECT_SERVER_BEST, values)).one_or_none()
    return None if row is None else Best(*row)


async def member_best(conn: AsyncConnection, guild_id: int, ruleset: str, member_id: int) -> Best | None:
    """The member's highest total of all time on this server."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": ALL_TIME, "member_id": member_id}
    row = (await conn.execute(_SELECT_MEMBER_BEST, values)).one_or_none()
    return None if row is None else Best(*row)
