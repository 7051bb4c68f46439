"""The lobby, and the message it becomes when the game starts."""

import hashlib
from collections.abc import Sequence

import discord

from bot.choices import HintsAllowed
from bot.game import MAX_SEATS, Order, is_computer
from bot.game.events import Started
from bot.games import StoredGame
from bot.hints import hints_on, may_choose
from bot.strategy.players import PLAYERS
from bot.ui import controls, terms
from bot.ui.clock_words import clock_words
from bot.ui.emojis import DiceEmojis
from bot.ui.lobby_controls import ChooseComputer, SetHints, dismissal
from bot.ui.phrases import bold, called, called_plainly, seat_name
from bot.ui.screen import COLOUR_OPEN, COLOUR_PLAYING, Screen
from bot.ui.words import Words

# The description of an embed holds 4,096 characters, of which one emoji takes forty; keycap digits are the short form.
_ROLL_OFF_ROOM = 3500
_OPTION_ROOM = 100


def lobby(
    words: Words,
    stored: StoredGame,
    invited: Sequence[int] = (),
    *,
    computers: bool = True,
    hints: HintsAllowed = HintsAllowed.SOLO,
) -> Screen:
    """Who is in, what is played, and the commitment to the dice; `invited` are members whom a rematch waits for.

    `computers` and `hints` are what the server allows.
    """
    game, row = stored.game, stored.row
    helped = hints_on(hints, game)
    lines = [terms.ruleset_line(words, game.rules), *_manner(words, stored)]
    if helped:
        lines.append(words("Hints are on: this game is not rated and sets no records."))
    lines += ["", *_seats(words, stored)]
    if row.deadline is not None:
        lines += ["", words("Closes {when} if nobody starts it.", when=discord.utils.format_dt(row.deadline, "R"))]
    title = words("{game}: who plays?", game=terms.ruleset_name(words, game.ruleset))
    view = controls.view_of(
        [
            controls.Join(stored.id, words("Join")),
            controls.LeaveLobby(stored.id, words("Leave")),
            controls.Start(stored.id, words("Start")),
            controls.Cancel(stored.id, words("Cancel")),
        ],
        _computers(words, stored, allowed=computers),
        [_hints(words, stored, on=helped)] if may_choose(hints, game) else [],
    )
    fixed = words("Drawn before anybody joined. SHA-256 of their seed: {commitment}", commitment=f"`{row.commitment}`")
    embed = discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_OPEN)
    embed.add_field(name=words("Fair dice"), value=fixed, inline=False)
    return Screen(_invitation(words, stored, invited), embed, view)


def _computers(words: Words, stored: StoredGame, *, allowed: bool) -> list[controls.Control]:
    """The list from which the host adds computers, and sends those away that are there; none where it is empty."""
    game, options = stored.game, []
    if allowed and len(game.seats) < MAX_SEATS:
        for level in PLAYERS:
            line = terms.level_line(words, level, game.ruleset)[:_OPTION_ROOM]
            option = discord.SelectOption(label=terms.level_name(words, level), value=level, description=line or None)
            options.append(option)
    for seat, name in zip(game.seats, stored.names, strict=True):
        if is_computer(seat.player):
            label = words("Remove {name}", name=called_plainly(words, seat.player, name))
            options.append(discord.SelectOption(label=label, value=dismissal(seat.player)))
    return [ChooseComputer(stored.id, stored.event_count, options, words("Add a computer…"))] if options else []


def _hints(words: Words, stored: StoredGame, *, on: bool) -> SetHints:
    return SetHints(stored.id, not on, words("Hints: on") if on else words("Hints: off"))


def _invitation(words: Words, stored: StoredGame, invited: Sequence[int]) -> str | None:
    host = stored.game.index_of(stored.game.host)
    if not invited or host is None:
        return None
    members = ", ".join(f"<@{member}>" for member in invited)
    return words(
        "{members}: {name} asks for a rematch. Press Join.", members=members, name=seat_name(words, stored, host)
    )


def _manner(words: Words, stored: StoredGame) -> list[str]:
    lines = []
    game = stored.game
    if game.order is Order.TOGETHER:
        lines.append(words("Everybody plays at their own pace."))
    if game.duplicate:
        lines.append(words("Everybody gets the same dice."))
    if stored.clock is not None:
        lines.append(words("A turn may take {time}.", time=clock_words(words, stored.clock)))
    return lines


def _seats(words: Words, stored: StoredGame) -> list[str]:
    game = stored.game
    header = words("Players, {taken} of {seats}:", taken=len(game.seats), seats=MAX_SEATS)
    rows = []
    for seat, name in zip(game.seats, stored.names, strict=True):
        shown = bold(called(words, seat.player, name))
        rows.append(words("{name} (host, presses Start)", name=shown) if seat.player == game.host else shown)
    return [header, *(f"{number}\\. {row}" for number, row in enumerate(rows, start=1))]


def started(words: Words, emojis: DiceEmojis, stored: StoredGame, event: Started) -> Screen:
    """What the lobby becomes: the roll-off, and what was fixed about the dice."""
    lines = [terms.ruleset_line(words, stored.game.rules), *_manner(words, stored)]
    if event.hints:
        lines.append(words("Hints are on: this game is not rated and sets no records."))
    rolls = _roll_off(words, emojis, stored, event)
    if sum(map(len, rolls)) > _ROLL_OFF_ROOM:
        rolls = _roll_off(words, DiceEmojis.keycaps(), stored, event)
    lines += rolls
    title = words("{game} has started", game=terms.ruleset_name(words, stored.game.ruleset))
    fixed = words(
        "SHA-256 of the seed: {commitment}\nSHA-256 of the key, made of seed and joins: {key}",
        commitment=f"`{stored.row.commitment}`",
        key=f"`{hashlib.sha256(stored.dice.key).hexdigest()}`",
    )
    embed = discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_PLAYING)
    if event.starter is not None and len(stored.game.seats) > 1:
        embed.add_field(name=words("Order"), value=_sequence(words, stored, event.starter), inline=False)
    return Screen(None, embed.add_field(name=words("Fair dice"), value=fixed, inline=False))


def _sequence(words: Words, stored: StoredGame, starter: int) -> str:
    """The names in the order of play, from who begins."""
    count = len(stored.game.seats)
    names = [seat_name(words, stored, (starter + step) % count) for step in range(count)]
    return ", ".join([bold(names[0]), *names[1:]])


def _roll_off(words: Words, emojis: DiceEmojis, stored: StoredGame, event: Started) -> list[str]:
    lines = []
    for attempt, row in enumerate(event.roll_off, start=1):
        lines += ["", words("Roll-off:") if attempt == 1 else words("Tied at the top, again:")]
        for seat, dice in row:
            faces = " ".join(emojis.text(face, held=False) for face in dice)
            lines.append(f"{faces} **{sum(dice)}** {seat_name(words, stored, seat)}")
    return lines
