"""What waits for a time: deadlines and clocks of live games. A process asks for its own shards' games only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sqlalchemy import bindparam, literal_column, select, update

from db.schema import LIVE, TIMED, games

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class Shards:
    """The shards whose servers a process serves, of `count`; `ids` None: all of them."""

    count: int
    ids: tuple[int, ...] | None


ALL_SHARDS = Shards(1, None)

_SELECT_DUE = (
    select(games.c.id)
    .where(LIVE, games.c.deadline <= bindparam("now"))
    .order_by(games.c.deadline)
    .limit(bindparam("limit"))
)
# The first row of an index in order: a minimum would be sought among all that the shards have.
_SELECT_NEXT_DEADLINE = (
    select(games.c.deadline).where(LIVE, games.c.deadline.is_not(None)).order_by(games.c.deadline).limit(1)
)
_SELECT_SHORTEST_CLOCK = select(games.c.clock).where(TIMED).order_by(games.c.clock).limit(1)
_SELECT_RUNNING = (
    select(games.c.id)
    .where(LIVE, games.c.phase == "playing", games.c.timing.is_not(None))
    .order_by(games.c.deadline, games.c.id)
)
_THIS_GAME = games.c.id == bindparam("game_id")
_PUT_OFF = update(games).where(_THIS_GAME).values(deadline=bindparam("new_deadline"))
_RETIME = (
    update(games)
    .where(
        _THIS_GAME,
        games.c.version == bindparam("at_version"),
        games.c.timing.is_not_distinct_from(bindparam("old_timing")),
    )
    .values(timing=bindparam("new_timing"), deadline=bindparam("new_deadline"))
)


def _of(shards: Shards, statement: Select[Any]) -> Select[Any]:
    if shards.ids is None:
        return statement
    # Written out: PostgreSQL shifts a bigint by an integer only.
    shard = games.c.guild_id.bitwise_rshift(literal_column("22")) % shards.count
    return statement.where(shard.in_(shards.ids))


async def due_games(conn: AsyncConnection, now: datetime, limit: int, shards: Shards) -> list[int]:
    """The ids of live games whose deadline has come, the longest overdue first."""
    return list((await conn.execute(_of(shards, _SELECT_DUE), {"now": now, "limit": limit})).scalars())


async def next_deadline(conn: AsyncConnection, shards: Shards) -> datetime | None:
    """The earliest deadline of any live game."""
    found = await conn.execute(_of(shards, _SELECT_NEXT_DEADLINE))
    return cast("datetime | None", found.scalar_one_or_none())


async def shortest_clock(conn: AsyncConnection, shards: Shards) -> int | None:
    """The shortest clock of the games in play, in seconds."""
    found = await conn.execute(_of(shards, _SELECT_SHORTEST_CLOCK))
    return cast("int | None", found.scalar_one_or_none())


async def running_clocks(conn: AsyncConnection, shards: Shards) -> list[int]:
    """The ids of the games in play in which something waits for a time."""
    return list((await conn.execute(_of(shards, _SELECT_RUNNING))).scalars())


async def retime(
    conn: AsyncConnection,
    game_id: int,
    version: int,
    old_timing: str | None,
    timing: str,
    deadline: datetime,
) -> bool:
    """Give the game another timing, which is no move: its version stays.

    False, and nothing is written, if it is no longer at `version` with `old_timing`: somebody else was quicker.
    """
    values = {
        "game_id": game_id,
        "at_version": version,
        "old_timing": old_timing,
        "new_timing": timing,
        "new_deadline": deadline,
    }
    return (await conn.execute(_RETIME, values)).rowcount == 1


async def put_off(conn: AsyncConnection, game_id: int, deadline: datetime) -> None:
    """Give the game another deadline, which is no move: its version stays."""
    await conn.execute(_PUT_OFF, {"game_id": game_id, "new_deadline": deadline})
