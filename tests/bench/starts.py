"""How long the bot takes to start, and its memory once it is ready, beside a bare bot of discord.py."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns

from tests.wire import TOKEN, Wire, serving

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE_SECONDS = 60


@dataclass
class Starts:
    """Nanoseconds from the start of the process, and resident KiB when it was ready."""

    identified: list[int] = field(default_factory=list)
    ready: list[int] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)


async def measure(folder: Path, times: int, *, warm_up: bool = True) -> tuple[Starts, Starts]:
    """The real bot and the bare one in turns. The start that warms up makes files, emojis and commands."""
    bot, bare = Starts(), Starts()
    settings = {"DISCORD_TOKEN": TOKEN, "DATA_DIR": str(folder)}
    async with serving() as wire:
        settings["DISCORD_API_URL"] = wire.url
        for into in [(Starts(), Starts())] * warm_up + [(bot, bare)] * times:
            await _start(into[0], wire, folder, ["-m", "bot"], settings)
            await _start(into[1], wire, folder, ["-m", "tests.bench.bare", wire.url, TOKEN], {})
    return bot, bare


async def _start(into: Starts, wire: Wire, folder: Path, command: list[str], settings: dict[str, str]) -> None:
    wire.arrived.clear()
    began = perf_counter_ns()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command,
        cwd=folder, env={**_environ(), "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            identified = asyncio.create_task(_identified(wire))
            await _ready(process)
            into.ready.append(perf_counter_ns() - began)
            into.identified.append(await identified - began)
        into.resident.append(_resident(process.pid))
    finally:
        process.terminate()
        await process.communicate()


async def _identified(wire: Wire) -> int:
    await wire.arrived.wait()
    return perf_counter_ns()


async def _ready(process: asyncio.subprocess.Process) -> None:
    assert process.stderr is not None
    told = b""
    while line := await process.stderr.readline():
        told += line
        if b"ready" in line:
            return
    raise RuntimeError(f"It ended before it was ready: {told.decode()}")


def _environ() -> dict[str, str]:
    """The environment without what would configure a bot."""
    return {
        key: value for key, value in os.environ.items() if not key.startswith(("DISCORD_", "DATA", "LOG_", "SHARD_"))
    }


def _resident(pid: int) -> int:
    """Resident memory in KiB; 0 where the system does not say it in /proc."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS:"))
