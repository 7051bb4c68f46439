"""Stored games at any moment, and every screen that shows one."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord.http import handle_message_parameters

from bot.choices import HintsAllowed
from bot.game import FairDice, Game, Order, Phase, Transition, Turn, commitment, moves
from bot.game.events import Ended, Started
from bot.games import StoredGame
from bot.records import Closing
from bot.rules import RULESETS, Card, Dice
from bot.strategy.players import STAND_IN
from bot.timing import ClockRules, Due, DueKind, after
from bot.ui import board, closing, controls, guide, lobby, pictures, reminders, table
from bot.ui.emojis import DICE, DiceEmojis
from bot.ui.screen import Screen
from db.games import GameRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.timing import Timing
    from bot.ui.words import Words

SEED = bytes(range(32))
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
SNOWFLAKE = 1_456_074_443_980_800_000
STARS = ("★1", "★2", "★3")
EMOJIS = DiceEmojis({die: SNOWFLAKE + number for number, die in enumerate(DICE)})
DAY = timedelta(days=1)
FIVE_FIVES: Dice = (5, 5, 5, 5, 5)


def member(seat: int) -> int:
    """The id of the member in that seat, as long as Discord's are."""
    return SNOWFLAKE + 100 + seat


def stored(game: Game, names: Sequence[str] = STARS, *, timing: Timing | None = None, **row: Any) -> StoredGame:
    """The game as the database would hand it out."""
    facts: dict[str, Any] = {
        "id": 999_999,
        "guild_id": SNOWFLAKE,
        "channel_id": SNOWFLAKE + 1,
        "ruleset": game.ruleset,
        "play_order": game.order.value,
        "duplicate": game.duplicate,
        "phase": game.phase.value,
        "state": json.dumps(game.to_json()),
        "version": 5,
        "version_shown": 4,
        "board_message_id": SNOWFLAKE + 2,
        "board_posted_at": NOW,
        "line_message_id": None,
        "board_turn": 1,
        "commitment": commitment(SEED),
        "seed": SEED,
        "deadline": NOW,
        "opened_at": NOW,
        "started_at": None if game.phase is Phase.LOBBY else NOW,
        "ended_at": None if game.live else NOW,
        "clock": None,
        "timing": None,
        "reminder_message_id": None,
        "reminder_seat": None,
        "rematch_of": None,
    }
    return StoredGame(GameRow(**{**facts, **row}), game, tuple(names[: len(game.seats)]), 7, timing)


