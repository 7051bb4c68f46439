"""How many points computers score, as the bench measures it over many games played alone."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """The mean total of a computer, and the standard deviation of its totals."""

    mean: float
    deviation: float


STRENGTHS: Mapping[str, Mapping[str, Strength]] = {}
"""By the key of the ruleset and the level; what has not been measured is left out."""
