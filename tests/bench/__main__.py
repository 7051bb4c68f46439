"""`make bench`: what this bot costs. It talks to nobody but this machine and ends by itself within some minutes."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sqlite3
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import discord

from bot.rules import RULESETS
from bot.solutions import Solutions
from bot.strategy.tables import load_or_solve
from tests.bench import crowd, deadlines, drawing, presses, records, solving, starts, strategy
from tests.bench.figures import Spread, percentile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.bench.deadlines import Deadlines
    from tests.bench.drawing import Drawing
    from tests.bench.presses import Samples
    from tests.bench.records import Reads
    from tests.bench.solving import HintTimes, Solving
    from tests.bench.starts import Starts

DATA = Path(__file__).resolve().parents[2] / "data"

_PRESSES = """
What the bot adds to a press, in milliseconds: a Yahtzee game of four, SQLite with synchronous=FULL.
From the gateway's payload handed to discord.py to the answer handed to HTTP. "only answers" is a handler in the same
process that edits the same board to one word, pressed beside each press of the bot. "added" is the difference of the
two, press by press. "commit" is the part of the bot's time that SQLite took to make the move last, and "commit alone"
the same rows committed by sqlite3 with nothing above it: what the disk asks. Target: added at most 3 at p50, 10 at p99.
"""
_DRAWING = """
The same presses, in milliseconds from the payload to the answer, in quiet and while pictures of /stats are drawn in a
thread beside them, and what one picture takes. Target: the drawing delays a press by at most 20.
"""
_SOLVING = """
The same presses, in quiet and while a process beside the bot solves Yahtzee again and again, as it does once when its
folder is empty, and what one solution takes it. Target: the solving delays a press by at most 20.
"""
_HINTS = """
Hints by game, in milliseconds: to work one out, and from the payload of the press to the answer. Target: less than 10.
"""
_DEADLINES = """
{load.running} running games with deadlines, in milliseconds: a pass of the scheduler with nothing due (target: less
than 50), and presses, from the payload to the answer, in quiet and while {load.due} games that are due at once are
decided, saved and shown. Target: no press is delayed by more than 100.
"""
_STARTS = """
From the start of the process until it identifies at the gateway (imports, database, login, commands, dice), and until
discord.py calls it ready, which it does after two seconds in which no more servers came; then resident memory. A
Discord on loopback answers; a bare discord.py bot with the same intents and caches is started beside each start.
"""
_RECORDS = """
What it takes to read a server's records from Python, in milliseconds, with 1,000,000 results of 200,000 members over
10,000 servers (one with 100,000 results and 20,000 members, which is read unless it says "elsewhere"), and with a
hundredth of all that. A page of a board is three statements, /stats five. Target: at most 30 at p95, and at p95 at most
twice what it takes at a hundredth.
"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="games to play, about 360 presses each (5)")
    parser.add_argument("--running", type=int, default=10_000, help="games that run; 0 leaves deadlines out (10000)")
    parser.add_argument("--due", type=int, default=500, help="games of them that are due at once (500)")
    parser.add_argument("--starts", type=int, default=5, help="starts to time (5)")
    parser.add_argument("--reads", type=int, default=200, help="times to read each record; 0 leaves them out (200)")
    strategy.add_options(parser)
    chosen = parser.parse_args()
    print(_machine(), flush=True)
    # Where databases lie by default; the temporary directory of a system may be in memory, which flushes for nothing.
    DATA.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=DATA) as folder:
        print(_PRESSES, flush=True)
        print(press_table(asyncio.run(presses.measure(Path(folder), chosen.games))), flush=True)
        print(_DRAWING, flush=True)
        print(drawing_table(asyncio.run(drawing.measure(Path(folder), chosen.games))), flush=True)
        print(_SOLVING, flush=True)
        print(solving_table(asyncio.run(solving.measure(Path(folder), chosen.games))), flush=True)
        print(_HINTS, flush=True)
        solutions = Solutions(load_or_solve(ruleset, DATA / "tables") for ruleset in RULESETS.values())
        print(hint_table(asyncio.run(solving.measure_hints(Path(folder), solutions, 100 * chosen.games))), flush=True)
        if chosen.running:
            load = deadlines.Load(chosen.running, chosen.due)
            print(_DEADLINES.format(load=load), flush=True)
            print(deadline_table(asyncio.run(deadlines.measure(Path(folder), load))), flush=True)
        print(_STARTS, flush=True)
        print(start_table(*asyncio.run(starts.measure(Path(folder), chosen.starts))), flush=True)
        if chosen.reads:
            print(_RECORDS, flush=True)
            sizes = (crowd.HUNDREDTH, crowd.FULL)
            print(record_table(asyncio.run(records.measure(Path(folder), sizes, chosen.reads))))
        strategy.report(chosen)
        print(f"\n{_load()}")


