"""What is derived from results, on both engines: standings and statistics as they come to be, game by game."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from db import derived
from db.derived import Rated
from db.results import insert_results
from db.standings import ratings_of, standing_of
from tests.db.builders import ADA, BEN, GUILD, NOW, new_game, result

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.database import Database
    from db.results import ResultRow

PERIODS = ("all", "month:2026-03")
HOUR = timedelta(hours=1)


async def play(conn: AsyncConnection, number: int, ada: int, ben: int, **changes: object) -> tuple[ResultRow, ...]:
    """Store game `number`, which Ada and Ben ended with those totals, and count it."""
    game_id = await new_game(conn, channel_id=number)
    facts = {"ended_at": NOW + number * HOUR, **changes}
    best = max(ada, ben)
    rows = tuple(
        result(game_id, seat, total=total, won=total == best, place=1 if total == best else 2, **facts)
        for seat, total in enumerate((ada, ben))
    )
    await note(conn, rows, {ADA: Rated(25.0 + number, 8.0, 1000 + number), BEN: Rated(24.0, 7.0, 900 - number)})
    return rows


async def note(conn: AsyncConnection, rows: tuple[ResultRow, ...], ratings: dict[int, Rated]) -> None:
    await insert_results(conn, rows)
    await derived.note_results(conn, rows, PERIODS, ratings)


async def test_three_games_add_up_to_a_standing(database: Database) -> None:
    async with database.write() as conn:
        await play(conn, 1, 200, 100)
        await play(conn, 2, 251, 251)
        await play(conn, 3, 100, 150)
        for period in PERIODS:
            ada = await standing_of(conn, GUILD, "yacht", "rating", period, ADA)
            assert ada is not None
            assert (ada.games, ada.wins, ada.finished, ada.points, ada.average) == (3, 2, 3, 551, 18367)
            assert (ada.best, ada.best_game_id, ada.rating) == (251, 2, 1003)
            assert (ada.streak, ada.longest_streak, ada.last_at) == (0, 2, NOW + 3 * HOUR)
            assert ada.place == 1
        assert await ratings_of(conn, GUILD, "yacht", [ADA, BEN, 5]) == {ADA: (28.0, 8.0), BEN: (24.0, 7.0)}
