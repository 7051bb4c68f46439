"""Games, their seats, events and presses, results, and the settings of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_LIVE = sa.text("phase IN ('lobby', 'playing')")
_UNSHOWN = sa.text("version_shown < version")


def upgrade() -> None:
    _create_guild_settings()
    _create_games()
    _create_seats()
    _create_events()
    _create_presses()
    _create_results()


def _create_guild_settings() -> None:
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", _Key, primary_key=True, autoincrement=False),
        sa.Column("locale", sa.Text),
        sa.Column("ruleset", sa.Text),
    )


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", _Key, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("play_order", sa.Text, nullable=False),
        sa.Column("duplicate", sa.Boolean, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("version_shown", sa.Integer, nullable=False),
        sa.Column("board_message_id", sa.BigInteger),
        sa.Column("board_posted_at", sa.BigInteger),
        sa.Column("line_message_id", sa.BigInteger),
        sa.Column("board_turn", sa.Integer, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.CheckConstraint("play_order IN ('turns', 'together')", name="play_order"),
        sa.CheckConstraint("phase IN ('lobby', 'playing', 'finished', 'abandoned')", name="phase"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "games_live_channel", "games", ["channel_id"], unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE
    )
    op.create_index("games_live_deadline", "games", ["deadline"], sqlite_where=_LIVE, postgresql_where=_LIVE)
    op.create_index("games_unshown", "games", ["guild_id"], sqlite_where=_UNSHOWN, postgresql_where=_UNSHOWN)
    op.create_index("games_guild_id_ended_at", "games", ["guild_id", "ended_at"])


def _game_id() -> "sa.Column[int]":
    return sa.Column("game_id", sa.BigInteger, sa.ForeignKey("games.id"), nullable=False)


def _create_seats() -> None:
    op.create_table(
        "seats",
        _game_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("member_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("join_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_member_id", "seats", ["member_id"])


def _create_events() -> None:
    op.create_table(
        "events",
        _game_id(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sqlite_with_rowid=False,
    )


def _create_presses() -> None:
    op.create_table(
        "presses",
        sa.Column("interaction_id", _Key, primary_key=True, autoincrement=False),
        _game_id(),
        sa.Column("member_id", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("presses_game_id_member_id_at", "presses", ["game_id", "member_id", "at"])


def _create_results() -> None:
    op.create_table(
        "results",
        _game_id(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("member_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("play_order", sa.Text, nullable=False),
        sa.Column("duplicate", sa.Boolean, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat"),
        sqlite_with_rowid=False,
    )
    op.create_index("results_guild_id_ruleset_total", "results", ["guild_id", "ruleset", "total"])
    op.create_index("results_guild_id_member_id_ended_at", "results", ["guild_id", "member_id", "ended_at"])
