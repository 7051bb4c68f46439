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
        " pinged_turn, opened_at, commitment, seed, state)"
        " VALUES (1, 2, 'yacht', 'turns', FALSE, 'playing', 3, 3, 0, 1772600767890, 'ab', 'seed', '{}')",
        "INSERT INTO seats (game_id, seat, member_id, name, join_id) VALUES (1, 0, 7, 'Ada', 71)",
        "INSERT INTO events (game_id, number, kind, at, data) VALUES (1, 1, 'opened', 1772600767890, '{}')",
        "INSERT INTO presses (interaction_id, game_id, member_id, at) VALUES (71, 1, 7, 1772600767890)",
        "INSERT INTO results (game_id, seat, guild_id, member_id, name, ruleset, play_order, duplicate, total, place,"
        ' won, "left", ended_at)'
        " VALUES (1, 0, 1, 7, 'Ada', 'yacht', 'turns', FALSE, 200, 1, TRUE, FALSE, 1772600767890)",
    ],
}


def test_every_revision_has_rows_to_migrate() -> None:
    assert tuple(ROWS) == revisions()


@pytest.mark.parametrize("revision", ROWS)
async def test_an_older_database_keeps_its_rows_and_works(database_url: str, revision: str) -> None:
    engine = create_async_engine(database_url)
    async with engine.begin() as conn:
        await conn.run_sync(migrate, revision)
        for row in ROWS[revision]:
            await conn.execute(text(row))
    await engine.dispose()

    database = await Database.open(database_url)
    async with database.write() as conn:
        game = await games.load_game(conn, 1)
        assert game is not None
        assert (game.version, game.opened_at) == (3, NOW)
        assert [seat.name for seat in await games.load_seats(conn, 1)] == ["Ada"]
        assert [event.kind for event in await games.load_events(conn, 1)] == ["opened"]
        assert await games.last_press_at(conn, 1, 7) == NOW
        await move(conn, 1, 3)
        await play_a_game(conn)
    assert await dangling(database) == []
    await database.close()


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


async def test_opening_again_changes_nothing(database_url: str) -> None:
    for _ in range(2):
        database = await Database.open(database_url)
        async with database.read() as conn:
            assert (await conn.execute(text("SELECT version_num FROM alembic_version"))).scalars().all() == [
                revisions()[-1]
            ]
        await database.close()


async def test_a_newer_database_refuses_to_open_by_name(database_url: str) -> None:
    database = await Database.open(database_url)
    async with database.write() as conn:
        await conn.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()

    with pytest.raises(DatabaseTooNew, match=f"9999.*{revisions()[-1]}") as refusal:
        await Database.open(database_url)

    assert (refusal.value.found, refusal.value.known) == ("9999", revisions()[-1])


async def test_a_migration_that_fails_leaves_nothing_behind(database_url: str) -> None:
    engine = create_async_engine(database_url)
    async with engine.begin() as conn:
        await conn.execute(text("CREATE TABLE results (stranger INTEGER)"))

    with pytest.raises(DatabaseError, match="results"):
        await Database.open(database_url)

    async with engine.connect() as conn:
        assert await conn.run_sync(lambda sync: inspect(sync).get_table_names()) == ["results"]
    await engine.dispose()
