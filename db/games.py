"""The games themselves. Every function works inside the transaction of the connection it is given."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from enum import Enum, auto
from typing import TYPE_CHECKING, Literal, cast

from sqlalchemy import BindParameter, bindparam, case, delete, func, insert, select, update

from db.schema import LIVE, LIVE_REMATCH, UNSHOWN, events, games, presses, seats
from db.upsert import insert_or_skip

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime
    from typing import Any

    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class GameRow:
    """A game as it is stored; `state` is the engine's JSON, `version` counts its changes from 1.

    `clock` is in seconds. `timing` is JSON: what waits for a time, of which `deadline` is the earliest.
    """

    id: int
    guild_id: int
    channel_id: int
    ruleset: str
    play_order: str
    duplicate: bool
    phase: str
    state: str
    version: int
    version_shown: int
    board_message_id: int | None
    board_posted_at: datetime | None
    line_message_id: int | None
    board_turn: int
    commitment: str
    seed: bytes = field(repr=False)
    deadline: datetime | None
    opened_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    clock: int | None
    timing: str | None
    reminder_message_id: int | None
    reminder_seat: int | None
    rematch_of: int | None


@dataclass(frozen=True)
class SeatRow:
    """`join_id` is the interaction with which the member took the seat."""

    seat: int
    member_id: int
    name: str
    join_id: int


@dataclass(frozen=True)
class EventRow:
    """`number` counts from 1 within the game; `data` is JSON."""

    number: int
    kind: str
    data: str
    at: datetime


class ChannelTaken(Exception):
    """A game is already live in this channel: `game_id`. The transaction stands and may go on."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"Game {game_id} is live in this channel.")
        self.game_id = game_id


class Conflict(Exception):
    """The game has another version, or another timing, than the one this move was made for. Nothing was written."""


class AlreadyPressed(Exception):
    """This interaction has been acted on before. Nothing was written."""


class _Keep(Enum):
    KEEP = auto()


KEEP = _Keep.KEEP
# Far below the number of parameters that a statement may have on either engine.
_SERVERS_AT_ONCE = 1000
NAMING_EVENTS = frozenset({"opened", "joined", "left", "ended"})
_GAME = [games.c[each.name] for each in fields(GameRow)]
_ID: BindParameter[int] = bindparam("game_id")

# Built once: SQLAlchemy finds the compiled form of a statement it has met before much faster than that of a new one.
_INSERT_GAME = {
    dialect: statement.returning(games.c.id)
    for dialect, statement in insert_or_skip(games, keys=["channel_id"], where=LIVE).items()
}
_INSERT_PRESS = {
    dialect: statement.execution_options(preserve_rowcount=True)
    for dialect, statement in insert_or_skip(presses, keys=["interaction_id"]).items()
}
_INSERT_EVENTS = insert(events)
_INSERT_SEATS = insert(seats)
_DELETE_SEATS = delete(seats).where(seats.c.game_id == _ID)
_SELECT_GAME = select(*_GAME).where(games.c.id == _ID)
_SELECT_LIVE = select(*_GAME).where(games.c.channel_id == bindparam("channel_id"), LIVE)
_SELECT_LIVE_OF_GUILD = select(*_GAME).where(games.c.guild_id == bindparam("guild_id"), LIVE).order_by(games.c.id)
# A game that is live has not ended, which the index on (guild_id, ended_at) finds.
_SELECT_LOBBIES = (
    select(*_GAME)
    .where(games.c.guild_id == bindparam("guild_id"), games.c.ended_at.is_(None), games.c.phase == "lobby")
    .order_by(games.c.id)
)
_SELECT_REMATCH = select(*_GAME).where(games.c.rematch_of == bindparam("rematch_of"), LIVE_REMATCH).limit(1)
_SELECT_OF_MEMBER = (
    select(*_GAME)
    .join(seats, seats.c.game_id == games.c.id)
    .where(seats.c.member_id == bindparam("member_id"), LIVE)
    .order_by(games.c.deadline.nulls_last(), games.c.id)
    .limit(bindparam("limit"))
)
_SELECT_SEATS = (
    select(*[seats.c[each.name] for each in fields(SeatRow)]).where(seats.c.game_id == _ID).order_by(seats.c.seat)
)
_SELECT_EVENTS = (
    select(*[events.c[each.name] for each in fields(EventRow)]).where(events.c.game_id == _ID).order_by(events.c.number)
)
_COUNT_EVENTS = select(func.count()).where(events.c.game_id == _ID)
_SELECT_SERVERS_UNSHOWN = select(games.c.guild_id).where(UNSHOWN).distinct()
_SELECT_UNSHOWN = select(*_GAME).where(UNSHOWN, games.c.guild_id.in_(bindparam("guild_ids", expanding=True)))
_SELECT_LAST_PRESS = select(func.max(presses.c.at)).where(
    presses.c.game_id == _ID, presses.c.member_id == bindparam("member_id")
)
_DELETE_PRESSES = delete(presses).where(presses.c.at < bindparam("before"))
_UPDATE_GAME = (
    update(games)
    .where(
        games.c.id == _ID,
        games.c.version == bindparam("from_version"),
        # A reminder that was claimed meanwhile, which is no new version, would come back with the timing of before.
        games.c.timing.is_not_distinct_from(bindparam("from_timing")),
    )
    .values(
        version=games.c.version + 1,
        **{name: bindparam(name) for name in ("state", "phase", "deadline", "timing", "started_at", "ended_at")},
    )
)
_UPDATE_SHOWN = (
    update(games)
    .where(games.c.id == _ID)
    .values(
        version_shown=case(
            (games.c.version_shown < bindparam("shown"), bindparam("shown")), else_=games.c.version_shown
        )
    )
)


