"""What a member is told before and after all that is kept about him is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.controls import view_of
from bot.ui.replay_controls import Forget
from bot.ui.screen import Screen

if TYPE_CHECKING:
    from bot.records import Forgotten
    from bot.ui.words import Words


def confirmation(words: Words, asker: int, *, games: int, live: int, preferences: bool) -> Screen:
    """What deleting means for one who is named in so many games, still plays so many of them, and has preferences."""
    if not games:
        kept = words("You are named in no game, but your preferences are kept. If you delete them, the defaults hold.")
        return Screen(kept, view=view_of([Forget(asker, words("Delete my data"))]))
    lines = [
        words.plural(
            "You are named in {n} game, on all servers with this bot together.",
            "You are named in {n} games, on all servers with this bot together.",
            n=games,
        ),
        words("If you delete your data:"),
    ]
    if live:
        lines.append(
            "• "
            + words.plural(
                "you leave the game that you are playing; its open boxes become zeros.",
                "you leave the {n} games that you are playing; your open boxes become zeros.",
                n=live,
            )
        )
    lines += [
        "• " + words("your name and id are removed from every game and its history: you are a former player there."),
        "• " + words("you no longer stand on any leaderboard, and your statistics and ratings are gone."),
        "• " + words("the games stay, and with them the results of those who played against you."),
        *(["• " + words("your preferences are gone.")] if preferences else ()),
        words("This cannot be undone. /privacy export gives you a copy first."),
    ]
    return Screen("\n".join(lines), view=view_of([Forget(asker, words("Delete my data"))]))


def nothing_kept(words: Words) -> str:
    """There is nothing to export or to delete."""
    return words("Nothing is kept about you.")


def forgotten(words: Words, done: Forgotten) -> Screen:
    """What was deleted."""
    if not done.games:
        return Screen(words("Done: your preferences are gone.") if done.preferences else nothing_kept(words))
    text = words.plural(
        "Done: you are a former player in {n} game, and on no leaderboard any more.",
        "Done: you are a former player in {n} games, and on no leaderboard any more.",
        n=done.games,
    )
    return Screen(text)
