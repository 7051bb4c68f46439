"""A database as it is after a busy year: many servers, one of them large, with all their results.

Results are written in bulk and everything derived from them by one aggregation in SQL for each table, which knows
nothing of how the bot counts game by game. Ratings are invented and streaks left at 0: neither costs a reader less.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.periods import Period, period_key
from bot.rules import RULESETS, Card
from db.database import Database
from db.results import ResultRow
from db.schema import BOARDS
from db.tallies import WIDTHS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.rules import Ruleset

LARGE = 1 << 60
"""The id of the large server; the others follow it."""
RULESET = "yahtzee"
"""What the large server plays; the others take turns with the rulesets."""
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
SEASON = 1
_YEAR = timedelta(days=365)
_FIRST_MEMBER = 1 << 61
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RULESETS = tuple(RULESETS.values())
_CHUNK = 20_000
_SEATS = (2, 2, 3, 4, 1)


@dataclass(frozen=True)
class Crowd:
    """How many there are of everything; `large` results are those of the large server, with its share of members."""

    results: int
    members: int
    servers: int
    large: int

    @property
    def large_members(self) -> int:
        """The members of the large server: as many results each as elsewhere."""
        return self.members * self.large // self.results

    def servers_members(self, server: int) -> range:
        """The members of a server by its number; 0 is the large one."""
        if server == 0:
            return range(_FIRST_MEMBER, _FIRST_MEMBER + self.large_members)
        each = (self.members - self.large_members) // (self.servers - 1)
        first = _FIRST_MEMBER + self.large_members + each * (server - 1)
        return range(first, first + each)


FULL = Crowd(results=1_000_000, members=200_000, servers=10_000, large=100_000)
HUNDREDTH = Crowd(results=10_000, members=2_000, servers=100, large=1_000)


async def settle(url: str, crowd: Crowd) -> None:
    """Fill a new database, which must not be open."""
    await (await Database.open(url)).close()
    engine = create_async_engine(url)
    async with engine.connect() as conn:
        if conn.dialect.name == "sqlite":
            # Nothing is lost if this process dies; and the long transactions write no page twice.
            await conn.exec_driver_sql("PRAGMA synchronous = OFF")
            await conn.exec_driver_sql("PRAGMA cache_size = -1000000")
        games = games_of(crowd)
        while chunk := list(islice(games, _CHUNK)):
            await _insert_games(conn, chunk)
            await conn.commit()
        for statement in _DERIVED:
            await _derive(conn, statement)
            await conn.commit()
    await engine.dispose()


def games_of(crowd: Crowd) -> Iterator[tuple[ResultRow, ...]]:
    """The results of the year's games, in order."""
    chance = random.Random(crowd.results)
    cards = {rules.key: [_card(rules, chance) for _ in range(500)] for rules in _RULESETS}
    written = {True: 0, False: 0}
    wanted = {True: crowd.large, False: crowd.results - crowd.large}
    game_id = 0
    while any(written[large] < wanted[large] for large in written):
        large = written[True] * crowd.results < (written[True] + written[False] + 1) * crowd.large
        server = 0 if large else chance.randrange(1, crowd.servers)
        game_id += 1
        at = NOW - _YEAR * (1 - sum(written.values()) / crowd.results)
        members = crowd.servers_members(server)
        count = min(chance.choice(_SEATS), wanted[large] - written[large], len(members))
        # Some play much more than others.
        seated = sorted({members[int(len(members) * chance.random() ** 1.5)] for _ in range(count)})
        rules = RULESETS[RULESET] if large else _RULESETS[server % len(_RULESETS)]
        played = chance.choices(cards[rules.key], k=len(seated))
        yield tuple(_results(game_id, LARGE + server, seated, rules, played, at))
        written[large] += len(seated)


@dataclass(frozen=True)
class _Card:
    scores: str
    total: int
    upper_bonus: bool
    extra: int


