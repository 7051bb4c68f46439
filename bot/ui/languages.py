"""The option `language`: the languages there are, each by its own name, and the one that Discord says."""

from __future__ import annotations

from functools import partial

from discord import app_commands

from bot.ui.words import N_, Words, language_of, languages

AS_DISCORD_SAYS = "discord"
_ENGLISH = "en-US"


def languages_to_choose() -> list[app_commands.Choice[str]]:
    """Discord's, English, and every language there is a translation for."""
    locales = [_ENGLISH, *sorted(name.replace("_", "-") for name in languages())]
    as_discord_says = app_commands.Choice(name=app_commands.locale_str(N_("As Discord says")), value=AS_DISCORD_SAYS)
    return [as_discord_says, *map(_choice, locales)]


def locale_of(choice: str) -> str | None:
    """Discord's code of the language that was chosen; None for the one that Discord says."""
    return None if choice == AS_DISCORD_SAYS else choice


def language_name(words: Words, locale: str | None) -> str:
    """What the language is called in which a reader of that locale is answered."""
    language = language_of(locale)
    if language is None:
        return words("English")
    # Babel takes a while to import, and English does without it.
    from babel import Locale

    return Locale.parse(language).get_display_name() or language


def _choice(locale: str) -> app_commands.Choice[str]:
    worded = partial(language_name, locale=locale)
    return app_commands.Choice(name=app_commands.locale_str(worded(Words(None)), worded=worded), value=locale)
