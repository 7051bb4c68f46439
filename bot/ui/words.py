"""Every sentence a person reads goes through here: English in the code, other languages in bot/locale."""

import gettext
import logging
import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"
DOMAIN = "bot"

log = logging.getLogger(__name__)


def N_(message: str) -> str:
    """Mark a string in a table for translation; give it to `Words` where it is shown."""
    return message


class Words:
    """The words of one language: `words("Roll ({left} left)", left=2)`. What is not translated stays English."""

    def __init__(self, locale: str | None, *, directory: Path = LOCALE_DIR) -> None:
        """Take a Discord locale such as "hi" or "pt-BR"; None and languages without a translation are English."""
        self.locale = locale
        self._catalogue = _catalogue(directory, language_of(locale, directory))

    def __call__(self, message: str, /, **values: object) -> str:
        """Translate a template and fill in its values, which are inserted as they are."""
        return self._catalogue.gettext(message).format_map(values)

    def plural(self, singular: str, plural: str, /, *, n: int, **values: object) -> str:
        """Translate by number; `{n}` may be used in the templates, and left out of them."""
        return self._catalogue.ngettext(singular, plural, n).format_map({"n": n, **values})


def placeholders(template: str) -> frozenset[str]:
    """The names in braces of a template; raises ValueError where its braces do not match."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def languages(directory: Path = LOCALE_DIR) -> frozenset[str]:
    """The languages there is a translation for, as their folders are named: "hi", "pt_BR"."""
    return frozenset(path.parents[1].name for path in directory.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


@cache
def language_of(locale: str | None, directory: Path = LOCALE_DIR) -> str | None:
    """The translation that a reader of that locale is given, as its folder is named; None is English."""
    parts = re.split("[-_]", locale or "")
    candidates = ("_".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in candidates if name in languages(directory)), None)


@cache
def _catalogue(directory: Path, language: str | None) -> gettext.NullTranslations:
    if language is None:
        return gettext.NullTranslations()
    # Babel takes a while to import, and English does without it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    path = directory / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=DOMAIN)
    for message in list(catalogue):
        if message.id and not _fits(_strings(message.id), _strings(message.string)):
            log.warning("translation left out, its placeholders differ: %s %r", language, message.id)
            catalogue.delete(message.id)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _fits(originals: tuple[str, ...], translations: tuple[str, ...]) -> bool:
    """Whether every translation says just what the original says; only a number may go unsaid ("one point")."""
    expected = frozenset[str]().union(*map(placeholders, originals))
    unsaid = {"n"} if len(originals) > 1 else set()
    try:
        return all(expected - unsaid <= placeholders(text) <= expected for text in translations if text)
    except ValueError:
        return False


def _strings(value: str | Iterable[str] | None) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value or ())
