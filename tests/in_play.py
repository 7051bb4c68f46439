"""Games in play on a real database, and what their members press; for every test the fixtures that they run on."""

from __future__ import annotations

import itertools
import json
import logging
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import update

from bot.choices import Choices
from bot.deadlines import Deadlines
from bot.game import Game, Order, event_from_json, moves
from bot.game.events import fold
from bot.games import Games, Press
from db.database import Database
from db.due import ALL_SHARDS
from db.schema import games as stored_games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.games import Move, Outcome, StoredGame

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


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def choices(database: Database) -> Choices:
    return Choices(database)


@pytest.fixture
def games(database: Database, clock: Clock, choices: Choices) -> Games:
    return Games(database, clock, choices)


@pytest.fixture
def deadlines(database: Database, games: Games, choices: Choices) -> Deadlines:
    return Deadlines(database, games, choices, ALL_SHARDS)


@pytest.fixture
async def database_elsewhere(database: Database, database_url: str) -> AsyncIterator[Database]:
    """As a second process has it: on PostgreSQL with connections of its own; SQLite admits one process only."""
    if database_url.startswith("sqlite"):
        yield database
        return
    opened = await Database.open(database_url)
    yield opened
    await opened.close()


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
