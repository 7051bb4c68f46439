"""What is kept about one member, everywhere: all of it as plain values, and its removal.

A deleted member becomes a former player: his id is replaced by one below 0, of its own in each game, and his name is
empty. The interactions with which he joined stay, for they prove the dice and name nobody.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, and_, bindparam, case, delete, func, select, union, update

from db import tallies
from db.derived import lock_guild
from db.schema import (
    LIVE,
    box_statistics,
    card_statistics,
    events,
    games,
    member_preferences,
    presses,
    results,
    seats,
    standings,
    total_statistics,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import ColumnElement, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

_NAMING_KEYS = frozenset({"player", "by", "host"})
# Less the number of an event: far above the ids of computers (bot.game.COMPUTER), as no lobby is long enough.
_FIRST_GUEST_ALIAS = -100


@dataclass(frozen=True)
class Forgotten:
    """How many games and results no longer name the member, and whether he had preferences; `more` asks again."""

    games: int
    results: int
    more: bool
    preferences: bool = False


class StillPlaying(Exception):
    """The member has to leave these games first."""

    def __init__(self, game_ids: list[int]) -> None:
        super().__init__(f"The member still plays {game_ids}.")
        self.game_ids = game_ids


_MEMBER: BindParameter[int] = bindparam("of_member")
_THIS_GAME: BindParameter[int] = bindparam("in_game")
_GAMES = union(*[select(table.c.game_id).where(table.c.member_id == _MEMBER) for table in (seats, events, results)])
_SELECT_GAMES = _GAMES.order_by("game_id")
_COUNT_GAMES = select(func.count()).select_from(_GAMES.subquery())
_SELECT_SOME_GAMES = _SELECT_GAMES.limit(bindparam("limit"))
_SELECT_LIVE = (
    select(games.c.id, games.c.state, seats.c.seat)
    .join(seats, seats.c.game_id == games.c.id)
    .where(seats.c.member_id == _MEMBER, LIVE)
    .order_by(games.c.id)
)
_SELECT_BOARDS = select(results.c.guild_id, results.c.ruleset).where(results.c.member_id == _MEMBER).distinct()
_SELECT_STATE = select(games.c.state).where(games.c.id == _THIS_GAME).with_for_update()
_SELECT_SEAT = select(seats.c.seat).where(seats.c.game_id == _THIS_GAME, seats.c.member_id == _MEMBER)
_SELECT_NAMING = (
    select(events.c.number, events.c.data)
    .where(events.c.game_id == _THIS_GAME, events.c.member_id == _MEMBER)
    .order_by(events.c.number)
)
_UPDATE_EVENT = (
    update(events)
    .where(events.c.game_id == _THIS_GAME, events.c.number == bindparam("the_number"))
    .values(data=bindparam("new_data"), member_id=None)
)
# A running game that somebody holds in memory is read again before the next move: its version has changed.
_UPDATE_STATE = (
    update(games)
    .where(games.c.id == _THIS_GAME)
    .values(
        state=bindparam("new_state"),
        version=games.c.version + 1,
        version_shown=case(
            (games.c.version_shown == games.c.version, games.c.version + 1), else_=games.c.version_shown
        ),
    )
)
_RENAME = {
    table: update(table)
    .where(table.c.game_id == _THIS_GAME, table.c.member_id == _MEMBER)
    .values(member_id=bindparam("alias"), name="")
    for table in (seats, results)
}
# His best total would lead from one of his games to the next. The rating is kept: the opponents' follow from it.
_RENAME[results] = _RENAME[results].values(best_before=None)
_DELETE_PRESSES = delete(presses).where(presses.c.game_id == _THIS_GAME, presses.c.member_id == _MEMBER)


def _on_board(table: Table) -> ColumnElement[bool]:
    return and_(
        table.c.guild_id == bindparam("guild_id"),
        table.c.ruleset == bindparam("ruleset"),
        table.c.member_id == _MEMBER,
    )


_STATISTICS = (card_statistics, box_statistics, total_statistics)
_SELECT_PREFERENCES = select(member_preferences).where(member_preferences.c.member_id == _MEMBER)
_DELETE_PREFERENCES = delete(member_preferences).where(member_preferences.c.member_id == _MEMBER)
_DELETE_STANDINGS = delete(standings).where(standings.c.member_id == _MEMBER)
_DELETE_STATISTICS = [delete(table).where(_on_board(table)) for table in _STATISTICS]

_SELECT_STANDINGS = select(standings).where(standings.c.member_id == _MEMBER)
_SELECT_STATISTICS = {table.name: select(table).where(_on_board(table)) for table in _STATISTICS}
_SELECT_GAME = select(
    games.c.id, games.c.guild_id, games.c.channel_id, games.c.ruleset, games.c.phase, games.c.opened_at
).where(games.c.id == _THIS_GAME)
_SELECT_MINE = {
    table.name: select(table).where(table.c.game_id == _THIS_GAME, table.c.member_id == _MEMBER)
    for table in (seats, results, presses)
}
_SELECT_EVENTS = select(events).where(events.c.game_id == _THIS_GAME).order_by(events.c.number)


async def members_live_games(conn: AsyncConnection, member_id: int) -> list[int]:
    """The lobbies and running games in which the member has a seat that he has not left."""
    found = await conn.execute(_SELECT_LIVE, {"of_member": member_id})
    return [game_id for game_id, state, seat in found if not json.loads(state)["seats"][seat]["left"]]


async def games_naming(conn: AsyncConnection, member_id: int) -> int:
    """In how many games the member has or had a seat, or did something."""
    return (await conn.execute(_COUNT_GAMES, {"of_member": member_id})).scalar_one()


async def forget_member(conn: AsyncConnection, member_id: int, *, limit: int = 20) -> Forgotten:
    """Make the member a former player in `limit` of his games, take him off every board, and drop his preferences.

    Call it again, in a new transaction each time, while it answers `more`: nobody else's press shall wait for long.
    Raises StillPlaying; who is not known is forgotten already.
    """
    if playing := await members_live_games(conn, member_id):
        raise StillPlaying(playing)
    await _forget_derived(conn, member_id)
    preferences = (await conn.execute(_DELETE_PREFERENCES, {"of_member": member_id})).rowcount > 0
    found = await conn.execute(_SELECT_SOME_GAMES, {"of_member": member_id, "limit": limit + 1})
    game_ids = list(found.scalars())
    counts = [await _forget_in(conn, game_id, member_id) for game_id in game_ids[:limit]]
    return Forgotten(len(counts), sum(counts), more=len(game_ids) > limit, preferences=preferences)


async def _forget_derived(conn: AsyncConnection, member_id: int) -> None:
    standing = await tallies.tally_of(conn, member_id)
    for guild_id in sorted({guild_id for guild_id, *_ in standing}):
        await lock_guild(conn, guild_id)
    await tallies.change(conn, await tallies.tally_of(conn, member_id), Counter())
    await conn.execute(_DELETE_STANDINGS, {"of_member": member_id})
    boards = [row._asdict() for row in await conn.execute(_SELECT_BOARDS, {"of_member": member_id})]
    for statement in _DELETE_STATISTICS if boards else ():
        await conn.execute(statement, [{**board, "of_member": member_id} for board in boards])


async def _forget_in(conn: AsyncConnection, game_id: int, member_id: int) -> int:
    """How many results changed."""
    here = {"in_game": game_id, "of_member": member_id}
    state: str = (await conn.execute(_SELECT_STATE, {"in_game": game_id})).scalar_one()
    naming = (await conn.execute(_SELECT_NAMING, here)).all()
    seat: int | None = (await conn.execute(_SELECT_SEAT, here)).scalar_one_or_none()
    # Unique within the game, so that its history still tells who is who.
    alias = _FIRST_GUEST_ALIAS - naming[0].number if seat is None else -1 - seat
    await conn.execute(_UPDATE_STATE, {"in_game": game_id, "new_state": _renamed(state, member_id, alias)})
    for number, data in naming:
        values = {"in_game": game_id, "the_number": number, "new_data": _renamed(data, member_id, alias)}
        await conn.execute(_UPDATE_EVENT, values)
    await conn.execute(_RENAME[seats], {**here, "alias": alias})
    await conn.execute(_DELETE_PRESSES, here)
    return (await conn.execute(_RENAME[results], {**here, "alias": alias})).rowcount


def _renamed(document: str, member_id: int, alias: int) -> str:
    """The JSON with the member's id replaced wherever it stands for a member."""

    def rename(facts: dict[str, Any]) -> dict[str, Any]:
        return {key: alias if key in _NAMING_KEYS and value == member_id else value for key, value in facts.items()}

    return json.dumps(json.loads(document, object_hook=rename), separators=(",", ":"))


