"""The past games and the seasons of a server, on both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db import games
from db.history import PastGame, PastSeat, game_in_guild, history
from db.results import insert_results
from db.seasons import Season, seasons_of, start_season
from tests.db.builders import ADA, BEN, CHANNEL, GUILD, HOUR, NOW, SEATS, end, move, new_game, result

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.database import Database


async def played(conn: AsyncConnection, number: int, seats: int = 2, **facts: object) -> int:
    """A game that ended `number` hours after NOW."""
    game_id = await new_game(conn, channel_id=CHANNEL + number, **facts)
    await games.replace_seats(conn, game_id, SEATS[:seats])
    await move(conn, game_id, 1, phase="finished", ended_at=NOW + number * HOUR)
    return game_id


async def ids(conn: AsyncConnection, **options: int | str) -> list[int]:
    return [game.id for game in (await history(conn, GUILD, **options)).games]  # type: ignore[arg-type]


async def test_a_finished_game_is_told_with_its_seats(database: Database) -> None:
    async with database.write() as conn:
        game_id = await played(conn, 1)
        await insert_results(conn, [result(game_id, 0), result(game_id, 1, left=True)])
        page = await history(conn, GUILD)

    assert page.games == (
        PastGame(
            id=game_id,
            channel_id=CHANNEL + 1,
            ruleset="yacht",
            play_order="turns",
            duplicate=False,
            phase="finished",
            started_at=NOW,
            ended_at=NOW + HOUR,
            rated=True,
            seats=(
                PastSeat(0, ADA, "Ada", 200, 1, won=True, left=False),
                PastSeat(1, BEN, "Ben", 199, 2, won=False, left=True),
            ),
        ),
    )
    assert page.more is False


async def test_an_abandoned_game_has_seats_without_totals(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await games.replace_seats(conn, game_id, SEATS[:1])
        await move(conn, game_id, 1, phase="abandoned", ended_at=NOW)
        (game,) = (await history(conn, GUILD)).games

    assert (game.phase, game.rated) == ("abandoned", False)
    assert game.seats == (PastSeat(0, ADA, "Ada", None, None, None, None),)


async def test_live_games_and_lobbies_that_never_started_are_no_history(database: Database) -> None:
    async with database.write() as conn:
        await move(conn, await new_game(conn), 1)
        await new_game(conn, channel_id=CHANNEL + 1)
        given_up = await new_game(conn, channel_id=CHANNEL + 2)
        await move(conn, given_up, 1, phase="abandoned", started_at=None, ended_at=NOW)

        assert await ids(conn) == []


async def test_history_is_newest_first_by_server_member_and_ruleset_in_pages(database: Database) -> None:
    async with database.write() as conn:
        first = await played(conn, 1)
        second = await played(conn, 3, seats=1)
        third = await played(conn, 2, ruleset="yahtzee")
        await played(conn, 4, guild_id=GUILD + 1)

        assert await ids(conn) == [second, third, first]
        assert await ids(conn, member_id=BEN) == [third, first]
        assert await ids(conn, ruleset="yacht") == [second, first]
        assert await ids(conn, member_id=BEN, ruleset="yacht") == [first]
        assert await ids(conn, member_id=5) == await ids(conn, ruleset="chess") == await ids(conn, offset=3) == []
        page = await history(conn, GUILD, offset=1, limit=1)
        assert ([game.id for game in page.games], page.more) == ([third], True)
        assert (await history(conn, GUILD, offset=2, limit=1)).more is False


async def test_a_game_is_found_in_its_own_server_only(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await end(conn, game_id, 1)
        found = await game_in_guild(conn, GUILD, game_id)

        assert found is not None
        assert found.id == game_id
        assert await game_in_guild(conn, GUILD + 1, game_id) is None
        assert await game_in_guild(conn, GUILD, game_id + 1) is None


async def test_seasons_of_a_server_in_the_order_of_their_start(database: Database) -> None:
    async with database.write() as conn:
        spring = await start_season(conn, GUILD, "Spring", NOW)
        await start_season(conn, GUILD + 1, "Elsewhere", NOW)
        summer = await start_season(conn, GUILD, "Summer", NOW + HOUR)

        assert await seasons_of(conn, GUILD) == (Season(spring, "Spring", NOW), Season(summer, "Summer", NOW + HOUR))
        assert await seasons_of(conn, GUILD + 2) == ()
