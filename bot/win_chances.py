"""How likely the players of a game are to win, for its screens."""

from functools import lru_cache

from bot.game import Game, Phase
from bot.rules import Card
from bot.solutions import Solutions
from bot.strategy.chances import chances
from bot.strategy.choices import Advisor
from bot.strategy.positions import NoSuchPosition

_REMEMBERED = 1024


class WinChances:
    """Works the chances out from full turns, so that they change with the boxes filled and are remembered until then:
    the presses of a turn find them ready."""

    def __init__(self, solutions: Solutions) -> None:
        self._solutions = solutions
        self._known = lru_cache(_REMEMBERED)(_chances)

    def of(self, game: Game) -> tuple[float, ...] | None:
        """The chance of each seat, if all play on as well as can be; 0 for who left.

        None unless two or more still play for the win, or where the game is not solved.
        """
        if game.phase is not Phase.PLAYING or not game.has_rules:
            return None
        advisor = self._solutions.advisor(game.rules)
        cards = tuple(None if seat.left else seat.card for seat in game.seats)
        if advisor is None or len(cards) - cards.count(None) < 2:
            return None
        return self._known(advisor, cards)


def _chances(advisor: Advisor, cards: tuple[Card | None, ...]) -> tuple[float, ...] | None:
    try:
        outlooks = [advisor.outlook(card) for card in cards if card is not None]
    except NoSuchPosition:
        return None
    found = iter(chances(outlooks))
    return tuple(0.0 if card is None else next(found) for card in cards)