async def insert_game(
    conn: AsyncConnection,
    *,
    guild_id: int,
    channel_id: int,
    ruleset: str,
    play_order: str,
    duplicate: bool,
    state: str,
    commitment: str,
    seed: bytes,
    opened_at: datetime,
    deadline: datetime | None,
    clock: int | None,
    rematch_of: int | None,
) -> int:
    """Store a new lobby, at version 1 and not yet shown, and answer its id. Raises ChannelTaken."""
    values = {
        "guild_id": guild_id,
        "channel_id": channel_id,
        "ruleset": ruleset,
        "play_order": play_order,
        "duplicate": duplicate,
        "phase": "lobby",
        "state": state,
        "version": 1,
        "version_shown": 0,
        "board_turn": 0,
        "commitment": commitment,
        "seed": seed,
        "opened_at": opened_at,
        "deadline": deadline,
        "clock": clock,
        "rematch_of": rematch_of,
    }
    while True:
        game_id: int | None = (await conn.execute(_INSERT_GAME[conn.dialect.name], values)).scalar_one_or_none()
        if game_id is not None:
            return game_id
        live = await active_game_in(conn, channel_id)
        # None: the game that was in the way has ended since, on another connection.
        if live is not None:
            raise ChannelTaken(live.id)


async def load_game(conn: AsyncConnection, game_id: int) -> GameRow | None:
    row = (await conn.execute(_SELECT_GAME, {"game_id": game_id})).one_or_none()
    return None if row is None else GameRow(*row)


async def active_game_in(conn: AsyncConnection, channel_id: int) -> GameRow | None:
    """The game in the lobby or being played in this channel."""
    row = (await conn.execute(_SELECT_LIVE, {"channel_id": channel_id})).one_or_none()
    return None if row is None else GameRow(*row)


async def live_games_of(conn: AsyncConnection, guild_id: int) -> list[GameRow]:
    """The lobbies and running games of a server, the oldest first."""
    return [GameRow(*row) for row in await conn.execute(_SELECT_LIVE_OF_GUILD, {"guild_id": guild_id})]


async def open_lobbies(conn: AsyncConnection, guild_id: int) -> list[GameRow]:
    """The lobbies of a server, the oldest first."""
    return [GameRow(*row) for row in await conn.execute(_SELECT_LOBBIES, {"guild_id": guild_id})]


async def games_of_member(conn: AsyncConnection, member_id: int, limit: int) -> list[GameRow]:
    """Lobbies and running games of all servers in which the member has a seat, left or not; the next due first."""
    values = {"member_id": member_id, "limit": limit}
    return [GameRow(*row) for row in await conn.execute(_SELECT_OF_MEMBER, values)]


async def rematch_lobby(conn: AsyncConnection, game_id: int) -> GameRow | None:
    """The live game that was opened as the rematch of this one."""
    row = (await conn.execute(_SELECT_REMATCH, {"rematch_of": game_id})).one_or_none()
    return None if row is None else GameRow(*row)


async def load_seats(conn: AsyncConnection, game_id: int) -> tuple[SeatRow, ...]:
    rows = await conn.execute(_SELECT_SEATS, {"game_id": game_id})
    return tuple(SeatRow(*row) for row in rows)


async def load_events(conn: AsyncConnection, game_id: int) -> tuple[EventRow, ...]:
    rows = await conn.execute(_SELECT_EVENTS, {"game_id": game_id})
    return tuple(EventRow(*row) for row in rows)


async def count_events(conn: AsyncConnection, game_id: int) -> int:
    """How many events the history of the game has: the number of the last one."""
    return (await conn.execute(_COUNT_EVENTS, {"game_id": game_id})).scalar_one()


async def replace_seats(conn: AsyncConnection, game_id: int, rows: Sequence[SeatRow]) -> None:
    """Make `rows` all the seats of the game."""
    await conn.execute(_DELETE_SEATS, {"game_id": game_id})
    if rows:
        await conn.execute(_INSERT_SEATS, [{"game_id": game_id, **asdict(row)} for row in rows])


