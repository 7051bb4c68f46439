"""The measurements of strategy run, and what the bot says of its computers is what they measured."""

import math

import pytest

from bot.rules import RULESETS
from bot.strategy.players import PLAYERS
from bot.ui.strengths import STRENGTHS
from tests.bench import peer, strengths
from tests.bench.peer import PEER, Solve
from tests.solved import Solved
from tests.strategy.calibration import Tenth, calibration


def test_every_strength_of_every_ruleset_is_known() -> None:
    assert {key: list(by_level) for key, by_level in STRENGTHS.items()} == {key: list(PLAYERS) for key in RULESETS}


@pytest.mark.parametrize("key", RULESETS)
def test_the_skipper_lies_between_the_others(key: str) -> None:
    deckhand, skipper, admiral = (STRENGTHS[key][level].mean for level in ("deckhand", "skipper", "admiral"))
    assert deckhand + 1 < skipper < admiral - 1


@pytest.mark.parametrize("key", RULESETS)
def test_what_is_said_of_computers_is_measured_again(solved: Solved, key: str) -> None:
    """Within four standard errors of fewer games."""
    games = 1500
    for level, found in strengths.measure(solved(RULESETS[key]), games).items():
        said = STRENGTHS[key][level]
        assert found.mean == pytest.approx(said.mean, abs=4 * said.deviation / math.sqrt(games) + 0.5)
        assert found.deviation == pytest.approx(said.deviation, rel=0.15)


def test_strengths_and_calibration_are_tabled(solved: Solved) -> None:
    yacht = solved(RULESETS["yacht"])
    assert "\nyacht " in strengths.strength_table({"yacht": strengths.measure(yacht, 20)})
    assert "n  foretold  observed" in strengths.calibration_table({"yacht": calibration(yacht, 20, seed=1)})
    assert "  0 to  10 %" in strengths.calibration_table({"yacht": [Tenth(3, 0.05, 0.04)]})


def test_a_solve_is_measured_in_a_process_of_its_own() -> None:
    found = peer.measure(1, ["yacht"])
    assert found["yacht"][0].seconds > 0
    assert found["yacht"][0].processor > 0
    assert found["yacht"][0].peak > 10
    assert (PEER in found) == peer.has_peer()


def test_solves_stand_beside_the_peer_or_it_is_said_to_be_absent() -> None:
    ours, theirs = Solve(3.0, 150.0, 5.0), Solve(6.0, 80.0, 12.0)
    assert "    0.50 of the peer's" in peer.peer_table({"yahtzee": [ours], PEER: [theirs]})
    assert peer.peer_table({"yahtzee": [ours]}).endswith(peer.ABSENT)
