"""What presses cost while the games are being solved beside the bot, and how long a hint takes."""

from __future__ import annotations

import asyncio
import gc
import itertools
import random
import sys
import tempfile
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import discord

from bot.client import YachtClub
from bot.config import Settings
from bot.game import Order, Turn, moves
from bot.games import Press
from bot.rules import RULESETS, Card
from bot.running import share_the_interpreter, spare_the_collector
from bot.solutions import Solutions
from bot.ui.controls import Hint
from db.database import Database
from tests.bench.bare import BareBot
from tests.bench.commits import BareCommits, CommitClock
from tests.bench.drawing import presses_of
from tests.bench.presses import PLAYERS, RULESET, WHOLE, Meter
from tests.bench.stub import CHANNEL, GUILD, Stub, interaction, logged_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.rules import Ruleset
    from bot.strategy.choices import Advisor

_POLL_SECONDS = 0.05


@dataclass
class Solving:
    """Nanoseconds of presses in quiet and while a process solved one game after another, and of the solving."""

    quiet: list[int] = field(default_factory=list)
    meanwhile: list[int] = field(default_factory=list)
    solved: list[int] = field(default_factory=list)


@dataclass
class HintTimes:
    """Nanoseconds of hints: to work one out, and from the payload of the press to the answer."""

    worked_out: list[int] = field(default_factory=list)
    pressed: list[int] = field(default_factory=list)


@asynccontextmanager
async def _solving(ruleset: Ruleset, times: list[int]) -> AsyncIterator[None]:
    """Solves the game again and again, as a bot does that starts with an empty folder."""

    async def solve() -> None:
        while True:
            with tempfile.TemporaryDirectory() as folder:
                began, solutions = perf_counter_ns(), Solutions()
                async with solutions.gathered(Path(folder), [ruleset]):
                    while solutions.advisor(ruleset) is None:  # noqa: ASYNC110 - as a member would
                        await asyncio.sleep(_POLL_SECONDS)
                times.append(perf_counter_ns() - began)

    solving = asyncio.create_task(solve())
    try:
        yield
    finally:
        solving.cancel()
        await asyncio.gather(solving, return_exceptions=True)


async def measure(folder: Path, games: int, turns: int = WHOLE, *, ruleset: str = RULESET) -> Solving:
    """Play so many games in quiet and as many beside the solving, in turns, after one that only warms up."""
    found = Solving()
    commits = await BareCommits.open(folder / "bare-solving.db", discord.utils.utcnow())
    database = await Database.open(f"sqlite+aiosqlite:///{folder / 'solving.db'}")
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
                for _ in range(games):
                    found.quiet += await presses_of(meter, turns)
                    async with _solving(RULESETS[ruleset], found.solved):
                        found.meanwhile += await presses_of(meter, turns)
    finally:
        gc.unfreeze()
        sys.setswitchinterval(interval)
        await database.close()
        commits.close()
    return found


async def measure_hints(folder: Path, solutions: Solutions, turns: int) -> dict[str, HintTimes]:
    """So many hints of each game that is solved."""
    found: dict[str, HintTimes] = {}
    database = await Database.open(f"sqlite+aiosqlite:///{folder / 'hints.db'}")
    bot, stub = YachtClub(database, Settings(), shard_count=1, solutions=solutions), Stub()
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(logged_in(bot, stub))
            for key, ruleset in RULESETS.items():
                advisor = solutions.advisor(ruleset)
                if advisor is not None:
                    found[key] = HintTimes(_worked_out(advisor, turns), await _Asker(bot, stub, key).ask(turns))
    finally:
        await database.close()
    return found


def _worked_out(advisor: Advisor, count: int) -> list[int]:
    """Choices at any moment of games in which every box is filled with whatever was rolled."""
    chance, times, card = random.Random(1), list[int](), Card()
    for _ in range(count):
        if advisor.ruleset.is_full(card):
            card = Card()
        dice = tuple(chance.choices(range(1, 7), k=5))
        turn = Turn(len(card.scores) + 1, chance.randint(1, 3), dice)
        began = perf_counter_ns()
        advisor.choices(card, turn)
        times.append(perf_counter_ns() - began)
        card = advisor.ruleset.place(card, dice, chance.choice(advisor.ruleset.options(card, dice)).box)
    return times


class _Asker:
    """A member alone who rolls, asks, and takes whatever box comes first."""

    _interactions = itertools.count(1_000_000)

    def __init__(self, bot: YachtClub, stub: Stub, ruleset: str) -> None:
        self._bot, self._stub, self._ruleset = bot, stub, ruleset
        self._player = PLAYERS[0]

    async def ask(self, count: int) -> list[int]:
        """Nanoseconds of so many presses of Hint, after one that only warms up."""
        times = list[int]()
        while len(times) <= count:
            times += await self._game(count + 1 - len(times))
        return times[1:]

    def _by(self) -> Press:
        return Press(next(self._interactions), self._player, "Ada", discord.utils.utcnow())

    async def _game(self, most: int) -> list[int]:
        games, player = self._bot.games, self._player
        stored = await games.open(
            self._by(), guild=GUILD, channel=CHANNEL, ruleset=self._ruleset, order=Order.TURNS, duplicate=False
        )
        game_id = stored.id
        await games.act(game_id, self._by(), lambda game, dice: moves.start(game, player, dice, hints=True))
        await self._bot.channels.bring_up_to_date(game_id)
        times = list[int]()
        while (stored := await games.load(game_id)).game.live and len(times) < most:
            await games.act(game_id, self._by(), lambda game, dice: moves.roll(game, player, game.moment(0), dice))
            times.append(await self._press((await games.load(game_id)).row.board_message_id or 0, game_id))
            await games.act(
                game_id, self._by(), lambda game, _: moves.score(game, player, game.moment(0), _first(game))
            )
        if stored.game.live:
            await games.dismiss(game_id, lambda game, _: moves.expire(game))
        return times

    async def _press(self, board: int, game_id: int) -> int:
        moment = (await self._bot.games.load(game_id)).game.moment(0)
        data = {"custom_id": Hint(game_id, moment).custom_id, "component_type": 2}
        # The board is not drawn anew for each roll: only its button matters.
        button = {"type": 2, "style": 2, "label": "Hint", "custom_id": data["custom_id"]}
        message = {**self._stub.messages[board], "components": [{"type": 1, "components": [button]}]}
        payload: Any = interaction(next(self._interactions), self._player, message, data)
        self._stub.pressed = board
        self._stub.answered.clear()
        began = perf_counter_ns()
        self._bot._connection.parse_interaction_create(payload)
        await self._stub.answered.wait()
        taken = self._stub.answered_at - began
        await self._bot.desk.finish()
        return taken


def _first(game: Any) -> str:
    seat = game.seats[0]
    key: str = game.rules.options(seat.card, seat.turn.dice)[0].box
    return key