def _card(rules: Ruleset, chance: random.Random) -> _Card:
    """Random dice, each placed where they are worth most."""
    card = Card()
    for _ in rules.boxes:
        dice = tuple(chance.choices(range(1, 7), k=2)) + (chance.randint(1, 6),) * 3
        best = max(rules.options(card, dice), key=lambda option: option.points)
        card = rules.place(card, dice, best.box)
    totals = rules.totals(card)
    scores = json.dumps(card.to_json()["scores"], separators=(",", ":"))
    return _Card(scores, totals.total, totals.upper_bonus > 0, totals.extra)


def _results(
    game_id: int, guild: int, members: Sequence[int], rules: Ruleset, cards: Sequence[_Card], at: datetime
) -> Iterator[ResultRow]:
    best = max(card.total for card in cards)
    for seat, (member, card) in enumerate(zip(members, cards, strict=True)):
        yield ResultRow(
            game_id=game_id,
            seat=seat,
            guild_id=guild,
            member_id=member,
            name=f"Member {member - _FIRST_MEMBER}",
            ruleset=rules.key,
            play_order="turns",
            duplicate=False,
            total=card.total,
            place=1 + sum(other.total > card.total for other in cards),
            won=card.total == best,
            left=False,
            ended_at=at,
            rated=len(cards) > 1,
            seats=len(cards),
            card=card.scores,
            upper_bonus=card.upper_bonus,
            extra=card.extra,
        )


def _millis(at: datetime) -> int:
    return (at - _EPOCH) // timedelta(milliseconds=1)


async def _insert_games(conn: AsyncConnection, games: Sequence[tuple[ResultRow, ...]]) -> None:
    rows = [row for game in games for row in game]
    columns = "id guild_id channel_id ruleset play_order duplicate phase version version_shown board_turn opened_at"
    columns += " started_at ended_at commitment seed state"
    await _bulk(
        conn,
        "games",
        columns.split(),
        (
            (row.game_id, row.guild_id, row.guild_id, row.ruleset, "turns", False, "finished", 90, 90, 1)
            + (_millis(row.ended_at),) * 3
            + ("ab" * 32, bytes(32), "{}")
            for row, *_ in games
        ),
    )
    names = [each.name for each in fields(ResultRow)]
    values = ([getattr(row, name) for name in names] for row in rows)
    at = names.index("ended_at")
    await _bulk(conn, "results", names, ((*each[:at], _millis(each[at]), *each[at + 1 :]) for each in values))
    seats = ((row.game_id, row.seat, row.member_id, row.name, 1) for row in rows)
    await _bulk(conn, "seats", ["game_id", "seat", "member_id", "name", "join_id"], seats)


