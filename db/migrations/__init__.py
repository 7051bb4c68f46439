"""Alembic's environment, run by `db.migrate`. A revision is a new file in `versions`, never a changed one."""
