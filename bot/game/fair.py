"""The dice of a game, fixed before anybody joins and verifiable after it.

A seed of 32 bytes is drawn when the lobby opens, and its SHA-256 is shown. At the start the key becomes HMAC-SHA256 of
the seed over the ids of the interactions with which the seats joined, as decimals joined by commas, in seating order.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.rules.dice import COUNT, Dice

SEED_BYTES = 32


class DiceSource(Protocol):
    """Where dice come from: always all five; whoever holds some ignores those."""

    def roll(self, seat: int, turn: int, roll: int) -> Dice:
        """The dice of that roll (from 1) in that turn (from 1) of that seat (from 0)."""
        ...

    def roll_off(self, seat: int, attempt: int) -> Dice:
        """The dice that seat rolls for the start, attempt from 1."""
        ...


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in hex, shown before anybody has joined."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class FairDice:
    """Five faces from HMAC-SHA256(key, "<seat>:<turn>:<roll>:<block>"), byte mod 6 + 1, bytes of 252 and more rejected.

    Duplicate dice leave the seat out, so every seat rolls the same. The roll-off, "off:<seat>:<attempt>:<block>", never
    does: it would tie for ever.
    """

    key: bytes = field(repr=False)
    duplicate: bool = False

    @classmethod
    def of(cls, seed: bytes, joins: Sequence[int], *, duplicate: bool = False) -> "FairDice":
        """The dice of a game with that seed, whose seats joined with those interactions."""
        ids = ",".join(str(join) for join in joins)
        return cls(hmac.digest(seed, ids.encode(), "sha256"), duplicate)

    def roll(self, seat: int, turn: int, roll: int) -> Dice:
        """See DiceSource."""
        return self._dice(f"{turn}:{roll}" if self.duplicate else f"{seat}:{turn}:{roll}")

    def roll_off(self, seat: int, attempt: int) -> Dice:
        """See DiceSource."""
        return self._dice(f"off:{seat}:{attempt}")

    def _dice(self, label: str) -> Dice:
        faces = self._faces(label)
        return tuple(next(faces) for _ in range(COUNT))

    def _faces(self, label: str) -> Iterator[int]:
        block = 0
        while True:
            for byte in hmac.digest(self.key, f"{label}:{block}".encode(), "sha256"):
                if byte < 252:
                    yield byte % 6 + 1
            block += 1
