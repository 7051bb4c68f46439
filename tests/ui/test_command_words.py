"""Descriptions of commands are translated where there is a translation; names never are."""

from pathlib import Path
from typing import Any

import pytest
from discord import Locale, app_commands

from bot.ui import words
from bot.ui.clock_choice import clocks_to_choose
from bot.ui.command_words import CommandWords

HINDI = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Open a game."
msgstr "खेल खोलें।"

msgid "no clock"
msgstr "कोई घड़ी नहीं"

msgid "{n} day"
msgid_plural "{n} days"
msgstr[0] "{n} दिन"
msgstr[1] "{n} दिन"
"""


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


@pytest.mark.usefixtures("hindi")
async def test_every_clock_to_choose_is_translated_though_it_holds_a_number() -> None:
    payloads = [await choice.get_translated_payload(CommandWords()) for choice in clocks_to_choose()]
    translated = {payload["name"]: payload.get("name_localizations", {}) for payload in payloads}
    assert translated["no clock"] == {"hi": "कोई घड़ी नहीं"}
    assert translated["7 days"] == {"hi": "7 दिन"}
    assert translated["5 minutes"] == {}
    assert len(translated) == 7
