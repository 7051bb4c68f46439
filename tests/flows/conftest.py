"""The fixture `club`: the bot, running in a simulated Discord on a real SQLite file."""

from __future__ import annotations

import logging
import random
from typing import TYPE_CHECKING, Any

import pytest
import simcord

from db.database import Database
from tests import contract, limits
from tests.flows.club import Club, new_bot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator


@pytest.fixture
def bot_options() -> dict[str, Any]:
    """What the bot is built with beside its database; a module that needs more has a fixture of this name."""
    return {}


@pytest.fixture
async def running(migrated_sqlite_url: str, bot_options: dict[str, Any]) -> AsyncIterator[Club]:
    """The club outside SimCord's clock: SimCord's plugin selects it for tests that have an Env among their fixtures."""
    database = await Database.open(migrated_sqlite_url)
    env = simcord.Env(new_bot(database, **bot_options))
    await env.start()
    club = Club(migrated_sqlite_url, database, env)
    yield club
    await club.bot.close()
    await env.shutdown()
    await club.database.close()
    assert club.failures() == []
    assert contract.violations(env.http_requests) == []
    assert limits.violations(env.http_requests) == []
    assert club.unanswered() == club.left_unanswered


@pytest.fixture(autouse=True)
def dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of a test's games are the same in every run, or one that ends in a tie would come up now and then."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr("bot.games.secrets.token_bytes", chance.randbytes)


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """The log of a flow has no failure in it; a test that expects one looks at it and clears the log."""
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


@pytest.fixture
def env(running: Club) -> simcord.Env:
    return running.env


@pytest.fixture
def club(running: Club, env: simcord.Env) -> Club:
    return running
