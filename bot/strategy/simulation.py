"""Many games played at once by numpy: for the mean and spread of a player, and for how well chances are judged."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from bot.rules.dice import COUNT, FACES
from bot.rules.dice import ROLLS as ROLLS_OF_A_TURN
from bot.strategy.dice_tables import KEEP_INDEX, KEEPS, ROLL_INDEX, ROLLS, Floats, Ints, Rerolls
from bot.strategy.greedy import EQUAL, usual_points
from bot.strategy.holds import holds
from bot.strategy.outcomes import NEVER, BestBoxes, Outcomes, Turns
from bot.strategy.questions import remembering
from bot.strategy.solving import Solution

AT_ONCE = 1000

_ROLL_OF: Ints = np.array([ROLL_INDEX[tuple(sorted(dice))] for dice in product(FACES, repeat=COUNT)])
"""The roll of each five faces, which are read as the digits of a number in base 6."""

_FACES: Ints = np.array([[*keep, *[0] * (COUNT - len(keep))] for keep in KEEPS])
_HOLDS: Ints = np.array([([KEEP_INDEX[keep] for keep in holds(roll)] + [-1] * 31)[:31] for roll in ROLLS])


@dataclass(frozen=True)
class Manner:
    """How a player chooses: by this turn's points alone (`greedy`) or by the final score; and how many points worse a
    choice is that is made e times less often (0: the best is always chosen)."""

    greedy: bool = False
    carelessness: float = 0.0


@dataclass(frozen=True, eq=False)
class Simulated:
    """The totals of games. By turn and game: the final score that best play had to expect before the turn and at the
    end, as mean and variance; the position before the turn; the roll that was scored, as its place among ROLLS, and the
    place of the box."""

    totals: Floats
    means: Floats
    variances: Floats
    places: Ints
    rolls: Ints
    boxes: Ints


def simulate(solution: Solution, manner: Manner, games: int, seed: int) -> Simulated:
    """Plays that many games from empty cards."""
    playing = _Playing(solution, manner, np.random.default_rng(seed))
    parts = [playing.games(min(AT_ONCE, games - start)) for start in range(0, games, AT_ONCE)]
    means, variances, places, rolls, boxes = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
    return Simulated(means[-1], means, variances, places, rolls, boxes)


class _Playing:
    def __init__(self, solution: Solution, manner: Manner, chance: np.random.Generator) -> None:
        self._solution, self._manner, self._chance = solution, manner, chance
        self._turns = Turns(solution.positions)
        self._usual = usual_points(remembering(solution.positions.ruleset))

    def games(self, count: int) -> tuple[Floats, Floats, Ints, Ints, Ints]:
        """So many games, as Simulated has them."""
        places, scored = np.zeros(count, dtype=np.intp), np.zeros(count)
        means, variances, moves = [], [], []
        for _ in self._turns.columns:
            means.append(scored + self._solution.mean[places])
            variances.append(self._solution.variance[places])
            before = places
            gained, places, *move = self._turn(places)
            scored = scored + gained
            moves.append((before, *move))
        before, rolls, boxes = (np.array(each) for each in zip(*moves, strict=True))
        return (
            np.array([*means, scored + self._solution.mean[places]]),
            np.array([*variances, 0 * scored]),
            before,
            rolls,
            boxes,
        )

    def _turn(self, places: Ints) -> tuple[Floats, Ints, Ints, Ints]:
        """What is gained in a turn from each of those positions, the positions that follow, the rolls and the boxes."""
        outcomes = self._turns.outcomes(*self._solution.positions.forms_and_totals(places))
        values = [self._value(place, outcome) for place, outcome in enumerate(outcomes)]
        rerolls = Rerolls(len(places))
        rerolls.rolls[:] = BestBoxes(self._turns, len(places)).of(values)
        keeps: list[Floats] = []
        for _ in range(1, ROLLS_OF_A_TURN):
            rerolls.roll_the_others()
            keeps.insert(0, rerolls.keeps.copy())
            rerolls.choose_keeps()
        every, boxes = np.arange(len(places)), len(outcomes)
        rolls, box = self._rolled(np.zeros((len(places), COUNT), dtype=np.intp)), np.full(len(places), -1)
        for worth in [*keeps, None]:
            columns = zip(values, self._turns.columns, strict=True)
            choices = [value[column.row[rolls], every] for value, column in columns]
            if worth is not None:
                held = _HOLDS[rolls]
                choices.extend(np.where(held < 0, NEVER, worth[held, every[:, None]] - EQUAL).T)
            chosen = self._chosen(np.array(choices))
            box = np.where((box < 0) & (chosen < boxes), chosen, box)
            if worth is not None:
                keep = _HOLDS[rolls, np.maximum(chosen - boxes, 0)]
                rolls = np.where(box < 0, self._rolled(_FACES[keep]), rolls)
        return *self._scored(outcomes, rolls, box), rolls, box

    def _value(self, place: int, outcome: Outcomes) -> Floats:
        if self._manner.greedy:
            key = self._solution.positions.ruleset.boxes[place].key
            # Of boxes that give the same, the one that usually earns least.
            return outcome.gains - EQUAL * self._usual[key]
        return outcome.gains + self._solution.mean.take(outcome.next)

    def _chosen(self, choices: Floats) -> Ints:
        if self._manner.carelessness:
            # The best after adding such noise is chosen as often as a softmax would.
            choices = choices + self._manner.carelessness * self._chance.gumbel(size=choices.shape)
        return np.asarray(choices.argmax(axis=0))

    def _rolled(self, faces: Ints) -> Ints:
        """The rolls once the zeros among the faces of each game are rolled."""
        dice = np.where(faces, faces, self._chance.integers(1, 7, size=faces.shape)) - 1
        return _ROLL_OF[dice @ (len(FACES) ** np.arange(COUNT))]

    def _scored(self, outcomes: list[Outcomes], rolls: Ints, box: Ints) -> tuple[Floats, Ints]:
        gained, following = np.zeros(len(rolls)), np.zeros(len(rolls), dtype=np.intp)
        for place, (outcome, column) in enumerate(zip(outcomes, self._turns.columns, strict=True)):
            games = np.flatnonzero(box == place)
            row = column.row[rolls[games]]
            gained[games] = outcome.gains[row, games]
            following[games] = outcome.next[np.minimum(row, len(outcome.next) - 1), games]
        return gained, following
