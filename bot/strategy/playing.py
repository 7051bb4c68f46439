"""The computer players of every strength."""

import math
import random
from collections.abc import Callable, Mapping

from bot.game import Turn
from bot.game.computers import Player
from bot.rules import Card, Ruleset
from bot.strategy.choices import Advisor
from bot.strategy.greedy import deckhand
from bot.strategy.solving import Expected

Advisors = Callable[[Ruleset], Advisor | None]
"""Answers who knows a ruleset; None until it is solved."""

Chosen = tuple[int, ...] | str

CARELESSNESS = 0.014
"""How much worse a choice is that the skipper makes e times less often, as a part of the spread of final scores."""


def players(advisors: Advisors, chance: random.Random | None = None) -> Mapping[str, Player]:
    """Every computer player by its strength, the weakest first. Until a ruleset is solved, all play as the deckhand.

    The deckhand plays the moment, the skipper well but with mistakes, the admiral perfectly.
    """
    drawn = chance or random.Random()

    def quick_deckhand(advisor: Advisor, card: Card, turn: Turn) -> Chosen:
        return advisor.choices_of_the_moment(card, turn)[0].chosen

    def skipper(advisor: Advisor, card: Card, turn: Turn) -> Chosen:
        choices = advisor.choices(card, turn)
        careless = carelessness(advisor.final(Card()))
        weights = [math.exp((choice.expected - choices[0].expected) / careless) for choice in choices]
        return drawn.choices(choices, weights)[0].chosen

    def admiral(advisor: Advisor, card: Card, turn: Turn) -> Chosen:
        return advisor.choices(card, turn)[0].chosen

    by_strength = {"deckhand": quick_deckhand, "skipper": skipper, "admiral": admiral}
    return {strength: _once_solved(advisors, player) for strength, player in by_strength.items()}


def carelessness(of_a_game: Expected) -> float:
    """The skipper's carelessness in points, from what best play has to expect of a whole game."""
    return CARELESSNESS * math.sqrt(of_a_game.variance)


def _once_solved(advisors: Advisors, player: Callable[[Advisor, Card, Turn], Chosen]) -> Player:
    def choose(ruleset: Ruleset, card: Card, turn: Turn) -> Chosen:
        advisor = advisors(ruleset)
        return deckhand(ruleset, card, turn) if advisor is None else player(advisor, card, turn)

    return choose
