"""What /games answers, and the lobby of a rematch, as `scenes` has the screens of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.game import MAX_SEATS, Order, moves
from bot.rules import RULESETS
from bot.ui import lobby
from bot.ui.inbox import inbox
from tests.ui import scenes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.games import StoredGame
    from bot.ui.screen import Screen
    from bot.ui.words import Words

HERE = scenes.SNOWFLAKE
ASKER = scenes.member(0)
ELSEWHERE = scenes.SNOWFLAKE + 9
SERVERS = {HERE: "★", ELSEWHERE: "★"}


def running(names: Sequence[str] = scenes.STARS, ruleset: str = "yacht", seats: int = 3) -> Iterator[StoredGame]:
    """Games in which the first seat is asked for something, waits for somebody, or has lost its rules."""
    for order in Order:
        game = scenes.playing(ruleset, seats, order=order)
        late = moves.time_up(game, 0, game.turn_id(0)).game
        for each in (game, late, scenes.left(game, 1), replace(game, current=game.current and 1)):
            yield scenes.timed(each, names)
            yield scenes.stored(each, names, guild_id=ELSEWHERE, board_message_id=None)
        yield scenes.timed(scenes.full(game, 0, 1), names)
        if order is Order.TURNS:
            yield scenes.timed(replace(game, current=1), names)
            others = moves.time_up(replace(game, current=1), 1, game.turn_id(1)).game
            yield scenes.timed(others, names)
            yield scenes.stored(replace(game, ruleset="★"), names)


def lobbies(names: Sequence[str] = scenes.STARS, ruleset: str = "yacht") -> list[StoredGame]:
    """A lobby with a deadline, and one that never closes."""
    game = scenes.opened(ruleset, len(names))
    return [scenes.stored(game, names), scenes.stored(game, names, deadline=None, board_message_id=None)]


def screens(words: Words) -> Iterator[tuple[str, Screen]]:
    """Every answer there is, with a name for it. Call it inside a running loop."""
    stranger = scenes.member(MAX_SEATS)
    yield "nothing", inbox(words, stranger, [], [], HERE, SERVERS.get)
    yield "lobbies alone", inbox(words, stranger, [], lobbies(), HERE, SERVERS.get)
    yield "own lobbies", inbox(words, ASKER, lobbies(), lobbies(), HERE, SERVERS.get)
    for number, game in enumerate(running()):
        yield f"game {number}", inbox(words, ASKER, [game], [], HERE, SERVERS.get)
    yield "many", inbox(words, ASKER, list(running()), [], HERE, SERVERS.get)
    for key in RULESETS:
        invited = [scenes.member(seat) for seat in range(3, MAX_SEATS)]
        yield f"rematch {key}", lobby.lobby(words, scenes.stored(scenes.opened(key)), invited)
