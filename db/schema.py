"""The tables, described once for SQLite and PostgreSQL. A change here needs a revision in `db/migrations/versions`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    false,
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
    Column("time_zone", Text),
    Column("default_ruleset", Text),
    Column("clock", Integer),
    Column("on_expiry", Text),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("channels", Text),
    Column("computers", Boolean),
    Column("hints", Text),
    Column("turn_pings", Boolean),
)

member_preferences = Table(
    "member_preferences",
    metadata,
    Column("member_id", _Key, primary_key=True, autoincrement=False),
    Column("pings", Text),
    Column("locale", Text),
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
    Column("board_turn", Integer, nullable=False),
    Column("deadline", UnixMillis),
    Column("opened_at", UnixMillis, nullable=False),
    Column("started_at", UnixMillis),
    Column("ended_at", UnixMillis),
    Column("commitment", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
    Column("clock", Integer),
    Column("timing", Text),
    Column("reminder_message_id", BigInteger),
    Column("reminder_seat", Integer),
    Column("rematch_of", BigInteger),
    CheckConstraint("play_order IN ('turns', 'together')", name="play_order"),
    CheckConstraint("phase IN ('lobby', 'playing', 'finished', 'abandoned')", name="phase"),
    # Ids stand in the buttons of old boards, so one is never given out twice.
    sqlite_autoincrement=True,
)
LIVE = text("phase IN ('lobby', 'playing')")
TIMED = text("phase = 'playing' AND clock IS NOT NULL")
LIVE_REMATCH = text("phase IN ('lobby', 'playing') AND rematch_of IS NOT NULL")
UNSHOWN = text("version_shown < version")
Index("games_live_channel", games.c.channel_id, unique=True, sqlite_where=LIVE, postgresql_where=LIVE)
Index("games_live_deadline", games.c.deadline, sqlite_where=LIVE, postgresql_where=LIVE)
Index("games_timed_clock", games.c.clock, sqlite_where=TIMED, postgresql_where=TIMED)
Index("games_live_rematch_of", games.c.rematch_of, sqlite_where=LIVE_REMATCH, postgresql_where=LIVE_REMATCH)
Index("games_unshown", games.c.guild_id, sqlite_where=UNSHOWN, postgresql_where=UNSHOWN)
Index(None, games.c.guild_id, games.c.ended_at)
Index(None, games.c.guild_id, games.c.ruleset, games.c.ended_at)


def _game_id(*, primary_key: bool) -> Column[int]:
    return Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=primary_key, nullable=False)


def _of_ruleset() -> tuple[Column[int], Column[str]]:
    return (
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("ruleset", Text, primary_key=True),
    )


def _member_or_server() -> Column[int]:
    """The member's id; 0 is the whole server, with those who are no longer named."""
    return Column("member_id", BigInteger, primary_key=True, autoincrement=False)


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
    # Whom `data` names by id, who may have no seat: a guest of the lobby, or who ended the game.
    Column("member_id", BigInteger),
    sqlite_with_rowid=False,
)
NAMED = text("member_id IS NOT NULL")
Index("events_member_id", events.c.member_id, sqlite_where=NAMED, postgresql_where=NAMED)

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
    Column("rated", Boolean, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("card", Text, nullable=False),
    Column("upper_bonus", Boolean, nullable=False),
    Column("extra", Integer, nullable=False),
    # As they stood before the game: the member's rating if it was rated, his best and the server's if there were any.
    Column("mu", Double),
    Column("sigma", Double),
    Column("best_before", Integer),
    Column("server_best_before", Integer),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Index(None, "guild_id", "ended_at", "game_id"),
    Index(None, "member_id"),
    sqlite_with_rowid=False,
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("started_at", UnixMillis, nullable=False),
    Index(None, "guild_id", "started_at"),
    # Ids stand in the keys of periods, so one is never given out twice.
    sqlite_autoincrement=True,
)

removed_guilds = Table(
    "removed_guilds",
    metadata,
    Column("guild_id", _Key, primary_key=True, autoincrement=False),
    Column("removed_at", UnixMillis, nullable=False),
)

shards_alive = Table(
    "shards_alive",
    metadata,
    Column("shard_id", Integer, primary_key=True, autoincrement=False),
    Column("alive_at", UnixMillis, nullable=False),
)

# What follows is derived from the results, written with them, and can be rebuilt from them.
standings = Table(
    "standings",
    metadata,
    *_of_ruleset(),
    Column("period", Text, primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("finished", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("average", Integer),
    Column("best", Integer),
    Column("best_game_id", BigInteger),
    Column("mu", Double),
    Column("sigma", Double),
    Column("rating", Integer),
    Column("streak", Integer, nullable=False),
    Column("longest_streak", Integer, nullable=False),
    Column("last_at", UnixMillis, nullable=False),
    Index(None, "member_id"),
)
BOARDS = {
    "rating": text("games >= 1"),
    "wins": text("wins >= 1"),
    "average": text("finished >= 5"),
    "best": text("best IS NOT NULL"),
}
for _by, _listed in BOARDS.items():
    _ranked = [standings.c[name] for name in ("guild_id", "ruleset", "period", _by, "member_id")]
    Index(f"standings_{_by}", *_ranked, sqlite_where=_listed, postgresql_where=_listed)

board_tallies = Table(
    "board_tallies",
    metadata,
    *_of_ruleset(),
    Column("period", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("stretch", Integer, primary_key=True, autoincrement=False),
    Column("members", Integer, nullable=False),
    sqlite_with_rowid=False,
)

card_statistics = Table(
    "card_statistics",
    metadata,
    *_of_ruleset(),
    _member_or_server(),
    Column("cards", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("upper_bonuses", Integer, nullable=False),
    Column("extra", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

box_statistics = Table(
    "box_statistics",
    metadata,
    *_of_ruleset(),
    _member_or_server(),
    Column("box", Text, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("scored", Integer, nullable=False),
    sqlite_with_rowid=False,
)

total_statistics = Table(
    "total_statistics",
    metadata,
    *_of_ruleset(),
    _member_or_server(),
    Column("total", Integer, primary_key=True),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

DERIVED = (standings, board_tallies, card_statistics, box_statistics, total_statistics)
