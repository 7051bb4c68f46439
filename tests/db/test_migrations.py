"""Migrations: from nothing and from every earlier revision, with rows in it, to what the schema describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.ext.asyncio import create_async_engine

from db import games
from db.database import Database, DatabaseError, DatabaseTooNew
from db.migrate import migrate, revisions
from db.results import insert_results
from db.schema import metadata
from tests.db.builders import NOW, SEATS, end, move, new_game, result

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine.interfaces import ReflectedIndex
    from sqlalchemy.ext.asyncio import AsyncConnection

# The rows that each revision is filled with before it is migrated further. A new revision adds its own line.
ROWS = {
    "0001": [
        "INSERT INTO guild_settings (guild_id, ruleset) VALUES (1, 'yahtzee')",
        "INSERT INTO games (guild_id, channel_id, ruleset, play_order, duplicate, phase, version, version_shown,"
        " board_turn, opened_at, commitment, seed, state)"
        " VALUES (1, 2, 'yacht', 'turns', FALSE, 'playing', 3, 3, 0, 1772600767890, 'ab', 'seed', '{}')",
        "INSERT INTO seats (game_id, seat, member_id, name, join_id) VALUES (1, 0, 7, 'Ada', 71)",
        "INSERT INTO events (game_id, number, kind, at, data) VALUES (1, 1, 'opened', 1772600767890, '{}')",
        "INSERT INTO presses (interaction_id, game_id, member_id, at) VALUES (71, 1, 7, 1772600767890)",
        "INSERT INTO games (guild_id, channel_id, ruleset, play_order, duplicate, phase, version, version_shown,"
        " board_turn, opened_at, ended_at, commitment, seed, state)"
        " VALUES (1, 3, 'yahtzee', 'turns', FALSE, 'finished', 9, 9, 0, 1772600767890, 1772600767890, 'ab', 'seed', "
        """'{"seats":[{"card":{"scores":[["aces",3],["sixes",30],["fives",30],["yahtzee",50]],"bonus":100}},"""
        """{"card":{"scores":[["aces",2],["sixes",30],["fives",30]],"bonus":0}}]}')""",
        "INSERT INTO events (game_id, number, kind, at, data)"
        """ VALUES (2, 1, 'opened', 1772600767890, '{"ruleset":"yahtzee","player":7,"join":71}'),"""
        """ (2, 2, 'joined', 1772600767890, '{"player":8,"join":72}'),"""
        """ (2, 3, 'rolled', 1772600767890, '{"seat":0,"held":[],"dice":[1,1,1,1,1]}'),"""
        """ (2, 4, 'left', 1772600767890, '{"player":8}'),"""
        """ (2, 5, 'ended', 1772600767890, '{"phase":"finished","by":null}'),"""
        """ (2, 6, 'ended', 1772600767890, '{"phase":"abandoned","by":9}')""",
        "INSERT INTO results (game_id, seat, guild_id, member_id, name, ruleset, play_order, duplicate, total, place,"
        ' won, "left", ended_at)'
        " VALUES (2, 0, 1, 7, 'Ada', 'yahtzee', 'turns', FALSE, 248, 1, TRUE, FALSE, 1772600767890),"
        " (2, 1, 1, 8, 'Ben', 'yahtzee', 'turns', FALSE, 62, 2, FALSE, TRUE, 1772600767890)",
    ],
}
ROWS["0002"] = [
    *ROWS["0001"][:-1],
    ROWS["0001"][-1]
    .replace("ended_at)", "ended_at, rated, seats, card, upper_bonus, extra)")
    .replace("1772600767890)", "1772600767890, TRUE, 2, '[]', FALSE, 0)"),
    "INSERT INTO seasons (guild_id, name, started_at) VALUES (1, 'Spring', 1772600767890)",
    "INSERT INTO removed_guilds (guild_id, removed_at) VALUES (1, 1772600767890)",
    "INSERT INTO standings (guild_id, ruleset, period, member_id, name, games, wins, finished, points, streak,"
    " longest_streak, last_at) VALUES (1, 'yahtzee', 'all', 7, 'Ada', 1, 1, 1, 248, 1, 1, 1772600767890)",
    "INSERT INTO board_tallies (guild_id, ruleset, period, board, stretch, members)"
    " VALUES (1, 'yahtzee', 'all', 'best', 248, 1)",
    "INSERT INTO card_statistics (guild_id, ruleset, member_id, cards, points, upper_bonuses, extra)"
    " VALUES (1, 'yahtzee', 7, 1, 248, 1, 100)",
    "INSERT INTO box_statistics (guild_id, ruleset, member_id, box, games, points, scored)"
    " VALUES (1, 'yahtzee', 7, 'yahtzee', 1, 50, 1)",
    "INSERT INTO total_statistics (guild_id, ruleset, member_id, total, games) VALUES (1, 'yahtzee', 7, 248, 1)",
]
ROWS["0003"] = [
    *ROWS["0002"],
    "UPDATE games SET clock = 3600, timing = '{}', reminder_message_id = 4, reminder_seat = 0, rematch_of = 2"
    " WHERE id = 1",
    "UPDATE results SET hints = TRUE",
    "UPDATE guild_settings SET clock = 3600, quiet_from = 0, quiet_to = 420, channels = '[2]', computers = FALSE",
    "INSERT INTO member_preferences (member_id, pings) VALUES (7, 'none')",
    "INSERT INTO shards_alive (shard_id, alive_at) VALUES (0, 1772600767890)",
]


def test_every_revision_has_rows_to_migrate() -> None:
    assert tuple(ROWS) == revisions()


