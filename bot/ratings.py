"""How strong a member plays: OpenSkill's Plackett–Luce, one rating a member, server and ruleset."""

from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()
_BASE = 1000
_SCALE = 40


@dataclass(frozen=True)
class Rating:
    """What is believed of a member's strength: the mean and how unsure it is, in OpenSkill's units."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def shown(self) -> int:
        """The rating that people see: what is nearly certain (mu - 3 sigma), scaled so that a new member has 1000."""
        return round(_BASE + _SCALE * (self.mu - 3 * self.sigma))


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after one game of two or more, by the place of each player from 1; equal places are a draw."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in after]
