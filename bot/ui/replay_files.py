"""A finished or abandoned game as a file: all of it as JSON, or as text to read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bot.game import event_to_json
from bot.game.events import Rolled, Undone
from bot.game.steps import Step, steps
from bot.rules import RULESETS
from bot.ui import terms
from bot.ui.card import cards_text
from bot.ui.phrases import called_plainly, dice_line
from bot.ui.replay_words import Teller, boxes_of, dice_in, held_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.records import Replay
    from bot.ui.words import Words

FORMAT = 1


def as_json(past: Replay) -> bytes:
    """The game with its history and the seed of its dice. Who has deleted his data has an id below 0 and no name."""
    row = past.stored.row
    facts = {
        "format": FORMAT,
        "game": row.id,
        "ruleset": row.ruleset,
        "order": row.play_order,
        "duplicate": row.duplicate,
        "clock": row.clock,
        "phase": row.phase,
        "opened_at": row.opened_at.isoformat(),
        "started_at": _iso(row.started_at),
        "ended_at": _iso(row.ended_at),
        "players": _players(past),
        "dice": {"commitment": row.commitment, "seed": row.seed.hex(), "joined_with": joined_with(past)},
        "events": [
            {"at": at.isoformat(), "kind": event.kind, **event_to_json(event)}
            for event, at in zip(past.events, past.times, strict=True)
        ],
    }
    return json.dumps(facts, ensure_ascii=False, indent=1).encode()


def as_text(words: Words, past: Replay) -> bytes:
    """The game as lines to read, in the words of who asked; times are UTC."""
    return ("\n".join(_text(words, past)) + "\n").encode()


def joined_with(past: Replay) -> str:
    """The ids of the interactions with which the seats joined, as the key of the dice is made of them."""
    return ",".join(str(seat.join) for seat in past.stored.game.seats)


def _players(past: Replay) -> list[dict[str, Any]]:
    game = past.stored.game
    rules = RULESETS.get(game.ruleset)
    return [
        {
            "seat": index,
            "member": seat.player,
            "name": name or None,
            "left": seat.left,
            "computer": seat.level,
            "stood_in": seat.stood_in,
            "card": dict(seat.card.scores),
            "bonus": seat.card.bonus,
            "total": None if rules is None else rules.totals(seat.card).total,
        }
        for index, (seat, name) in enumerate(zip(game.seats, past.stored.names, strict=True))
    ]


def _text(words: Words, past: Replay) -> Iterator[str]:
    stored, row, taken = past.stored, past.stored.row, steps(past.events)
    pairs = zip(stored.game.seats, stored.names, strict=True)
    names = [called_plainly(words, seat.player, name) for seat, name in pairs]
    teller = Teller(words, past, names)
    yield words("{game} · replay of game {id}", game=terms.ruleset_name(words, row.ruleset), id=row.id)
    yield words("Started {started}, ended {ended} (UTC).", started=_minute(row.started_at), ended=_minute(row.ended_at))
    if row.duplicate:
        yield words("Everybody gets the same dice.")
    before = None
    for step in taken:
        if before is None or step.of_turn != before.of_turn:
            yield ""
        yield _line(words, teller, step)
        yield from teller.roll_off(step.event)
        before = step
    yield ""
    yield from teller.standing(taken[-1], lambda number: f"{number}.", str)
    yield ""
    yield cards_text(
        words,
        boxes_of(row.ruleset, taken[-1]),
        [seat.card for seat in taken[-1].seats],
        taken[-1].zeros,
    )
    yield ""
    yield words("SHA-256 of the seed: {commitment}", commitment=row.commitment)
    yield words("Seed: {seed}\nJoined with: {joins}", seed=row.seed.hex(), joins=joined_with(past))


def _line(words: Words, teller: Teller, step: Step) -> str:
    line = teller.happened(step)
    dice = dice_line(words, dice_in(step), held_in(step))
    match step.event:
        case Rolled():
            return f"{line}. {dice}"
        case Undone():
            return f"{line} {dice}"
        case _:
            return line


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _minute(at: datetime | None) -> str:
    return "–" if at is None else f"{at:%Y-%m-%d %H:%M}"
