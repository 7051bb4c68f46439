"""One player's score card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Card:
    """The boxes filled so far as (key, points) in the order of filling, and the bonus points earned beside them."""

    scores: tuple[tuple[str, int], ...] = ()
    bonus: int = 0

    def points(self, box: str) -> int | None:
        """The points in that box; None while it is open."""
        return self._by_box.get(box)

    def filled(self, box: str) -> bool:
        """Whether that box holds points, a zero included."""
        return box in self._by_box

    def with_score(self, box: str, points: int, bonus: int = 0) -> "Card":
        """This card with one more box filled. It does not ask whether a rule allows it."""
        return Card((*self.scores, (box, points)), self.bonus + bonus)

    @cached_property
    def _by_box(self) -> Mapping[str, int]:
        # One board asks some two hundred times.
        return dict(self.scores)

    def to_json(self) -> dict[str, Any]:
        """A JSON object that `from_json` reads back as an equal card."""
        return {"scores": [list(score) for score in self.scores], "bonus": self.bonus}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Card":
        """The card that `to_json` wrote."""
        return cls(tuple((box, points) for box, points in data["scores"]), data["bonus"])
