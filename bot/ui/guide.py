"""The rules of a game with every box, and the first help."""

from collections.abc import Mapping

import discord

from bot.rules import Ruleset, Section
from bot.ui import terms
from bot.ui.card import UNKNOWN
from bot.ui.phrases import bold
from bot.ui.screen import COLOUR_OPEN
from bot.ui.strengths import STRENGTHS
from bot.ui.words import N_, Words

_YACHT: Mapping[str, str] = {
    "full-house": N_("three of one number and two of another: the sum of all five dice. Five equal dice: 0"),
    "four-of-a-kind": N_("at least four equal: four times that number; the fifth die never counts"),
    "little-straight": N_("exactly 1-2-3-4-5: 30"),
    "big-straight": N_("exactly 2-3-4-5-6: 30"),
    "choice": N_("the sum of any five dice"),
    "yacht": N_("five equal: 50"),
}
_YAHTZEE: Mapping[str, str] = {
    "three-of-a-kind": N_("at least three equal: the sum of all five dice"),
    "four-of-a-kind": N_("at least four equal: the sum of all five dice"),
    "full-house": N_("three of one number and two of another: 25. Five equal dice: 0, except as a Joker"),
    "small-straight": N_("any four in sequence: 30"),
    "large-straight": N_("five in sequence: 40"),
    "yahtzee": N_("five equal: 50"),
    "chance": N_("the sum of all five dice"),
}
BOX_RULES: Mapping[str, Mapping[str, str]] = {
    "yacht": _YACHT,
    "yahtzee": _YAHTZEE,
    "yahtzee-upper-first": _YAHTZEE,
    "yahtzee-free-joker": _YAHTZEE,
}

_HUNDREDS = (
    N_("Bonuses of 100"),
    N_(
        "Five equal dice scored while the Yahtzee box holds 50 earn 100 more each time. A Yahtzee box that holds 0 or "
        "is still open earns none. The 100s never count towards 63."
    ),
)
_FORCED_JOKER = (
    N_("Joker"),
    N_(
        "Five equal dice while the Yahtzee box is filled, with 50 or with 0. They must go to the upper box of their "
        "number; if that is filled, to any open lower box at full value (Full House 25, Small Straight 30, Large "
        "Straight 40, the others the sum); if the lower section is full, as a zero to any open upper box."
    ),
)
_UPPER_FIRST = (
    N_("Upper section first"),
    N_("All six upper boxes must be filled before any lower box, the Yahtzee box included, may be used."),
)
_FREE_JOKER = (
    N_("Joker"),
    N_(
        "Five equal dice while the Yahtzee box is filled may go to any open box. Full House 25, Small Straight 30 and "
        "Large Straight 40 hold only if the upper box of their number is filled; while it is open they are worth 0."
    ),
)
_NO_BONUS = (N_("Bonuses"), N_("There is none, and no Joker."))
NOTES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "yacht": (_NO_BONUS,),
    "yahtzee": (_HUNDREDS, _FORCED_JOKER),
    "yahtzee-upper-first": (_UPPER_FIRST, _HUNDREDS, _FORCED_JOKER),
    "yahtzee-free-joker": (_HUNDREDS, _FREE_JOKER),
}


def rules_embed(words: Words, ruleset: Ruleset) -> discord.Embed:
    """How to play a ruleset: the turn, every box, the bonuses."""
    turn = words(
        "A turn has at most three rolls. The first is all five dice; before each further roll choose which dice to "
        "hold, and you may release one held earlier. Stop after any roll and score the dice in one open box; if they "
        "do not fit, it takes a 0. A filled box is closed for the rest of the game. When every box of every player is "
        "filled, the highest total wins; equal totals share the win."
    )
    embed = discord.Embed(title=terms.ruleset_name(words, ruleset.key), description=turn, colour=COLOUR_OPEN)
    embed.add_field(name=words("Upper boxes"), value=_upper(words, ruleset), inline=False)
    embed.add_field(name=words("Lower boxes"), value=_lower(words, ruleset), inline=False)
    for heading, text in NOTES.get(ruleset.key, ()):
        embed.add_field(name=words(heading), value=words(text), inline=False)
    return embed.set_footer(text=words("The highest possible total is {maximum}.", maximum=ruleset.maximum))


