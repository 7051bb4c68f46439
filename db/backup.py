"""Copies of a SQLite database, made while the bot runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class BackupFailed(Exception):
    """No copy was made; the message is a sentence that says why."""


def backup(source: Path, target: Path) -> None:
    """Copy the database as it is at this moment into the new file `target`. Writers are not held up.

    Raises BackupFailed, and then leaves no file behind.
    """
    if not source.is_file():
        raise BackupFailed(f"There is no database at {source}.")
    if target.exists():
        raise BackupFailed(f"{target} exists already; choose another name.")
    # Only a whole copy gets the name that was asked for.
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        _copy(source, part)
        part.rename(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupFailed(f"{source} cannot be copied to {target}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> None:
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as original,
        closing(sqlite3.connect(part)) as copy,
    ):
        # All pages in one step: a copy in several would start again whenever the bot writes.
        original.backup(copy)
        # One file that opens anywhere, without the side files of WAL mode.
        copy.execute("PRAGMA journal_mode=DELETE")
        if (found := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(f"the copy is damaged ({found})")