def timed(game: Game, names: Sequence[str] = STARS, *, clock: timedelta | None = DAY) -> StoredGame:
    """The game with that clock running against everybody who has to act, and a day to decide about who left."""
    timing = after(None, game, NOW, ClockRules(clock), by=None)
    return stored(game, names, timing=timing, clock=None if clock is None else clock // timedelta(seconds=1))


def opened(ruleset: str = "yacht", seats: int = 3, *, order: Order = Order.TURNS, duplicate: bool = False) -> Game:
    """A lobby in which so many members sit."""
    game = moves.open_lobby(ruleset, member(0), SNOWFLAKE + 200, order=order, duplicate=duplicate).game
    for seat in range(1, seats):
        game = moves.join(game, member(seat), SNOWFLAKE + 200 + seat).game
    return game


def started(game: Game) -> Transition:
    """The game after its host has started it."""
    return moves.start(game, game.host, FairDice.of(SEED, [seat.join for seat in game.seats]))


def playing(ruleset: str = "yacht", seats: int = 3, **manner: Any) -> Game:
    """A game in its first turn; in order `turns` it is the first seat's."""
    game = started(opened(ruleset, seats, **manner)).game
    return game if game.current is None else replace(game, current=0)


def with_computers(game: Game, *levels: str) -> Game:
    """The lobby after its host has added computers of those levels."""
    for number, level in enumerate(levels):
        game = moves.add_computer(game, game.host, level, SNOWFLAKE + 300 + number).game
    return game


def against(ruleset: str, *levels: str, people: int = 1, order: Order = Order.TURNS) -> Game:
    """A game of so many members and computers in its first turn; in order `turns` it is the first seat's."""
    game = started(with_computers(opened(ruleset, people, order=order), *levels)).game
    return game if game.current is None else replace(game, current=0)


def in_hand(game: Game, index: int, dice: Dice, *, roll: int = 1, held: tuple[int, ...] = ()) -> Game:
    """The game with those dice on the board of that seat."""
    seat = game.seats[index]
    return game.with_seat(index, replace(seat, turn=Turn(seat.turn.number, roll, dice, held)))


def with_card(game: Game, index: int, scores: dict[str, int], bonus: int = 0) -> Game:
    """The game with that card for one seat, whose turn comes after it."""
    card = Card(tuple(scores.items()), bonus)
    return game.with_seat(index, replace(game.seats[index], card=card, turn=Turn(len(scores) + 1)))


def full(game: Game, index: int, points: int, bonus: int = 0) -> Game:
    """The game with a full card for one seat, each box holding those points."""
    return with_card(game, index, {box.key: points for box in game.rules.boxes}, bonus)


def over(game: Game, *points: int) -> Game:
    """The finished game of seats with full cards of so many points a box; None leaves."""
    for index, each in enumerate(points):
        game = full(game, index, each)
    return replace(game, phase=Phase.FINISHED, current=None)


def left(game: Game, index: int) -> Game:
    """The game after that seat was left."""
    return moves.leave(game, game.seats[index].player).game


def late(game: Game, index: int) -> Game:
    """The game after the time of that seat was up."""
    return moves.time_up(game, index, game.turn_id(index)).game


def taken_over(game: Game, index: int, by: int = 0) -> Game:
    """The game after that seat was left and its card given to a computer, which has not played yet."""
    return moves.take_over(left(game, index), game.seats[by].player, index, STAND_IN).game


def stood_in(game: Game, index: int) -> Game:
    """The game after the others let a computer play the turn that seat has in hand, and before it does."""
    return moves.stand_in(late(game, index), None, game.turn_id(index), STAND_IN).game


def body(screen: Screen) -> dict[str, Any]:
    """The message as discord.py would send it."""
    with handle_message_parameters(**screen.to_send()) as parameters:
        payload: dict[str, Any] = dict(parameters.payload or {})
    return payload


def read(message: dict[str, Any]) -> Iterator[str]:
    """Every piece of text that a person sees of a message."""
    yield message.get("content") or ""
    for embed in message.get("embeds") or []:
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        yield embed.get("footer", {}).get("text") or ""
        for field in embed.get("fields", []):
            yield from (field["name"], field["value"])
    for row in message.get("components") or []:
        for item in row["components"]:
            yield item.get("label") or ""
            yield item.get("placeholder") or ""
            for option in item.get("options", []):
                yield from (option["label"], option.get("description") or "")


def screens(words: Words, emojis: DiceEmojis = EMOJIS) -> Iterator[tuple[str, Screen]]:
    """Every message of bot/ui that shows a game or explains one, with a name for it. Call it inside a running loop."""
    for key, ruleset in RULESETS.items():
        yield from _of_ruleset(words, emojis, key)
        yield f"rules {key}", Screen(embed=guide.rules_embed(words, ruleset))
    yield "help", Screen(embed=guide.help_embed(words))
    yield from _ends(words)
    yield from _reminders(words)


def _of_ruleset(words: Words, emojis: DiceEmojis, key: str) -> Iterator[tuple[str, Screen]]:
    for order in Order:
        for duplicate in (False, True):
            yield f"lobby {key}", lobby.lobby(words, stored(opened(key, order=order, duplicate=duplicate)))
            start = started(opened(key, order=order, duplicate=duplicate))
            event = start.events[0]
            assert isinstance(event, Started)
            yield f"started {key}", lobby.started(words, emojis, stored(start.game), event)
    tied = Started((((0, FIVE_FIVES), (1, FIVE_FIVES)), ((0, FIVE_FIVES), (1, (1, 1, 1, 1, 1)))), 0)
    yield f"tied {key}", lobby.started(words, emojis, stored(playing(key)), tied)
    game = playing(key)
    yield f"about to roll {key}", board.board(words, emojis, stored(game), 0, ping=True)
    for name, card in cards_of(game).items():
        for roll in (0, 1, 2, 3):
            held = (0, 1) if roll == 2 else ()
            for dice in (FIVE_FIVES, (1, 2, 3, 4, 6)):
                shown = with_card(game, 0, *card)
                if roll:
                    shown = in_hand(shown, 0, dice, roll=roll, held=held)
                yield f"{name} {key} roll {roll}", board.board(words, emojis, stored(shown), 0)
    yield from _several(words, emojis, key)


def cards_of(game: Game) -> dict[str, tuple[dict[str, int], int]]:
    """Cards that differ in what a board says of them: (scores, bonus) by name."""
    upper = [box.key for box in game.rules.boxes if box.face is not None]
    best, last = game.rules.boxes[-2].key if "yahtzee" in game.ruleset else game.rules.boxes[-1].key, upper[:5]
    return {
        "empty": ({}, 0),
        "behind": ({upper[0]: 0}, 0),
        "on pace": ({upper[0]: 3}, 0),
        "ahead": ({upper[5]: 30}, 0),
        "upper full": (dict(zip(upper, (5, 10, 15, 20, 25, 30), strict=True)), 0),
        "joker": ({best: 50}, 0),
        "joker for a lower box": ({best: 50, **dict.fromkeys(upper, 0)}, 200),
        "joker for an upper box": ({box.key: 0 for box in game.rules.boxes if box.key not in last}, 0),
    }


def _several(words: Words, emojis: DiceEmojis, key: str) -> Iterator[tuple[str, Screen]]:
    rolled = in_hand(playing(key), 0, (1, 2, 3, 4, 6))
    first = rolled.rules.boxes[0].key
    scored = moves.score(rolled, member(0), rolled.moment(0), first).game
    yield f"after a turn {key}", board.board(words, emojis, stored(scored), 1, ping=True)
    hundred = scored.with_seat(0, replace(scored.seats[0], turn=Turn(2)))
    yield f"one left {key}", board.board(words, emojis, stored(left(hundred, 2)), 1)
    together = with_card(playing(key, order=Order.TOGETHER), 1, {first: 1})
    private = in_hand(together, 0, (1, 2, 3, 4, 6), roll=2, held=(2,))
    yield f"private {key}", board.private_board(words, emojis, stored(private), 0)
    done = full(private, 0, 1)
    undoable = moves.score(
        in_hand(with_card(private, 0, {box.key: 1 for box in private.rules.boxes[1:]}), 0, FIVE_FIVES),
        member(0),
        replace(private.moment(0), turn=(len(private.rules.boxes) - 1) * 3 + 1, roll=1),
        first,
    ).game
    for name, game in (("full", done), ("full, may undo", undoable), ("over", over(private, 1, 2, 3))):
        yield f"private {name} {key}", board.private_board(words, emojis, stored(game), 0)
    yield f"table {key}", table.table(words, stored(left(together, 2)))
    for chances in ((0.6, 0.4, 0.0), (0.999, 0.001, 0.0)):
        yield f"board {chances} {key}", board.board(words, emojis, stored(left(hundred, 2)), 1, chances=chances)
        yield f"table {chances} {key}", table.table(words, timed(left(together, 2)), chances=chances)
    yield f"cards {key}", table.cards(words, stored(left(together, 2)))
    yield from _slow(words, emojis, key)
    yield from _computers(words, emojis, key)
    yield f"card {key}", table.cards(words, stored(done), 0)


def _slow(words: Words, emojis: DiceEmojis, key: str) -> Iterator[tuple[str, Screen]]:
    """Clocks, what the others are asked when time is up or somebody left, and what computers play."""
    yield f"lobby with a clock {key}", lobby.lobby(words, timed(opened(key)))
    first = playing(key).rules.boxes[0].key
    for clock in (DAY, None):
        for computers in (True, False):
            for order in Order:
                game = with_card(playing(key, order=order), 1, {first: 1})
                for name, asked in questions_of(game).items():
                    shown = timed(asked, clock=clock)
                    if order is Order.TURNS:
                        screen = board.board(words, emojis, shown, asked.current or 0, computers=computers)
                    else:
                        screen = table.table(words, shown, computers=computers)
                    yield f"{name} {key} {order} clock {clock} computers {computers}", screen
        together = playing(key, order=Order.TOGETHER)
        for name, private in (("in time", together), ("late", late(together, 0))):
            yield f"private {name} {key}", board.private_board(words, emojis, timed(private, clock=clock), 0)
    yield f"cards of a computer {key}", table.cards(words, stored(taken_over(playing(key), 2)))


LEVELS = ("deckhand", "skipper", "admiral")
WITH_COMPUTERS = ("★1", "deckhand", "skipper", "admiral", "admiral 2")


def _computers(words: Words, emojis: DiceEmojis, key: str) -> Iterator[tuple[str, Screen]]:
    """Lobbies with computers and hints as servers allow them, and games in which computers were added."""
    first = RULESETS[key].boxes[0].key
    for people in (1, 2):
        for choice in (None, True, False):
            lobbies = [opened(key, people), with_computers(opened(key, people), *LEVELS, "admiral")]
            for game in (
                lobbies if choice is None else [moves.set_hints(each, each.host, choice).game for each in lobbies]
            ):
                shown = stored(game, ("★1", "★2", *WITH_COMPUTERS[1:])[2 - people :])
                for hints in HintsAllowed:
                    for allowed in (True, False):
                        screen = lobby.lobby(words, shown, computers=allowed, hints=hints)
                        yield f"lobby {key} people {people} choice {choice} {hints} computers {allowed}", screen
    start = moves.start(opened(key, 1), member(0), FairDice.of(SEED, [1]), hints=True)
    assert isinstance(start.events[0], Started)
    yield f"started with hints {key}", lobby.started(words, emojis, stored(start.game), start.events[0])
    game = against(key, *LEVELS, "admiral")
    start = started(with_computers(opened(key, 1), *LEVELS, "admiral"))
    assert isinstance(start.events[0], Started)
    yield f"started with computers {key}", lobby.started(words, emojis, stored(game, WITH_COMPUTERS), start.events[0])
    played = with_card(with_card(game, 1, {first: 1}), 3, {first: 2})
    yield f"computers began {key}", board.board(words, emojis, stored(played, WITH_COMPUTERS), 0)
    yield f"cards with computers {key}", table.cards(words, stored(played, WITH_COMPUTERS))
    together = full(against(key, *LEVELS, "admiral", order=Order.TOGETHER), 1, 3)
    yield f"table with computers {key}", table.table(words, stored(together, WITH_COMPUTERS))
    done = over(game, 3, 2, 1, 4, 4)
    yield f"final with computers {key}", closing.final(words, stored(done, WITH_COMPUTERS), Closing())
    helped = replace(over(playing(key, 1), 2), hints=True)
    yield f"final with hints {key}", closing.final(words, stored(helped), Closing())


def _reminders(words: Words) -> Iterator[tuple[str, Screen]]:
    for order in Order:
        for due in (Due(DueKind.NUDGE, 0), Due(DueKind.REMINDER, 0), Due(DueKind.REMINDER, 0, last=True)):
            name = f"{due.kind}{' last' if due.last else ''} {order}"
            yield name, reminders.reminder(words, timed(playing(order=order)), due)


def questions_of(game: Game) -> dict[str, Game]:
    """What can be asked on the board or the table of a game of three in which nobody has rolled, by name."""
    rolled = in_hand(game, 0, (1, 2, 3, 4, 6), roll=2, held=(0,))
    return {
        "nothing asked": game,
        "late": late(rolled, 0),
        "left": left(rolled, 2),
        "late and left": left(late(rolled, 0), 2),
        "taken over": taken_over(rolled, 2),
    }


RATING = ((1000, 1123), (1000, 1000), (1000, 877))
BEATEN = Closing(RATING, personal_best=(1, 2), server_best=(0,))
EQUALLED = Closing(RATING, server_equalled=(0, 1, 2))


def _ends(words: Words) -> Iterator[tuple[str, Screen]]:
    for key in RULESETS:
        game = playing(key)
        yield f"final {key}", closing.final(words, stored(over(game, 3, 2, 1)), BEATEN)
        yield f"final tied {key}", closing.final(words, stored(over(game, 2, 2, 2)), EQUALLED)
        yield f"final left {key}", closing.final(words, stored(over(left(game, 2), 2, 1)), BEATEN)
        finished = stored(over(taken_over(game, 2), 2, 1, 3))
        yield f"final taken over {key}", closing.final(words, finished, Closing())
        taken = replace(taken_over(game, 2), phase=Phase.ABANDONED, current=None)
        yield f"given up after a computer {key}", closing.given_up(words, stored(taken), Ended(Phase.ABANDONED))
        yield f"final alone {key}", closing.final(words, stored(over(playing(key, 1), 2)), Closing(personal_best=(0,)))
        yield f"final one point {key}", closing.final(words, stored(one_point(playing(key, 1))), Closing())
        for by in (None, member(1), SNOWFLAKE):
            given_up = Ended(Phase.ABANDONED, by)
            ended = replace(game, phase=Phase.ABANDONED, current=None)
            yield f"given up {key} by {by}", closing.given_up(words, stored(ended), given_up)
            closed = replace(opened(key), phase=Phase.ABANDONED)
            yield f"lobby closed {key} by {by}", closing.given_up(words, stored(closed, started_at=None), given_up)


def one_point(game: Game) -> Game:
    """A finished game in which the first seat has a single point."""
    boxes = [box.key for box in game.rules.boxes]
    alone = with_card(game, 0, {**dict.fromkeys(boxes, 0), boxes[0]: 1})
    return replace(alone, phase=Phase.FINISHED, current=None)


def control_labels(screen: Screen) -> list[tuple[str | None, discord.ButtonStyle | None]]:
    """Label and style of each button, in order."""
    items = () if screen.view is None else screen.view.children
    inner = [item.item if isinstance(item, controls.Control) else item for item in items]
    return [(item.label, item.style) for item in inner if isinstance(item, discord.ui.Button)]


def die_text(face: int, *, held: bool) -> str:
    """The emoji of a die in a message's content."""
    return f"<:{pictures.name(face, held)}:{EMOJIS.ids[face, held]}>"
