"""What the bot adds to a press, over a handler that only answers."""

from __future__ import annotations

import gc
import itertools
import json
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import discord

from bot.client import YachtClub
from bot.config import Settings
from bot.game import Order, moves
from bot.games import Press
from bot.rules import RULESETS
from bot.running import spare_the_collector
from db.database import Database
from tests.bench.bare import BareBot
from tests.bench.commits import BareCommits, CommitClock
from tests.bench.stub import CHANNEL, GUILD, Stub, interaction, logged_in

if TYPE_CHECKING:
    from pathlib import Path

    from discord.ext import commands

    from bot.games import StoredGame

KINDS = ("hold", "roll", "score")
PLAYERS = (11, 12, 13, 14)
RULESET = "yahtzee"
WHOLE = len(PLAYERS) * len(RULESETS[RULESET].boxes)


@dataclass
class Samples:
    """Nanoseconds of each press of one kind, side by side."""

    bot: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)
    commit: list[int] = field(default_factory=list)
    bare_commit: list[int] = field(default_factory=list)


class OnlyAnswers(discord.ui.DynamicItem[discord.ui.Item[discord.ui.View]], template=r"bare:\w+"):
    """The least that a control can do."""

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, _match: Any, /) -> OnlyAnswers:
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content="Pressed.")


class Meter:
    """Plays whole games of four on the bot, and presses the same control of the other client beside each press."""

    def __init__(self, bot: YachtClub, bare: commands.AutoShardedBot, commits: BareCommits, clock: CommitClock) -> None:
        self._bot, self._bare = bot, bare
        self.stub, self._bare_stub = Stub(), Stub()
        self._commits, self._clock = commits, clock
        self._interactions = itertools.count(1)
        self._chance = random.Random(1)
        self.samples = {kind: Samples() for kind in KINDS}

    async def login(self, stack: AsyncExitStack) -> None:
        await stack.enter_async_context(logged_in(self._bot, self.stub))
        await stack.enter_async_context(logged_in(self._bare, self._bare_stub))
        self._bare.add_dynamic_items(OnlyAnswers)

    async def play(self, turns: int) -> None:
        """So many turns of one game."""
        game_id = await self._start()
        for _ in range(turns):
            stored = await self._bot.games.load(game_id)
            for kind in ("roll", "hold", "roll", "hold", "hold", "roll"):
                await self._press(kind, stored)
                stored = await self._bot.games.load(game_id)
            await self._press("score", stored)
        if (await self._bot.games.load(game_id)).game.live:
            await self._bot.games.dismiss(game_id, lambda game, _: moves.expire(game))

    async def _start(self) -> int:
        games, (host, *others) = self._bot.games, PLAYERS
        opening = self._by(host)
        stored = await games.open(
            opening, guild=GUILD, channel=CHANNEL, ruleset=RULESET, order=Order.TURNS, duplicate=False
        )
        for player in others:
            join = next(self._interactions)
            await games.act(stored.id, self._by(player), lambda game, _, p=player, j=join: moves.join(game, p, j))  # type: ignore[misc]
        await games.act(stored.id, self._by(host), lambda game, dice: moves.start(game, host, dice))
        assert await self._bot.channels.bring_up_to_date(stored.id)
        return stored.id

    def _by(self, player: int) -> Press:
        return Press(next(self._interactions), player, f"player {player}", discord.utils.utcnow())

    async def _press(self, kind: str, stored: StoredGame) -> None:
        """Press a control of that kind on both clients, in turns the one or the other first."""
        assert stored.game.current is not None
        player, board = stored.game.seats[stored.game.current].player, stored.row.board_message_id
        message = self.stub.messages[board or 0]
        control = self._control(kind, message)
        number = next(self._interactions)
        data = {"custom_id": control["custom_id"], "component_type": control["type"]}
        if kind == "score":
            data["values"] = [self._chance.choice(control["options"])["value"]]
        pressed = interaction(number, player, message, data)
        same = _on_bare(pressed, kind)
        samples = self.samples[kind]
        if number % 2:
            samples.bare.append(await self._time(self._bare, self._bare_stub, same))
        before = self._clock.spent
        samples.bot.append(await self._time(self._bot, self.stub, pressed))
        samples.commit.append(self._clock.spent - before)
        await self._bot.desk.finish()
        if not number % 2:
            samples.bare.append(await self._time(self._bare, self._bare_stub, same))
        samples.bare_commit.append(await self._commit_the_same(stored))

    def _control(self, kind: str, message: dict[str, Any]) -> dict[str, Any]:
        items = [item for row in message["components"] for item in row["components"]]
        found: list[dict[str, Any]] = [item for item in items if item.get("custom_id", "").startswith(f"yc1:{kind}:")]
        return self._chance.choice(found)

    async def _time(self, client: commands.AutoShardedBot, stub: Stub, payload: Any) -> int:
        """Nanoseconds from the payload handed to discord.py to the callback handed to HTTP."""
        stub.pressed = int(payload["message"]["id"])
        stub.messages.setdefault(stub.pressed, payload["message"])
        stub.answered.clear()
        began = perf_counter_ns()
        client._connection.parse_interaction_create(payload)
        await stub.answered.wait()
        return stub.answered_at - began

    async def _commit_the_same(self, before: StoredGame) -> int:
        after = await self._bot.games.load(before.id)
        event = None
        if after.event_count > before.event_count:
            last = (await self._bot.games.events(before.id))[-1]
            event = last.kind, last.data
        return self._commits.move(after.row.state, event)


def _on_bare(pressed: dict[str, Any], kind: str) -> dict[str, Any]:
    """The same press of the same board, whose pressed control is the other client's."""
    text = json.dumps(pressed)
    same: dict[str, Any] = json.loads(text.replace(pressed["data"]["custom_id"], f"bare:{kind}"))
    return same


async def measure(folder: Path, games: int, turns: int = WHOLE) -> dict[str, Samples]:
    """Play so many games, each for so many turns, after one that only warms up what is slow once."""
    commits = await BareCommits.open(folder / "bare.db", discord.utils.utcnow())
    database = await Database.open(f"sqlite+aiosqlite:///{folder / 'bot.db'}")
    clock = CommitClock()
    meter = Meter(YachtClub(database, Settings(), shard_count=1), BareBot(shard_count=1), commits, clock)
    try:
        async with AsyncExitStack() as stack:
            await meter.login(stack)
            # As bot.running does.
            spare_the_collector()
            with clock.running():
                await meter.play(turns)
                meter.samples = {kind: Samples() for kind in KINDS}
                for _ in range(games):
                    await meter.play(turns)
    finally:
        gc.unfreeze()
        await database.close()
        commits.close()
    return meter.samples
