"""How a finished game was played, in words: everybody's figures, and somebody's costliest decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.strategy.report import TENTHS
from bot.ui import terms
from bot.ui.courses import Courses
from bot.ui.phrases import bold, by_computer, called_plainly, in_a_row, seat_name
from bot.ui.screen import COLOUR_OVER, Screen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.games import StoredGame
    from bot.strategy.choices import Choice
    from bot.strategy.report import Decision, SeatReport
    from bot.ui.words import Words

Reports = tuple["SeatReport | None", ...]

LONGEST_DESCRIPTION = 1024


def report(words: Words, stored: StoredGame, reports: Reports, asker: int) -> Screen:
    """Everybody's figures, and the costliest decisions of who asks; of the winner for who did not play."""
    title = words("{game} · report of game {id}", game=terms.ruleset_name(words, stored.row.ruleset), id=stored.id)
    embed = discord.Embed(title=title, description="\n".join(_lines(words, stored, reports)), colour=COLOUR_OVER)
    about = _about(stored, reports, asker)
    if about is not None:
        name = seat_name(words, stored, about.seat)
        value = "\n".join(_decisions(words, name, about.costliest()))
        embed.add_field(name=words("The costliest decisions of {name}", name=name), value=value, inline=False)
    embed.set_footer(
        text=words(
            "Par is what best play expects at the start, luck what the dice brought beside it, lost what the decisions "
            "cost. The picture shows the final total that each could expect, turn by turn."
        )
    )
    return Screen(embed=embed)


def courses_of(stored: StoredGame, reports: Reports) -> Courses:
    """The picture; its numbers are those in the text."""
    return Courses(dict(enumerate((each.course for each in _by_place(stored, reports)), start=1)))


def picture_words(words: Words, stored: StoredGame, reports: Reports) -> str:
    """What the picture shows, for those who do not see it: at most 1,024 characters of plain text.

    Where all turns do not fit, every second has its figure, or every third, and so on.
    """
    shown = _by_place(stored, reports)
    turns = len(shown[0].course) - 1 if shown else 0
    for every in range(1, turns + 1):
        told = sorted({*range(0, turns, every), turns})
        lines = " ".join(_line_of_picture(words, stored, number, each, told) for number, each in enumerate(shown, 1))
        text = words(
            "The final total that each could expect, after the turns {turns}. {lines}",
            turns=", ".join(map(str, told)),
            lines=lines,
        )
        if len(text) <= LONGEST_DESCRIPTION:
            return text
    return text[: LONGEST_DESCRIPTION - 1] + "…" if shown else ""


def _line_of_picture(words: Words, stored: StoredGame, number: int, each: SeatReport, turns: Sequence[int]) -> str:
    name = called_plainly(words, stored.game.seats[each.seat].player, stored.names[each.seat])
    return f"{number} {name}: {', '.join(f'{each.course[turn]:.0f}' for turn in turns)}."


def _by_place(stored: StoredGame, reports: Reports) -> list[SeatReport]:
    """Those who have a report, the winner first."""
    places = stored.game.places()
    return sorted(
        (each for each in reports if each is not None),
        key=lambda each: (stored.game.seats[each.seat].left, places[each.seat], -each.final, each.seat),
    )


def _about(stored: StoredGame, reports: Reports, asker: int) -> SeatReport | None:
    own = stored.game.index_of(asker)
    mine = None if own is None else reports[own]
    return mine or next(iter(_by_place(stored, reports)), None)


def _lines(words: Words, stored: StoredGame, reports: Reports) -> Iterator[str]:
    shown = _by_place(stored, reports)
    for number, each in enumerate(shown, start=1):
        yield f"`{number}` {_figures(words, stored, each)}"
        if each.stand_ins and not stored.game.seats[each.seat].taken_over:
            yield words.plural(
                "A computer played turn {turns} for {name}.",
                "A computer played turns {turns} for {name}.",
                n=len(each.stand_ins),
                turns=", ".join(map(str, each.stand_ins)),
                name=seat_name(words, stored, each.seat),
            )
    for index in (index for index, each in enumerate(reports) if each is None):
        yield words("{name} left: no report", name=f"~~{seat_name(words, stored, index)}~~")


def _figures(words: Words, stored: StoredGame, each: SeatReport) -> str:
    name = seat_name(words, stored, each.seat)
    par, luck, lost = each.tenths
    facts = {
        "name": bold(by_computer(words, name) if stored.game.seats[each.seat].taken_over else name),
        "par": _tenths(par),
        "luck": _tenths(abs(luck)),
        "lost": _tenths(lost),
        "final": bold(str(each.final)),
    }
    if luck < 0:
        return words(
            "{name}: par\u00a0{par} −\u00a0bad\u00a0luck\u00a0{luck} −\u00a0lost\u00a0{lost} =\u00a0{final}", **facts
        )
    return words("{name}: par\u00a0{par} +\u00a0luck\u00a0{luck} −\u00a0lost\u00a0{lost} =\u00a0{final}", **facts)


def _tenths(value: int) -> str:
    return f"{value / TENTHS:.1f}"


def _decisions(words: Words, name: str, costliest: Sequence[Decision]) -> Iterator[str]:
    if not costliest:
        yield words("No decision of {name} cost as much as a tenth of a point.", name=name)
    for decision in costliest:
        yield f"• {_done(words, decision)} {_better(words, decision.best, f'{decision.cost:.1f}')}"


def _done(words: Words, decision: Decision) -> str:
    facts = {"turn": decision.turn, "dice": in_a_row(sorted(decision.dice)), "roll": decision.roll}
    chosen = decision.chosen
    if chosen.keep is None:
        box = terms.box_name(words, str(chosen.chosen))
        return words("Turn {turn}, roll {roll}, {dice}: took {box}.", box=box, **facts)
    if not chosen.keep:
        return words("Turn {turn}, roll {roll}, {dice}: rolled all five again.", **facts)
    keep = in_a_row(chosen.keep)
    return words("Turn {turn}, roll {roll}, {dice}: kept {faces}.", faces=keep, **facts)


def _better(words: Words, best: Choice, points: str) -> str:
    if best.keep is None:
        return words("Taking {box} was better by {points}.", box=terms.box_name(words, str(best.chosen)), points=points)
    if not best.keep:
        return words("Rolling all five again was better by {points}.", points=points)
    return words("Keeping {faces} was better by {points}.", faces=in_a_row(best.keep), points=points)
