"""What a server is told when a season begins."""

import discord

from bot.records import Season
from bot.ui.names import safe
from bot.ui.screen import COLOUR_PLAYING, Screen
from bot.ui.words import Words


def season_begun(words: Words, season: Season, before: Season | None) -> Screen:
    """What the new season is called and what it means; `before` is the one that it ends."""
    title = words("Season {name} has begun", name=safe(season.name))
    lines = [words("Games that end from now on count for its leaderboards, which begin empty.")]
    if before is not None:
        lines.append(words("Season {name} is over.", name=safe(before.name)))
    lines.append(words("Ratings and the leaderboards of all time go on as they were, and nothing is deleted."))
    return Screen(embed=discord.Embed(title=title, description="\n".join(lines), colour=COLOUR_PLAYING))
