"""A finished game counted again from its stored events alone: dice, boxes and bonuses by the oracle of the rules."""

from __future__ import annotations

import hmac
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.rules import oracle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.games import EventRow

Roll = tuple[int, ...]

BOXES = {
    "yacht": oracle.YACHT,
    "yahtzee": oracle.YAHTZEE,
    "yahtzee-upper-first": oracle.YAHTZEE,
    "yahtzee-free-joker": oracle.YAHTZEE,
}
JOKERS = {
    "yahtzee": oracle.forced_joker,
    "yahtzee-upper-first": oracle.forced_joker,
    "yahtzee-free-joker": oracle.free_joker,
}


class Rolled(NamedTuple):
    """One roll of the history: `turn` and `roll` from 1, the positions held before it, the dice after it."""

    seat: int
    turn: int
    roll: int
    held: tuple[int, ...]
    dice: Roll


class Recount:
    """Totals by member id. It fails where the events tell of something that the rules do not allow."""

    def __init__(self, events: Iterable[EventRow]) -> None:
        self.players: list[int] = []
        self.cards: list[dict[str, int]] = []
        self.bonuses: list[int] = []
        self.undone = 0
        self.jokers = 0
        self.rolls: list[Rolled] = []
        self._dice: dict[int, list[Roll]] = {}
        self._last: dict[int, tuple[str, int, list[Roll]]] = {}
        for event in events:
            handler = getattr(self, f"_{event.kind}", None)
            assert handler is not None, f"unexpected in a whole game: {event}"
            handler(json.loads(event.data))

    def totals(self) -> dict[int, int]:
        """What each member has in the end."""
        return {player: self._total(seat) for seat, player in enumerate(self.players)}

    def _total(self, seat: int) -> int:
        card = self.cards[seat]
        assert card.keys() == BOXES[self.ruleset].keys()
        upper = sum(card[box] for box in oracle.YAHTZEE_UPPER if box in card)
        reached = 35 if self.ruleset in JOKERS and upper >= 63 else 0
        return sum(card.values()) + reached + self.bonuses[seat]

    def _opened(self, data: dict[str, Any]) -> None:
        self.ruleset: str = data["ruleset"]
        self._joined(data)

    def _joined(self, data: dict[str, Any]) -> None:
        self.players.append(data["player"])
        self.cards.append({})
        self.bonuses.append(0)

    def _started(self, data: dict[str, Any]) -> None:
        pass

    def _ended(self, data: dict[str, Any]) -> None:
        assert data["phase"] == "finished"

    def _rolled(self, data: dict[str, Any]) -> None:
        rolls = self._dice.setdefault(data["seat"], [])
        assert len(rolls) < 3
        assert all(data["dice"][place] == rolls[-1][place] for place in data["held"])
        assert rolls or not data["held"]
        rolls.append(tuple(data["dice"]))
        self.rolls.append(
            Rolled(data["seat"], len(self.cards[data["seat"]]) + 1, len(rolls), tuple(data["held"]), rolls[-1])
        )

    def _scored(self, data: dict[str, Any]) -> None:
        seat, box = data["seat"], data["box"]
        rolls = self._dice.pop(seat)
        points, bonus = self._worth(self.cards[seat], rolls[-1])[box], self._hundred(self.cards[seat], rolls[-1])
        assert (data["points"], data["bonus"]) == (points, bonus)
        self._last[seat] = (box, bonus, rolls)
        self.cards[seat][box] = points
        self.bonuses[seat] += bonus

    def _undone(self, data: dict[str, Any]) -> None:
        seat = data["seat"]
        box, bonus, rolls = self._last.pop(seat)
        del self.cards[seat][box]
        self.bonuses[seat] -= bonus
        self._dice[seat] = rolls
        self.undone += 1

    def _worth(self, card: dict[str, int], dice: Roll) -> dict[str, int]:
        """The boxes that may be filled now, with their points."""
        still_open = [box for box in BOXES[self.ruleset] if box not in card]
        if self.ruleset == "yahtzee-upper-first" and any(box in still_open for box in oracle.YAHTZEE_UPPER):
            still_open = [box for box in still_open if box in oracle.YAHTZEE_UPPER]
        if self.ruleset in JOKERS and len(set(dice)) == 1 and "yahtzee" in card:
            self.jokers += 1
            return JOKERS[self.ruleset](still_open, dice[0])
        return {box: BOXES[self.ruleset][box](dice) for box in still_open}

    def _hundred(self, card: dict[str, int], dice: Roll) -> int:
        return 100 if len(set(dice)) == 1 and card.get("yahtzee") == 50 else 0


def fixed_dice(seed: bytes, joins: str, label: str) -> Roll:
    """The faces of a roll as anybody may work them out, from the seed and the joins that the final message shows."""
    key, faces, block = hmac.digest(seed, joins.encode(), "sha256"), b"", 0
    while len(faces) < 5:
        faces += bytes(byte for byte in hmac.digest(key, f"{label}:{block}".encode(), "sha256") if byte < 252)
        block += 1
    return tuple(byte % 6 + 1 for byte in faces[:5])