async def export_member(conn: AsyncConnection, member_id: int) -> dict[str, Any]:
    """All that is kept about the member, ready for JSON: times are ISO 8601, columns bear the names of the tables.

    `games` holds for each game what he did in it; what the others did is theirs.
    """
    member = {"of_member": member_id}
    game_ids = list((await conn.execute(_SELECT_GAMES, member)).scalars())
    boards = [{**board._mapping, **member} for board in await conn.execute(_SELECT_BOARDS, member)]
    return {
        "member_id": member_id,
        "member_preferences": _plain(await conn.execute(_SELECT_PREFERENCES, member)),
        "games": [await _export_game(conn, game_id, member_id) for game_id in game_ids],
        "standings": _plain(await conn.execute(_SELECT_STANDINGS, member)),
        **{
            name: [row for board in boards for row in _plain(await conn.execute(statement, board))]
            for name, statement in _SELECT_STATISTICS.items()
        },
    }


async def _export_game(conn: AsyncConnection, game_id: int, member_id: int) -> dict[str, Any]:
    here = {"in_game": game_id, "of_member": member_id}
    game = _plain(await conn.execute(_SELECT_GAME, here))[0]
    kept = {name: _plain(await conn.execute(statement, here)) for name, statement in _SELECT_MINE.items()}
    taken = {row["seat"] for row in kept["seats"]}
    history = (await conn.execute(_SELECT_EVENTS, here)).all()
    mine = [row for row in history if row.member_id == member_id or taken & _seats(row.data)]
    return {**game, **kept, "events": _plain(mine)}


def _seats(data: str) -> set[int]:
    """Whose seat an event is about, and whose member decided it."""
    facts = json.loads(data)
    return {facts.get("seat"), facts.get("by")}


def _plain(rows: Iterable[Any]) -> list[dict[str, Any]]:
    return [
        {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row._mapping.items()}
        for row in rows
    ]
