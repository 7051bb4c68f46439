"""Boards of games with hints, and every kind of hint."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.game import Order
from bot.rules.dice import ROLLS
from bot.strategy.choices import Choice
from bot.ui import board, hint_words
from tests.ui import scenes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.game import Game
    from bot.ui.emojis import DiceEmojis
    from bot.ui.screen import Screen
    from bot.ui.words import Words

BEST = 1312.34


def holds(dice: Sequence[int] = (1, 2, 3, 5, 5)) -> list[Choice]:
    """Holds of none to four of the dice, in steps of a point."""
    return [Choice(tuple(range(size)), BEST - size, tuple(dice[:size])) for size in range(len(dice))]


def with_hints(game: Game) -> Game:
    """The same game, as it would be with hints."""
    return replace(game, hints=True)


def screens(words: Words, emojis: DiceEmojis, key: str) -> Iterator[tuple[str, Screen]]:
    """The boards and the hints of one game."""
    for order in Order:
        game = with_hints(scenes.playing(key, order=order))
        for roll in range(ROLLS + 1):
            shown = scenes.in_hand(game, 0, scenes.FIVE_FIVES, roll=roll) if roll else game
            yield f"hints {key} {order} roll {roll}", board.board(words, emojis, scenes.stored(shown), 0)
    boxes = [Choice(box.key, BEST - number) for number, box in enumerate(game.rules.boxes)]
    for best in (*boxes, *holds()):
        best = replace(best, expected=BEST)
        others = [each for each in (*holds(), *boxes) if each.chosen != best.chosen]
        for number in range(0, len(others), 2):
            several = [best, *others[number : number + 2]]
            yield f"hint {key} {best.chosen} {number}", hint_words.hint(words, several)
            as_good = [best, *(replace(each, expected=BEST - 0.04) for each in others[number : number + 2])]
            yield f"hint as good {key} {best.chosen} {number}", hint_words.hint(words, as_good)
    yield f"hint alone {key}", hint_words.hint(words, boxes[-1:])
