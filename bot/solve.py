"""`python -m bot solve`: works out how each game is played best, and keeps it for the bot."""

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from bot.rules import Card, Ruleset
from bot.strategy.solving import solve
from bot.strategy.tables import NotKept, keep, load, table_path

Say = Callable[[str], object]

_STEP = 0.1
_LEAST_URGENT = 19
_FORSAKEN_SECONDS = 3600


def solve_missing(rulesets: Iterable[Ruleset], folder: Path, say: Say) -> None:
    """Solve those of which the folder holds no solution, or a damaged one; raises NotKept, at once if it can.

    `say` is given a line for each step, which begins with the key of the ruleset and a colon.
    """
    _require_writable(folder)
    _clear(folder)
    for ruleset in rulesets:
        if load(ruleset, folder) is None:
            _solve(ruleset, folder, say)
        else:
            say(f"{ruleset.key}: solved already, in {table_path(ruleset, folder)}")


def stop_at_sigterm() -> None:
    """Let SIGTERM be a KeyboardInterrupt as Ctrl-C is, so that nothing half written stays."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def give_way() -> None:
    """Let everything else on this machine go first, where the system knows how."""
    if hasattr(os, "nice"):
        os.nice(_LEAST_URGENT)


def _solve(ruleset: Ruleset, folder: Path, say: Say) -> None:
    began, said = time.monotonic(), 0.0

    def progress(share: float) -> None:
        nonlocal said
        if said + _STEP <= share < 1:
            said = share
            say(f"{ruleset.key}: {share:.0%}")

    solution = solve(ruleset, progress)
    path = keep(solution, folder)
    average, size = solution.final(Card()).mean, path.stat().st_size / 1e6
    seconds = time.monotonic() - began
    say(f"{ruleset.key}: solved in {seconds:.1f} s. Best play scores {average:.4f} on average. {path}, {size:.1f} MB")


def _require_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise NotKept(folder, error.strerror or str(error)) from error


def _clear(folder: Path) -> None:
    """Delete what a process that was killed left half written some time ago."""
    for part in folder.glob("*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _FORSAKEN_SECONDS:
                part.unlink()
