"""Solutions kept as files, each named by its ruleset's fingerprint: a changed rule makes a new one."""

import contextlib
import hashlib
import io
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bot.rules import Ruleset
from bot.strategy.positions import Positions
from bot.strategy.solving import Solution, solve
from bot.strategy.study import Study, study

ARRAYS = ("codes", "first", "verdict", "verdicts", "subset", "upper_class", "upper_total", "layers")


@dataclass
class NotKept(Exception):
    """A solution could not be written. It is as good as any, but will be worked out again next time."""

    path: Path
    reason: str


def table_path(ruleset: Ruleset, folder: Path) -> Path:
    """Where the solution of a ruleset is kept, in a folder for such files."""
    return folder / f"{ruleset.key}-{study(ruleset).fingerprint[:16]}.table"


def load(ruleset: Ruleset, folder: Path) -> Solution | None:
    """The solution that `keep` wrote; None where there is none, or one that is damaged."""
    try:
        content = table_path(ruleset, folder).read_bytes()
    except OSError:
        return None
    digest, kept = content[:32], content[32:]
    if hashlib.sha256(study(ruleset).fingerprint.encode() + kept).digest() != digest:
        return None
    return _unpacked(ruleset, study(ruleset), kept)


def keep(solution: Solution, folder: Path) -> Path:
    """Writes a solution, whole or not at all, whoever else does the same; raises NotKept."""
    ruleset = solution.positions.ruleset
    path = table_path(ruleset, folder)
    packed = _packed(solution)
    digest = hashlib.sha256(study(ruleset).fingerprint.encode() + packed).digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(path, digest + packed)
    except OSError as error:
        raise NotKept(path, error.strerror or str(error)) from error
    return path


def load_or_solve(ruleset: Ruleset, folder: Path, progress: Callable[[float], object] = float) -> Solution:
    """The solution of a ruleset, worked out and kept where it was not yet; raises NotKept."""
    solution = load(ruleset, folder)
    if solution is None:
        solution = solve(ruleset, progress)
        keep(solution, folder)
    return solution


def _write(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f"{path.stem}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _packed(solution: Solution) -> bytes:
    file = io.BytesIO()
    arrays = {name: getattr(solution.positions, name) for name in ARRAYS}
    # A variance of a few thousand is kept to the fourth digit after the point; means are kept as they are.
    np.savez(file, mean=solution.mean, variance=solution.variance.astype(np.float32), **arrays)
    return file.getvalue()


def _unpacked(ruleset: Ruleset, studied: Study, content: bytes) -> Solution:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        positions = Positions(ruleset, studied, **{name: arrays[name] for name in ARRAYS})
        return Solution(positions, arrays["mean"], arrays["variance"].astype(np.float64))
