"""Solutions kept as files: damaged, outdated, written by two at once, and not writable."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from bot.rules import Ruleset, UpperBonus
from bot.strategy import tables
from bot.strategy.solving import Solution, solve
from bot.strategy.study import study
from bot.strategy.tables import NotKept, keep, load, load_or_solve, table_path
from tests.rules.toy import TOY

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(TOY)


def test_a_solution_comes_back_as_it_was_kept(solution: Solution, tmp_path: Path) -> None:
    keep(solution, tmp_path / "new" / "folder")
    again = load(TOY, tmp_path / "new" / "folder")
    assert again is not None
    assert (again.mean == solution.mean).all()
    assert np.allclose(again.variance, solution.variance, rtol=1e-6)
    for name in tables.ARRAYS:
        assert (getattr(again.positions, name) == getattr(solution.positions, name)).all()


def test_nothing_kept_is_nothing_loaded(tmp_path: Path) -> None:
    assert load(TOY, tmp_path / "nowhere") is None


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda content: b"",
    lambda content: content[:20],
    lambda content: content[:-1],
    lambda content: content[: len(content) // 2],
    lambda content: content + b"\0",
    lambda content: bytes(32) + content[32:],
    lambda content: content[:-900] + bytes([content[-900] ^ 1]) + content[-899:],
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_worked_out_again(
    damage: Callable[[bytes], bytes], solution: Solution, tmp_path: Path
) -> None:
    path = keep(solution, tmp_path)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert load(TOY, tmp_path) is None
    assert (load_or_solve(TOY, tmp_path).mean == solution.mean).all()
    assert load(TOY, tmp_path) is not None


@pytest.mark.parametrize(
    "changed",
    [
        replace(TOY, upper_bonus=UpperBonus(33, 11)),
        replace(TOY, extra=lambda card, dice: 0),
        replace(TOY, boxes=TOY.boxes[1:]),
        replace(TOY, boxes=(*TOY.boxes[:-1], replace(TOY.boxes[-1], score=lambda dice: sum(dice) + (max(dice) < 2)))),
    ],
)
def test_a_changed_rule_has_another_table(changed: Ruleset, solution: Solution, tmp_path: Path) -> None:
    keep(solution, tmp_path)
    assert study(changed).fingerprint != study(TOY).fingerprint
    assert load(changed, tmp_path) is None


def test_a_table_under_the_name_of_another_is_not_taken(solution: Solution, tmp_path: Path) -> None:
    changed = replace(TOY, upper_bonus=UpperBonus(33, 11))
    keep(solution, tmp_path).rename(table_path(changed, tmp_path))
    assert load(changed, tmp_path) is None


BUILD = """
import sys
from pathlib import Path
from bot.strategy.tables import load_or_solve
from tests.rules.toy import TOY
print(load_or_solve(TOY, Path(sys.argv[1])).mean[0])
"""


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUILD, str(tmp_path)]
    both = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = {process.communicate(timeout=120)[0] for process in both}
    assert [process.returncode for process in both] == [0, 0]
    assert len(said) == 1
    assert [path.name for path in tmp_path.iterdir()] == [table_path(TOY, tmp_path).name]
    assert load(TOY, tmp_path) is not None


def test_a_full_disk_is_named_and_leaves_nothing_behind(solution: Solution, tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with mock.patch.object(os, "fsync", side_effect=full, autospec=True), pytest.raises(NotKept) as refused:
        keep(solution, tmp_path)
    assert refused.value.reason == "No space left on device"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(solution: Solution, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(NotKept):
        keep(solution, tmp_path / "file")
