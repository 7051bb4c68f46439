"""The board of one seat's turn, in the channel or, in order `together`, in private."""

from collections.abc import Sequence

import discord

from bot.game import Moment, Order, Phase, Turn
from bot.games import StoredGame
from bot.rules import Option
from bot.rules.dice import ROLLS
from bot.ui import controls, terms
from bot.ui.card import card_text, key_lines
from bot.ui.emojis import DiceEmojis
from bot.ui.phrases import bold, dice_line, last_line, seat_name, totals_line, upper_line
from bot.ui.questions import late_heading, own_late_line, question_controls, question_lines
from bot.ui.screen import COLOUR_PLAYING, Screen
from bot.ui.words import Words


def board(
    words: Words,
    emojis: DiceEmojis,
    stored: StoredGame,
    index: int,
    *,
    ping: bool = False,
    computers: bool = True,
    chances: Sequence[float] | None = None,
    told: str | None = None,
) -> Screen:
    """The turn in hand of that seat. `ping` mentions its player, which notifies only in a new message.

    `computers` is whether the server lets computers play, which the others may then choose; `chances` are those of each
    seat to win, where they are known. `told` is what has just been decided.
    """
    turn = stored.game.seats[index].turn
    player = stored.game.seats[index].player
    content = None
    if turn.roll:
        content = " ".join(emojis.text(face, place in _held(turn)) for place, face in enumerate(turn.dice))
    elif ping:
        content = words("{mention}, it is your turn.", mention=f"<@{player}>")
    asked = question_controls(words, stored, computers=computers) if _public(stored) else ()
    view = controls.view_of(_controls(words, stored, index), *asked)
    embed = _embed(words, stored, index, computers=computers, chances=chances)
    if told is not None:
        embed.description = f"{told}\n\n{embed.description}"
    return Screen(content, embed, view, pings=player if ping else None)


def private_board(words: Words, emojis: DiceEmojis, stored: StoredGame, index: int) -> Screen:
    """The board in order `together`: the same, and a last word once the card is full."""
    game = stored.game
    if game.waiting_for(index) and game.phase is Phase.PLAYING:
        return board(words, emojis, stored, index)
    total = game.total(index)
    if game.phase is Phase.PLAYING:
        text = words.plural(
            "Your card is full: {n} point. The others are still playing.",
            "Your card is full: {n} points. The others are still playing.",
            n=total,
        )
    else:
        text = words.plural("The game is over. You have {n} point.", "The game is over. You have {n} points.", n=total)
    embed = discord.Embed(description=text, colour=COLOUR_PLAYING)
    can_undo = game.phase is Phase.PLAYING and game.seats[index].undoable is not None
    items: list[controls.Control] = [controls.Cards(stored.id, words("Cards"))]
    if can_undo:
        items.append(controls.Undo(stored.id, words("Undo")))
    return Screen(None, embed, controls.view_of(items))


def _public(stored: StoredGame) -> bool:
    """Whether the board stands in the channel, where the others are asked: else the table asks them."""
    return stored.game.order is Order.TURNS


def _embed(
    words: Words, stored: StoredGame, index: int, *, computers: bool, chances: Sequence[float] | None
) -> discord.Embed:
    game = stored.game
    seat, turn = game.seats[index], game.seats[index].turn
    name = seat_name(words, stored, index)
    title = words(
        "{game} · round {round} of {rounds}",
        game=terms.ruleset_name(words, game.ruleset),
        round=turn.number,
        rounds=len(game.rules.boxes),
    )
    if seat.late and _public(stored):
        lines = [late_heading(words, stored, bold(name))]
    else:
        lines = [_what_to_do(words, bold(name), turn), *_time(words, stored, index)]
    if turn.roll:
        lines.append(dice_line(words, turn.dice, _held(turn)))
    lines.append(card_text(words, game.rules, seat.card, turn.dice))
    lines += key_lines(words, game.rules, seat.card, turn.dice)
    upper = upper_line(words, game, index)
    if upper is not None:
        lines.append(upper)
    lines.append(totals_line(words, stored, chances))
    if _public(stored):
        lines += [f"\n{line}" for line in question_lines(words, stored, computers=computers)]
    embed = discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_PLAYING)
    last = last_line(words, stored, index) if _public(stored) else None
    return embed if last is None else embed.set_footer(text=last)


def _time(words: Words, stored: StoredGame, index: int) -> list[str]:
    """Until when the turn may take, or, to its player, that this is over."""
    if stored.game.seats[index].late:
        return [own_late_line(words, stored)]
    deadline = stored.deadline_of(index)
    if deadline is None:
        return []
    return [words("Time is up {when}.", when=discord.utils.format_dt(deadline, "R"))]


def _what_to_do(words: Words, name: str, turn: Turn) -> str:
    facts = {"name": name, "roll": turn.roll, "rolls": ROLLS}
    if not turn.roll:
        return words("{name}, your turn: press Roll.", **facts)
    if turn.roll < ROLLS:
        return words("{name}, roll {roll} of {rolls}: hold dice and roll again, or choose a box.", **facts)
    return words("{name}, roll {roll} of {rolls}: choose a box.", **facts)


def _held(turn: Turn) -> tuple[int, ...]:
    """The dice to mark: after the last roll there is nothing to hold them for."""
    return turn.held if turn.roll < ROLLS else ()


def _controls(words: Words, stored: StoredGame, index: int) -> list[controls.Control]:
    game, moment = stored.game, stored.game.moment(index)
    turn = game.seats[index].turn
    items: list[controls.Control] = []
    if 0 < turn.roll < ROLLS:
        items += [
            controls.Hold(stored.id, moment, place, face=face, held=place in turn.held)
            for place, face in enumerate(turn.dice)
        ]
    if turn.roll < ROLLS:
        items.append(controls.Roll(stored.id, moment, words("Roll ({left} left)", left=ROLLS - turn.roll)))
    if game.hints:
        items.append(controls.Hint(stored.id, moment, words("Hint")))
    items.append(controls.Cards(stored.id, words("Cards")))
    undoable = game.seats if _public(stored) else [game.seats[index]]
    if any(seat.undoable is not None for seat in undoable):
        items.append(controls.Undo(stored.id, words("Undo")))
    if turn.roll:
        items.append(_boxes(words, stored, index, moment))
    return items


def _boxes(words: Words, stored: StoredGame, index: int, moment: Moment) -> controls.Score:
    seat = stored.game.seats[index]
    options = [
        discord.SelectOption(label=option_label(words, option), value=option.box)
        for option in stored.game.rules.options(seat.card, seat.turn.dice)
    ]
    return controls.Score(stored.id, moment, options, words("Score these dice…"))


def option_label(words: Words, option: Option) -> str:
    """A box and what the dice score in it now: "Full House: 25 points"."""
    box = terms.box_name(words, option.box)
    if option.bonus:
        return words.plural(
            "{box}: {n} point and {bonus} bonus",
            "{box}: {n} points and {bonus} bonus",
            n=option.points,
            box=box,
            bonus=option.bonus,
        )
    return words.plural("{box}: {n} point", "{box}: {n} points", n=option.points, box=box)
