"""What is derived from results, on both engines: standings and statistics as they come to be, game by game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from db import derived
from db.derived import NotedGame, Rated
from db.results import insert_results
from db.schema import DERIVED
from db.standings import ratings_of, standing_of
from db.statistics import BoxCounts, Cards, statistics
from tests.db.builders import ADA, BEN, GUILD, HOUR, NOW, counted, new_game, result

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.database import Database
    from db.standings import Standing

COMPUTER = -1_000_000
PERIODS = ("all", "month:2026-03")
NOBODY = Cards(0, 0, 0, 0, {}, {})


async def standing(conn: AsyncConnection, member: int, period: str = "all") -> Standing:
    found = await standing_of(conn, GUILD, "yacht", "rating", period, member)
    assert found is not None
    return found


async def test_games_add_up_in_every_period(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100}, PERIODS)
        await counted(conn, 2, {ADA: 251, BEN: 251}, PERIODS)
        await counted(conn, 3, {ADA: 100, BEN: 150}, PERIODS[:1])

        ada = await standing(conn, ADA)
        assert (ada.games, ada.wins, ada.finished, ada.points, ada.average) == (3, 2, 3, 551, 18367)
        assert (ada.best, ada.best_game_id, ada.last_at) == (251, 2, NOW + 3 * HOUR)
        ada = await standing(conn, ADA, PERIODS[1])
        assert (ada.games, ada.wins, ada.finished, ada.points, ada.average) == (2, 2, 2, 451, 22550)


async def test_streaks_are_consecutive_rated_wins(database: Database) -> None:
    async with database.write() as conn:
        streaks = []
        for number, (ada, ben) in enumerate([(2, 1), (2, 2), (1, 2), (2, 1), (3, 1)], 1):
            await counted(conn, number, {ADA: ada, BEN: ben})
            found = await standing(conn, ADA)
            streaks.append((found.streak, found.longest_streak))

    assert streaks == [(1, 1), (2, 2), (0, 2), (1, 2), (2, 2)]


async def test_who_left_has_played_and_not_finished(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100})
        await counted(conn, 2, {ADA: 210, BEN: 250}, left={BEN})
        ben = await standing(conn, BEN)
        pages = await statistics(conn, GUILD, "yacht", BEN)

    assert (ben.games, ben.wins, ben.finished, ben.points, ben.average) == (2, 0, 1, 100, 10000)
    assert (ben.best, ben.best_game_id, ben.rating) == (100, 1, 1002)
    assert (pages.member.totals, pages.server.totals) == ({100: 1}, {100: 1, 200: 1, 210: 1})


async def test_a_game_alone_counts_for_the_best_and_nothing_else(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100})
        await counted(conn, 2, {ADA: 280})
        ada = await standing(conn, ADA)
        pages = await statistics(conn, GUILD, "yacht", ADA)

    assert (ada.best, ada.best_game_id) == (280, 2)
    assert (ada.games, ada.finished, ada.points, ada.average, ada.streak, ada.rating) == (1, 1, 200, 20000, 1, 1001)
    assert pages.member.totals == {200: 1}


async def test_an_unrated_game_of_several_counts_for_nothing(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 280, BEN: 100}, rated=False)

        assert await standing_of(conn, GUILD, "yacht", "best", "all", ADA) is None
        assert (await statistics(conn, GUILD, "yacht", ADA)).server == NOBODY


async def test_a_game_alone_with_hints_counts_for_nothing(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 280}, hints=True)

        assert await standing_of(conn, GUILD, "yacht", "best", "all", ADA) is None
        assert (await statistics(conn, GUILD, "yacht", ADA)).server == NOBODY


async def test_a_computer_stands_on_no_board_and_in_no_statistics(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, COMPUTER: 280}, rated=False)

        assert await rows(conn) == []


async def test_the_first_of_equal_bests_stays(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100})
        await counted(conn, 2, {ADA: 200, BEN: 100})

        assert (await standing(conn, ADA)).best_game_id == 1


async def test_the_name_is_the_latest(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100})
        await counted(conn, 2, {ADA: 200, BEN: 100}, name="Countess")

        assert (await standing(conn, ADA)).name == "Countess"


async def test_ratings_are_those_after_the_last_game_of_each_server_and_ruleset(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100})
        await counted(conn, 2, {ADA: 200, BEN: 100}, guild_id=GUILD + 1)
        await counted(conn, 3, {ADA: 200, BEN: 100}, ruleset="yahtzee")
        await counted(conn, 4, {ADA: 280})

        assert await ratings_of(conn, GUILD, "yacht", [ADA, BEN, 5]) == {ADA: (26.0, 8.0), BEN: (26.0, 8.0)}
        assert await ratings_of(conn, GUILD + 1, "yacht", [ADA]) == {ADA: (27.0, 8.0)}
        assert await ratings_of(conn, GUILD, "yahtzee", [BEN]) == {BEN: (28.0, 8.0)}
        assert await ratings_of(conn, GUILD, "yahtzee", []) == {}


async def test_statistics_hold_the_member_beside_the_server(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100}, card='[["ones",3],["yacht",50]]', upper_bonus=True, extra=100)
        await counted(conn, 2, {ADA: 200, BEN: 150}, card='[["ones",0],["yacht",0]]')
        await counted(conn, 3, {ADA: 200, BEN: 150}, guild_id=GUILD + 1)
        found = await statistics(conn, GUILD, "yacht", ADA)

    assert found.member == Cards(2, 400, 1, 100, {"ones": BoxCounts(2, 3, 1), "yacht": BoxCounts(2, 50, 1)}, {200: 2})
    assert found.server == Cards(
        4, 650, 2, 200, {"ones": BoxCounts(4, 6, 2), "yacht": BoxCounts(4, 100, 2)}, {100: 1, 150: 1, 200: 2}
    )
    assert list(found.server.totals) == [100, 150, 200]
    assert found.standing is not None
    assert found.standing.place == 1


async def test_of_who_never_played_there_is_only_the_server(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {ADA: 200, BEN: 100})
        found = await statistics(conn, GUILD, "yacht", 5)

    assert (found.standing, found.member, found.server.cards) == (None, NOBODY, 2)


async def test_former_players_count_for_the_server_alone(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {-1: 200, BEN: 100})
        found = await statistics(conn, GUILD, "yacht", -1)

        assert (found.standing, found.member, found.server.cards) == (None, NOBODY, 2)


async def test_everything_derived_can_be_rebuilt_from_the_results(database: Database) -> None:
    async with database.write() as conn:
        for number, (ada, ben) in enumerate([(200, 100), (150, 150), (90, 220), (260, 30)], 1):
            await counted(conn, number, {ADA: ada, BEN: ben}, PERIODS)
        await counted(conn, 5, {ADA: 280}, PERIODS)
        await counted(conn, 6, {ADA: 1, BEN: 2}, guild_id=GUILD + 1)
        before = await rows(conn)

        await derived.clear_derived(conn, GUILD)
        assert {row[0] for row in await rows(conn)} == {GUILD + 1}
        assert await derived.guilds_uncounted(conn) == [GUILD]
        await derived.clear_derived(conn, GUILD + 1)
        assert await rows(conn) == []
        assert await derived.guilds_uncounted(conn) == [GUILD, GUILD + 1]

        assert await derived.guilds_with_results(conn) == [GUILD, GUILD + 1]
        for guild, periods in ((GUILD, PERIODS), (GUILD + 1, ("all",))):
            games = [game async for game in derived.results_in_order(conn, guild, batch=3)]
            # The ratings are those that `counted` gave.
            given = [
                {row.member_id: Rated(25.0 + row.game_id, 8.0, 1000 + row.game_id) for row in game if row.rated}
                for game in games
            ]
            await derived.note_games(
                conn, [NotedGame(game, periods, ratings) for game, ratings in zip(games, given, strict=True)]
            )
        assert await rows(conn) == before
        assert await derived.guilds_uncounted(conn) == []


async def rows(conn: AsyncConnection) -> list[tuple[Any, ...]]:
    """All derived rows."""
    return [tuple(row) for table in DERIVED for row in await conn.execute(select(table).order_by(*table.primary_key))]


async def test_without_results_no_server_is_uncounted(database: Database) -> None:
    async with database.read() as conn:
        assert await derived.guilds_uncounted(conn) == []


@pytest.mark.parametrize("batch", [3, 4, 100])
async def test_results_come_game_by_game_in_the_order_in_which_the_games_ended(database: Database, batch: int) -> None:
    async with database.write() as conn:
        game_ids = [await new_game(conn, channel_id=number) for number in range(4)]
        ends = [NOW + 2 * HOUR, NOW, NOW + HOUR, NOW]
        for game_id, at in zip(game_ids, ends, strict=True):
            await insert_results(conn, [result(game_id, seat, ended_at=at) for seat in (0, 1)])
        await insert_results(conn, [result(game_ids[0], 2, member_id=5, guild_id=GUILD + 1)])
        found = [game async for game in derived.results_in_order(conn, GUILD, batch=batch)]

    first, second, third, fourth = game_ids
    order = [second, fourth, third, first]
    assert [[(row.game_id, row.seat) for row in game] for game in found] == [[(id, 0), (id, 1)] for id in order]
    assert found[0][0] == replace(result(second, 0), ended_at=NOW)


async def test_games_that_end_at_once_are_all_counted(database: Database) -> None:
    async with database.write() as conn:
        game_ids = [await new_game(conn, channel_id=number) for number in range(8)]

    async def finish(game_id: int) -> None:
        async with database.write() as conn:
            played = [result(game_id, seat, total=200 - 100 * seat) for seat in (0, 1)]
            await insert_results(conn, played)
            await derived.note_results(conn, played, ["all"], {})

    await asyncio.gather(*[finish(game_id) for game_id in game_ids])

    async with database.read() as conn:
        ada = await standing(conn, ADA)
        found = await statistics(conn, GUILD, "yacht", BEN)
    assert (ada.games, ada.wins, ada.streak, ada.points) == (8, 8, 8, 1600)
    assert (found.member.totals, found.server.cards) == ({100: 8}, 16)
