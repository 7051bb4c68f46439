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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

import numpy as np

from bot.strategy.dice_tables import Floats

MOST = 4
"""Processes, so that they have memory for some tens of MB each."""

Work = Callable[[range], object]

_STEP = 1024
"""After so much of its part, a process looks whether the one that it works for is still there."""

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


class Crew:
    """This process and its helpers, which do parts of the same work at the same time."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._helpers: list[_Helper] = []

    def do(self, whole: range) -> None:
        """Returns when all of it is done. The part of a helper that died is done here, and it gets no other."""
        count = 1 + len(self._helpers)
        own, *others = (whole[len(whole) * i // count : len(whole) * (i + 1) // count] for i in range(count))
        parts = list(zip(self._helpers, others, strict=True))
        for helper, part in parts:
            helper.give(part)
        self._work(own)
        for helper, part in parts:
            if not helper.has_done():
                _log.warning("process %d, which helped, has died; this one does its part", helper.pid)
                self._helpers.remove(helper)
                helper.dismiss()
                self._work(part)


@contextmanager
def crew(work: Work, processes: int) -> Iterator[Crew]:
    """So many processes, this one counted. Helpers work with what there is now, and what is `shared` later."""
    whole = Crew(work)
    try:
        for _ in range(processes - 1):
            whole._helpers.append(_Helper(work, whole._helpers))
        yield whole
    finally:
        for helper in whole._helpers:
            helper.dismiss()


class _Helper:
    """Another process, as the first one sees it."""

    def __init__(self, work: Work, others: list["_Helper"]) -> None:
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

    def give(self, part: range) -> None:
        try:
            self._connection.send(part)
        except OSError:
            return  # It has died, which has_done will say.

    def has_done(self) -> bool:
        """Waits for the part that was given; False if the process died before it was done."""
        try:
            self._connection.recv()
        except (EOFError, OSError):
            return False
        return True

    def dismiss(self) -> None:
        self._connection.close()
        self._process.kill()
        self._process.join()


def _help(work: Work, far: Connection, near: list[Connection]) -> None:
    """The life of a helper: it ends when nobody holds the near end of its pipe any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for connection in near:
        connection.close()
    first = os.getppid()
    while True:
        try:
            part = far.recv()
            for start in range(0, len(part), _STEP):
                work(part[start : start + _STEP])
                if os.getppid() != first:
                    return
            far.send(None)
        except (EOFError, OSError):
            return
