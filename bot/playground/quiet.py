"""Silence for a logger that would alarm for nothing."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silenced(logger: str) -> Iterator[None]:
    """Drop whatever that logger says within the block."""
    silent = logging.getLogger(logger)
    silent.disabled = True
    try:
        yield
    finally:
        silent.disabled = False
