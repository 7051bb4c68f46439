"""The table of a game in order `together`, and the cards of any game."""

from collections.abc import Sequence

import discord

from bot.games import StoredGame
from bot.ui import controls, terms
from bot.ui.card import card_text
from bot.ui.phrases import bold, by_computer, chance_to_win, seat_name, upper_line
from bot.ui.questions import question_controls, question_lines
from bot.ui.screen import COLOUR_PLAYING, Screen
from bot.ui.words import Words


def table(
    words: Words,
    stored: StoredGame,
    *,
    computers: bool = True,
    chances: Sequence[float] | None = None,
    told: str | None = None,
) -> Screen:
    """Who is how far and until when, the button that opens one's own board, and what the others are asked.

    `computers` is whether the server lets computers play; `chances` are those of each seat to win, where known;
    `told` is what has just been decided.
    """
    game = stored.game
    title = words("{game} · everybody at their own pace", game=terms.ruleset_name(words, game.ruleset))
    lines = [] if told is None else [told, ""]
    lines += [_progress(words, stored, index, chances) for index in range(len(game.seats))]
    lines += [f"\n{line}" for line in question_lines(words, stored, computers=computers)]
    view = controls.view_of(
        [controls.MyTurn(stored.id, words("Play my turn")), controls.Cards(stored.id, words("Cards"))],
        *question_controls(words, stored, computers=computers),
    )
    return Screen(None, discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_PLAYING), view)


def _progress(words: Words, stored: StoredGame, index: int, chances: Sequence[float] | None) -> str:
    game, seat, name = stored.game, stored.game.seats[index], seat_name(words, stored, index)
    if seat.given_up:
        return words("{name} left", name=f"~~{name}~~")
    who = by_computer(words, name) if seat.taken_over else bold(name)
    progress = words.plural(
        "{name}: {filled} of {boxes} boxes, {n} point",
        "{name}: {filled} of {boxes} boxes, {n} points",
        n=game.total(index),
        name=who,
        filled=len(seat.card.scores),
        boxes=len(game.rules.boxes),
    )
    if chances is not None and not seat.left:
        progress = words("{progress}, {chance} to win", progress=progress, chance=chance_to_win(words, chances[index]))
    if seat.late:
        return words("{progress}, time is up", progress=progress)
    deadline = stored.deadline_of(index)
    if deadline is None:
        return progress
    return words("{progress}, next box due {when}", progress=progress, when=discord.utils.format_dt(deadline, "R"))


def cards(words: Words, stored: StoredGame, only: int | None = None) -> Screen:
    """The cards of all seats, or of one."""
    game = stored.game
    title = words("{game} · cards", game=terms.ruleset_name(words, game.ruleset))
    embed = discord.Embed(title=title, colour=COLOUR_PLAYING)
    for index, seat in enumerate(game.seats):
        if only is not None and index != only:
            continue
        name = seat_name(words, stored, index)
        who = by_computer(words, name) if seat.taken_over else name
        heading = words.plural("{name}: {n} point", "{name}: {n} points", n=game.total(index), name=who)
        if seat.given_up:
            heading = words("{name} left", name=name)
        lines = [card_text(words, game.rules, seat.card)]
        upper = upper_line(words, game, index)
        embed.add_field(name=heading, value="\n".join([*lines, upper] if upper else lines), inline=False)
    return Screen(None, embed)
