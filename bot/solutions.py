"""The solutions of the games: loaded when the bot starts, and worked out beside it where they are missing."""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bot.game.refusals import Refusal
from bot.rules import RULESETS, Ruleset
from bot.strategy.choices import Advisor
from bot.strategy.solving import Solution
from bot.strategy.tables import load

_log = logging.getLogger(__name__)

_LAST_SECONDS = 2.0


@dataclass(eq=False)
class NotSolved(Refusal):
    """There is no solution of the game; `awaited` tells that there soon will be."""

    awaited: bool


class Solutions:
    """The solution of each ruleset, once it is there. Until then games are played without: no hints, greedy
    computers."""

    def __init__(self, solved: Iterable[Solution] = ()) -> None:
        self._solved = {solution.positions.ruleset.key: Advisor(solution) for solution in solved}
        self._awaited: set[str] = set()

    def advisor(self, ruleset: Ruleset) -> Advisor | None:
        """Who knows the solution of a ruleset; None while it is not there."""
        return self._solved.get(ruleset.key)

    def awaited(self, ruleset: Ruleset) -> bool:
        """Whether the solution of a ruleset is on its way."""
        return ruleset.key in self._awaited

    @asynccontextmanager
    async def gathered(self, folder: Path, rulesets: Iterable[Ruleset] | None = None) -> AsyncIterator[None]:
        """While the block runs, load the solutions kept in that folder, and have the missing ones worked out there by
        one process of its own, which gives way to all others. It ends with the block."""
        wanted = tuple(RULESETS.values() if rulesets is None else rulesets)
        self._awaited.update(ruleset.key for ruleset in wanted)
        gathering = asyncio.create_task(self._gather(folder, wanted), name="solutions")
        try:
            yield
        finally:
            gathering.cancel()
            await asyncio.gather(gathering, return_exceptions=True)

    async def _gather(self, folder: Path, wanted: Sequence[Ruleset]) -> None:
        try:
            missing = [ruleset for ruleset in wanted if not await self._load(ruleset, folder)]
            if missing:
                said = await self._work_out(missing, folder)
                missing = [ruleset for ruleset in missing if self.advisor(ruleset) is None]
            if missing:
                keys = ",".join(ruleset.key for ruleset in missing)
                _log.error("not solved rulesets=%s, played without hints and greedily by computers: %s", keys, said)
        except Exception:
            _log.exception("solutions not gathered folder=%s", folder)
        finally:
            self._awaited.clear()

    async def _load(self, ruleset: Ruleset, folder: Path) -> bool:
        advisor = await asyncio.to_thread(_advisor, ruleset, folder)
        if advisor is None:
            return False
        self._solved[ruleset.key] = advisor
        self._awaited.discard(ruleset.key)
        return True

    async def _work_out(self, missing: Sequence[Ruleset], folder: Path) -> str:
        """Answers the last words of the process, and its exit code."""
        by_key = {ruleset.key: ruleset for ruleset in missing}
        command = ("-m", "bot", "solve", "--give-way", "--folder", str(folder), *by_key)
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable, *command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT
            )
        except OSError as error:
            return str(error)
        _log.info("solving pid=%d rulesets=%s folder=%s", process.pid, ",".join(by_key), folder)
        try:
            said = await self._follow(process, by_key, folder)
            await process.wait()
        finally:
            await _end(process)
        return f"{said} (exit code {process.returncode})"

    async def _follow(self, process: Process, missing: dict[str, Ruleset], folder: Path) -> str:
        said = "it ended without a word"
        assert process.stdout is not None
        async for line in process.stdout:
            said = line.decode(errors="replace").strip()
            ruleset = missing.get(said.partition(":")[0])
            if ruleset is not None:
                _log.info("solving %s", said)
                if "%" not in said:
                    await self._load(ruleset, folder)
        return said


def _advisor(ruleset: Ruleset, folder: Path) -> Advisor | None:
    solution = load(ruleset, folder)
    return None if solution is None else Advisor(solution)


async def _end(process: Process) -> None:
    """Stop a process that still runs; it is given a moment to take away what it has half written."""
    with suppress(ProcessLookupError):
        process.terminate()
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), _LAST_SECONDS)
            return
        process.kill()
    await process.wait()
