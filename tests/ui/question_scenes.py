"""What is asked in private before a player is removed or leaves, and what everybody is told of each decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.game import FairDice, Order, moves
from bot.game.computers import play_on
from bot.rules import RULESETS
from bot.strategy.players import PLAYERS, STAND_IN
from bot.ui import board, questions, table
from bot.ui.phrases import line_of_turn
from bot.ui.screen import Screen
from tests.ui import scenes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.game import Transition
    from bot.ui.words import Words

LATE, OTHER = 0, scenes.member(1)


def decisions(ruleset: str, seats: int, order: Order = Order.TURNS) -> Iterator[tuple[str, Transition]]:
    """Each decision that leaves the board standing, as the second seat makes it; the last seat has left."""
    game = scenes.playing(ruleset, seats, order=order)
    late, left = scenes.late(game, LATE), scenes.left(game, seats - 1)
    yield "waited", moves.wait(late, OTHER, late.turn_id(LATE))
    yield "zeros", moves.zero(left, OTHER, seats - 1)
    yield "taken over", moves.take_over(left, OTHER, seats - 1, STAND_IN)


def lines(words: Words, names: Sequence[str] = scenes.STARS) -> Iterator[tuple[str, str | None]]:
    """Every single sentence about a decision."""
    for name, decided in decisions("yacht", len(names)):
        yield name, questions.decision_line(words, scenes.stored(decided.game, names), decided.events)
    late = scenes.late(scenes.playing("yacht", len(names)), LATE)
    turn = late.turn_id(LATE)
    stood = moves.stand_in(late, OTHER, turn, STAND_IN)
    played = scenes.stored(play_on(stood, FairDice(b"key"), PLAYERS).game, names)
    by = questions.who_decided(words, played, stood.events)
    yield "stood in", line_of_turn(words, played, turn, decided_by=by)
    removing = moves.remove(late, OTHER, turn)
    removed = scenes.stored(removing.game, names)
    by = questions.who_decided(words, removed, removing.events)
    yield "removed", line_of_turn(words, removed, turn, removed=True, decided_by=by)
    yield "removed, in private", questions.removed_answer(words, removed, turn)


def screens(words: Words, names: Sequence[str] = scenes.STARS) -> Iterator[tuple[str, Screen]]:
    """The questions, and boards and tables that tell what has been decided. Call it inside a running loop."""
    yield from ((name, Screen(line)) for name, line in lines(words, names))
    for key in RULESETS:
        late = scenes.late(scenes.playing(key, len(names)), LATE)
        yield f"removal {key}", questions.removal(words, scenes.timed(late, names), late.turn_id(LATE))
        for order in Order:
            for name, decided in decisions(key, len(names), order):
                shown = scenes.timed(decided.game, names)
                told = questions.decision_line(words, shown, decided.events)
                if order is Order.TURNS:
                    screen = board.board(words, scenes.EMOJIS, shown, shown.game.current or 0, told=told)
                else:
                    screen = table.table(words, shown, told=told)
                yield f"{name} {order} {key}", screen
    for seats in (1, len(names)):
        for computers in (True, False):
            game = scenes.stored(scenes.playing("yacht", seats), names)
            leaving = questions.leaving_line(words, game, scenes.member(0), computers=computers)
            yield f"leaving {seats} computers {computers}", Screen(leaving)