async def _bulk(conn: AsyncConnection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Insert as fast as the engine can."""
    if conn.dialect.name == "postgresql":
        driver: Any = (await conn.get_raw_connection()).driver_connection
        await driver.copy_records_to_table(table, records=rows, columns=list(columns))
        return
    names, marks = ", ".join(f'"{column}"' for column in columns), ", ".join("?" * len(columns))
    await conn.exec_driver_sql(f"INSERT INTO {table} ({names}) VALUES ({marks})", [tuple(row) for row in rows])


async def _derive(conn: AsyncConnection, statement: str) -> None:
    # The two have different words for JSON.
    engine = _POSTGRESQL if conn.dialect.name == "postgresql" else _SQLITE
    await conn.execute(text(statement.format(**engine)), _keys() if ":day" in statement else {})


def invented_rating(member: int) -> int:
    """What a member is shown to be rated, if rated at all."""
    return 500 + member % 100_000 * 7919 % 1500


def periods_at(at: datetime) -> list[str]:
    """The keys of the periods that hold an instant."""
    keys = [period_key(period, at, ZoneInfo("UTC"), SEASON) for period in Period]
    return [key for key in keys if key is not None]


def _keys() -> list[dict[str, object]]:
    """Each day of the year with the keys of the periods that hold it."""
    days = [NOW - timedelta(days=ago) for ago in range(_YEAR.days + 2)]
    return [{"day": _millis(day) // 86_400_000, "period": key} for day in days for key in periods_at(day)]


_SQLITE = {"pairs": "json_each(card) AS pair", "box": "pair.value ->> 0", "points": "(pair.value ->> 1)"}
_POSTGRESQL = {
    "pairs": "jsonb_array_elements(card::jsonb) AS pair",
    "box": "pair ->> 0",
    "points": "(pair ->> 1)::int",
}
_COUNTED = 'rated AND NOT "left"'
_STANDINGS = f"""
INSERT INTO standings (guild_id, ruleset, period, member_id, name, games, wins, finished, points, average,
  best, best_game_id, mu, sigma, rating, streak, longest_streak, last_at)
SELECT guild_id, ruleset, period, member_id, name, games, wins, finished, points,
  CASE WHEN finished > 0 THEN (200 * points + finished) / (2 * finished) END,
  best, best * CAST(1000000000 AS BIGINT) - first_best, CASE WHEN games > 0 THEN 25.0 END,
  CASE WHEN games > 0 THEN 8.0 END, CASE WHEN games > 0 THEN 500 + member_id % 100000 * 7919 % 1500 END, 0, 0, last_at
FROM (
  SELECT guild_id, ruleset, period, member_id, MAX(name) AS name,
    CAST(SUM(CASE WHEN rated THEN 1 ELSE 0 END) AS INTEGER) AS games,
    CAST(SUM(CASE WHEN rated AND won THEN 1 ELSE 0 END) AS INTEGER) AS wins,
    CAST(SUM(CASE WHEN {_COUNTED} THEN 1 ELSE 0 END) AS INTEGER) AS finished,
    CAST(SUM(CASE WHEN {_COUNTED} THEN total ELSE 0 END) AS BIGINT) AS points,
    MAX(total) AS best, MAX(total * CAST(1000000000 AS BIGINT) - game_id) AS first_best, MAX(ended_at) AS last_at
  FROM results JOIN bench_days ON day = ended_at / 86400000
  GROUP BY guild_id, ruleset, period, member_id
) AS summed
"""


def _statistics(table: str, keys: str, sums: Mapping[str, str], source: str = "results") -> Iterator[str]:
    """The rows of every member, from the results; then those of every server, from its members'."""
    columns, facts = ", ".join(sums), ", ".join(sums.values())
    key = keys.format(box="box")
    yield (
        f"INSERT INTO {table} (guild_id, ruleset, member_id{key}, {columns})"
        f" SELECT guild_id, ruleset, member_id{keys}, {facts}"
        f" FROM {source} WHERE {_COUNTED} GROUP BY guild_id, ruleset, member_id{keys}"
    )
    yield (
        f"INSERT INTO {table} (guild_id, ruleset, member_id{key}, {columns})"
        f" SELECT guild_id, ruleset, 0{key}, {', '.join(f'SUM({name})' for name in sums)}"
        f" FROM {table} GROUP BY guild_id, ruleset{key}"
    )


_DERIVED = (
    "CREATE TABLE bench_days (day BIGINT, period TEXT)",
    "INSERT INTO bench_days VALUES (:day, :period)",
    _STANDINGS,
    "DROP TABLE bench_days",
    *(
        "INSERT INTO board_tallies (guild_id, ruleset, period, board, stretch, members)"
        f" SELECT guild_id, ruleset, period, '{by}', {by} / {width} * {width}, COUNT(*) FROM standings"
        f" WHERE {BOARDS[by].text} GROUP BY guild_id, ruleset, period, {by} / {width}"
        for by, width in WIDTHS.items()
    ),
    *_statistics(
        "card_statistics",
        "",
        {
            "cards": "COUNT(*)",
            "points": "SUM(total)",
            "upper_bonuses": "SUM(CASE WHEN upper_bonus THEN 1 ELSE 0 END)",
            "extra": "SUM(extra)",
        },
    ),
    *_statistics(
        "box_statistics",
        ", {box}",
        {
            "games": "COUNT(*)",
            "points": "SUM({points})",
            "scored": "SUM(CASE WHEN {points} > 0 THEN 1 ELSE 0 END)",
        },
        source="results, {pairs}",
    ),
    *_statistics("total_statistics", ", total", {"games": "COUNT(*)"}),
)
