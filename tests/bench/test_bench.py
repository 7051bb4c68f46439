"""The measurements run and make sense; how fast anything is, no test says."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.rules import RULESETS
from bot.solutions import Solutions
from db import derived
from db.database import Database
from db.derived import NotedGame, Rated
from db.schema import DERIVED, results, standings
from tests.bench import crowd, deadlines, drawing, presses, records, solving, starts
from tests.bench.__main__ import (
    deadline_table,
    drawing_table,
    hint_table,
    press_table,
    record_table,
    solving_table,
    start_table,
)
from tests.bench.figures import Spread, percentile

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from tests.solved import Solved

TINY = crowd.Crowd(results=300, members=60, servers=4, large=100)


def test_percentile_is_one_of_the_values() -> None:
    values = [n * 1_000_000 for n in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.99)) == (50, 99)
    assert Spread.of([7_000_000]) == Spread(7, 7)


async def test_every_press_is_measured_beside_one_that_is_only_answered(tmp_path: Path) -> None:
    samples = await presses.measure(tmp_path, games=2, turns=5)
    assert {kind: len(each.bot) for kind, each in samples.items()} == {"hold": 30, "roll": 30, "score": 10}
    for each in samples.values():
        assert len(each.bare) == len(each.commit) == len(each.bare_commit) == len(each.bot)
        assert all(0 < commit < bot for commit, bot in zip(each.commit, each.bot, strict=True))
    assert "hold   ×30 " in press_table(samples)


async def test_presses_are_measured_in_quiet_and_while_pictures_are_drawn(tmp_path: Path) -> None:
    found = await drawing.measure(tmp_path, games=1, turns=3)
    assert len(found.quiet) == len(found.meanwhile) == 21
    assert found.pictures
    assert "\ndelay " in drawing_table(found)


async def test_presses_are_measured_in_quiet_and_while_a_game_is_solved(tmp_path: Path) -> None:
    found = await solving.measure(tmp_path, games=1, turns=3, ruleset="yacht")
    assert len(found.quiet) == len(found.meanwhile) == 21
    assert "\ndelay " in solving_table(found)


async def test_hints_are_measured(solved: "Solved", tmp_path: Path) -> None:
    yacht = RULESETS["yacht"]
    found = await solving.measure_hints(tmp_path, Solutions([solved(yacht)]), turns=15)
    assert (len(found["yacht"].worked_out), len(found["yacht"].pressed)) == (15, 15)
    assert "\nyacht " in hint_table(found)


async def test_presses_are_measured_while_many_games_are_worked_off(database_url: str, tmp_path: Path) -> None:
    load = deadlines.Load(running=40, due=12, passes=2)
    found = await deadlines.measure_one(database_url, tmp_path, load, turns=2)
    assert (len(found.passes), len(found.quiet)) == (2, 14)
    assert found.meanwhile
    assert found.worked_off > 0
    assert "\n  pass ×2 " in deadline_table({"either": found})


async def test_starts_of_both_bots_are_measured(tmp_path: Path) -> None:
    bot, bare = await starts.measure(tmp_path, times=1, warm_up=False)
    for each in (bot, bare):
        assert 0 < each.identified[0] <= each.ready[0]
    assert "MiB" in start_table(bot, bare)


async def test_every_record_is_read_at_each_size(tmp_path: Path) -> None:
    sizes = [
        await records.measure_one(f"sqlite+aiosqlite:///{tmp_path}/{number}.db", TINY, times=2) for number in range(2)
    ]

    assert {len(spent) for size in sizes for spent in size.values()} == {2}
    assert "  /stats, busiest member     " in record_table({"SQLite": sizes})


async def test_the_crowd_is_as_large_as_it_says(database_url: str) -> None:
    await crowd.settle(database_url, TINY)

    database = await Database.open(database_url)
    async with database.read() as conn:
        found = [row.guild_id for row in await conn.execute(select(results.c.guild_id))]
    assert (len(found), found.count(crowd.LARGE), len(set(found))) == (300, 100, 4)
    await database.close()


async def test_what_the_crowd_derives_is_what_the_bot_would_have_counted(database_url: str) -> None:
    """But for the streaks, which are left at 0."""
    await crowd.settle(database_url, TINY)

    database = await Database.open(database_url)
    async with database.write() as conn:
        in_bulk = await _derived_rows(conn)
        for guild in await derived.guilds_with_results(conn):
            await derived.clear_derived(conn, guild)
            async for game in derived.results_in_order(conn, guild):
                ratings = {
                    row.member_id: Rated(25.0, 8.0, crowd.invented_rating(row.member_id)) for row in game if row.rated
                }
                await derived.note_games(conn, [NotedGame(game, crowd.periods_at(game[0].ended_at), ratings)])
        one_by_one = await _derived_rows(conn)

    assert in_bulk == one_by_one
    await database.close()


async def _derived_rows(conn: "AsyncConnection") -> list[tuple[object, ...]]:
    streaks = {standings.c.streak, standings.c.longest_streak}
    columns = [[column for column in table.c if column not in streaks] for table in DERIVED]
    return [
        tuple(row)
        for table, chosen in zip(DERIVED, columns, strict=True)
        for row in await conn.execute(select(*chosen).order_by(*table.primary_key))
    ]
