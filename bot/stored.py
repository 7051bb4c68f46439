"""A game as the database has it: its row, the engine's state and the names of its seats."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.game import Event, FairDice, Game, event_to_json
from bot.timing import Timing
from db.games import GameRow, SeatRow, count_events, load_seats

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True)
class StoredGame:
    """A game as the database has it: its row, the engine's state, the names of the seats in order, and their clocks."""

    row: GameRow
    game: Game
    names: tuple[str, ...]
    event_count: int
    timing: Timing | None

    @property
    def id(self) -> int:
        """The id of the game."""
        return self.row.id

    @property
    def dice(self) -> FairDice:
        """The dice of the game as it stands; in a lobby they change with who is in it."""
        return FairDice.of(self.row.seed, [seat.join for seat in self.game.seats], duplicate=self.game.duplicate)

    @property
    def clock(self) -> timedelta | None:
        """How long a turn may take; None where that does not matter."""
        return None if self.row.clock is None else timedelta(seconds=self.row.clock)

    def deadline_of(self, index: int) -> datetime | None:
        """When the time of that seat's turn is up; None while no clock runs against it that its board should show."""
        running = None if self.timing is None or self.row.clock is None else self.timing.seats.get(index)
        return None if running is None else running.due


class Unreadable(Exception):
    """The stored state of a game cannot be read."""


async def whole(conn: AsyncConnection, row: GameRow) -> StoredGame:
    """The game of that row; raises Unreadable."""
    names = tuple(seat.name for seat in await load_seats(conn, row.id))
    events = await count_events(conn, row.id)
    try:
        game = Game.from_json(json.loads(row.state))
        timing = None if row.timing is None else Timing.from_json(json.loads(row.timing))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Unreadable(f"The state of game {row.id} cannot be read: {error!r}.") from error
    return StoredGame(row, game, names, events, timing)


def dump(data: object) -> str:
    """JSON without a blank too many."""
    return json.dumps(data, separators=(",", ":"))


def event_rows(events: Sequence[Event]) -> list[tuple[str, str]]:
    """Each event as its kind and its facts as JSON."""
    return [(event.kind, dump(event_to_json(event))) for event in events]


def seat_rows(game: Game, names: Sequence[str]) -> list[SeatRow]:
    """The seats of a game in order, with the names of their members."""
    return [
        SeatRow(seat=index, member_id=seat.player, name=name, join_id=seat.join)
        for index, (seat, name) in enumerate(zip(game.seats, names, strict=True))
    ]
