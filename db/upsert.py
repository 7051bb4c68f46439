"""INSERT … ON CONFLICT, which SQLAlchemy words per engine. Each function answers {dialect name: statement}."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from sqlalchemy import ColumnCollection, Insert, Table, TextClause

    Columns = ColumnCollection[str, Any]


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


def accumulate(table: Table, added: Callable[[Columns, Columns], Mapping[str, object]]) -> Mapping[str, Insert]:
    """Where the primary key has a row already, sets what `added` makes of the old row and the new one."""
    keys = [column.name for column in table.primary_key]
    on_sqlite, on_postgresql = sqlite.insert(table), postgresql.insert(table)
    return {
        "sqlite": on_sqlite.on_conflict_do_update(index_elements=keys, set_=added(table.c, on_sqlite.excluded)),
        "postgresql": on_postgresql.on_conflict_do_update(
            index_elements=keys, set_=added(table.c, on_postgresql.excluded)
        ),
    }
