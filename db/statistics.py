"""What is known of a member's cards, beside those of the whole server. Rated games played to the end count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, select

from db.derived import SERVER
from db.schema import box_statistics, card_statistics, total_statistics
from db.standings import ALL_TIME, standing_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Select, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from db.standings import Standing


@dataclass(frozen=True)
class BoxCounts:
    """How often a box was filled, the sum of its points, and how often with more than 0."""

    games: int
    points: int
    scored: int


@dataclass(frozen=True)
class Cards:
    """Cards taken together: how many, their totals summed, how many had the upper bonus, the extra points summed.

    `boxes` is by box key; `totals` says how many cards had each total, from the lowest.
    """

    cards: int
    points: int
    upper_bonuses: int
    extra: int
    boxes: Mapping[str, BoxCounts]
    totals: Mapping[int, int]


@dataclass(frozen=True)
class Statistics:
    """`standing` is the member's of all time, placed by rating; None if he has not played."""

    standing: Standing | None
    member: Cards
    server: Cards


def _of_both(table: Table, *columns: str) -> Select[Any]:
    return select(*[table.c[name] for name in ("member_id", *columns)]).where(
        table.c.guild_id == bindparam("guild_id"),
        table.c.ruleset == bindparam("ruleset"),
        table.c.member_id.in_([SERVER, bindparam("member_id")]),
    )


_SELECT_CARDS = _of_both(card_statistics, "cards", "points", "upper_bonuses", "extra")
_SELECT_BOXES = _of_both(box_statistics, "box", "games", "points", "scored")
_SELECT_TOTALS = _of_both(total_statistics, "total", "games").order_by(total_statistics.c.total)


async def statistics(conn: AsyncConnection, guild_id: int, ruleset: str, member_id: int) -> Statistics:
    """Everything that a page about a member shows; boxes may bear keys that no ruleset has any more."""
    values = {"guild_id": guild_id, "ruleset": ruleset, "member_id": member_id}
    cards = {row.member_id: row[1:] for row in await conn.execute(_SELECT_CARDS, values)}
    boxes = (await conn.execute(_SELECT_BOXES, values)).all()
    totals = (await conn.execute(_SELECT_TOTALS, values)).all()

    def of(owner: int) -> Cards:
        box_counts = {box: BoxCounts(*counts) for whose, box, *counts in boxes if whose == owner}
        histogram = {total: games for whose, total, games in totals if whose == owner}
        return Cards(*(*cards.get(owner, (0, 0, 0, 0)), box_counts, histogram))

    standing = await standing_of(conn, guild_id, ruleset, "rating", ALL_TIME, member_id)
    return Statistics(standing, of(member_id), of(SERVER))
