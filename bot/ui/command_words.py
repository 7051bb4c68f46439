"""The descriptions of slash commands in the languages there are translations for."""

import discord
from discord import app_commands

from bot.ui.words import Words

_TRANSLATED = {
    app_commands.TranslationContextLocation.command_description,
    app_commands.TranslationContextLocation.group_description,
    app_commands.TranslationContextLocation.parameter_description,
    app_commands.TranslationContextLocation.choice_name,
}


class CommandWords(app_commands.Translator):
    """Translates what is read; what is typed, the names of commands and options, is the same everywhere."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if context.location not in _TRANSLATED:
            return None
        words = Words(str(locale))
        # A choice that no template says by itself, such as "3 days", brings along how it is worded.
        worded = string.extras.get("worded")
        translated = words(string.message) if worded is None else worded(words)
        return None if translated == string.message else translated
