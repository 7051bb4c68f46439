"""The option `rules`: the rulesets there are, or those as well that a server played and that are no more."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.rules import RULESETS
from bot.ui.answers import Plainly, guild_of, reader_words
from bot.ui.terms import ruleset_name
from bot.ui.words import Words

_MOST = 25
_LONGEST = 100

Interaction = discord.Interaction[Any]


def rulesets_to_play() -> list[app_commands.Choice[str]]:
    """The rulesets there are, for commands that begin or explain a game."""
    names = {key: ruleset_name(Words(None), key) for key in RULESETS}
    return [app_commands.Choice(name=app_commands.locale_str(name), value=key) for key, name in names.items()]


async def offer(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The rulesets whose names hold what is typed, in the reader's language."""
    words = reader_words(interaction)
    names = await _names(interaction, words)
    found = [
        app_commands.Choice(name=name[:_LONGEST], value=key)
        for key, name in names.items()
        if typed.casefold() in name.casefold()
    ]
    return found[:_MOST]


async def chosen(interaction: Interaction, typed: str | None) -> str:
    """The key of a ruleset that was chosen or typed by its name, else the usual one here; raises Plainly."""
    if typed is None:
        usual: str = interaction.client.games.usual_ruleset(guild_of(interaction))
        return usual
    if typed in RULESETS:
        return typed
    words = reader_words(interaction)
    for key, name in (await _names(interaction, words)).items():
        if typed.casefold() in (key.casefold(), name.casefold()):
            return key
    raise Plainly(words("There is no such game. Choose one from the list that appears while you type."))


async def _names(interaction: Interaction, words: Words) -> dict[str, str]:
    played = await interaction.client.records.rulesets_played(guild_of(interaction))
    return {key: ruleset_name(words, key) for key in dict.fromkeys([*RULESETS, *played])}
