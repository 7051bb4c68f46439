"""The solutions of a running bot: loaded, worked out beside it, and missing."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Any

import pytest

from bot.computers import Computers
from bot.game import Order, Turn, moves
from bot.rules import RULESETS, Card, Ruleset
from bot.solutions import Solutions
from bot.solve import solve_missing
from bot.strategy.choices import Advisor
from bot.strategy.dice_tables import ROLLS
from bot.strategy.greedy import deckhand
from bot.strategy.playing import players
from bot.strategy.tables import keep, table_path
from bot.ui.hint_words import hint
from bot.ui.words import Words
from tests.game.builders import ADA, Script, lobby, with_computers

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from pathlib import Path

    from tests.solved import Solved

YACHT, YAHTZEE = RULESETS["yacht"], RULESETS["yahtzee"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that are started."""
    processes: list[Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*command: str, **options: Any) -> Process:
        processes.append(await start(*command, **options))
        return processes[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return processes


async def there(solutions: Solutions, ruleset: Ruleset, seconds: float = 60) -> None:
    """Wait until the ruleset is solved, or until it will not be."""
    async with asyncio.timeout(seconds):
        while solutions.advisor(ruleset) is None and solutions.awaited(ruleset):  # noqa: ASYNC110 - as a member would
            await asyncio.sleep(0.02)


def told(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


async def test_what_is_kept_is_loaded_and_nothing_worked_out(
    solved: Solved, tmp_path: Path, started: list[Process]
) -> None:
    keep(solved(YACHT), tmp_path)
    solutions = Solutions()
    async with solutions.gathered(tmp_path, [YACHT]):
        assert solutions.awaited(YACHT)
        await there(solutions, YACHT)
    advisor = solutions.advisor(YACHT)
    assert advisor is not None
    assert advisor.final(Card()).mean == solved(YACHT).mean[0]
    assert not solutions.awaited(YACHT)
    assert not started


@pytest.mark.parametrize("left_behind", [None, b"half a table"])
async def test_what_is_missing_or_damaged_is_worked_out_by_one_process(
    left_behind: bytes | None, tmp_path: Path, started: list[Process], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    path, solutions = table_path(YACHT, tmp_path), Solutions()
    if left_behind is not None:
        path.write_bytes(left_behind)
    async with solutions.gathered(tmp_path, [YACHT]):
        await there(solutions, YACHT)
    assert solutions.advisor(YACHT) is not None
    assert len(started) == 1
    assert os.listdir(tmp_path) == [path.name]
    first, *steps, last = [line for line in told(caplog, logging.INFO) if line.startswith("solving ")]
    assert first.startswith(f"solving pid={started[0].pid} rulesets=yacht ")
    assert steps
    assert all("yacht: " in step for step in steps)
    assert str(path) in last
    assert told(caplog, logging.ERROR) == []


async def test_two_bots_may_solve_into_one_folder_at_once(tmp_path: Path) -> None:
    one, other = Solutions(), Solutions()
    async with one.gathered(tmp_path, [YACHT]), other.gathered(tmp_path, [YACHT]):
        await there(one, YACHT)
        await there(other, YACHT)
    assert one.advisor(YACHT) is not None
    assert other.advisor(YACHT) is not None
    assert os.listdir(tmp_path) == [table_path(YACHT, tmp_path).name]


async def test_the_process_ends_with_the_bot_and_leaves_nothing(tmp_path: Path, started: list[Process]) -> None:
    solutions = Solutions()
    async with solutions.gathered(tmp_path, [YACHT, YAHTZEE]):
        await there(solutions, YACHT)
        assert solutions.awaited(YAHTZEE)
        began = time.monotonic()
    assert time.monotonic() - began < 5
    assert started[0].returncode is not None
    assert os.listdir(tmp_path) == [table_path(YACHT, tmp_path).name]


def in_a_file(folder: Path, _: pytest.MonkeyPatch) -> Path:
    (folder / "file").write_text("")
    return folder / "file" / "tables"


def no_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "executable", str(folder / "nowhere"))
    return folder


def speechless(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="made of what Unix says")
@pytest.mark.parametrize(
    ("trouble", "reason"),
    [(in_a_file, "Not a directory"), (no_python, "No such file"), (speechless, "it ended without a word")],
)
async def test_what_cannot_be_worked_out_is_one_clear_line(
    trouble: Any, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    solutions = Solutions()
    async with solutions.gathered(trouble(tmp_path, monkeypatch), [YACHT]):
        await there(solutions, YACHT)
    assert solutions.advisor(YACHT) is None
    (line,) = told(caplog, logging.ERROR)
    assert line.startswith("not solved rulesets=yacht, played without hints and greedily by computers: ")
    assert reason in line


def test_what_was_left_half_written_long_ago_is_cleared_away(tmp_path: Path) -> None:
    for name in ("old.part", "new.part", "old.table"):
        (tmp_path / name).write_text("half")
        if name.startswith("old"):
            os.utime(tmp_path / name, (0, 0))
    solve_missing([], tmp_path, print)
    assert sorted(os.listdir(tmp_path)) == ["new.part", "old.table"]


async def test_computers_know_the_solution_as_soon_as_it_is_there(solved: Solved, tmp_path: Path) -> None:
    keep(solved(YACHT), tmp_path)
    solutions = Solutions()
    admiral = players(solutions.advisor)["admiral"]
    turns = [Turn(1, 3, roll) for roll in ROLLS]
    greedy = [deckhand(YACHT, Card(), turn) for turn in turns]
    assert [admiral(YACHT, Card(), turn) for turn in turns] == greedy
    async with solutions.gathered(tmp_path, [YACHT]):
        await there(solutions, YACHT)
    assert [admiral(YACHT, Card(), turn) for turn in turns] != greedy


def test_a_hint_is_worked_out_in_no_time(solved: Solved) -> None:
    """A few milliseconds, of which a machine that is busy with other tests makes more."""
    advisor, taken = Advisor(solved(YACHT)), list[float]()
    for roll in ROLLS:
        began = time.perf_counter()
        hint(Words(None), advisor.choices(Card(), Turn(1, 1, roll)))
        taken.append(time.perf_counter() - began)
    assert median(taken) < 0.05


async def test_the_loop_goes_on_while_computers_play_whole_games(solved: Solved) -> None:
    game = with_computers(lobby(1, order=Order.TOGETHER), *["admiral"] * 9)
    start = moves.start(game, ADA, Script())
    gaps: list[float] = []

    async def tick() -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.001)
            gaps.append(time.monotonic() - began)

    ticking = asyncio.create_task(tick())
    computers = Computers(players(Solutions([solved(YACHT)]).advisor))
    played = await computers.play_on(start, Script(*["13456"] * 5000))
    ticking.cancel()
    assert all(played.game.rules.is_full(seat.card) for seat in played.game.seats[1:])
    # Had they been played on the loop, the first tick would have come after the last of them.
    assert len(gaps) > 3
