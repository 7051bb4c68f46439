"""The solving of Yahtzee beside `yatzy-solver` from PyPI, which is written in Rust: the extra `bench`."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parents[2]
PEER = "yatzy-solver"
SAME = "yahtzee"
"""The game that the peer solves too."""
ABSENT = f"{PEER} is not installed, so it is left out. Install it: .venv/bin/python -m pip install -e '.[bench]'"

# The imports are not timed; a process that was just started has nothing in memory yet.
_TIMED = """
import json, pathlib, resource, time
{imports}
def used():
    return [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
def processor():
    return sum(each.ru_utime + each.ru_stime for each in used())
began, before = time.perf_counter(), processor()
{work}
seconds = time.perf_counter() - began
# The own ru_maxrss would begin with what the process had that started this one.
own = next(int(row.split()[1]) for row in pathlib.Path("/proc/self/status").read_text().splitlines() if "VmHWM" in row)
helpers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([seconds, (own + helpers) / 1024, processor() - before]))
"""
_OURS = ("from bot.rules import RULESETS\nfrom bot.strategy.solving import solve", "solve(RULESETS[{key!r}])")
_PEERS = ("import yatzy_solver", "yatzy_solver.Solver.build(yatzy_solver.Variant('american+forced-joker'))")


@dataclass(frozen=True)
class Solve:
    """Seconds that a solution took, the most MiB that its process and the largest of its helpers had, what they share
    counted twice, and seconds of processors."""

    seconds: float
    peak: float
    processor: float


def has_peer() -> bool:
    """Whether the extra is installed."""
    return find_spec("yatzy_solver") is not None


def measure(times: int, keys: Sequence[str]) -> dict[str, list[Solve]]:
    """So many solves of each game and of the peer's, each in a process of its own, in turns."""
    scripts = {key: _script(_OURS[0], _OURS[1].format(key=key)) for key in keys}
    if has_peer():
        scripts[PEER] = _script(*_PEERS)
    found: dict[str, list[Solve]] = {name: [] for name in scripts}
    for _ in range(times):
        for name, script in scripts.items():
            found[name].append(_run(script))
    return found


def peer_table(found: Mapping[str, Sequence[Solve]]) -> str:
    """Each solve at its median, and beside the peer."""
    rows = [f"{'':22}     wall  processor       peak"]
    middle = {
        name: Solve(*(median(getattr(each, of) for each in solves) for of in ("seconds", "peak", "processor")))
        for name, solves in found.items()
    }
    peer = middle.get(PEER)
    for name, each in middle.items():
        row = f"{name:22}{each.seconds:7.2f} s{each.processor:9.2f} s{each.peak:7.0f} MiB   ×{len(found[name])}"
        rows.append(row if peer is None or name != SAME else f"{row}{each.seconds / peer.seconds:8.2f} of the peer's")
    return "\n".join(rows if peer else [*rows, ABSENT])


def _script(imports: str, work: str) -> str:
    return _TIMED.format(imports=imports, work=work)


def _run(script: str) -> Solve:
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return Solve(*json.loads(done.stdout.splitlines()[-1]))
