"""The fixture `club`: the bot, running in a simulated Discord on a real SQLite file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import simcord

from db.database import Database
from tests.flows.club import Club, new_bot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def running(sqlite_url: str) -> AsyncIterator[Club]:
    """The club outside SimCord's clock: SimCord's plugin selects it for tests that have an Env among their fixtures."""
    database = await Database.open(sqlite_url)
    env = simcord.Env(new_bot(database))
    await env.start()
    club = Club(sqlite_url, database, env)
    yield club
    await club.bot.close()
    await env.shutdown()
    await club.database.close()
    assert club.failures() == []


@pytest.fixture
def env(running: Club) -> simcord.Env:
    return running.env


@pytest.fixture
def club(running: Club, env: simcord.Env) -> Club:
    return running
