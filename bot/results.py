"""What a finished game leaves: its results, beside the ratings and records as they stood before it.

`in_history` says what a game does to ratings; the last move of a game and the rebuilding of everything both go by it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.periods import Calendar, zone_of
from bot.ratings import Rating, rated
from db.derived import NotedGame, Rated, lock_guild, note_games
from db.results import ResultRow, insert_results, last_end
from db.seasons import seasons_of
from db.settings import guild_settings
from db.standings import bests_of, ratings_of, server_best

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.stored import StoredGame

# Games that end at once may be stored in another order than that of their last presses.
_AT_ONCE = timedelta(minutes=1)
_TICK = timedelta(milliseconds=1)


@dataclass(frozen=True)
class Past:
    """What stands before a game: the ratings and best totals of its members who have one, and the server's best."""

    ratings: Mapping[int, Rating]
    bests: Mapping[int, int]
    server_best: int | None


def result_rows(stored: StoredGame, at: datetime) -> list[ResultRow]:
    """The results of a game that finished at `at`, by seat, as yet without what stood before it."""
    game, row = stored.game, stored.row
    places, winners = game.places(), game.winners()
    totals = [game.rules.totals(seat.card) for seat in game.seats]
    return [
        ResultRow(
            game_id=row.id,
            seat=index,
            guild_id=row.guild_id,
            member_id=seat.player,
            name=stored.names[index],
            ruleset=row.ruleset,
            play_order=row.play_order,
            duplicate=row.duplicate,
            total=totals[index].total,
            place=places[index],
            won=index in winners,
            left=seat.left,
            ended_at=at,
            rated=game.rated,
            seats=len(game.seats),
            card=json.dumps(seat.card.scores, separators=(",", ":")),
            upper_bonus=totals[index].upper_bonus > 0,
            extra=totals[index].extra,
            hints=bool(game.hints),
        )
        for index, seat in enumerate(game.seats)
    ]


async def note(conn: AsyncConnection, rows: Sequence[ResultRow]) -> None:
    """Store the results of a game and count them; call it once, in the transaction of the last move."""
    guild, game_id = rows[0].guild_id, rows[0].game_id
    await lock_guild(conn, guild)
    ended_at = in_order(await last_end(conn, guild), rows[0].ended_at, game_id)
    rows = in_history([replace(row, ended_at=ended_at) for row in rows], await _past(conn, rows))
    await insert_results(conn, rows)
    await note_games(conn, [noted(rows, await calendar_of(conn, guild))])


async def calendar_of(conn: AsyncConnection, guild: int) -> Calendar:
    """The time zone and the seasons of a server."""
    zone = (await guild_settings(conn, guild)).time_zone
    return Calendar(zone_of(zone), await seasons_of(conn, guild))


def in_history(rows: Sequence[ResultRow], past: Past) -> tuple[ResultRow, ...]:
    """The results of one game with what stood before it; a former player keeps the rating that is stored with his."""
    return tuple(
        replace(
            row,
            mu=rating.mu if row.rated else None,
            sigma=rating.sigma if row.rated else None,
            best_before=past.bests.get(row.member_id),
            server_best_before=past.server_best,
        )
        for row in rows
        for rating in [_rating_before(row, past)]
    )


def ratings_after(rows: Sequence[ResultRow]) -> list[Rating]:
    """The ratings after a game by seat, worked out from those before it; empty for one that is not rated."""
    before = [rating for row in rows if (rating := rating_before(row)) is not None]
    return rated(before, [row.place for row in rows]) if before and len(before) == len(rows) else []


def rating_before(row: ResultRow) -> Rating | None:
    """The rating a member had before a game; None where it was not rated."""
    return None if row.mu is None or row.sigma is None else Rating(row.mu, row.sigma)


def counts_as_best(row: ResultRow) -> bool:
    """Whether a total may be a record: of a rated game, or of one played alone without hints, to the end."""
    return not row.left and (row.rated or (row.seats == 1 and not row.hints))


def noted(rows: Sequence[ResultRow], calendar: Calendar) -> NotedGame:
    """A game, with what stood before it, as standings and statistics count it."""
    after = zip(rows, ratings_after(rows), strict=False)
    ratings = {row.member_id: Rated(rating.mu, rating.sigma, rating.shown) for row, rating in after}
    return NotedGame(rows, calendar.keys(rows[0].ended_at), ratings)


def _rating_before(row: ResultRow, past: Past) -> Rating:
    stored = rating_before(row) if row.member_id < 0 else None
    return stored or past.ratings.get(row.member_id) or Rating()


async def _past(conn: AsyncConnection, rows: Sequence[ResultRow]) -> Past:
    guild, ruleset, members = rows[0].guild_id, rows[0].ruleset, [row.member_id for row in rows]
    ratings = await ratings_of(conn, guild, ruleset, members)
    best = await server_best(conn, guild, ruleset)
    return Past(
        {member: Rating(*rating) for member, rating in ratings.items()},
        await bests_of(conn, guild, ruleset, members),
        None if best is None else best.total,
    )


def in_order(last: tuple[datetime, int] | None, at: datetime, game_id: int = 0) -> datetime:
    """When what happened at `at` counts as having happened: after the `last` end that is stored, if they are close.

    Ratings follow that order, and a season holds what is stored after its start. 0 stands for no game.
    """
    if last is None or (at, game_id) > last or last[0] - at > _AT_ONCE:
        return at
    return last[0] if game_id > last[1] else last[0] + _TICK
