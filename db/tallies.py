"""How many members a board has, stretch by stretch, so that places and late pages are found without counting them all.

A stretch is a range of values, `WIDTHS` wide, named by its lowest value; `board_tallies` has the members who stand in
it. A place or a page is then sought within one stretch.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import bindparam, delete, select

from db.schema import board_tallies, standings
from db.upsert import accumulate

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sqlalchemy import Row
    from sqlalchemy.ext.asyncio import AsyncConnection

By = Literal["rating", "wins", "average", "best"]
WIDTHS: Mapping[By, int] = {"rating": 32, "wins": 1, "average": 100, "best": 4}
MIN_FINISHED = 5
"""The rated games a member must have finished to stand on the board of averages."""

_OF_BOARD = ("guild_id", "ruleset", "period", "board", "stretch")
_ADD = accumulate(board_tallies, lambda old, new: {"members": old.members + new.members})
_SELECT = (
    select(board_tallies.c.stretch, board_tallies.c.members)
    .where(*[board_tallies.c[name] == bindparam(name) for name in _OF_BOARD[:4]])
    .order_by(board_tallies.c.stretch.desc())
)
_DELETE_EMPTY = delete(board_tallies).where(
    *[board_tallies.c[name] == bindparam(name) for name in _OF_BOARD], board_tallies.c.members == 0
)
_RANKED = [
    standings.c[name]
    for name in ("guild_id", "ruleset", "period", "games", "wins", "finished", "rating", "average", "best")
]
_SELECT_RANKED = select(*_RANKED).where(
    standings.c.guild_id == bindparam("guild_id"),
    standings.c.ruleset == bindparam("ruleset"),
    standings.c.period.in_(bindparam("periods", expanding=True)),
    standings.c.member_id.in_(bindparam("members", expanding=True)),
)
_SELECT_RANKED_OF = select(*_RANKED).where(standings.c.member_id == bindparam("member_id"))

Tallies = Counter[tuple[int, str, str, By, int]]


@dataclass(frozen=True)
class Board:
    """The stretches of a board that have members, the highest first, as (lowest value, members)."""

    by: By
    stretches: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """How many members the board has."""
        return sum(members for _, members in self.stretches)

    def above(self, value: int) -> tuple[int, int]:
        """How many members stand in higher stretches than that of `value`, and the value at which those begin."""
        end = stretch_of(self.by, value) + WIDTHS[self.by]
        return sum(members for stretch, members in self.stretches if stretch >= end), end

    def at(self, offset: int) -> tuple[int, int] | None:
        """Where to look for the member after `offset` others: below which value, and how many to skip there."""
        for stretch, members in self.stretches:
            if offset < members:
                return stretch + WIDTHS[self.by], offset
            offset -= members
        return None


def stretch_of(by: By, value: int) -> int:
    """The lowest value of the stretch that holds `value`."""
    return value // WIDTHS[by] * WIDTHS[by]


async def board(conn: AsyncConnection, guild_id: int, ruleset: str, by: By, period: str) -> Board:
    """The tallies of one board."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "period": period, "board": by}
    found = await conn.execute(_SELECT, values)
    return Board(by, tuple((stretch, members) for stretch, members in found))


async def tally(
    conn: AsyncConnection, guild_id: int, ruleset: str, periods: Collection[str], members: Collection[int]
) -> Tallies:
    """What those members contribute to the tallies as their standings are now."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "periods": list(periods), "members": list(members)}
    return _tallies(await conn.execute(_SELECT_RANKED, values))


async def tally_of(conn: AsyncConnection, member_id: int) -> Tallies:
    """What a member contributes on all servers."""
    return _tallies(await conn.execute(_SELECT_RANKED_OF, {"member_id": member_id}))


async def change(conn: AsyncConnection, before: Tallies, after: Tallies) -> None:
    """Put the contributions `after` in the place of those of `before`."""
    changed = Counter(after)
    changed.subtract(before)
    # In one order everywhere, so that two transactions cannot wait for each other.
    keys = sorted(key for key, members in changed.items() if members)
    if keys:
        values = [{**_named(key), "members": changed[key]} for key in keys]
        await conn.execute(_ADD[conn.dialect.name], values)
    if lessened := [_named(key) for key in keys if changed[key] < 0]:
        await conn.execute(_DELETE_EMPTY, lessened)


def _named(key: tuple[int, str, str, By, int]) -> dict[str, object]:
    return dict(zip(_OF_BOARD, key, strict=True))


def _tallies(rows: Iterable[Row[Any]]) -> Tallies:
    return Counter(
        (row.guild_id, row.ruleset, row.period, by, stretch_of(by, value))
        for row in rows
        for by, value in listed(row).items()
    )


def listed(row: Row[Any]) -> dict[By, int]:
    """The boards that list a standing, as the partial indexes of the schema say, and its value there."""
    found: dict[By, int | None] = {
        "rating": row.rating if row.games >= 1 else None,
        "wins": row.wins or None,
        "average": row.average if row.finished >= MIN_FINISHED else None,
        "best": row.best,
    }
    return {by: value for by, value in found.items() if value is not None}
