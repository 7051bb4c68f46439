"""Results with their cards, seasons, what is derived from results, and whom an event names."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_BOARDS = {
    "rating": "games >= 1",
    "wins": "wins >= 1",
    "average": "finished >= 5",
    "best": "best IS NOT NULL",
}
_UPPER = ("aces", "twos", "threes", "fours", "fives", "sixes")
_YAHTZEE = ("yahtzee", "yahtzee-upper-first", "yahtzee-free-joker")
_BATCH = 1000


def upgrade() -> None:
    op.add_column("guild_settings", sa.Column("time_zone", sa.Text))
    op.create_index("games_guild_id_ruleset_ended_at", "games", ["guild_id", "ruleset", "ended_at"])
    _name_members_of_events()
    _extend_results()
    _create_seasons()
    _create_standings()
    _create_tallies()
    _create_statistics()


def _name_members_of_events() -> None:
    op.add_column("events", sa.Column("member_id", sa.BigInteger))
    conn = op.get_bind()
    found = sa.text(
        "SELECT game_id, number, data FROM events WHERE kind IN ('opened', 'joined', 'left', 'ended')"
        " AND (game_id > :game_id OR game_id = :game_id AND number > :number)"
        " ORDER BY game_id, number LIMIT :batch"
    )
    change = sa.text("UPDATE events SET member_id = :member_id WHERE game_id = :game_id AND number = :number")
    last = (0, 0)
    while rows := conn.execute(found, {"game_id": last[0], "number": last[1], "batch": _BATCH}).all():
        changes = []
        for game_id, number, data in rows:
            facts = json.loads(data)
            changes.append(
                {"member_id": facts.get("player", facts.get("by")), "game_id": game_id, "number": number},
            )
        conn.execute(change, changes)
        last = (rows[-1].game_id, rows[-1].number)
    named = sa.text("member_id IS NOT NULL")
    op.create_index("events_member_id", "events", ["member_id"], sqlite_where=named, postgresql_where=named)


def _extend_results() -> None:
    op.drop_index("results_guild_id_ruleset_total", "results")
    op.drop_index("results_guild_id_member_id_ended_at", "results")
    for column in (*_new_of_results(), *_before_the_game()):
        op.add_column("results", column)
    _fill_results()
    with op.batch_alter_table("results", table_kwargs={"sqlite_with_rowid": False}) as batch:
        for column in _new_of_results():
            batch.alter_column(column.name, existing_type=column.type, nullable=False)
    op.create_index("results_guild_id_ended_at_game_id", "results", ["guild_id", "ended_at", "game_id"])
    op.create_index("results_member_id", "results", ["member_id"])


def _new_of_results() -> "tuple[sa.Column[Any], ...]":
    return (
        sa.Column("rated", sa.Boolean),
        sa.Column("seats", sa.Integer),
        sa.Column("card", sa.Text),
        sa.Column("upper_bonus", sa.Boolean),
        sa.Column("extra", sa.Integer),
    )


def _before_the_game() -> "tuple[sa.Column[Any], ...]":
    return (
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("best_before", sa.Integer),
        sa.Column("server_best_before", sa.Integer),
    )


def _fill_results() -> None:
    conn = op.get_bind()
    found = sa.text(
        "SELECT id, ruleset, state FROM games WHERE id > :after AND id IN (SELECT game_id FROM results)"
        " ORDER BY id LIMIT :batch"
    )
    change = sa.text(
        "UPDATE results SET rated = :rated, seats = :seats, card = :card, upper_bonus = :upper_bonus, extra = :extra"
        " WHERE game_id = :game_id AND seat = :seat"
    ).bindparams(sa.bindparam("rated", type_=sa.Boolean), sa.bindparam("upper_bonus", type_=sa.Boolean))
    after = 0
    while rows := conn.execute(found, {"after": after, "batch": _BATCH}).all():
        conn.execute(change, [facts for row in rows for facts in _facts(*row)])
        after = rows[-1].id


def _facts(game_id: int, ruleset: str, state: str) -> list[dict[str, object]]:
    seats = json.loads(state)["seats"]
    facts: list[dict[str, object]] = []
    for seat, held in enumerate(seats):
        scores = held["card"]["scores"]
        upper = sum(points for box, points in scores if box in _UPPER)
        facts.append(
            {
                "game_id": game_id,
                "seat": seat,
                "rated": len(seats) > 1,
                "seats": len(seats),
                "card": json.dumps(scores, separators=(",", ":")),
                "upper_bonus": ruleset in _YAHTZEE and upper >= 63,
                "extra": held["card"]["bonus"],
            }
        )
    return facts


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", _Key, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("seasons_guild_id_started_at", "seasons", ["guild_id", "started_at"])
    op.create_table(
        "removed_guilds",
        sa.Column("guild_id", _Key, primary_key=True, autoincrement=False),
        sa.Column("removed_at", sa.BigInteger, nullable=False),
    )


def _create_standings() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("period", sa.Text, nullable=False),
        sa.Column("member_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("finished", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("average", sa.Integer),
        sa.Column("best", sa.Integer),
        sa.Column("best_game_id", sa.BigInteger),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("rating", sa.Integer),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("longest_streak", sa.Integer, nullable=False),
        sa.Column("last_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "ruleset", "period", "member_id"),
    )
    op.create_index("standings_member_id", "standings", ["member_id"])
    for by, listed in _BOARDS.items():
        where = sa.text(listed)
        columns = ["guild_id", "ruleset", "period", by, "member_id"]
        op.create_index(f"standings_{by}", "standings", columns, sqlite_where=where, postgresql_where=where)


def _create_tallies() -> None:
    op.create_table(
        "board_tallies",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("period", sa.Text, nullable=False),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("stretch", sa.Integer, nullable=False),
        sa.Column("members", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "ruleset", "period", "board", "stretch"),
        sqlite_with_rowid=False,
    )


def _create_statistics() -> None:
    _create_statistics_table(
        "card_statistics",
        [],
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("upper_bonuses", sa.Integer, nullable=False),
        sa.Column("extra", sa.BigInteger, nullable=False),
    )
    _create_statistics_table(
        "box_statistics",
        ["box"],
        sa.Column("box", sa.Text, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("scored", sa.Integer, nullable=False),
    )
    _create_statistics_table(
        "total_statistics",
        ["total"],
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def _create_statistics_table(name: str, key: list[str], *columns: "sa.Column[Any]") -> None:
    op.create_table(
        name,
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.Text, nullable=False),
        sa.Column("member_id", sa.BigInteger, nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("guild_id", "ruleset", "member_id", *key),
        sqlite_with_rowid=False,
    )
