"""What waits for a time, on both engines: found by whose shards it belongs to, and retimed by one process only."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, insert, text

from db import due, games
from db.due import ALL_SHARDS, Shards
from db.games import Conflict, load_game
from db.schema import games as stored
from db.schema import seats
from tests.db.builders import GUILD, HOUR, NOW, end, move, new_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.database import Database

# Discord: the shard of a server is (id >> 22) modulo the number of shards.
ON_SHARD_1 = GUILD + (1 << 22)


async def test_games_are_due_from_their_deadline_on_while_they_live(database: Database) -> None:
    async with database.write() as conn:
        late = await new_game(conn, channel_id=1, deadline=NOW + HOUR)
        early = await new_game(conn, channel_id=2, deadline=NOW)
        over = await new_game(conn, channel_id=3)
        await new_game(conn, channel_id=4)
        await move(conn, over, 1, phase="abandoned", deadline=NOW)

        assert await due.next_deadline(conn, ALL_SHARDS) == NOW
        assert await due.due_games(conn, NOW - HOUR, 10, ALL_SHARDS) == []
        assert await due.due_games(conn, NOW, 10, ALL_SHARDS) == [early]
        assert await due.due_games(conn, NOW + HOUR, 10, ALL_SHARDS) == [early, late]
        assert await due.due_games(conn, NOW + HOUR, 1, ALL_SHARDS) == [early]


async def test_without_games_nothing_is_due(database: Database) -> None:
    async with database.read() as conn:
        assert await due.next_deadline(conn, ALL_SHARDS) is None
        assert await due.shortest_clock(conn, ALL_SHARDS) is None
        assert await due.running_clocks(conn, ALL_SHARDS) == []


async def test_each_process_finds_the_games_of_its_own_shards(database: Database) -> None:
    async with database.write() as conn:
        on_0 = await new_game(conn, channel_id=1, deadline=NOW, clock=300)
        on_1 = await new_game(conn, channel_id=2, guild_id=ON_SHARD_1, deadline=NOW + HOUR, clock=3600)
        await move(conn, on_0, 1, deadline=NOW, timing="{}")
        await move(conn, on_1, 1, deadline=NOW + HOUR, timing="{}")

        for shards, found in {
            Shards(2, (0,)): [on_0],
            Shards(2, (1,)): [on_1],
            Shards(2, (0, 1)): [on_0, on_1],
            Shards(3, (0, 1, 2)): [on_0, on_1],
            Shards(2, None): [on_0, on_1],
            Shards(2, ()): [],
        }.items():
            assert await due.due_games(conn, NOW + HOUR, 10, shards) == found
            assert await due.running_clocks(conn, shards) == found
        assert await due.next_deadline(conn, Shards(2, (1,))) == NOW + HOUR
        assert await due.next_deadline(conn, Shards(2, ())) is None
        assert await due.shortest_clock(conn, Shards(2, (0,))) == 300
        assert await due.shortest_clock(conn, Shards(2, (1,))) == 3600


async def test_the_shortest_clock_is_that_of_a_game_in_play(database: Database) -> None:
    async with database.write() as conn:
        await new_game(conn, channel_id=1, clock=300)
        over, untimed, hour, day = [
            await new_game(conn, channel_id=channel, clock=clock)
            for channel, clock in ((2, 300), (3, None), (4, 3600), (5, 86400))
        ]
        await end(conn, over, 1)
        for game_id in (untimed, hour, day):
            await move(conn, game_id, 1)

        assert await due.shortest_clock(conn, ALL_SHARDS) == 3600


async def test_clocks_run_in_games_in_play_that_wait_for_a_time(database: Database) -> None:
    async with database.write() as conn:
        late, early, untimed, over = [await new_game(conn, channel_id=channel) for channel in (1, 2, 3, 4)]
        await new_game(conn, channel_id=5, deadline=NOW)
        await move(conn, late, 1, timing="{}", deadline=NOW + HOUR)
        await move(conn, early, 1, timing="{}", deadline=NOW)
        await move(conn, untimed, 1)
        await move(conn, over, 1, timing="{}", phase="finished", ended_at=NOW)

        assert await due.running_clocks(conn, ALL_SHARDS) == [early, late]


@pytest.mark.parametrize("old", [None, "old"])
async def test_retiming_changes_timing_and_deadline_and_not_the_version(database: Database, old: str | None) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1, timing=old)

        assert await due.retime(conn, game_id, 2, old, "new", NOW)

        game = await load_game(conn, game_id)
    assert game is not None
    assert (game.version, game.timing, game.deadline) == (2, "new", NOW)


@pytest.mark.parametrize(
    ("version", "old"), [(1, "old"), (3, "old"), (2, "other"), (2, None)], ids=["before", "after", "other", "none"]
)
async def test_retiming_another_version_or_timing_is_refused_and_writes_nothing(
    database: Database, version: int, old: str | None
) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1, timing="old", deadline=NOW)
        before = await load_game(conn, game_id)

        assert not await due.retime(conn, game_id, version, old, "new", NOW + HOUR)

        assert await load_game(conn, game_id) == before


async def test_of_many_that_retime_a_game_at_once_one_wins(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1, timing="old")

    async def retime(process: int) -> bool:
        async with database.write() as conn:
            return await due.retime(conn, game_id, 2, "old", f"by {process}", NOW)

    won = await asyncio.gather(*[retime(process) for process in range(8)])

    assert won.count(True) == 1
    async with database.read() as conn:
        game = await load_game(conn, game_id)
    assert game is not None
    assert game.timing == f"by {won.index(True)}"


async def test_of_a_move_and_a_retiming_made_at_once_one_is_stored(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn)
        await move(conn, game_id, 1, timing="old")

    async def retime() -> bool:
        async with database.write() as conn:
            return await due.retime(conn, game_id, 2, "old", "retimed", NOW)

    async def play() -> bool:
        try:
            async with database.write() as conn:
                await move(conn, game_id, 2, from_timing="old", timing="moved", deadline=NOW + HOUR)
        except Conflict:
            return False
        return True

    retimed, moved = await asyncio.gather(retime(), play())

    assert retimed != moved
    async with database.read() as conn:
        game = await load_game(conn, game_id)
    assert game is not None
    stored = (game.version, game.timing, game.deadline)
    assert stored == ((3, "moved", NOW + HOUR) if moved else (2, "retimed", NOW))


async def test_putting_off_is_no_move(database: Database) -> None:
    async with database.write() as conn:
        game_id = await new_game(conn, deadline=NOW)
        await due.put_off(conn, game_id, NOW + HOUR)
        game = await load_game(conn, game_id)

    assert game is not None
    assert (game.version, game.deadline) == (1, NOW + HOUR)


@pytest.mark.parametrize("shards", [ALL_SHARDS, Shards(4, (1, 2))], ids=["all", "some"])
async def test_among_ten_thousand_games_what_is_next_is_looked_up_in_an_index(
    database: Database, shards: Shards
) -> None:
    async with database.write() as conn:
        await fill(conn, playing=10_000, over=10_000)
        with asked_of(conn) as asked:
            assert await due.due_games(conn, NOW - HOUR, 100, shards) == []
            assert await due.next_deadline(conn, shards) is not None
            assert await due.shortest_clock(conn, shards) == 3600

        for index, (statement, values) in zip(
            ["games_live_deadline", "games_live_deadline", "games_timed_clock"], asked, strict=True
        ):
            found = await plan(conn, statement, values)
            assert index in found
            assert "sort" not in found.lower()
            assert "TEMP B-TREE" not in found


async def test_among_ten_thousand_games_a_rematch_and_a_members_games_are_looked_up_in_an_index(
    database: Database,
) -> None:
    async with database.write() as conn:
        await fill(conn, playing=10_000, over=10_000)
        with asked_of(conn) as asked:
            await games.rematch_lobby(conn, 5)
            await games.games_of_member(conn, 7, 10)
            await games.open_lobbies(conn, GUILD)

        for index, (statement, values) in zip(
            ["games_live_rematch_of", "seats_member_id", "games_guild_id_ended_at"], asked, strict=True
        ):
            assert index in await plan(conn, statement, values)


async def fill(conn: AsyncConnection, *, playing: int, over: int) -> None:
    """Games of a hundred servers with a seat each, as the engines know them once they have looked at the tables."""
    facts = {
        "ruleset": "yacht",
        "play_order": "turns",
        "duplicate": False,
        "version": 2,
        "version_shown": 2,
        "board_turn": 0,
        "opened_at": NOW,
        "commitment": "",
        "seed": b"",
        "state": "{}",
        "timing": "{}",
    }
    live = [
        {"phase": "playing", "deadline": NOW + number * HOUR, "ended_at": None, "clock": 3600 * (1 + number % 9)}
        for number in range(playing)
    ]
    ended = [
        {"phase": "finished", "deadline": None, "ended_at": NOW + number * HOUR, "clock": 300} for number in range(over)
    ]
    rows = [
        {
            **facts,
            **each,
            "id": number,
            "channel_id": number,
            "guild_id": GUILD + (number % 100 << 22),
            "rematch_of": number if number % 10 == 0 else None,
        }
        for number, each in enumerate(live + ended, 1)
    ]
    await conn.execute(insert(stored), rows)
    taken = [{"game_id": row["id"], "seat": 0, "member_id": row["id"], "name": "", "join_id": 0} for row in rows]
    await conn.execute(insert(seats), taken)
    if conn.dialect.name == "postgresql":
        await conn.execute(text("ANALYZE"))


@contextmanager
def asked_of(conn: AsyncConnection) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are sent meanwhile, with their values."""
    asked: list[tuple[str, Any]] = []

    def note(_conn: object, _cursor: object, statement: str, values: Any, *_: object) -> None:
        asked.append((statement, values))

    event.listen(conn.sync_connection, "before_cursor_execute", note)
    yield asked
    event.remove(conn.sync_connection, "before_cursor_execute", note)


async def plan(conn: AsyncConnection, statement: str, values: Any) -> str:
    """How the engine would carry it out."""
    explain = "EXPLAIN" if conn.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    return "\n".join(str(row) for row in await conn.exec_driver_sql(f"{explain} {statement}", values))
