"""A game one version on: what a move, or time, makes of its row, its names and its clocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING

from bot.game import Phase, is_computer
from bot.game.events import Left
from bot.stored import StoredGame, dump

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from bot.game import Game, Transition
    from bot.timing import Timing
    from db.games import GameRow


@dataclass(frozen=True)
class Press:
    """One interaction: its id, who pressed, the name that member goes by here, and when."""

    interaction: int
    member: int
    name: str
    at: datetime


def advanced(
    before: StoredGame, transition: Transition, press: Press | None, at: datetime, timing: Timing | None
) -> StoredGame:
    """The game one version on, as it will stand in the database."""
    game = transition.game
    playing = game.phase is Phase.PLAYING
    row = replace(
        before.row,
        version=before.row.version + 1,
        state=dump(game.to_json()),
        phase=game.phase.value,
        timing=None if timing is None else dump(timing.to_json()),
        deadline=_deadline(game, before.row, timing),
        started_at=before.row.started_at or (at if playing else None),
        ended_at=None if game.live else at,
    )
    names, count = _names(before, game, press), before.event_count + len(transition.events)
    return StoredGame(row, game, names, count, timing)


def _deadline(game: Game, row: GameRow, timing: Timing | None) -> datetime | None:
    if game.phase is Phase.LOBBY:
        return row.deadline
    return None if timing is None else timing.next_at


def _names(before: StoredGame, game: Game, press: Press | None) -> tuple[str, ...]:
    if before.game.phase is not Phase.LOBBY:
        return before.names
    names = {seat.player: name for seat, name in zip(before.game.seats, before.names, strict=True)}
    if press is not None:
        names.setdefault(press.member, press.name)
    return seat_names(game, names)


def seat_names(game: Game, names: Mapping[int, str]) -> tuple[str, ...]:
    """The names of the seats in order: those that are known by player, and for a computer that is new a free one.

    That is its level, and a number where another of that level is there: "admiral", "admiral 2".
    """
    known = dict(names)
    for seat in game.seats:
        if seat.level is not None and seat.player not in known:
            taken = {known[other.player] for other in game.seats if is_computer(other.player) and other.player in known}
            known[seat.player] = next(name for name in _numbered(seat.level) if name not in taken)
    return tuple(known[seat.player] for seat in game.seats)


def _numbered(level: str) -> Iterator[str]:
    yield level
    yield from (f"{level} {number}" for number in count(2))


def who_acts(transition: Transition, press: Press | None) -> int | None:
    """The seat of who pressed, or of who left with the server; None where time alone acts."""
    player = press.member if press is not None else None
    if player is None:
        player = next((event.player for event in transition.events if isinstance(event, Left)), None)
    return None if player is None else transition.game.index_of(player)
