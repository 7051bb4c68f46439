"""What stands at the end of a game: the final table, or that it was given up."""

from collections.abc import Sequence

import discord

from bot.game import Game
from bot.game.events import Ended
from bot.games import StoredGame
from bot.records import Closing
from bot.rules import Totals
from bot.ui import controls, terms
from bot.ui.phrases import bold, by_computer, list_of_names, seat_name, verdict, why_given_up
from bot.ui.report_controls import Report
from bot.ui.screen import COLOUR_OVER, Screen
from bot.ui.words import Words

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def final(words: Words, stored: StoredGame, closing: Closing) -> Screen:
    """Who won, everybody's place and total, the records beaten, the ratings changed, and the seed of the dice."""
    title = words("{game} · final table", game=terms.ruleset_name(words, stored.game.ruleset))
    lines = [bold(_verdict(words, stored)), "", *_standing(words, stored)]
    notes = [*_unrated(words, stored), *_records(words, stored, closing)]
    more = [Report(stored.id, words("Report")), controls.Rematch(stored.id, words("Rematch"))]
    screen = _last_message(words, stored, title, [*lines, "", *notes] if notes else lines, *more)
    if screen.embed is not None and closing.rating:
        screen.embed.insert_field_at(0, name=words("Rating"), value=_ratings(words, stored, closing), inline=False)
    return screen


def given_up(words: Words, stored: StoredGame, event: Ended) -> Screen:
    """A lobby or a game that ended before its time."""
    game = stored.game
    name = terms.ruleset_name(words, game.ruleset)
    by = None if event.by is None else game.index_of(event.by)
    if stored.row.started_at is None:
        return _closed_lobby(words, stored, name, by)
    title = words("{game} · not finished", game=name)
    why = why_given_up(words, stored, event.by)
    return _last_message(words, stored, title, [why, "", *_standing(words, stored, places=False)])


def _last_message(words: Words, stored: StoredGame, title: str, lines: list[str], *more: controls.Control) -> Screen:
    embed = discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_OVER)
    embed.add_field(name=words("Fair dice"), value=_proof(words, stored), inline=False)
    return Screen(None, embed, controls.view_of([controls.Cards(stored.id, words("Cards")), *more]))


def _closed_lobby(words: Words, stored: StoredGame, name: str, by: int | None) -> Screen:
    if by is None:
        text = words("{game}: this lobby closed without a game. Open a new one with /play.", game=name)
    else:
        text = words(
            "{game}: {name} closed this lobby. Open a new one with /play.", game=name, name=seat_name(words, stored, by)
        )
    return Screen(None, discord.Embed(description=text, colour=COLOUR_OVER))


def _verdict(words: Words, stored: StoredGame) -> str:
    winners = stored.game.winners()
    names = [seat_name(words, stored, index) for index in winners]
    return verdict(words, names, stored.game.total(winners[0]), alone=len(stored.game.seats) == 1)


def _standing(words: Words, stored: StoredGame, *, places: bool = True) -> list[str]:
    game, ranking = stored.game, stored.game.places() if places else None
    return [_row(words, stored, game, index, ranking[index] if ranking else None) for index in _by_place(game)]


def _by_place(game: Game) -> list[int]:
    ranking = game.places() if game.has_rules else [1] * len(game.seats)
    return sorted(range(len(game.seats)), key=lambda index: (ranking[index], index))


def _row(words: Words, stored: StoredGame, game: Game, index: int, place: int | None) -> str:
    name = seat_name(words, stored, index)
    seat = game.seats[index]
    if seat.given_up:
        return words("{name} left", name=f"~~{name}~~")
    if not game.has_rules:
        return name
    total = game.total(index)
    if seat.taken_over:
        return _taken_over(words, name, total) if place is not None else f"{by_computer(words, name)} **{total}**"
    mark = "" if place is None or len(game.seats) == 1 else f"{MEDALS.get(place, f'{place}.')} "
    totals = game.rules.totals(game.seats[index].card)
    if game.rules.upper_bonus is None:
        return f"{mark}{name} **{total}**"
    return f"{mark}{name} **{total}**\n{_parts(words, totals)}"


def _taken_over(words: Words, name: str, total: int) -> str:
    return words.plural(
        "{name} left; a computer finished the card: {n} point",
        "{name} left; a computer finished the card: {n} points",
        n=total,
        name=f"~~{name}~~",
    )


def _parts(words: Words, totals: Totals) -> str:
    """Where the points of a card come from."""
    facts = {"upper": totals.upper, "bonus": totals.upper_bonus, "lower": totals.lower, "extra": totals.extra}
    if totals.extra:
        return words("{upper} upper + {bonus} bonus + {lower} lower + {extra} in 100s", **facts)
    return words("{upper} upper + {bonus} bonus + {lower} lower", **facts)


def _unrated(words: Words, stored: StoredGame) -> list[str]:
    """That the game does not count, if computers or hints are the reason."""
    lines = []
    if any(seat.level is not None for seat in stored.game.seats):
        lines.append(words("A computer played, so this game is not rated."))
    if stored.game.hints:
        lines.append(words("Hints were on, so this game is not rated and sets no records."))
    return lines


def _records(words: Words, stored: StoredGame, closing: Closing) -> list[str]:
    """The records that the game beat or equalled, a line for each kind."""
    lines = []
    if closing.server_best:
        lines.append(words("🏆 New server record: {names}.", names=_names(words, stored, closing.server_best)))
    if closing.server_equalled:
        lines.append(words("Server record equalled: {names}.", names=_names(words, stored, closing.server_equalled)))
    if closing.personal_best:
        lines.append(words("New personal best: {names}.", names=_names(words, stored, closing.personal_best)))
    return lines


def _ratings(words: Words, stored: StoredGame, closing: Closing) -> str:
    """Everybody's rating before and after, in the order of the table."""
    lines = []
    for index in _by_place(stored.game):
        before, after = closing.rating[index]
        facts = {
            "name": seat_name(words, stored, index),
            "before": before,
            "after": after,
            "change": f"{after - before:+d}",
        }
        lines.append(words("{name}: {before} → {after} ({change})", **facts))
    return "\n".join(lines)


def _names(words: Words, stored: StoredGame, seats: Sequence[int]) -> str:
    return list_of_names(words, [seat_name(words, stored, index) for index in seats])


def _proof(words: Words, stored: StoredGame) -> str:
    joins = ",".join(str(seat.join) for seat in stored.game.seats)
    return words("Seed: {seed}\nJoined with: {joins}", seed=f"`{stored.row.seed.hex()}`", joins=f"`{joins}`")
