"""What the rulesets, boxes and closures are called, by their keys. A key that is not listed shows its own words."""

from collections.abc import Mapping

from bot.rules import Closure, Ruleset
from bot.ui.strengths import STRENGTHS
from bot.ui.words import N_, Words

RULESET_NAMES: Mapping[str, str] = {
    "yacht": N_("Yacht"),
    "yahtzee": N_("Yahtzee"),
    "yahtzee-upper-first": N_("Yahtzee, upper section first"),
    "yahtzee-free-joker": N_("Yahtzee, free Joker"),
}

RULESET_LINES: Mapping[str, str] = {
    "yacht": N_("12 boxes, no bonuses: the traditional game."),
    "yahtzee": N_(
        "13 boxes. 63 or more in the upper section earns 35, each further Yahtzee 100. /rules explains the Joker."
    ),
    "yahtzee-upper-first": N_("Yahtzee, but all six upper boxes must be filled before any lower box."),
    "yahtzee-free-joker": N_("Yahtzee, but a Joker may go to any open box."),
}

BOX_NAMES: Mapping[str, str] = {
    "ones": N_("Ones"),
    "aces": N_("Aces"),
    "twos": N_("Twos"),
    "threes": N_("Threes"),
    "fours": N_("Fours"),
    "fives": N_("Fives"),
    "sixes": N_("Sixes"),
    "three-of-a-kind": N_("Three of a Kind"),
    "four-of-a-kind": N_("Four of a Kind"),
    "full-house": N_("Full House"),
    "little-straight": N_("Little Straight"),
    "big-straight": N_("Big Straight"),
    "small-straight": N_("Small Straight"),
    "large-straight": N_("Large Straight"),
    "choice": N_("Choice"),
    "chance": N_("Chance"),
    "yacht": N_("Yacht"),
    "yahtzee": N_("Yahtzee"),
}

# At most ten characters each: two columns of a card fit a phone.
SHORT_BOX_NAMES: Mapping[str, str] = {
    "three-of-a-kind": N_("3 alike"),
    "four-of-a-kind": N_("4 alike"),
    "little-straight": N_("Little Str"),
    "big-straight": N_("Big Str"),
    "small-straight": N_("Small Str"),
    "large-straight": N_("Large Str"),
}

LEVEL_NAMES: Mapping[str, str] = {
    "deckhand": N_("Deckhand"),
    "skipper": N_("Skipper"),
    "admiral": N_("Admiral"),
}

LEVEL_LINES: Mapping[str, str] = {
    "deckhand": N_("Plays the moment: the most points of this turn."),
    "skipper": N_("Plays well, with mistakes."),
    "admiral": N_("Plays as well as can be."),
}

CLOSURES: Mapping[Closure, str] = {
    Closure.FILLED: N_("It is filled already."),
    Closure.UPPER_FIRST: N_("Fill all six upper boxes first."),
    Closure.JOKER_UPPER: N_("A Joker must go to the upper box of its own number while that is open."),
    Closure.JOKER_LOWER: N_("A Joker must go to an open lower box once the upper box of its number is filled."),
}


def ruleset_name(words: Words, key: str) -> str:
    """The name of a ruleset, even of one that the code no longer has."""
    return words(RULESET_NAMES[key]) if key in RULESET_NAMES else _own_words(key)


def ruleset_line(words: Words, ruleset: Ruleset) -> str:
    """What is particular about a ruleset, in one line."""
    if ruleset.key in RULESET_LINES:
        return words(RULESET_LINES[ruleset.key])
    return words.plural("{n} box.", "{n} boxes.", n=len(ruleset.boxes))


def box_name(words: Words, key: str) -> str:
    """The full name of a box."""
    return words(BOX_NAMES[key]) if key in BOX_NAMES else _own_words(key)


def short_box_name(words: Words, key: str) -> str:
    """The name of a box for the card."""
    return words(SHORT_BOX_NAMES[key]) if key in SHORT_BOX_NAMES else box_name(words, key)


def closure_line(words: Words, closure: Closure) -> str:
    """Why a box is closed, as a sentence."""
    return words(CLOSURES[closure])


def level_name(words: Words, level: str) -> str:
    """What a computer of that level is called."""
    return words(LEVEL_NAMES[level]) if level in LEVEL_NAMES else _own_words(level)


def level_line(words: Words, level: str, ruleset: str) -> str:
    """How a computer of that level plays, and what it scores on average by that ruleset, where that is known."""
    line = words(LEVEL_LINES[level]) if level in LEVEL_LINES else ""
    strength = STRENGTHS.get(ruleset, {}).get(level)
    if strength is None:
        return line
    average = words("{mean} points on average.", mean=round(strength.mean))
    return f"{line} {average}".strip()


def computer_name(words: Words, name: str) -> str:
    """What a computer is called in a game by its stored name, a level or a level and a number.

    "🤖 Admiral 2" stays in one piece: no line breaks in it.
    """
    level, _, number = name.partition(" ")
    return f"🤖\u00a0{level_name(words, level)}" + (f"\u00a0{number}" if number else "")


def _own_words(key: str) -> str:
    return key.replace("-", " ").title()
