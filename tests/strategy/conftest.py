"""The type of the fixture `solved`, under its former name."""

from tests.solved import Solved

__all__ = ["Solved"]
