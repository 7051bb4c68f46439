"""What dice are worth: pure values and questions, standard library only.

`RULESETS` is the only list of games; menus, boards, storage and shared tests derive from it.
"""

from bot.rules.card import Card
from bot.rules.dice import Dice
from bot.rules.refusals import BadDice, BoxClosed, BoxFilled, Closure, Refusal, RulesGone, UnknownBox
from bot.rules.ruleset import Box, Option, Ruleset, Section, Totals, UpperBonus
from bot.rules.yacht import YACHT
from bot.rules.yahtzee import YAHTZEE, YAHTZEE_FREE_JOKER, YAHTZEE_UPPER_FIRST

RULESETS: dict[str, Ruleset] = {
    ruleset.key: ruleset for ruleset in (YACHT, YAHTZEE, YAHTZEE_UPPER_FIRST, YAHTZEE_FREE_JOKER)
}

__all__ = [
    "RULESETS",
    "BadDice",
    "Box",
    "BoxClosed",
    "BoxFilled",
    "Card",
    "Closure",
    "Dice",
    "Option",
    "Refusal",
    "RulesGone",
    "Ruleset",
    "Section",
    "Totals",
    "UnknownBox",
    "UpperBonus",
]
