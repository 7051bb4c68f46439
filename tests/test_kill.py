"""A process that plays is killed with SIGKILL a hundred times, and nothing that was answered is lost.

What it shows is the crash of a process: what had been handed to the operating system stays. A power cut is guarded
against by SQLite's `synchronous=FULL`, which no test without a plug to pull can show.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
from contextlib import asynccontextmanager, closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.game import Game, event_from_json, fold
from tests.game.history import History
from tests.game.table import with_holds_of_the_last_roll
from tests.kill_worker import Task

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).resolve().parents[1]
FILES = 4
KILLS_A_FILE = 25
LONGEST_LIFE = 0.3


@dataclass
class Lived:
    """What a process told before it ended."""

    opened: bool = False
    answered: list[dict[str, Any]] = field(default_factory=list)
    ended: int | None = None


@dataclass
class Kept:
    """A game as the file has it."""

    version: int
    phase: str
    state: str
    events: list[tuple[str, Any]]
    presses: int
    results: dict[int, int]


class Workers:
    """The process that forks the workers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._stdin, self._stdout = process.stdin, process.stdout

    async def live(self, task: Task, *, seconds: float | None, once_open: bool) -> Lived:
        """A worker's life, which a SIGKILL ends so many seconds after its start, or after it opened its database."""
        self._stdin.write(json.dumps(asdict(task)).encode() + b"\n")
        lived, pid, kill = Lived(), (await self._told())["pid"], None
        if seconds is not None and not once_open:
            kill = _kill_in(seconds, pid)
        while lived.ended is None:
            match await self._told():
                case {"open": True}:
                    lived.opened = True
                    if seconds is not None and once_open:
                        kill = _kill_in(seconds, pid)
                case {"answered": answered}:
                    lived.answered.append(answered)
                case {"ended": code}:
                    lived.ended = code
        if kill is not None:
            kill.cancel()
        return lived

    async def _told(self) -> Any:
        async with asyncio.timeout(60):
            return json.loads(await self._stdout.readline())


def _kill_in(seconds: float, pid: int) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(seconds, os.kill, pid, signal.SIGKILL)


@asynccontextmanager
async def workers() -> AsyncIterator[Workers]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.kill_worker",
        cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        yield Workers(process)
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def read(path: Path, folder: Path) -> dict[int, Kept]:
    """The games in a copy of what a kill left behind, so that the next worker finds just that."""
    copy = folder / "copy.db"
    for ending in ("", "-wal"):
        left = Path(f"{path}{ending}")
        Path(f"{copy}{ending}").unlink(missing_ok=True)
        if left.exists():
            shutil.copy(left, f"{copy}{ending}")
    with closing(sqlite3.connect(copy)) as conn:
        assert conn.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert conn.execute("PRAGMA foreign_key_check").fetchall() == []
        if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'games'").fetchall():
            return {}
        rows = conn.execute("SELECT id, version, phase, state FROM games").fetchall()
        return {game: _kept(conn, game, *row) for game, *row in rows}


def _kept(conn: sqlite3.Connection, game: int, version: int, phase: str, state: str) -> Kept:
    events = conn.execute("SELECT number, kind, data FROM events WHERE game_id = ? ORDER BY number", [game]).fetchall()
    assert [number for number, _, _ in events] == list(range(1, len(events) + 1))
    (presses,) = conn.execute("SELECT count(*) FROM presses WHERE game_id = ?", [game]).fetchone()
    results = conn.execute("SELECT seat, total FROM results WHERE game_id = ?", [game]).fetchall()
    return Kept(version, phase, state, [(kind, json.loads(data)) for _, kind, data in events], presses, dict(results))


def check(kept: Kept) -> None:
    """Every move is there whole: its press, its events and its state, and with the last move the results."""
    assert kept.presses == kept.version
    history = History()
    for kind, facts in kept.events:
        history.tell(kind, facts)
    game = Game.from_json(json.loads(kept.state))
    assert game.phase == kept.phase
    assert fold(event_from_json(*event) for event in kept.events) == with_holds_of_the_last_roll(game, history)
    totals = {index: history.total(index) for index in range(len(history.rows))}
    assert kept.results == (totals if kept.phase == "finished" else {})


def check_answered(kept: dict[int, Kept], lived: Lived) -> None:
    """What was answered is there, and nothing but the one move that each game had in hand goes beyond it."""
    for answered in lived.answered:
        found, history, last = kept[answered["game"]], answered["history"], answered["events"]
        assert found.version >= answered["version"]
        assert [list(event) for event in found.events[last - len(history) : last]] == history
    for game, answered in {answered["game"]: answered for answered in lived.answered}.items():
        assert kept[game].version - answered["version"] in (0, 1)
        assert kept[game].version != answered["version"] or kept[game].state == answered["state"]


def check_goes_on(before: dict[int, Kept], lived: Lived) -> None:
    """The next moves follow on what the kill had left."""
    versions = {game: kept.version for game, kept in before.items()}
    for answered in lived.answered:
        assert answered["version"] == versions.get(answered["game"], 1) + 1
        versions[answered["game"]] = answered["version"]


async def kill_again_and_again(forks: Workers, path: Path, folder: Path, seed: int) -> int:
    """Twenty-five lives and deaths on one file, and one life to the end; how many moves were answered."""
    chance = random.Random(seed)
    url, kept, moves = f"sqlite+aiosqlite:///{path}", dict[int, Kept](), 0
    for life in range(KILLS_A_FILE + 1):
        # The first may die while it makes the tables, one in five while it opens the file, the last is spared.
        once_open, spared = life > 0 and chance.random() < 0.8, life == KILLS_A_FILE
        task = Task(url, seed=chance.randrange(2**32), first=life * 10**6 + 1, finish=spared)
        seconds = None if spared else chance.uniform(0, LONGEST_LIFE)
        lived = await forks.live(task, seconds=seconds, once_open=once_open)
        assert lived.ended == (0 if spared else -signal.SIGKILL)
        before, kept = kept, read(path, folder)
        for game, each in kept.items():
            if each != before.get(game):
                check(each)
        check_answered(kept, lived)
        check_goes_on(before, lived)
        moves += len(lived.answered)
    assert [each.phase for each in kept.values()] == ["finished"] * len(kept)
    return moves


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked here, which this system does not do")
async def test_nothing_answered_is_lost_in_a_hundred_kills(tmp_path: Path) -> None:
    seed = int(os.environ.get("KILL_SEED") or random.SystemRandom().randrange(2**32))
    print(f"to try these kills again: KILL_SEED={seed}")
    async with workers() as forks:
        for number in range(FILES):
            path = tmp_path / f"{number}.db"
            moves = await kill_again_and_again(forks, path, tmp_path, seed + number)
            print(f"{path.name}: {KILLS_A_FILE} kills, {moves} moves answered")
            assert moves > KILLS_A_FILE
