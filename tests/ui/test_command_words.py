"""Descriptions of commands are translated where there is a translation; names never are."""

from pathlib import Path
from typing import Any

import pytest
from discord import Locale, app_commands

from bot.ui import words
from bot.ui.command_words import CommandWords

HINDI = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Open a game."\nmsgstr "खेल खोलें।"\n'


@pytest.fixture
def hindi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "hi" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "bot.po").write_text(HINDI, encoding="utf-8")
    monkeypatch.setattr(words.Words.__init__, "__kwdefaults__", {"directory": tmp_path})


@pytest.mark.usefixtures("hindi")
@pytest.mark.parametrize(
    ("location", "locale", "translated"),
    [
        (app_commands.TranslationContextLocation.command_description, Locale.hindi, "खेल खोलें।"),
        (app_commands.TranslationContextLocation.parameter_description, Locale.hindi, "खेल खोलें।"),
        (app_commands.TranslationContextLocation.command_name, Locale.hindi, None),
        (app_commands.TranslationContextLocation.command_description, Locale.german, None),
    ],
)
async def test_only_what_is_read_and_has_a_translation_is_translated(
    location: Any, locale: Locale, translated: str | None
) -> None:
    context: Any = app_commands.TranslationContext(location, None)
    assert await CommandWords().translate(app_commands.locale_str("Open a game."), locale, context) == translated
