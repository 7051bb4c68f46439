"""What drawing the picture of /stats costs a press that comes meanwhile."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import TYPE_CHECKING

import discord

from bot.client import YachtClub
from bot.config import Settings
from bot.rules import RULESETS
from bot.running import share_the_interpreter, spare_the_collector
from bot.ui import charts
from bot.ui.charts import Chart, Histogram, Pair
from db.database import Database
from tests.bench.bare import BareBot
from tests.bench.commits import BareCommits, CommitClock
from tests.bench.presses import RULESET, WHOLE, Meter, Samples

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@dataclass
class Drawing:
    """Nanoseconds of presses in quiet and while one picture after another was drawn, and of the pictures."""

    quiet: list[int] = field(default_factory=list)
    meanwhile: list[int] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)


def chart() -> Chart:
    """A picture of as many bins and boxes as there can be."""
    chance = random.Random(1)
    member = Counter(max(5, round(chance.gauss(220, 45))) for _ in range(200))
    server = member + Counter(max(5, round(chance.gauss(200, 50))) for _ in range(5000))
    means = (sum(total * games for total, games in each.items()) / each.total() for each in (member, server))
    return Chart(
        Histogram.of(member, server),
        Pair(*means),
        {box.key: Pair(chance.uniform(0, 40), chance.uniform(0, 40)) for box in RULESETS[RULESET].boxes},
    )


@asynccontextmanager
async def _pictures(times: list[int]) -> AsyncIterator[None]:
    """Draws off the event loop, as the bot does, half of the time: who is given precedence may not use a core up."""

    async def draw() -> None:
        shown = chart()
        while True:
            began = perf_counter_ns()
            await asyncio.to_thread(charts.draw, shown)
            times.append(perf_counter_ns() - began)
            await asyncio.sleep(times[-1] / 1e9)

    drawing = asyncio.create_task(draw())
    try:
        yield
    finally:
        drawing.cancel()
        await asyncio.gather(drawing, return_exceptions=True)


async def measure(folder: Path, games: int, turns: int = WHOLE) -> Drawing:
    """Play so many games in quiet and as many beside the drawing, in turns, after one that only warms up."""
    found = Drawing()
    commits = await BareCommits.open(folder / "bare-drawing.db", discord.utils.utcnow())
    database = await Database.open(f"sqlite+aiosqlite:///{folder / 'drawing.db'}")
    clock = CommitClock()
    meter = Meter(YachtClub(database, Settings(), shard_count=1), BareBot(shard_count=1), commits, clock)
    interval = sys.getswitchinterval()
    try:
        async with AsyncExitStack() as stack:
            await meter.login(stack)
            spare_the_collector()
            share_the_interpreter()
            with clock.running():
                await meter.play(turns)
                charts.draw(chart())
                for _ in range(games):
                    found.quiet += await presses_of(meter, turns)
                    async with _pictures(found.pictures):
                        found.meanwhile += await presses_of(meter, turns)
    finally:
        gc.unfreeze()
        sys.setswitchinterval(interval)
        await database.close()
        commits.close()
    return found


async def presses_of(meter: Meter, turns: int) -> list[int]:
    """Nanoseconds of all presses of so many turns."""
    meter.samples = {kind: Samples() for kind in meter.samples}
    await meter.play(turns)
    return [time for each in meter.samples.values() for time in each.bot]
