"""Work shared by several processes: all of it is done, whoever dies. Each test splits a process without threads."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bot.strategy.crew import hands
from bot.strategy.solving import solve
from tests.rules.toy import TOY

ROOT = Path(__file__).resolve().parents[2]

linux = pytest.mark.skipif(sys.platform != "linux", reason="a process is only split in two on Linux")

BEGIN = """
import os, signal, sys, time
import numpy as np
from bot.strategy.crew import crew, hands, shared
from bot.strategy.solving import solve
from tests.rules.toy import TOY
# Whoever started the tests in the background of a shell has had it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
first = os.getpid()
by, times = shared(5000), shared(5000)
def work(places):
    by[places.start:places.stop] = os.getpid()
    times[places.start:places.stop] += 1
"""


def alone(script: str) -> "subprocess.Popen[str]":
    """A Python process of its own that runs it, after BEGIN."""
    command = [sys.executable, "-c", BEGIN + script]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def told(script: str) -> tuple[str, str]:
    """What it says, and what it says of errors; it must end well and soon."""
    process = alone(script)
    said, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return said.strip(), errors


@linux
@pytest.mark.parametrize("processes", [1, 2, 3])
def test_every_place_is_worked_on_once_by_as_many_processes_as_told(processes: int) -> None:
    script = f"""
with crew(work, {processes}) as everybody:
    for size in (5000, 1, 0, 2, 4096, 1023):
        times[:] = 0
        everybody.do(range(5000 - size, 5000))
        assert (times == (np.arange(5000) >= 5000 - size)).all()
        if size == 5000:
            print(len(set(by)))
"""
    assert told(script) == (str(processes), "")


@linux
def test_results_come_in_the_order_of_their_parts() -> None:
    script = """
with crew(lambda numbers: [number * number for number in numbers], 3) as everybody:
    for count in (0, 1, 7):
        assert sum(everybody.do(list(range(count))), []) == [number * number for number in range(count)]
"""
    assert told(script) == ("", "")


@linux
@pytest.mark.parametrize("death", ["os.kill(os.getpid(), signal.SIGKILL)", "os._exit(3)", "raise MemoryError"])
def test_the_part_of_a_helper_that_dies_is_done_all_the_same(death: str) -> None:
    script = f"""
def fragile(places):
    if os.getpid() != first and places.start >= 3000:
        {death}
    work(places)
with crew(fragile, 2) as everybody:
    everybody.do(range(0, 2000))
    assert len(set(by[:2000])) == 2
    everybody.do(range(2000, 5000))
    assert set(by[2000:]) == {{first}}
    everybody.do(range(0, 2000))
    assert set(by) == {{first}}
assert (times > 0).all()
"""
    _, errors = told(script)
    assert "which helped, has died; this one does its part" in errors


@linux
def test_a_solution_is_the_same_however_many_work_on_it_and_when_one_is_killed() -> None:
    script = """
from bot.strategy import solving
whole = solve(TOY, processes=1)
def agrees(solution):
    # The order in which numpy adds depends on how many columns there are.
    close = np.abs(solution.mean - whole.mean).max() < 1e-9
    return close and np.allclose(solution.variance, whole.variance, rtol=1e-4, atol=1e-2)
for processes in (2, 3, 4):
    assert agrees(solve(TOY, processes=processes))
alive = solving._Solver.solve
def dying(self, places):
    if os.getpid() != first and places.start < 100:
        os.kill(os.getpid(), signal.SIGKILL)
    alive(self, places)
solving._Solver.solve = dying
assert agrees(solve(TOY, processes=2))
"""
    _, errors = told(script)
    assert errors.count("has died") == 1


@linux
def test_an_error_of_the_work_is_raised_and_leaves_no_process() -> None:
    script = """
def failing(places):
    raise ArithmeticError("of work")
try:
    with crew(failing, 2) as everybody:
        helper = everybody._helpers[0].pid
        everybody.do(range(100))
except ArithmeticError as error:
    print(error)
try:
    os.kill(helper, 0)
except ProcessLookupError:
    print("gone")
"""
    assert told(script)[0].split("\n") == ["of work", "gone"]


WAITING = """
with crew(work, 2) as everybody:
    everybody.do(range(5000))
    print(everybody._helpers[0].pid, flush=True)
    time.sleep(60)
"""


@linux
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_helpers_die_with_the_process_that_they_help(end: signal.Signals) -> None:
    process = alone(WAITING)
    assert process.stdout is not None
    helper = int(process.stdout.readline())
    process.send_signal(end)
    # The pipe ends once nobody is left to write to it.
    try:
        process.communicate(timeout=30)
    finally:
        process.kill()
    for _ in range(300):
        if not running(helper):
            return
        time.sleep(0.1)
    pytest.fail("still there")


def running(pid: int) -> bool:
    """Whether that process is there and more than a remainder that nobody has asked about."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_process_with_threads_works_alone() -> None:
    ended = threading.Event()
    thread = threading.Thread(target=ended.wait)
    thread.start()
    try:
        assert hands() == 1
        assert solve(TOY).mean[0] > 0
    finally:
        ended.set()
        thread.join()


@linux
def test_a_process_without_threads_uses_the_cores_it_may() -> None:
    cores = min(4, len(os.sched_getaffinity(0)))
    assert told("print(hands())") == (str(cores), "")
