"""Turns that a computer plays: at once, by the same moves, told with the next board."""

from collections.abc import Callable, Mapping

from bot.game.events import StoodIn
from bot.game.fair import DiceSource
from bot.game.model import Game, Turn
from bot.game.moves import rolled, scored
from bot.game.transitions import Transition
from bot.rules import Card, Ruleset
from bot.rules.dice import COUNT, ROLLS

Player = Callable[[Ruleset, Card, Turn], tuple[int, ...] | str]
"""Asked after each roll: the positions to hold for the next one, never all five, or the key of the box to score."""


def play_turn(before: Transition, index: int, dice: DiceSource, player: Player) -> Transition:
    """The rest of the turn that seat has in hand, played by a computer."""
    number = before.game.seats[index].turn.number
    transition = before
    while transition.game.live and transition.game.seats[index].turn.number == number:
        transition = _step(transition, index, dice, player)
    return transition


def play_on(transition: Transition, dice: DiceSource, players: Mapping[str, Player]) -> Transition:
    """Every turn that is a computer's to play now: those it stands in for, and those of seats that it plays.

    For a level that there is no more, the first of the players plays on.
    """
    for event in transition.events:
        if isinstance(event, StoodIn):
            transition = play_turn(transition, event.seat, dice, _player(players, event.level))
    while (index := _computer_to_play(transition.game)) is not None:
        player = _player(players, transition.game.seats[index].level)
        transition = play_turn(transition, index, dice, player)
    return transition


def any_to_play(transition: Transition) -> bool:
    """Whether `play_on` would play anything."""
    return _computer_to_play(transition.game) is not None or any(
        isinstance(event, StoodIn) for event in transition.events
    )


def _computer_to_play(game: Game) -> int | None:
    levels = (index for index, seat in enumerate(game.seats) if seat.level is not None)
    return next((index for index in levels if game.may_act(index)), None)


def _player(players: Mapping[str, Player], level: str | None) -> Player:
    return players.get(level or "") or next(iter(players.values()))


def _step(transition: Transition, index: int, dice: DiceSource, player: Player) -> Transition:
    seat = transition.game.seats[index]
    if not seat.turn.roll:
        return rolled(transition, index, (), dice)
    chosen = player(transition.game.rules, seat.card, seat.turn)
    if isinstance(chosen, str):
        return scored(transition, index, chosen)
    if seat.turn.roll >= ROLLS or len(chosen) >= COUNT:
        raise ValueError(f"a box must be chosen after the last roll, or where all dice are kept, not {chosen!r}")
    return rolled(transition, index, tuple(sorted(chosen)), dice)
