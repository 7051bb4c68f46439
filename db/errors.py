"""Why a database cannot be opened. Each message is a sentence for whoever runs the bot."""


class DatabaseError(Exception):
    """The database cannot be used as it is."""


class DatabaseTooNew(DatabaseError):
    """A newer program has migrated this database; `found` and `known` are the two revisions."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(
            f"The database is at revision {found}, but this program knows revisions up to {known} only. "
            "Run the newer program again, or go back to a backup made before it."
        )
        self.found = found
        self.known = known


class DatabaseInUse(DatabaseError):
    """Another process has this SQLite file open."""

    def __init__(self, path: str) -> None:
        super().__init__(
            f"Another process is using the database {path}. Stop it first; to run several processes, use PostgreSQL."
        )
        self.path = path
