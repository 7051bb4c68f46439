"""`python -m tests.bench.strategy`: the solving of games, how well computers play and how well chances are judged."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.rules import RULESETS
from bot.strategy.tables import load_or_solve
from tests.bench import peer, strengths
from tests.strategy.calibration import calibration

TABLES = Path(__file__).resolve().parents[2] / "data" / "tables"

_SOLVES = """
Solving a game in a process that has nothing in memory yet, without its imports: time on the clock, time of processors,
and the most memory, helping processes included; beside it yatzy-solver in Rust, in turns. Targets: Yahtzee in 0.6 of
the peer's time, Yacht in 0.3 s, less than 200 MiB.
"""
_STRENGTHS = """
Mean and standard deviation of the totals of {games} games that each computer plays alone (bot/ui/strengths.py).
"""
_CALIBRATION = """
Chances to win in {games} games of 2 to 4 seats that play as well as can be, told at a random moment of each game, in
percent: how many predictions of each tenth, their mean, and how often they came true. Target: at most 3 off.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `report` wants to know."""
    parser.add_argument("--solves", type=int, default=3, help="times to solve Yacht, Yahtzee and the peer's (3)")
    parser.add_argument(
        "--strengths", type=int, default=10_000, help="games of each computer; 0 leaves them out (10000)"
    )
    parser.add_argument("--calibrate", type=int, default=0, help="games to judge chances in; 20000 take a while (0)")


def report(chosen: argparse.Namespace) -> None:
    """Measures and prints."""
    if chosen.solves:
        print(_SOLVES, flush=True)
        print(peer.peer_table(peer.measure(chosen.solves, ("yacht", "yahtzee"))), flush=True)
    solutions = {key: load_or_solve(ruleset, TABLES) for key, ruleset in RULESETS.items()}
    if chosen.strengths:
        print(_STRENGTHS.format(games=chosen.strengths), flush=True)
        played = {key: strengths.measure(solution, chosen.strengths) for key, solution in solutions.items()}
        print(strengths.strength_table(played), flush=True)
    if chosen.calibrate:
        print(_CALIBRATION.format(games=chosen.calibrate), flush=True)
        for key, solution in solutions.items():
            print(strengths.calibration_table({key: calibration(solution, chosen.calibrate, seed=1)}), flush=True)


if __name__ == "__main__":
    options = argparse.ArgumentParser(prog="python -m tests.bench.strategy", description=__doc__)
    add_options(options)
    report(options.parse_args())