@pytest.mark.parametrize("revision", ROWS)
async def test_an_older_database_keeps_its_rows_and_works(empty_url: str, revision: str) -> None:
    engine = create_async_engine(empty_url)
    async with engine.begin() as conn:
        await conn.run_sync(migrate, revision)
        for row in ROWS[revision]:
            await conn.exec_driver_sql(row)
    await engine.dispose()

    database = await Database.open(empty_url)
    async with database.write() as conn:
        game = await games.load_game(conn, 1)
        assert game is not None
        assert (game.version, game.opened_at) == (3, NOW)
        assert [seat.name for seat in await games.load_seats(conn, 1)] == ["Ada"]
        assert [event.kind for event in await games.load_events(conn, 1)] == ["opened"]
        assert await games.last_press_at(conn, 1, 7) == NOW
        await move(conn, 1, 3, from_timing=game.timing)
        await play_a_game(conn)
    assert await dangling(database) == []
    await database.close()


async def test_results_of_before_they_had_cards_get_them_from_their_games(empty_url: str) -> None:
    query = "SELECT member_id, rated, seats, card, upper_bonus, extra FROM results ORDER BY seat"

    assert await migrated_from_first(empty_url, query) == [
        (7, True, 2, '[["aces",3],["sixes",30],["fives",30],["yahtzee",50]]', True, 100),
        (8, True, 2, '[["aces",2],["sixes",30],["fives",30]]', False, 0),
    ]


async def test_events_of_before_they_named_members_get_them_from_their_facts(empty_url: str) -> None:
    query = "SELECT number, member_id FROM events WHERE game_id = 2 ORDER BY number"

    assert await migrated_from_first(empty_url, query) == [(1, 7), (2, 8), (3, None), (4, 8), (5, None), (6, 9)]


async def migrated_from_first(empty_url: str, query: str) -> list[tuple[object, ...]]:
    """What the query finds once the rows of the first revision have been migrated."""
    engine = create_async_engine(empty_url)
    async with engine.begin() as conn:
        await conn.run_sync(migrate, "0001")
        for row in ROWS["0001"]:
            await conn.exec_driver_sql(row)
        await conn.run_sync(migrate)
        found = [tuple(row) for row in await conn.execute(text(query))]
    await engine.dispose()
    return found


async def play_a_game(conn: AsyncConnection) -> None:
    game_id = await new_game(conn)
    await games.replace_seats(conn, game_id, SEATS)
    await end(conn, game_id, 1)
    await insert_results(conn, [result(game_id, 0), result(game_id, 1)])


async def dangling(database: Database) -> list[object]:
    """Rows that refer to nothing; PostgreSQL never lets them be."""
    async with database.read() as conn:
        if conn.dialect.name == "postgresql":
            return []
        return list(await conn.execute(text("PRAGMA foreign_key_check")))


async def test_the_migrated_database_is_what_the_schema_describes(database: Database) -> None:
    async with database.read() as conn:
        assert await conn.run_sync(differences) == []


def differences(conn: Connection) -> list[object]:
    options = {"compare_type": True, "compare_server_default": True}
    found: list[object] = compare_metadata(MigrationContext.configure(conn, opts=options), metadata)
    return found


async def test_keys_checks_and_partial_indexes_are_what_the_schema_describes(database: Database) -> None:
    """What the comparison above does not look at."""
    async with database.read() as conn:
        migrated = await conn.run_sync(described)
    async with database.write() as conn:
        await conn.run_sync(metadata.drop_all)
        await conn.run_sync(metadata.create_all)
        assert await conn.run_sync(described) == migrated


def described(conn: Connection) -> dict[str, object]:
    tables: dict[str, object] = {}
    for table in metadata.tables:
        inspector = inspect(conn)
        tables[table] = {
            "columns": [
                (column["name"], str(column["type"]), column["nullable"]) for column in inspector.get_columns(table)
            ],
            "key": inspector.get_pk_constraint(table),
            "foreign keys": inspector.get_foreign_keys(table),
            "checks": sorted(inspector.get_check_constraints(table), key=str),
            "indexes": sorted(map(index_facts, inspector.get_indexes(table))),
            "options": inspector.get_table_options(table),
        }
    return tables


def index_facts(index: ReflectedIndex) -> str:
    """As text: a WHERE is reflected as an object that equals only itself."""
    options = {option: str(value) for option, value in index.get("dialect_options", {}).items()}
    return str({**index, "dialect_options": options})


async def test_opening_again_changes_nothing(empty_url: str) -> None:
    for _ in range(2):
        database = await Database.open(empty_url)
        async with database.read() as conn:
            assert (await conn.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == [
                revisions()[-1]
            ]
        await database.close()


async def test_a_newer_database_refuses_to_open_by_name(empty_url: str) -> None:
    database = await Database.open(empty_url)
    async with database.write() as conn:
        await conn.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()

    with pytest.raises(DatabaseTooNew, match=f"9999.*{revisions()[-1]}") as refusal:
        await Database.open(empty_url)

    assert (refusal.value.found, refusal.value.known) == ("9999", revisions()[-1])


async def test_a_migration_that_fails_leaves_nothing_behind(empty_url: str) -> None:
    engine = create_async_engine(empty_url)
    async with engine.begin() as conn:
        await conn.execute(text("CREATE TABLE results (stranger INTEGER)"))

    with pytest.raises(DatabaseError, match="results"):
        await Database.open(empty_url)

    async with engine.connect() as conn:
        assert await conn.run_sync(lambda sync: inspect(sync).get_table_names()) == ["results"]
    await engine.dispose()
