"""How measurements are summed up."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

Nanoseconds = int


def percentile(values: Sequence[Nanoseconds], share: float) -> float:
    """The smallest value that at least that share of them do not exceed, in milliseconds."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)] / 1e6


@dataclass(frozen=True)
class Spread:
    """The median and the 99th percentile, in milliseconds."""

    p50: float
    p99: float

    @classmethod
    def of(cls, values: Sequence[Nanoseconds]) -> "Spread":
        return cls(percentile(values, 0.5), percentile(values, 0.99))

    def __str__(self) -> str:
        return f"{self.p50:7.2f} {self.p99:7.2f}"
