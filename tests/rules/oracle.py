"""The boxes written a second time, from how often each face shows. Nothing here asks `bot.rules`."""

from collections.abc import Callable, Collection, Mapping

Roll = tuple[int, ...]
Points = Callable[[Roll], int]


def shows(roll: Roll) -> tuple[int, ...]:
    """How often the roll shows 1, 2, … 6."""
    return tuple(sum(die == face for die in roll) for face in range(1, 7))


def upper(face: int) -> Points:
    return lambda roll: sum(die for die in roll if die == face)


def if_(fits: Callable[[Roll], bool], points: Points) -> Points:
    return lambda roll: points(roll) if fits(roll) else 0


def alike(least: int) -> Callable[[Roll], bool]:
    return lambda roll: max(shows(roll)) >= least


def house(roll: Roll) -> bool:
    return 3 in shows(roll) and 2 in shows(roll)


def covers(*runs: set[int]) -> Callable[[Roll], bool]:
    return lambda roll: any(run <= set(roll) for run in runs)


LITTLE, BIG = {1, 2, 3, 4, 5}, {2, 3, 4, 5, 6}

YACHT: Mapping[str, Points] = {
    "ones": upper(1),
    "twos": upper(2),
    "threes": upper(3),
    "fours": upper(4),
    "fives": upper(5),
    "sixes": upper(6),
    "full-house": if_(house, sum),
    "four-of-a-kind": if_(alike(4), lambda roll: 4 * next(f for f, n in enumerate(shows(roll), 1) if n >= 4)),
    "little-straight": if_(covers(LITTLE), lambda _: 30),
    "big-straight": if_(covers(BIG), lambda _: 30),
    "choice": sum,
    "yacht": if_(alike(5), lambda _: 50),
}

YAHTZEE: Mapping[str, Points] = {
    "aces": upper(1),
    "twos": upper(2),
    "threes": upper(3),
    "fours": upper(4),
    "fives": upper(5),
    "sixes": upper(6),
    "three-of-a-kind": if_(alike(3), sum),
    "four-of-a-kind": if_(alike(4), sum),
    "full-house": if_(house, lambda _: 25),
    "small-straight": if_(covers({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}), lambda _: 30),
    "large-straight": if_(covers(LITTLE, BIG), lambda _: 40),
    "yahtzee": if_(alike(5), lambda _: 50),
    "chance": sum,
}

YAHTZEE_UPPER = ("aces", "twos", "threes", "fours", "fives", "sixes")


def joker_values(face: int) -> dict[str, int]:
    """What five equal dice are worth in each lower box as a Joker."""
    total = 5 * face
    return {
        "three-of-a-kind": total,
        "four-of-a-kind": total,
        "full-house": 25,
        "small-straight": 30,
        "large-straight": 40,
        "chance": total,
    }


def forced_joker(still_open: Collection[str], face: int) -> dict[str, int]:
    """The boxes a Joker may fill by the maker's sheet: upper box of its number, else lower, else a zero above."""
    own = YAHTZEE_UPPER[face - 1]
    if own in still_open:
        return {own: 5 * face}
    lower = {box: points for box, points in joker_values(face).items() if box in still_open}
    return lower or dict.fromkeys(still_open, 0)


def free_joker(still_open: Collection[str], face: int) -> dict[str, int]:
    """The boxes a free Joker may fill: all; 25, 30 and 40 only when the upper box of its number is filled."""
    own = YAHTZEE_UPPER[face - 1]
    values = dict.fromkeys(YAHTZEE_UPPER, 0) | joker_values(face)
    if own in still_open:
        values |= {own: 5 * face, "full-house": 0, "small-straight": 0, "large-straight": 0}
    return {box: values[box] for box in still_open}