def help_embed(words: Words) -> discord.Embed:
    """Where to begin, and what there is."""
    start = words(
        "Open a game with /play: others press Join, then you press Start. You may also start alone. On your turn press "
        "Roll, press the number under each die that you want to hold, roll again up to twice, and choose a box from "
        "the list. Undo takes a box choice back until somebody rolls."
    )
    embed = discord.Embed(title=words("Yacht Club"), description=start, colour=COLOUR_OPEN)
    for heading, lines in _help(words):
        embed.add_field(name=heading, value="\n".join(lines), inline=False)
    embed.add_field(name=words("Computers"), value=_computers(words), inline=False)
    return embed.add_field(name=words("Fair dice"), value=_fair_dice(words), inline=False)


def _help(words: Words) -> list[tuple[str, list[str]]]:
    """What there is, by subject: each a heading and its lines."""
    opening = [
        words(
            "/play opens a game here. `rules` chooses the game, `together` lets everybody play at their own pace, "
            "`same_dice` gives everybody the same rolls."
        ),
        words("`clock` says how long a turn may take. One channel has one game; `thread` opens yours in a new thread."),
    ]
    playing = [
        words("/board shows the board again, at the bottom. /cards shows all score cards, to you alone."),
        words("Hint, in games that have hints, tells you alone what best play would do. Such games are not rated."),
        words("/games lists your running games everywhere, and the lobbies that are open here."),
        words("/rules explains a game with all its boxes."),
    ]
    ending = [
        words(
            "When the time of a turn is up, the others decide: give it more time, let the computer play it, or "
            "remove the player. Until then its player can still play."
        ),
        words(
            "/leave leaves the game. The others play on and decide whether the open boxes become zeros or a computer "
            "fills them."
        ),
        words("/end ends the game for everybody; it is for the host. A lobby closes if nobody starts it in time."),
    ]
    looking_back = [
        words("/leaderboard shows who stands where on this server, /stats how a member plays."),
        words(
            "/history lists the games that are over; /replay shows one of them roll by roll. Report, under it, tells "
            "how well it was played: what was luck, and which decisions cost most."
        ),
    ]
    choosing = [
        words("/preferences chooses what may mention you, and your language."),
        words("/privacy gives you all that is kept about you, or deletes it."),
        words(
            "Who manages this server has /settings for language, rules, clock, quiet hours and more, and /season to "
            "begin a season of the leaderboard."
        ),
    ]
    return [
        (words("Opening a game"), opening),
        (words("While you play"), playing),
        (words("When time is up, and leaving"), ending),
        (words("Past games"), looking_back),
        (words("Your choices, and the server's"), choosing),
    ]


def _computers(words: Words) -> str:
    """How each computer plays, and what each scores by each ruleset, in the same order, where that is known."""
    levels = {level: bold(terms.level_name(words, level)) for level in terms.LEVEL_NAMES}
    lines = [words("The host adds them in the lobby. A game with one is not rated.")]
    lines += [f"{name}: {words(terms.LEVEL_LINES[level])}" for level, name in levels.items()]
    lines.append(
        words(
            "Points on average ± standard deviation, in 10,000 games each, of {names}:",
            names=", ".join(levels.values()),
        )
    )
    for key, by_level in STRENGTHS.items():
        scores = "\u00a0· ".join(
            f"{round(by_level[level].mean)}\u00a0±\u00a0{round(by_level[level].deviation)}"
            if level in by_level
            else UNKNOWN
            for level in levels
        )
        lines.append(words("{game}: {scores}", game=terms.ruleset_name(words, key), scores=scores))
    return "\n".join(lines)


def _fair_dice(words: Words) -> str:
    return words(
        "All dice of a game follow from a seed that is drawn before anybody joins. The lobby shows the seed's SHA-256, "
        "the last message the seed itself and the ids with which you joined; ARCHITECTURE.md tells how to work them "
        "out again. This proves that no roll was changed after the start and that the seed was chosen before anybody "
        "joined. It does not prove that whoever runs the bot did not look."
    )


def _upper(words: Words, ruleset: Ruleset) -> str:
    names = [terms.box_name(words, box.key) for box in ruleset.boxes if box.section is Section.UPPER]
    text = words("{boxes}: the sum of the dice that show that number.", boxes=", ".join(names))
    if ruleset.upper_bonus is None:
        return text
    bonus = words(
        "{threshold} or more in these together earns {points} more.",
        threshold=ruleset.upper_bonus.threshold,
        points=ruleset.upper_bonus.points,
    )
    return f"{text}\n{bonus}"


def _lower(words: Words, ruleset: Ruleset) -> str:
    known = BOX_RULES.get(ruleset.key, {})
    rows = []
    for box in ruleset.boxes:
        if box.section is Section.LOWER:
            name = bold(terms.box_name(words, box.key))
            rows.append(f"{name}: {words(known[box.key])}" if box.key in known else name)
    return "\n".join(rows)
