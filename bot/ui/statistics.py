"""What is known of a member's games: figures, and the words for their picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.records import MIN_FINISHED
from bot.rules import RULESETS
from bot.ui import controls, terms
from bot.ui.charts import MEMBER_SQUARE, SERVER_SQUARE, Chart, Histogram, Pair
from bot.ui.leaderboards import hundredths, percent
from bot.ui.names import plain, safe
from bot.ui.phrases import bold
from bot.ui.record_controls import ChooseReplay
from bot.ui.screen import COLOUR_OVER, Screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.records import Cards, Standing, Statistics
    from bot.ui.words import Words

LONGEST_DESCRIPTION = 1024
_FIVE_EQUAL = ("yacht", "yahtzee")
_LONGEST_FIELD = 1024


def statistics(words: Words, ruleset: str, name: str, known: Statistics, standing: Standing, asker: int) -> Screen:
    """The figures of a member who is called `name`; where there is a picture, the content says what it shows."""
    embed = discord.Embed(
        title=words("{game} · {name}", game=terms.ruleset_name(words, ruleset), name=safe(name)),
        description="\n".join(_figures(words, ruleset, known, standing)),
        colour=COLOUR_OVER,
    )
    view = None
    if standing.best_game_id is not None:
        option = discord.SelectOption(label=_best(words, standing), value=str(standing.best_game_id))
        view = controls.view_of([ChooseReplay(asker, [option], words("Replay of the best total"))])
    if standing.finished < MIN_FINISHED:
        return Screen(embed=embed, view=view)
    heading = words("Each box: the average, that of this server, and how often it scored")
    embed.add_field(name=heading, value=_table(words, ruleset, known), inline=False)
    legend = words(
        "{member} {name} · {server} everybody on this server · dashed: the average totals",
        member=MEMBER_SQUARE,
        name=safe(name),
        server=SERVER_SQUARE,
    )
    return Screen(legend, embed, view)


def chart_of(ruleset: str, known: Statistics, standing: Standing) -> Chart | None:
    """The picture; None while the member has not finished enough rated games for averages."""
    if standing.finished < MIN_FINISHED:
        return None
    boxes = {
        box: Pair(average_of(known.member, box), average_of(known.server, box)) for box in box_order(ruleset, known)
    }
    mean = Pair(known.member.points / known.member.cards, known.server.points / known.server.cards)
    return Chart(Histogram.of(known.member.totals, known.server.totals), mean, boxes)


def picture_words(words: Words, ruleset: str, name: str, chart: Chart) -> str:
    """What the picture shows, for those who do not see it: at most 1,024 characters of plain text."""
    totals = chart.totals
    bins = ", ".join(
        f"{start}–{end - 1}: {games}"
        for start, end, games in zip(totals.edges, totals.edges[1:], totals.member, strict=False)
        if games
    )
    boxes = ", ".join(
        f"{terms.box_name(words, box)} {pair.member:.1f} ({pair.server:.1f})" for box, pair in chart.boxes.items()
    )
    text = words(
        "{game}, {name}. Games by total: {bins}. Average total {mean}, on this server {server_mean}. "
        "Average of each box, in parentheses on this server: {boxes}.",
        game=terms.ruleset_name(words, ruleset),
        name=plain(name),
        bins=bins,
        mean=f"{chart.mean.member:.1f}",
        server_mean=f"{chart.mean.server:.1f}",
        boxes=boxes,
    )
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1] + "…"


def box_order(ruleset: str, known: Statistics) -> tuple[str, ...]:
    """The boxes of the card; of a ruleset that the code no longer has, those that were ever filled."""
    if ruleset in RULESETS:
        return tuple(box.key for box in RULESETS[ruleset].boxes)
    return tuple(known.server.boxes)


def average_of(cards: Cards, box: str) -> float:
    """The average points of a box; 0 where it was never filled."""
    counts = cards.boxes.get(box)
    return counts.points / counts.games if counts is not None and counts.games else 0.0


def _figures(words: Words, ruleset: str, known: Statistics, standing: Standing) -> Iterator[str]:
    won = words.plural("{n} rated game, {won} won", "{n} rated games, {won} won", n=standing.games, won=standing.wins)
    yield won + (f" ({percent(standing.wins, standing.games)})" if standing.games >= MIN_FINISHED else "")
    if standing.rating is not None and standing.place is not None:
        yield words("Rating {rating}, place {place}", rating=bold(str(standing.rating)), place=standing.place)
    if standing.best is not None:
        yield bold(_best(words, standing))
    if standing.games:
        facts = {"now": standing.streak, "longest": standing.longest_streak}
        yield words("Wins in a row: {now} now, {longest} at the longest", **facts)
    if standing.finished < MIN_FINISHED:
        yield words.plural(
            "Averages and their picture need five rated games played to the end: {n} is missing.",
            "Averages and their picture need five rated games played to the end: {n} are missing.",
            n=MIN_FINISHED - standing.finished,
        )
    else:
        yield from _shares(words, ruleset, known)


def _best(words: Words, standing: Standing) -> str:
    return words("Best total: {best}", best=standing.best)


def _shares(words: Words, ruleset: str, known: Statistics) -> Iterator[str]:
    """What a member's cards have in common, beside all cards of the server."""
    mine, everybody = known.member, known.server
    mean, server = (hundredths(round(100 * cards.points / cards.cards)) for cards in (mine, everybody))
    yield words("Average total {mean}, on this server {server}", mean=bold(mean), server=server)
    if everybody.upper_bonuses or (ruleset in RULESETS and RULESETS[ruleset].upper_bonus is not None):
        yield words(
            "Upper bonus in {share} of the games, on this server in {server}",
            share=bold(percent(mine.upper_bonuses, mine.cards)),
            server=percent(everybody.upper_bonuses, everybody.cards),
        )
    for box in _FIVE_EQUAL:
        if box in everybody.boxes:
            yield words.plural(
                "{box}: {n} game ({share}), on this server {server}",
                "{box}: {n} games ({share}), on this server {server}",
                n=_scored(mine, box),
                box=terms.box_name(words, box),
                share=bold(percent(_scored(mine, box), mine.cards)),
                server=percent(_scored(everybody, box), everybody.cards),
            )
    if mine.extra:
        yield words("{points} points for further ones", points=mine.extra)


def _scored(cards: Cards, box: str) -> int:
    return cards.boxes[box].scored if box in cards.boxes else 0


def _table(words: Words, ruleset: str, known: Statistics) -> str:
    """At most 28 characters a line for names of up to eleven, as the card has."""
    names = {box: terms.short_box_name(words, box) for box in box_order(ruleset, known)}
    width = max(map(len, names.values()), default=0)
    rows = [
        f"{name:<{width}} {average_of(known.member, box):5.1f} {average_of(known.server, box):5.1f} "
        f"{_hits(known.member, box):>4}"
        for box, name in names.items()
    ]
    while sum(map(len, rows)) + len(rows) > _LONGEST_FIELD - 8:
        rows.pop()
    return "```\n" + "\n".join(rows) + "\n```"


def _hits(cards: Cards, box: str) -> str:
    games = cards.boxes[box].games if box in cards.boxes else 0
    return f"{round(100 * _scored(cards, box) / games) if games else 0}%"
