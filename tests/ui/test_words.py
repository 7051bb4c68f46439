"""Sentences are found, translated, filled in, and never fail for a translator's slip."""

from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.ui import messages
from bot.ui.words import LOCALE_DIR, N_, Words, languages, placeholders

PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

{entries}
"""


def write_po(directory: Path, language: str, entries: str) -> Path:
    path = directory / language / "LC_MESSAGES" / "bot.po"
    path.parent.mkdir(parents=True)
    path.write_text(PO.format(language=language, entries=entries), encoding="utf-8")
    return directory


@pytest.fixture
def french(tmp_path: Path) -> Words:
    entries = """
msgid "Roll ({left} left)"
msgstr "Lancer (reste {left})"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} point, quoi"
msgstr[1] "{n} points, quoi"

msgid "{n} die left"
msgid_plural "{n} dice left"
msgstr[0] "un dé au plus"
msgstr[1] "{n} dés"

msgid "Hello, {name}."
msgstr "Salut, {nom}."

msgid "Bye, {name}."
msgstr "Au revoir."

msgid "Again, {name}."
msgstr "Encore, {name."

msgid "Not yet"
msgstr ""
"""
    return Words("fr", directory=write_po(tmp_path, "fr", entries))


def test_english_is_filled_in_as_written() -> None:
    assert Words(None)("Roll ({left} left)", left=2) == "Roll (2 left)"


def test_number_chooses_the_form() -> None:
    words = Words(None)
    assert [words.plural("{n} point", "{n} points", n=n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_plural_takes_other_values_too() -> None:
    assert Words(None).plural("{who}: one", "{who}: {n}", n=1, who="Ben") == "Ben: one"


def test_braces_in_a_value_are_shown_as_they_are() -> None:
    assert Words(None)("Hello, {name}.", name="{left}") == "Hello, {left}."


def test_value_that_is_not_given_is_a_mistake_of_the_code() -> None:
    with pytest.raises(KeyError):
        Words(None)("Hello, {name}.")


def test_translation_is_used(french: Words) -> None:
    assert french("Roll ({left} left)", left=2) == "Lancer (reste 2)"


def test_plural_follows_the_rule_of_the_language(french: Words) -> None:
    assert [french.plural("{n} point", "{n} points", n=n) for n in (0, 2)] == ["0 point, quoi", "2 points, quoi"]


def test_number_may_go_unsaid_in_a_plural(french: Words) -> None:
    assert french.plural("{n} die left", "{n} dice left", n=1) == "un dé au plus"


@pytest.mark.parametrize("greeting", ["Hello", "Bye", "Again"])
def test_translation_with_other_placeholders_falls_back_to_english(french: Words, greeting: str) -> None:
    assert french(f"{greeting}, {{name}}.", name="Ben") == f"{greeting}, Ben."


def test_sentence_without_a_translation_stays_english(french: Words) -> None:
    assert french("Not yet") == "Not yet"
    assert french("Never heard of") == "Never heard of"


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "xx", "", "../fr", "fr/../fr", "ja"])
def test_language_that_is_missing_is_english(tmp_path: Path, locale: str) -> None:
    directory = write_po(tmp_path, "fr", 'msgid "Yes"\nmsgstr "Oui"')
    assert Words(locale, directory=directory)("Yes") == "Yes"


@pytest.mark.parametrize(("locale", "folder"), [("pt-BR", "pt_BR"), ("es-ES", "es"), ("es-419", "es"), ("hi", "hi")])
def test_discord_locale_finds_its_translation(tmp_path: Path, locale: str, folder: str) -> None:
    directory = write_po(tmp_path, folder, 'msgid "Yes"\nmsgstr "…"')
    assert Words(locale, directory=directory)("Yes") == "…"


def test_marker_changes_nothing() -> None:
    assert N_("Full House") == "Full House"


@pytest.mark.parametrize("language", sorted(languages()) or [None])
def test_every_translation_that_ships_can_be_loaded(language: str | None) -> None:
    assert Words(language)("Never heard of") == "Never heard of"


def make_code(root: Path, source: str) -> Path:
    (root / "bot").mkdir(parents=True, exist_ok=True)
    (root / "cogs").mkdir(exist_ok=True)
    (root / "bot" / "some.py").write_text(source, encoding="utf-8")
    return root


def test_extraction_finds_calls_plurals_and_marked_tables(tmp_path: Path) -> None:
    root = make_code(
        tmp_path,
        """
words("One {a}", a=f"{b}")
self.words("Two" " and more")
words.plural("{n} x", "{n} xs", n=2)
TABLE = {1: N_("Three")}
words(TABLE[1])
reader_words(interaction)("Four")
Words(None)("Five")
words("Six" if yes else "Seven")
Words("hi")
other("Not this")
""",
    )
    found = [message.id for message in messages.extract(root) if message.id]
    assert found == ["One {a}", "Two and more", ("{n} x", "{n} xs"), "Three", "Four", "Five", "Six", "Seven"]


def test_update_merges_into_translations_and_is_stable(tmp_path: Path) -> None:
    root = make_code(tmp_path, 'words("Yes")\nwords("No")\n')
    directory = write_po(root / "bot" / "locale", "fr", 'msgid "Yes"\nmsgstr "Oui"')
    messages.update(root, directory)
    translation = directory / "fr" / "LC_MESSAGES" / "bot.po"
    first = (translation.read_bytes(), (directory / "bot.pot").read_bytes())
    messages.update(root, directory)
    assert (translation.read_bytes(), (directory / "bot.pot").read_bytes()) == first
    assert 'msgstr "Oui"' in first[0].decode()
    assert 'msgid "No"' in first[0].decode()


def test_template_is_up_to_date_with_the_code() -> None:
    with (LOCALE_DIR / "bot.pot").open("rb") as file:
        kept = {message.id for message in read_po(file)}
    assert kept == {message.id for message in messages.extract()}, "run `make messages`"


def test_template_placeholders_are_well_formed() -> None:
    for message in messages.extract():
        for text in [message.id] if isinstance(message.id, str) else message.id:
            assert all(name.isidentifier() for name in placeholders(text)), text
