"""What a hint says: the best that may be done, the two next best, and what they cost."""

from collections.abc import Sequence

from bot.rules.dice import COUNT
from bot.strategy.choices import Choice
from bot.ui import terms
from bot.ui.phrases import in_a_row
from bot.ui.screen import Screen
from bot.ui.words import N_, Words

_KEEP = {
    1: N_("Keep {faces} and roll one: {points} on average."),
    2: N_("Keep {faces} and roll two: {points} on average."),
    3: N_("Keep {faces} and roll three: {points} on average."),
    4: N_("Keep {faces} and roll four: {points} on average."),
    5: N_("Roll all five again: {points} on average."),
}
_NEXT_BEST = 2
_NOTHING = 0.05


def hint(words: Words, choices: Sequence[Choice]) -> Screen:
    """For who asked, the choices that there are with his dice, the best first."""
    best, *others = choices
    lines = [f"**{_advice(words, best)}**"]
    lines += [_cost(words, other, best.expected - other.expected) for other in others[:_NEXT_BEST]]
    if not others:
        lines.append(words("Nothing else can be done."))
    lines.append(words("-# The average is of your final score, if you play on as well as can be."))
    return Screen("\n".join(lines))


def _advice(words: Words, best: Choice) -> str:
    points = f"{best.expected:.1f}"
    if best.keep is None:
        return words("Take {box}: {points} on average.", box=_box(words, best), points=points)
    return words(_KEEP[COUNT - len(best.keep)], faces=in_a_row(best.keep), points=points)


def _cost(words: Words, choice: Choice, cost: float) -> str:
    as_good, points = cost < _NOTHING, f"{cost:.1f}"
    if choice.keep is None:
        box = _box(words, choice)
        if as_good:
            return words("Taking {box} now is as good.", box=box)
        return words("Taking {box} now costs {points}.", box=box, points=points)
    if not choice.keep:
        if as_good:
            return words("Rolling all five again is as good.")
        return words("Rolling all five again costs {points}.", points=points)
    faces = in_a_row(choice.keep)
    if as_good:
        return words("Keeping {faces} is as good.", faces=faces)
    return words("Keeping {faces} costs {points}.", faces=faces, points=points)


def _box(words: Words, choice: Choice) -> str:
    return terms.box_name(words, str(choice.chosen))