def _named(kind: str, data: str) -> int | None:
    """The member whom an event names by id; computers have ids below 0."""
    facts = json.loads(data) if kind in NAMING_EVENTS else {}
    member: int | None = facts.get("player", facts.get("by"))
    return None if member is None or member < 0 else member


async def append_events(
    conn: AsyncConnection, game_id: int, rows: Sequence[tuple[str, str]], *, first_number: int, at: datetime
) -> None:
    """Store (kind, JSON) pairs under consecutive numbers; a number that is taken is an IntegrityError."""
    values: list[dict[str, Any]] = [
        {"game_id": game_id, "number": number, "kind": kind, "data": data, "at": at, "member_id": _named(kind, data)}
        for number, (kind, data) in enumerate(rows, first_number)
    ]
    if values:
        await conn.execute(_INSERT_EVENTS, values[0] if len(values) == 1 else values)


async def save_move(
    conn: AsyncConnection,
    *,
    game_id: int,
    version: int,
    state: str,
    phase: str,
    deadline: datetime | None,
    from_timing: str | None,
    timing: str | None,
    started_at: datetime | None,
    ended_at: datetime | None,
    events: Sequence[tuple[str, str]],
    first_number: int,
    at: datetime,
) -> None:
    """Store what a move made of the game that was at `version`, which becomes `version + 1`, with `from_timing`.

    Raises Conflict.
    """
    values = {
        "game_id": game_id,
        "from_version": version,
        "from_timing": from_timing,
        "state": state,
        "phase": phase,
        "deadline": deadline,
        "timing": timing,
        "started_at": started_at,
        "ended_at": ended_at,
    }
    if (await conn.execute(_UPDATE_GAME, values)).rowcount != 1:
        raise Conflict(f"Game {game_id} is no longer at version {version}, or not with that timing.")
    await append_events(conn, game_id, events, first_number=first_number, at=at)


async def record_press(conn: AsyncConnection, interaction_id: int, game_id: int, member_id: int, at: datetime) -> None:
    """Note that this interaction is being acted on. Raises AlreadyPressed; the transaction stands."""
    values = {"interaction_id": interaction_id, "game_id": game_id, "member_id": member_id, "at": at}
    if (await conn.execute(_INSERT_PRESS[conn.dialect.name], values)).rowcount != 1:
        raise AlreadyPressed(f"Interaction {interaction_id} has been acted on.")


async def last_press_at(conn: AsyncConnection, game_id: int, member_id: int) -> datetime | None:
    """When the member last pressed something in this game, as far back as presses are kept."""
    found = await conn.execute(_SELECT_LAST_PRESS, {"game_id": game_id, "member_id": member_id})
    return cast("datetime | None", found.scalar_one())


async def prune_presses(conn: AsyncConnection, before: datetime) -> int:
    """Forget the presses made before `before` and answer how many."""
    return (await conn.execute(_DELETE_PRESSES, {"before": before})).rowcount


async def mark_shown(
    conn: AsyncConnection,
    game_id: int,
    version: int,
    *,
    board_message_id: int | Literal[_Keep.KEEP] | None = KEEP,
    board_posted_at: datetime | Literal[_Keep.KEEP] | None = KEEP,
    line_message_id: int | Literal[_Keep.KEEP] | None = KEEP,
    board_turn: int | Literal[_Keep.KEEP] = KEEP,
    reminder_message_id: int | Literal[_Keep.KEEP] | None = KEEP,
    reminder_seat: int | Literal[_Keep.KEEP] | None = KEEP,
) -> None:
    """Note that the channel shows `version` or a later one, and where; what is not given stays as it is."""
    given = {
        "board_message_id": board_message_id,
        "board_posted_at": board_posted_at,
        "line_message_id": line_message_id,
        "board_turn": board_turn,
        "reminder_message_id": reminder_message_id,
        "reminder_seat": reminder_seat,
    }
    changes = {name: value for name, value in given.items() if value is not KEEP}
    statement = _UPDATE_SHOWN.values({name: bindparam(name) for name in changes}) if changes else _UPDATE_SHOWN
    await conn.execute(statement, {"game_id": game_id, "shown": version, **changes})


async def unshown_games(conn: AsyncConnection, guild_ids: Collection[int]) -> list[GameRow]:
    """The games of these servers, live or over, whose present version the channel has not been shown."""
    # Few servers have any, of which the index knows; thousands to compare with would be read by the database each time.
    concerned = sorted(set(guild_ids).intersection((await conn.execute(_SELECT_SERVERS_UNSHOWN)).scalars()))
    rows: list[GameRow] = []
    for start in range(0, len(concerned), _SERVERS_AT_ONCE):
        part = concerned[start : start + _SERVERS_AT_ONCE]
        rows += [GameRow(*row) for row in await conn.execute(_SELECT_UNSHOWN, {"guild_ids": part})]
    return sorted(rows, key=lambda row: row.id)