def press_table(samples: Mapping[str, Samples]) -> str:
    """A row for each kind of press, p50 and p99 of each figure."""
    heads = ("bot", "only answers", "added", "commit", "commit alone")
    rows = [
        " " * 13 + "".join(f"{head:>16}" for head in (*heads, "bot/only")),
        " " * 13 + "     p50     p99" * len(heads),
    ]
    for kind, each in samples.items():
        added = [bot - bare for bot, bare in zip(each.bot, each.bare, strict=True)]
        spreads = [Spread.of(values) for values in (each.bot, each.bare, added, each.commit, each.bare_commit)]
        ratio = spreads[0].p50 / spreads[1].p50
        rows.append(f"{kind:6} ×{len(each.bot):<5}" + "".join(f" {spread}" for spread in spreads) + f"{ratio:13.1f} ×")
    return "\n".join(rows)


def drawing_table(found: Drawing) -> str:
    """Presses in quiet and meanwhile, how much longer the latter took at the same percentile, and the pictures."""
    return _beside(found.quiet, found.meanwhile, "picture", found.pictures)


def solving_table(found: Solving) -> str:
    """The same, and the solutions."""
    return _beside(found.quiet, found.meanwhile, "solution", found.solved)


def _beside(quiet_times: Sequence[int], times_meanwhile: Sequence[int], what: str, times: Sequence[int]) -> str:
    quiet, meanwhile = Spread.of(quiet_times), Spread.of(times_meanwhile)
    delay = Spread(meanwhile.p50 - quiet.p50, meanwhile.p99 - quiet.p99)
    named = {"quiet": quiet, "meanwhile": meanwhile, "delay": delay}
    if times:
        named[what] = Spread.of(times)
    rows = [f"{name:13}{spread}" for name, spread in named.items()]
    return "\n".join([f"{f'×{len(quiet_times)}':13}     p50     p99", *rows])


def hint_table(found: Mapping[str, HintTimes]) -> str:
    """A row for each game: p50 and p99 of working a hint out, and of the whole press."""
    rows = [
        f"{key:22}{Spread.of(each.worked_out)} {Spread.of(each.pressed)}   ×{len(each.pressed)}"
        for key, each in found.items()
    ]
    return "\n".join([" " * 22 + "      worked out         pressed", " " * 22 + "     p50     p99" * 2, *rows])


def deadline_table(found: Mapping[str, Deadlines]) -> str:
    """For each engine: p50, p99 and the slowest, of passes and of presses, and how long the due games took."""
    rows = []
    for engine, each in found.items():
        rows.append(f"{engine:18}     p50     p99     max")
        quiet, meanwhile = _with_maximum(each.quiet), _with_maximum(each.meanwhile)
        named = {
            f"pass ×{len(each.passes)}": _with_maximum(each.passes),
            f"quiet ×{len(each.quiet)}": quiet,
            f"meanwhile ×{len(each.meanwhile)}": meanwhile,
            "delay": [late - early for late, early in zip(meanwhile, quiet, strict=True)],
        }
        rows += [f"  {name:16}" + "".join(f"{value:8.2f}" for value in values) for name, values in named.items()]
        rows.append(f"  worked off in {each.worked_off / 1e9:.1f} s")
    return "\n".join(rows)


def _with_maximum(values: Sequence[int]) -> list[float]:
    return [percentile(values, share) for share in (0.5, 0.99, 1)]


def start_table(bot: Starts, bare: Starts) -> str:
    """Medians of the bot and of the bare one."""
    rows = [f"{'':12}{'identified':>12}{'ready':>12}{'memory':>12}"]
    for name, each in (("bot", bot), ("bare", bare)):
        seconds = (median(values) / 1e9 for values in (each.identified, each.ready))
        times = "".join(f"{value:10.2f} s" for value in seconds)
        rows.append(f"{name:5} ×{len(each.ready):<5}{times}{median(each.resident) / 1024:8.1f} MiB")
    return "\n".join(rows)


def record_table(found: Mapping[str, Sequence[Reads]]) -> str:
    """A row for each record and engine: p50 and p95 at each size, and the last p95 to the first."""
    rows = []
    for engine, sizes in found.items():
        rows.append(f"{engine:30}" + "     p50     p95" * len(sizes))
        for name in sizes[0]:
            pairs = [(percentile(each[name], 0.5), percentile(each[name], 0.95)) for each in sizes]
            times = "".join(f"{p50:8.2f}{p95:8.2f}" for p50, p95 in pairs)
            rows.append(f"  {name:28}{times}{pairs[-1][1] / pairs[0][1]:8.1f} ×")
    return "\n".join(rows)


def _machine() -> str:
    versions = f"Python {platform.python_version()}, discord.py {discord.__version__}, SQLite {sqlite3.sqlite_version}"
    return f"{platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} cores. {versions}. {_load()}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines: Sequence[str] = info.read_text().splitlines() if info.exists() else ()
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown processor"
    )


def _load() -> str:
    """How busy the machine is: on a busy one the figures are those of waiting for a core."""
    if not hasattr(os, "getloadavg"):
        return "Load unknown."
    return "Load average {:.1f} over a minute, {:.1f} over five.".format(*os.getloadavg())


if __name__ == "__main__":
    main()
