"""The fixtures `solved` and `solutions`: each game solved once, however many processes run the tests."""

from collections.abc import Callable

import pytest
from filelock import FileLock

from bot.rules import RULESETS, Ruleset
from bot.solutions import Solutions
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
            with FileLock(folder / f"{ruleset.key}.lock"):
                solutions[ruleset.key] = load_or_solve(ruleset, folder)
        return solutions[ruleset.key]

    return solution


@pytest.fixture(scope="session")
def solutions(solved: Solved) -> Solutions:
    """All games solved, as the bot has them when they are."""
    return Solutions(map(solved, RULESETS.values()))
