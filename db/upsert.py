"""INSERT … ON CONFLICT, which SQLAlchemy words per engine. Each function answers {dialect name: statement}."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Insert, Table, TextClause


def insert_or_skip(table: Table, *, keys: Sequence[str], where: TextClause | None = None) -> Mapping[str, Insert]:
    """Inserts nothing where the unique index on `keys` (partial: `where`) already has the row."""
    return {
        "sqlite": sqlite.insert(table).on_conflict_do_nothing(index_elements=keys, index_where=where),
        "postgresql": postgresql.insert(table).on_conflict_do_nothing(index_elements=keys, index_where=where),
    }


def upsert(table: Table, *, keys: Sequence[str], update: Sequence[str]) -> Mapping[str, Insert]:
    """Sets the columns `update` where the unique index on `keys` already has the row."""
    on_sqlite, on_postgresql = sqlite.insert(table), postgresql.insert(table)
    return {
        "sqlite": on_sqlite.on_conflict_do_update(
            index_elements=keys, set_={name: on_sqlite.excluded[name] for name in update}
        ),
        "postgresql": on_postgresql.on_conflict_do_update(
            index_elements=keys, set_={name: on_postgresql.excluded[name] for name in update}
        ),
    }
