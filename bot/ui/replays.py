"""A finished or abandoned game, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.game import Phase
from bot.game.steps import next_turn, steps
from bot.ui import terms
from bot.ui.card import cards_text
from bot.ui.controls import view_of
from bot.ui.phrases import bold, dice_line, seat_name
from bot.ui.replay_controls import FORMS, WAYS, ReplayFile, StepReplay
from bot.ui.replay_words import Teller, boxes_of, dice_in, held_in
from bot.ui.report_controls import Report
from bot.ui.screen import COLOUR_OVER, Screen
from bot.ui.words import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.game.steps import Step
    from bot.games import StoredGame
    from bot.records import Replay
    from bot.ui.controls import Control
    from bot.ui.emojis import DiceEmojis
    from bot.ui.replay_controls import Way
    from bot.ui.words import Words

WAY_LABELS = {"first": N_("First"), "back": N_("Back"), "on": N_("Next"), "turn": N_("Next turn"), "last": N_("Last")}
FORM_LABELS = {"json": N_("As JSON"), "text": N_("As text")}


def replay(words: Words, emojis: DiceEmojis, past: Replay, at: int, asker: int, way: Way | None = None) -> Screen:
    """The game after that step, counted from 0, or where a button leads from there; beyond the end is the last."""
    stored, taken = past.stored, steps(past.events)
    at = min(at, len(taken) - 1)
    at = at if way is None else _target(taken, at, way)
    step = taken[at]
    title = words("{game} · replay of game {id}", game=terms.ruleset_name(words, stored.row.ruleset), id=stored.id)
    # The steps are the last of the events: only those of the lobby are none.
    when = past.times[at - len(taken)]
    lines = _lines(words, past, taken, step)
    embed = discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_OVER, timestamp=when)
    embed.set_footer(text=words("Step {n} of {steps}", n=at + 1, steps=len(taken)))
    return Screen(_dice(emojis, step), embed, view_of(_controls(words, stored, asker, at, len(taken) - 1)))


def _target(taken: Sequence[Step], at: int, way: Way) -> int:
    last = len(taken) - 1
    match way:
        case "first":
            return 0
        case "back":
            return max(at - 1, 0)
        case "on":
            return min(at + 1, last)
        case "turn":
            return next_turn(taken, at)
        case "last":
            return last


def _lines(words: Words, past: Replay, taken: Sequence[Step], step: Step) -> list[str]:
    stored = past.stored
    teller = Teller(words, past, [seat_name(words, stored, index) for index in range(len(stored.names))])
    lines = [bold(teller.happened(step)), *teller.roll_off(step.event)]
    if dice_in(step):
        lines.append(dice_line(words, dice_in(step), held_in(step)))
    boxes = boxes_of(stored.row.ruleset, taken[-1])
    if boxes:
        lines.append(f"```\n{cards_text(words, boxes, [seat.card for seat in step.seats], step.zeros)}\n```")
    lines.append(" · ".join(teller.standing(step, lambda number: f"`{number}`", bold)))
    return lines


def _dice(emojis: DiceEmojis, step: Step) -> str | None:
    return " ".join(emojis.text(face, place in held_in(step)) for place, face in enumerate(dice_in(step))) or None


def _controls(words: Words, stored: StoredGame, asker: int, at: int, last: int) -> list[Control]:
    at_an_end = {"first": at == 0, "back": at == 0}
    ways = [
        StepReplay(way, asker, stored.id, at, label=words(WAY_LABELS[way]), off=at_an_end.get(way, at == last))
        for way in WAYS
    ]
    files = [ReplayFile(form, asker, stored.id, label=words(FORM_LABELS[form])) for form in FORMS]
    finished = stored.game.has_rules and stored.game.phase is Phase.FINISHED
    return [*ways, *files, *([Report(stored.id, words("Report"))] if finished else [])]
