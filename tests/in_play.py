"""Games in play on a real database, and what their members press."""

from __future__ import annotations

import itertools
import json
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from bot.game import Game, Order, event_from_json, moves
from bot.game.events import fold
from bot.games import Games, Press
from db.schema import games as stored_games

if TYPE_CHECKING:
    import pytest

    from bot.games import Move, Outcome, StoredGame
    from db.database import Database

GUILD, CHANNEL = 10, 20
ADA, BEN, DAN = 101, 102, 104
NAMES = {ADA: "ada", BEN: "ben", DAN: "dan"}
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
interactions = itertools.count(5000)


class Clock:
    """Tells the time that the test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def press(member: int, at: datetime = NOON) -> Press:
    return Press(next(interactions), member, NAMES[member], at)


async def lobby(games: Games, *, channel: int = CHANNEL, ruleset: str = "yacht", **options: Any) -> StoredGame:
    """A lobby that ADA opened."""
    facts = {"order": Order.TURNS, "duplicate": False, **options}
    return await games.open(press(ADA), guild=GUILD, channel=channel, ruleset=ruleset, **facts)


async def playing(games: Games, **options: Any) -> StoredGame:
    """A game of ADA and BEN that has just started."""
    stored = await lobby(games, **options)
    await join(games, stored.id, BEN)
    return (await games.act(stored.id, press(ADA), lambda game, dice: moves.start(game, ADA, dice))).after


async def join(games: Games, game_id: int, player: int) -> Outcome:
    pressed = press(player)
    return await games.act(game_id, pressed, lambda game, _: moves.join(game, player, pressed.interaction))


def current(game: Game) -> int:
    assert game.current is not None
    return game.seats[game.current].player


def roll(game: Game, player: int | None = None) -> Move:
    """The roll that the board of whose turn it is offers, pressed by that player or another."""
    assert game.current is not None
    moment, presser = game.moment(game.current), player or current(game)
    return lambda game, dice: moves.roll(game, presser, moment, dice)


def score(game: Game) -> Move:
    """The first box that the dice may fill."""
    assert game.current is not None
    seat, moment = game.seats[game.current], game.moment(game.current)
    box, player = game.rules.options(seat.card, seat.turn.dice)[0].box, seat.player
    return lambda game, _: moves.score(game, player, moment, box)


async def is_whole(games: Games, stored: StoredGame) -> bool:
    """Whether the stored state is what the stored events give, but for dice held since."""
    events = await games.events(stored.id)
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    history = fold(event_from_json(event.kind, json.loads(event.data)) for event in events)
    return _without_holds(stored.game) == _without_holds(history)


def _without_holds(game: Game) -> dict[str, Any]:
    data = game.to_json()
    for seat in data["seats"]:
        for turn in (seat["turn"], (seat["undoable"] or seat)["turn"]):
            turn["held"] = None
    return data


async def spoil(database: Database, game_id: int) -> None:
    """Let the stored state of a game be one that this version cannot read."""
    async with database.write() as conn:
        await conn.execute(
            update(stored_games).where(stored_games.c.id == game_id).values(state='{"phase": "elsewhere"}')
        )


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
