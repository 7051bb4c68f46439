"""How well chances to win are judged: what was foretold at random moments of simulated games, beside what came."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bot.rules import Card, Ruleset
from bot.strategy.chances import Outlooks, chances
from bot.strategy.dice_tables import ROLLS
from bot.strategy.outcomes import Turns
from bot.strategy.simulation import Manner, Simulated, simulate
from bot.strategy.solving import Solution

SEATS = (2, 3, 4)
_AT_ONCE = 2000


@dataclass(frozen=True)
class Tenth:
    """The predictions of one tenth: how many there were, their mean, and the share that came true. Ties share."""

    count: int
    foretold: float
    observed: float

    @property
    def off(self) -> float:
        """By how many points of a hundred the predictions were too low."""
        return 100 * (self.observed - self.foretold)


def calibration(solution: Solution, games: int, seed: int) -> list[Tenth]:
    """So many games of 2 to 4 seats that all play as well as can be, each judged for every seat at a random moment.

    A tenth in which nothing was foretold is empty.
    """
    found = np.array([pair for pairs in _judged(solution, games, seed) for pair in pairs])
    tenths = np.minimum((10 * found[:, 0]).astype(int), 9)
    counts = np.bincount(tenths, minlength=10)
    sums = [np.bincount(tenths, found[:, column], 10) / np.maximum(counts, 1) for column in (0, 1)]
    return [Tenth(int(count), float(told), float(seen)) for count, told, seen in zip(counts, *sums, strict=True)]


def _judged(solution: Solution, games: int, seed: int) -> Iterator[list[tuple[float, float]]]:
    """For each game, what was foretold of each seat, and which part of the win it had."""
    chance, outlooks = np.random.default_rng(seed), Outlooks(solution, Turns(solution.positions))
    for start in range(0, games, _AT_ONCE):
        seats = chance.choice(SEATS, min(_AT_ONCE, games - start))
        played = simulate(solution, Manner(), int(seats.sum()), int(chance.integers(1 << 30)))
        for last, count in zip(np.cumsum(seats), seats, strict=True):
            yield _judge(solution, outlooks, played, range(last - count, last), chance)


def _judge(
    solution: Solution, outlooks: Outlooks, played: Simulated, seats: Sequence[int], chance: np.random.Generator
) -> list[tuple[float, float]]:
    ruleset = solution.positions.ruleset
    # So many full rounds, and the seats that have played in the next one already.
    rounds, ahead = int(chance.integers(len(ruleset.boxes))), int(chance.integers(len(seats)))
    cards = [_card(ruleset, played, seat, rounds + (place < ahead)) for place, seat in enumerate(seats)]
    totals = played.totals[list(seats)]
    won = (totals == totals.max()) / np.count_nonzero(totals == totals.max())
    return list(zip(chances([outlooks.of(card) for card in cards]), map(float, won), strict=True))


def _card(ruleset: Ruleset, played: Simulated, game: int, turns: int) -> Card:
    card = Card()
    for turn in range(turns):
        card = ruleset.place(card, ROLLS[played.rolls[turn, game]], ruleset.boxes[played.boxes[turn, game]].key)
    return card
