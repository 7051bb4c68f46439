"""The tables, described once for SQLite and PostgreSQL. A change here needs a revision in `db/migrations/versions`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    text,
)

if TYPE_CHECKING:
    from sqlalchemy import Dialect

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnixMillis(TypeDecorator[datetime]):
    """An aware datetime, kept as whole milliseconds since 1970 and returned in UTC. A naive one is refused."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:  # noqa: ARG002
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone.")
        return (value - _EPOCH) // timedelta(milliseconds=1)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return None if value is None else _EPOCH + timedelta(milliseconds=value)


# SQLite keeps a row under its key directly only when the key's type is exactly INTEGER (64 bits there).
_Key = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_name)s_fkey",
        "ck": "%(table_name)s_%(constraint_name)s_check",
        "ix": "%(table_name)s_%(column_0_N_name)s",
    }
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", _Key, primary_key=True, autoincrement=False),
    Column("locale", Text),
    Column("ruleset", Text),
)

games = Table(
    "games",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("play_order", Text, nullable=False),
    Column("duplicate", Boolean, nullable=False),
    Column("phase", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("version_shown", Integer, nullable=False),
    Column("board_message_id", BigInteger),
    Column("board_posted_at", UnixMillis),
    Column("line_message_id", BigInteger),
    Column("pinged_turn", Integer, nullable=False),
    Column("deadline", UnixMillis),
    Column("opened_at", UnixMillis, nullable=False),
    Column("started_at", UnixMillis),
    Column("ended_at", UnixMillis),
    Column("commitment", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    CheckConstraint("play_order IN ('turns', 'together')", name="play_order"),
    CheckConstraint("phase IN ('lobby', 'playing', 'finished', 'abandoned')", name="phase"),
    # Ids stand in the buttons of old boards, so one is never given out twice.
    sqlite_autoincrement=True,
)
LIVE = text("phase IN ('lobby', 'playing')")
UNSHOWN = text("version_shown < version")
Index("games_live_channel", games.c.channel_id, unique=True, sqlite_where=LIVE, postgresql_where=LIVE)
Index("games_live_deadline", games.c.deadline, sqlite_where=LIVE, postgresql_where=LIVE)
Index("games_unshown", games.c.guild_id, sqlite_where=UNSHOWN, postgresql_where=UNSHOWN)
Index(None, games.c.guild_id, games.c.ended_at)


def _game_id(*, primary_key: bool) -> Column[int]:
    return Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=primary_key, nullable=False)


seats = Table(
    "seats",
    metadata,
    _game_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("join_id", BigInteger, nullable=False),
    Index(None, "member_id"),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    _game_id(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("at", UnixMillis, nullable=False),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)

presses = Table(
    "presses",
    metadata,
    Column("interaction_id", _Key, primary_key=True, autoincrement=False),
    _game_id(primary_key=False),
    Column("member_id", BigInteger, nullable=False),
    Column("at", UnixMillis, nullable=False),
    Index(None, "game_id", "member_id", "at"),
)

results = Table(
    "results",
    metadata,
    _game_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("member_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("ruleset", Text, nullable=False),
    Column("play_order", Text, nullable=False),
    Column("duplicate", Boolean, nullable=False),
    Column("total", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
    Column("ended_at", UnixMillis, nullable=False),
    Index(None, "guild_id", "ruleset", "total"),
    Index(None, "guild_id", "member_id", "ended_at"),
    sqlite_with_rowid=False,
)
