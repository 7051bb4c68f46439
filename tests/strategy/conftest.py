"""Solutions for the tests of strategy, worked out once however many processes run the tests."""

from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from bot.rules import Ruleset
from bot.strategy.solving import Solution
from bot.strategy.tables import load_or_solve

Solved = Callable[[Ruleset], Solution]


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Solved:
    """The solution of a ruleset."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "tables"
    solutions: dict[str, Solution] = {}

    def solution(ruleset: Ruleset) -> Solution:
        if ruleset.key not in solutions:
            folder.mkdir(exist_ok=True)
            with FileLock(Path(folder) / f"{ruleset.key}.lock"):
                solutions[ruleset.key] = load_or_solve(ruleset, folder)
        return solutions[ruleset.key]

    return solution
