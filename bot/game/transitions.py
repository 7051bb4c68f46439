"""What a move gives, and the endings that follow from it."""

from dataclasses import dataclass

from bot.game.events import Ended, Event, Zeroed, evolve
from bot.game.model import Game, Phase


@dataclass(frozen=True)
class Transition:
    """The game after a move, and what it adds to the history (nothing for a hold)."""

    game: Game
    events: tuple[Event, ...] = ()


def after(game: Game, event: Event) -> Transition:
    """That event and nothing else."""
    return Transition(evolve(game, event), (event,))


def then(before: Transition, event: Event) -> Transition:
    """One more event."""
    return Transition(evolve(before.game, event), (*before.events, event))


def ended_when_full(transition: Transition) -> Transition:
    """Ends a game in which nobody has boxes to fill; what was still to be decided about who left is zeros then."""
    game = transition.game
    if not game.live or any(game.waiting_for(index) for index in range(len(game.seats))):
        return transition
    while (undecided := transition.game.undecided_seat) is not None:
        transition = then(transition, Zeroed(undecided))
    return then(transition, Ended(Phase.FINISHED))


def ended_when_deserted(transition: Transition, player: int) -> Transition:
    """Ends a lobby or a game that the last person has left, in his name: computers do not play among themselves."""
    game = transition.game
    if any(game.present(index) for index in range(len(game.seats))):
        return transition
    return then(transition, Ended(Phase.ABANDONED, player))
