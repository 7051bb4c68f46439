"""The games of a server that are over, as its members may look them up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, bindparam, func, literal, select

from db.games import GameRow, load_game
from db.schema import games, results, seats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class PastSeat:
    """Who sat there, called what; total, place, won and left are None in an abandoned game."""

    seat: int
    member_id: int
    name: str
    total: int | None
    place: int | None
    won: bool | None
    left: bool | None


@dataclass(frozen=True)
class PastGame:
    """A game that was started and is over; `rated` is False for an abandoned one."""

    id: int
    channel_id: int
    ruleset: str
    play_order: str
    duplicate: bool
    phase: str
    started_at: datetime
    ended_at: datetime
    rated: bool
    seats: tuple[PastSeat, ...]


@dataclass(frozen=True)
class HistoryPage:
    """A stretch of a history, the newest first; `more` tells that older games follow."""

    games: tuple[PastGame, ...]
    more: bool


_GAME = [
    games.c[name]
    for name in ("id", "channel_id", "ruleset", "play_order", "duplicate", "phase", "started_at", "ended_at")
]
_MINE = select(seats.c.game_id).where(seats.c.member_id == bindparam("member_id"))


def _select_games(*, member: bool, ruleset: bool) -> Select[Any]:
    statement = select(*_GAME).where(
        games.c.guild_id == bindparam("guild_id"), games.c.ended_at.is_not(None), games.c.started_at.is_not(None)
    )
    if ruleset:
        statement = statement.where(games.c.ruleset == bindparam("ruleset"))
    if member:
        statement = statement.where(games.c.id.in_(_MINE))
    newest_first = statement.order_by(games.c.ended_at.desc(), games.c.id.desc())
    return newest_first.limit(bindparam("limit")).offset(bindparam("offset"))


_SELECT_GAMES = {
    (member, ruleset): _select_games(member=member, ruleset=ruleset)
    for member in (False, True)
    for ruleset in (False, True)
}


def _select_rulesets() -> Select[Any]:
    """Each from the one before it: one step along the index for each ruleset, however many games there are."""
    opened = select(func.min(games.c.ruleset).label("key")).where(games.c.guild_id == bindparam("guild_id"))
    found = opened.cte("found", recursive=True)
    following = opened.where(games.c.ruleset > found.c.key).scalar_subquery()
    found = found.union_all(select(following).where(found.c.key.is_not(None)))
    return select(found.c.key).where(found.c.key.is_not(None))


_SELECT_RULESETS = _select_rulesets()
_SELECT_SEATS = (
    select(
        seats.c.game_id,
        *[seats.c[name] for name in ("seat", "member_id", "name")],
        *[results.c[name] for name in ("total", "place", "won", "left")],
        func.coalesce(results.c.rated, literal(False, Boolean)),
    )
    .outerjoin(results, (results.c.game_id == seats.c.game_id) & (results.c.seat == seats.c.seat))
    .where(seats.c.game_id.in_(bindparam("games", expanding=True)))
    .order_by(seats.c.game_id, seats.c.seat)
)


async def history(
    conn: AsyncConnection,
    guild_id: int,
    *,
    member_id: int | None = None,
    ruleset: str | None = None,
    offset: int = 0,
    limit: int = 10,
) -> HistoryPage:
    """Finished and abandoned games that were started, the newest first, of one member or ruleset if given."""
    statement = _SELECT_GAMES[member_id is not None, ruleset is not None]
    # One more than asked for tells whether there are more.
    values: dict[str, Any] = {"guild_id": guild_id, "offset": offset, "limit": limit + 1}
    given = {"member_id": member_id, "ruleset": ruleset}
    values.update({name: value for name, value in given.items() if value is not None})
    found = (await conn.execute(statement, values)).all()
    return HistoryPage(await _with_seats(conn, found[:limit]), len(found) > limit)


async def rulesets_of(conn: AsyncConnection, guild_id: int) -> list[str]:
    """The keys of the rulesets that a server ever opened a game of, in alphabetical order."""
    return list((await conn.execute(_SELECT_RULESETS, {"guild_id": guild_id})).scalars())


async def game_in_guild(conn: AsyncConnection, guild_id: int, game_id: int) -> GameRow | None:
    """The game of that id, whatever its phase, if it belongs to the server."""
    game = await load_game(conn, game_id)
    return game if game is not None and game.guild_id == guild_id else None


async def _with_seats(conn: AsyncConnection, found: Sequence[Any]) -> tuple[PastGame, ...]:
    if not found:
        return ()
    taken: dict[int, list[PastSeat]] = {row.id: [] for row in found}
    rated: dict[int, bool] = {}
    for game_id, *seat, is_rated in await conn.execute(_SELECT_SEATS, {"games": list(taken)}):
        taken[game_id].append(PastSeat(*seat))
        rated[game_id] = is_rated
    return tuple(PastGame(*(*row, rated.get(row.id, False), tuple(taken[row.id]))) for row in found)
