"""Work that several processes share, where the system can split a process in two.

Threads would not do: what numpy is asked for takes some 20 µs, and Python's threads need as long to take turns.
"""

import logging
import mmap
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

import numpy as np

from bot.strategy.dice_tables import Floats

MOST = 4
"""Processes, so that they have memory for some tens of MB each."""

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


def hands() -> int:
    """How many processes may work here at once: one for each core, or this one alone where it cannot be split.

    The copy of a process with threads would have locks that nobody opens again; outside Linux, libraries have such
    threads of their own.
    """
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    return min(MOST, len(os.sched_getaffinity(0)))


def shared(count: int) -> Floats:
    """So many zeros, which a whole crew reads and writes."""
    return np.frombuffer(mmap.mmap(-1, max(1, count) * np.float64().nbytes), count=count)


class Crew(Generic[Result]):
    """This process and its helpers, which do parts of the same work at the same time: `work` is given a slice each."""

    def __init__(self, work: Callable[[Any], Result]) -> None:
        self._work = work
        self._helpers: list[_Helper] = []

    def grow(self) -> None:
        """Adds a helper. It works with what there is now, and what is `shared` later."""
        self._helpers.append(_Helper(self._work, self._helpers))

    def do(self, whole: Sequence[int]) -> list[Result]:
        """What each part came to, in order. The part of a helper that died is done here, and it gets no other."""
        count = 1 + len(self._helpers)
        own, *others = (whole[len(whole) * i // count : len(whole) * (i + 1) // count] for i in range(count))
        parts = list(zip(self._helpers, others, strict=True))
        for helper, part in parts:
            helper.give(part)
        results = [self._work(own)]
        for helper, part in parts:
            try:
                results.append(helper.result())
            except (EOFError, OSError):
                _log.warning("process %d, which helped, has died; this one does its part", helper.pid)
                self._helpers.remove(helper)
                helper.dismiss()
                results.append(self._work(part))
        return results

    def dismiss(self) -> None:
        """Ends the helpers, whatever they do."""
        for helper in self._helpers:
            helper.dismiss()


@contextmanager
def crew(work: Callable[[Any], Result], processes: int) -> Iterator[Crew[Result]]:
    """So many processes, this one counted, for as long as the block runs."""
    everybody = Crew(work)
    try:
        for _ in range(processes - 1):
            everybody.grow()
        yield everybody
    finally:
        everybody.dismiss()


class _Helper:
    """Another process, as the first one sees it."""

    def __init__(self, work: Callable[[Any], Any], others: list["_Helper"]) -> None:
        context = multiprocessing.get_context("fork")
        self._connection, far = context.Pipe()
        near = [self._connection, *(other._connection for other in others)]
        self._process = context.Process(target=_help, args=(work, far, near), daemon=True)
        with warnings.catch_warnings():
            # Of the threads that numpy's BLAS has; it ends them before a fork.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        far.close()
        self.pid = self._process.pid

    def give(self, part: Sequence[int]) -> None:
        try:
            self._connection.send(part)
        except OSError:
            return  # It has died, which its result will say.

    def result(self) -> Any:
        """Waits for what the part comes to that was given; raises EOFError or OSError if the process died before."""
        return self._connection.recv()

    def dismiss(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.join()


def _help(work: Callable[[Any], Any], far: Connection, near: list[Connection]) -> None:
    """The life of a helper: it ends when nobody holds the near end of its pipe any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for connection in near:
        connection.close()
    while True:
        try:
            part = far.recv()
        except (EOFError, OSError):
            return
        result = work(part)
        try:
            far.send(result)
        except OSError:
            return
