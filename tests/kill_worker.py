"""Games played through bot.games by processes that may be killed at any instant: `python -m tests.kill_worker`.

It imports once and forks a process for each order it reads, since imports take far longer than what is tested. An
order is a line of JSON on stdin. On stdout the pid of the new process is told, then "open" once it has its database,
then a line for each move that `games.act` has answered, and at last how the process ended.
"""

import asyncio
import itertools
import json
import os
import random
import select
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.choices import Choices
from bot.game import Game, Order, Phase, event_to_json, moves
from bot.games import Games, Move, Outcome, Press, StoredGame
from bot.rules import RULESETS
from db.database import Database

CHANNELS = (1, 2, 3)
PLAYERS = (11, 12, 13, 14)


@dataclass(frozen=True)
class Task:
    """What one process does: play on in each channel, for ever or until the game there is over.

    `first` is its first interaction id; every process has ids of its own.
    """

    url: str
    seed: int
    first: int
    finish: bool = False


class Player:
    """Plays the game of one channel, choosing at random among sensible moves."""

    def __init__(self, games: Games, channel: int, interactions: Iterator[int], chance: random.Random) -> None:
        self._games = games
        self._channel = channel
        self._interactions = interactions
        self._chance = chance

    async def play(self, *, finish: bool) -> None:
        """Press on; with `finish` only until this game is over."""
        while True:
            stored = await self._games.live_in(self._channel) or await self._open()
            while stored.game.live:
                player, move = self._choice(stored.game)
                outcome = await self._games.act(stored.id, self._press(player), move)
                stored = outcome.after
                _tell({"answered": _answered(outcome)})
            if finish:
                return

    async def _open(self) -> StoredGame:
        ruleset, order = self._chance.choice(list(RULESETS)), self._chance.choice(list(Order))
        duplicate = self._chance.random() < 0.5
        press = self._press(PLAYERS[0])
        return await self._games.open(
            press, guild=1, channel=self._channel, ruleset=ruleset, order=order, duplicate=duplicate
        )

    def _press(self, player: int) -> Press:
        return Press(next(self._interactions), player, f"player {player}", datetime.now(UTC))

    def _choice(self, game: Game) -> tuple[int, Move]:
        if game.phase is Phase.LOBBY:
            return self._lobby(game)
        acting = [index for index in range(len(game.seats)) if game.may_act(index)]
        index = self._chance.choice(acting)
        undoable = [seat.player for seat in game.seats if seat.undoable is not None]
        if undoable and self._chance.random() < 0.1:
            return undoable[0], lambda game, _: moves.undo(game, undoable[0])
        return game.seats[index].player, self._turn(game, index)

    def _lobby(self, game: Game) -> tuple[int, Move]:
        seats = len(game.seats)
        if seats < len(PLAYERS) and self._chance.random() < 0.8:
            player, join = PLAYERS[seats], next(self._interactions)
            return player, lambda game, _: moves.join(game, player, join)
        return game.host, lambda game, dice: moves.start(game, game.host, dice)

    def _turn(self, game: Game, index: int) -> Move:
        seat, moment = game.seats[index], game.moment(index)
        player, turn = seat.player, seat.turn
        wish = self._chance.random()
        if turn.roll == 0 or (turn.roll < 3 and len(turn.held) < 5 and wish < 0.3):
            return lambda game, dice: moves.roll(game, player, moment, dice)
        if turn.roll < 3 and wish < 0.7:
            die = self._chance.randrange(5)
            return lambda game, _: moves.hold(game, player, moment, die)
        box = self._chance.choice(game.rules.options(seat.card, turn.dice)).box
        return lambda game, _: moves.score(game, player, moment, box)


def _answered(outcome: Outcome) -> dict[str, Any]:
    after = outcome.after
    return {
        "game": after.id,
        "version": after.row.version,
        "state": after.row.state,
        "history": [[event.kind, event_to_json(event)] for event in outcome.events],
        "events": after.event_count,
    }


async def _work(task: Task) -> None:
    database = await Database.open(task.url)
    _tell({"open": True})
    games = Games(database, lambda: datetime.now(UTC), Choices(database))
    interactions, chance = itertools.count(task.first), random.Random(task.seed)
    async with asyncio.TaskGroup() as group:
        for channel in CHANNELS:
            group.create_task(Player(games, channel, interactions, chance).play(finish=task.finish))
    await database.close()


def _tell(fact: dict[str, Any]) -> None:
    line = json.dumps(fact).encode() + b"\n"
    # A longer line could be cut in two by the kill.
    assert len(line) <= select.PIPE_BUF, len(line)
    os.write(sys.stdout.fileno(), line)


def _child(task: Task) -> None:
    """Never returns: what the parent had open or was about to do is none of the child's business."""
    try:
        asyncio.run(_work(task))
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def main() -> None:
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            _child(Task(**json.loads(line)))
        _tell({"pid": pid})
        _, status = os.waitpid(pid, 0)
        _tell({"ended": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    main()
