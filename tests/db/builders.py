"""Games, moves and rows with everything filled in that a test does not speak of."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from db import games
from db.derived import Rated, note_results
from db.games import SeatRow
from db.results import ResultRow, insert_results

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

NOW = datetime(2026, 3, 4, 5, 6, 7, 890_000, tzinfo=UTC)
HOUR = timedelta(hours=1)
GUILD, CHANNEL, ADA, BEN = 1 << 60, (1 << 60) + 1, (1 << 60) + 2, (1 << 60) + 3
SEATS = (SeatRow(seat=0, member_id=ADA, name="Ada", join_id=71), SeatRow(seat=1, member_id=BEN, name="Ben", join_id=72))


async def new_game(conn: AsyncConnection, **changes: Any) -> int:
    fields = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "ruleset": "yacht",
        "play_order": "turns",
        "duplicate": False,
        "state": "{}",
        "commitment": "ab" * 32,
        "seed": bytes(range(32)),
        "opened_at": NOW,
        "deadline": None,
        "clock": None,
        "rematch_of": None,
    }
    return await games.insert_game(conn, **{**fields, **changes})


async def move(conn: AsyncConnection, game_id: int, version: int, **changes: Any) -> None:
    """A move of one event, numbered as the version it is made from."""
    fields = {
        "state": f'{{"made from": {version}}}',
        "phase": "playing",
        "deadline": None,
        "from_timing": None,
        "timing": None,
        "started_at": NOW,
        "ended_at": None,
        "events": [("rolled", f'{{"version": {version}}}')],
        "first_number": version,
        "at": NOW,
    }
    await games.save_move(conn, game_id=game_id, version=version, **{**fields, **changes})


async def end(conn: AsyncConnection, game_id: int, version: int) -> None:
    await move(conn, game_id, version, phase="finished", ended_at=NOW)


def result(game_id: int, seat: int, **changes: Any) -> ResultRow:
    fields = {
        "guild_id": GUILD,
        "member_id": SEATS[seat % 2].member_id,
        "name": SEATS[seat % 2].name,
        "ruleset": "yacht",
        "play_order": "turns",
        "duplicate": False,
        "total": 200 - seat,
        "place": 1 + seat,
        "won": seat == 0,
        "left": False,
        "ended_at": NOW,
        "rated": True,
        "seats": 2,
        "card": '[["ones",3],["yacht",0]]',
        "upper_bonus": False,
        "extra": 0,
    }
    return ResultRow(game_id=game_id, seat=seat, **{**fields, **changes})


async def counted(
    conn: AsyncConnection,
    number: int,
    totals: Mapping[int, int],
    periods: Sequence[str] = ("all",),
    left: Collection[int] = (),
    **facts: Any,
) -> None:
    """Store and count a game that ended `number` hours after NOW; rated by default if several members had totals.

    After game n everybody's rating is (25 + n, 8), shown as 1000 + n. `number` must be the next id.
    """
    names = {ADA: "Ada", BEN: "Ben"}
    assert number == await new_game(conn, channel_id=number)
    best = max(total for member, total in totals.items() if member not in left)
    several = {"seats": len(totals), "rated": len(totals) > 1, "ended_at": NOW + number * HOUR}
    rows = [
        result(
            number,
            seat,
            **{
                "member_id": member,
                "name": names.get(member, f"Member {member}"),
                "total": total,
                "won": total == best and member not in left,
                "left": member in left,
                **several,
                **facts,
            },
        )
        for seat, (member, total) in enumerate(totals.items())
    ]
    await insert_results(conn, rows)
    ratings = {row.member_id: Rated(25.0 + number, 8.0, 1000 + number) for row in rows if row.rated}
    await note_results(conn, rows, periods, ratings)
