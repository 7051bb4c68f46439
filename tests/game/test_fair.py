"""The dice of a game are fixed by its seed and its joins.

The literals were computed apart from `bot.game.fair`, with hashlib and hmac alone, and never change.
"""

import hashlib
import hmac
from collections import Counter

import pytest

from bot.game import FairDice, commitment, moves
from bot.game.events import Started
from tests.game.builders import ADA, faces, lobby

SEED = bytes(range(32))
JOINS = (1100000000000000001, 1100000000000000002, 1100000000000000003)
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
KEY_HASH = "af4923ed8ab3e910bc14e20658aa4db4e9877e573bb0bcbffe00a5616bbd5200"

ROLLS = {
    (0, 1, 1): "35256",
    (0, 1, 2): "43365",
    (0, 1, 3): "66113",
    (1, 1, 1): "46443",
    (2, 1, 1): "36335",
    (2, 13, 3): "64433",
}
DUPLICATE_ROLLS = {(1, 1): "16254", (1, 2): "61153", (1, 3): "56665", (13, 3): "25516"}
ROLL_OFFS = {(0, 1): "55562", (1, 1): "56435", (2, 1): "55241", (0, 2): "36213", (1, 2): "42643", (2, 2): "26352"}
REJECTING = {(1, 1, 2): "16643", (1, 4, 2): "56252", (1, 6, 1): "46544", (2, 5, 2): "45335", (2, 6, 3): "25564"}
"""Rolls with a byte of 252 or more among the first six of their block."""

DICE = FairDice.of(SEED, JOINS)
DUPLICATE = FairDice.of(SEED, JOINS, duplicate=True)


def test_commitment_is_frozen() -> None:
    assert commitment(SEED) == COMMITMENT


def test_key_is_frozen() -> None:
    assert hashlib.sha256(DICE.key).hexdigest() == KEY_HASH
    assert DUPLICATE.key == DICE.key


@pytest.mark.parametrize(("label", "expected"), ROLLS.items())
def test_rolls_are_frozen(label: tuple[int, int, int], expected: str) -> None:
    assert DICE.roll(*label) == faces(expected)


@pytest.mark.parametrize(("label", "expected"), ROLL_OFFS.items())
def test_roll_offs_are_frozen_and_know_their_seat_even_with_duplicate_dice(
    label: tuple[int, int], expected: str
) -> None:
    assert DICE.roll_off(*label) == faces(expected)
    assert DUPLICATE.roll_off(*label) == faces(expected)


@pytest.mark.parametrize(("label", "expected"), DUPLICATE_ROLLS.items())
def test_duplicate_dice_are_frozen_and_the_same_for_every_seat(label: tuple[int, int], expected: str) -> None:
    assert {DUPLICATE.roll(seat, *label) for seat in range(10)} == {faces(expected)}


@pytest.mark.parametrize(("label", "expected"), REJECTING.items())
def test_bytes_of_252_and_more_give_no_face(label: tuple[int, int, int], expected: str) -> None:
    block = hmac.new(DICE.key, ":".join(map(str, (*label, 0))).encode(), hashlib.sha256).digest()

    assert max(block[:5]) >= 252
    assert DICE.roll(*label) == faces(expected)


def test_a_block_used_up_is_followed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = {b"0:1:1:0": bytes([252] * 28 + [0, 1, 253, 255]), b"0:1:1:1": bytes([2, 3, 251, *range(29)])}

    def digest(key: bytes, message: bytes, digest: str) -> bytes:
        assert (key, digest) == (DICE.key, "sha256")
        return blocks[message]

    monkeypatch.setattr("bot.game.fair.hmac.digest", digest)

    assert DICE.roll(0, 1, 1) == faces("12346")


def test_the_frozen_roll_off_ties_and_goes_to_the_second_seat() -> None:
    event = moves.start(lobby(3), ADA, DICE).events[0]

    assert isinstance(event, Started)
    assert event.starter == 1
    assert event.roll_off == (
        ((0, faces("55562")), (1, faces("56435")), (2, faces("55241"))),
        ((0, faces("36213")), (1, faces("42643"))),
    )


@pytest.mark.parametrize(
    "joins",
    [JOINS[:2], (JOINS[1], JOINS[0], JOINS[2]), (*JOINS, 4), (JOINS[0], JOINS[1], JOINS[2] + 1)],
    ids=["one fewer", "another order", "one more", "another id"],
)
def test_other_joins_give_other_dice(joins: tuple[int, ...]) -> None:
    assert FairDice.of(SEED, joins).key != DICE.key


def test_another_seed_gives_other_dice() -> None:
    assert FairDice.of(SEED[::-1], JOINS).key != DICE.key


def test_faces_are_uniform() -> None:
    """20 is exceeded by a true die once in 800 keys; this key is fixed, so the test never wavers."""
    rolls = [DICE.roll(seat, turn, roll) for seat in range(100) for turn in range(1, 41) for roll in (1, 2, 3)]
    expected = len(rolls) / 6

    for position in range(5):
        counts = Counter(roll[position] for roll in rolls)
        assert set(counts) == set(range(1, 7))
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 20


def test_the_key_is_not_shown_where_dice_are_logged() -> None:
    assert DICE.key.hex() not in repr(DICE)
    assert repr(DICE.key) not in repr(DICE)
