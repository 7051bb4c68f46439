"""Brings a database to the revision this program was written for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, select

from db.errors import DatabaseTooNew

if TYPE_CHECKING:
    from sqlalchemy import Connection

_SCRIPTS = Path(__file__).with_name("migrations")
_ADVISORY_LOCK = 0x59616368  # any number that only this program uses


def revisions() -> tuple[str, ...]:
    """Every revision this program knows, oldest first."""
    scripts = ScriptDirectory(str(_SCRIPTS)).walk_revisions()
    return tuple(script.revision for script in reversed(list(scripts)))


def migrate(conn: Connection, revision: str = "head") -> None:
    """Upgrade inside the transaction of `conn`, which the caller commits; raises DatabaseTooNew.

    On PostgreSQL other processes that start at the same time wait here for the first.
    """
    if conn.dialect.name == "postgresql":
        conn.execute(select(func.pg_advisory_xact_lock(_ADVISORY_LOCK)))
    known = revisions()
    found = MigrationContext.configure(conn).get_current_revision()
    if found == known[-1]:
        return
    if found is not None and found not in known:
        raise DatabaseTooNew(found, known[-1])
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = conn
    command.upgrade(config, revision)
