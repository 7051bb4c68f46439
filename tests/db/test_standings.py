"""The boards of a server, on both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db.derived import Rated, note_results
from db.standings import Best, By, Page, leaderboard, member_best, server_best, standing_of
from tests.db.builders import GUILD, counted, result

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.database import Database

MEMBERS = range(1, 8)
ASKED: tuple[tuple[By, int], ...] = (
    ("rating", 3),
    ("rating", 7),
    ("average", 5),
    ("average", 4),
    ("wins", 1),
    ("best", 1),
)


async def fill(conn: AsyncConnection) -> None:
    """Member n plays n games, all but the first with a win of 100 + n or, from member 5 on, of 105."""
    for member in MEMBERS:
        for number in range(member):
            row = result(
                10 * member + number,
                0,
                member_id=member,
                name=f"Member {member}",
                total=min(100 + member, 105),
                won=number > 0,
            )
            rating = Rated(25.0, 8.0, 1000 if member in (2, 3) else 900 + 10 * member)
            await note_results(conn, [row], ["all"], {member: rating})


async def board(
    conn: AsyncConnection, by: By, offset: int = 0, limit: int = 10
) -> list[tuple[int | None, int, int | None]]:
    page = await leaderboard(conn, GUILD, "yacht", by, "all", offset, limit)
    return [(row.place, row.member_id, row.value(by)) for row in page.rows]


async def test_each_board_ranks_those_who_qualify_and_ties_share_a_place(database: Database) -> None:
    async with database.write() as conn:
        await fill(conn)

        assert await board(conn, "rating") == [
            (1, 3, 1000), (1, 2, 1000), (3, 7, 970), (4, 6, 960), (5, 5, 950), (6, 4, 940), (7, 1, 910),
        ]  # fmt: skip
        assert await board(conn, "wins") == [(1, 7, 6), (2, 6, 5), (3, 5, 4), (4, 4, 3), (5, 3, 2), (6, 2, 1)]
        assert await board(conn, "average") == [(1, 7, 10500), (1, 6, 10500), (1, 5, 10500)]
        assert await board(conn, "best") == [
            (1, 7, 105), (1, 6, 105), (1, 5, 105), (4, 4, 104), (5, 3, 103), (6, 2, 102), (7, 1, 101),
        ]  # fmt: skip


@pytest.mark.parametrize(
    ("offset", "places"), [(0, [1, 1]), (1, [1, 3]), (2, [3, 4]), (5, [6, 7]), (6, [7]), (7, []), (700, [])]
)
async def test_a_page_begins_anywhere_and_keeps_the_places(database: Database, offset: int, places: list[int]) -> None:
    async with database.write() as conn:
        await fill(conn)
        page = await leaderboard(conn, GUILD, "yacht", "rating", "all", offset, 2)

    assert [row.place for row in page.rows] == places
    assert page.total == 7


async def test_the_own_place_is_that_of_the_board_and_none_for_who_does_not_qualify(database: Database) -> None:
    async with database.write() as conn:
        await fill(conn)
        found = {(by, member): await standing_of(conn, GUILD, "yacht", by, "all", member) for by, member in ASKED}

    places = {key: None if row is None else row.place for key, row in found.items()}
    assert places == {
        ("rating", 3): 1, ("rating", 7): 3, ("average", 5): 1, ("average", 4): None, ("wins", 1): None, ("best", 1): 7,
    }  # fmt: skip
    four = found["average", 4]
    assert four is not None
    assert (four.name, four.finished, four.games, four.average) == ("Member 4", 4, 4, 10400)


async def test_boards_of_other_servers_rulesets_and_periods_are_others(database: Database) -> None:
    async with database.write() as conn:
        await fill(conn)

        for guild, ruleset, period in ((GUILD + 1, "yacht", "all"), (GUILD, "yahtzee", "all"), (GUILD, "yacht", "x")):
            assert await leaderboard(conn, guild, ruleset, "best", period, 0) == Page((), 0)
            assert await standing_of(conn, guild, ruleset, "best", period, 3) is None
        assert await server_best(conn, GUILD + 1, "yacht") is None
        assert await member_best(conn, GUILD, "yahtzee", 3) is None
        assert await member_best(conn, GUILD, "yacht", 99) is None


async def test_bests_name_the_game_and_of_equal_ones_the_first(database: Database) -> None:
    async with database.write() as conn:
        await fill(conn)

        assert await server_best(conn, GUILD, "yacht") == Best(5, "Member 5", 105, 50)
        assert await member_best(conn, GUILD, "yacht", 7) == Best(7, "Member 7", 105, 70)


async def test_a_game_alone_may_be_the_best_of_the_server(database: Database) -> None:
    async with database.write() as conn:
        await counted(conn, 1, {3: 250, 4: 100})
        await counted(conn, 2, {5: 290})

        assert await server_best(conn, GUILD, "yacht") == Best(5, "Member 5", 290, 2)
        assert (await leaderboard(conn, GUILD, "yacht", "rating", "all", 0)).total == 2
        assert await board(conn, "best") == [(1, 5, 290), (2, 3, 250), (3, 4, 100)]
