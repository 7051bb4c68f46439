"""How many points computers score, as the bench measures it over many games played alone."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Strength:
    """The mean total of a computer, and the standard deviation of its totals."""

    mean: float
    deviation: float


STRENGTHS: Mapping[str, Mapping[str, Strength]] = {
    "yacht": {
        "deckhand": Strength(156.7, 34.7),
        "skipper": Strength(159.7, 33.7),
        "admiral": Strength(167.1, 35.2),
    },
    "yahtzee": {
        "deckhand": Strength(221.0, 47.9),
        "skipper": Strength(239.6, 56.8),
        "admiral": Strength(254.1, 59.6),
    },
    "yahtzee-upper-first": {
        "deckhand": Strength(193.8, 38.1),
        "skipper": Strength(205.1, 42.4),
        "admiral": Strength(213.1, 42.7),
    },
    "yahtzee-free-joker": {
        "deckhand": Strength(220.8, 47.2),
        "skipper": Strength(239.6, 56.8),
        "admiral": Strength(254.1, 59.7),
    },
}
"""By the key of the ruleset and the level; what has not been measured is left out."""
