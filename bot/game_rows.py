"""A game's state, events and seats as the database takes them."""

import json
from collections.abc import Sequence

from bot.game import Event, Game, event_to_json
from db.games import SeatRow


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
