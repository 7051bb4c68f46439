"""Clocks and reminders of games, rematches, hints, what servers and members choose, and which shards are up."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _extend_games()
    op.add_column("results", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
    _extend_settings()
    op.create_table(
        "member_preferences",
        sa.Column("member_id", _Key, primary_key=True, autoincrement=False),
        sa.Column("pings", sa.Text),
        sa.Column("locale", sa.Text),
    )
    op.create_table(
        "shards_alive",
        sa.Column("shard_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
    )


def _extend_games() -> None:
    for column in (
        sa.Column("clock", sa.Integer),
        sa.Column("timing", sa.Text),
        sa.Column("reminder_message_id", sa.BigInteger),
        sa.Column("reminder_seat", sa.Integer),
        sa.Column("rematch_of", sa.BigInteger),
    ):
        op.add_column("games", column)
    _create_index("clock", "games_timed_clock", "phase = 'playing' AND clock IS NOT NULL")
    _create_index("rematch_of", "games_live_rematch_of", "phase IN ('lobby', 'playing') AND rematch_of IS NOT NULL")


def _create_index(column: str, name: str, condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, "games", [column], sqlite_where=where, postgresql_where=where)


def _extend_settings() -> None:
    for column in (
        sa.Column("default_ruleset", sa.Text),
        sa.Column("clock", sa.Integer),
        sa.Column("on_expiry", sa.Text),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("channels", sa.Text),
        sa.Column("computers", sa.Boolean),
        sa.Column("hints", sa.Text),
        sa.Column("turn_pings", sa.Boolean),
    ):
        op.add_column("guild_settings", column)
