"""A language in which whatever did not come through gettext can be seen: only templates stand within ⟦ ⟧."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.ui.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

_TEMPLATE = re.compile(r"⟦[^⟦⟧]*⟧")
# Mentions, emojis and times as Discord writes them, links to messages, digests and ids.
_CODES = re.compile(
    r"<a?:\w+:\d+>|<@\d+>|<t:\d+(:\w)?>|https://discord\.com/channels/[\d/]+|\b(?=\w*\d)[0-9a-f]{6,}\b|`[0-9a-f,]+`"
)


class Pseudo(Words):
    """English with each template in ⟦ ⟧ but not the values in it, so that a bare sentence given as a value shows."""

    def __init__(self) -> None:
        super().__init__(None)

    def __call__(self, message: str, /, **values: object) -> str:
        return f"⟦{super().__call__(message, **_bare(values))}⟧"

    def plural(self, singular: str, plural: str, /, *, n: int, **values: object) -> str:
        return f"⟦{super().plural(singular, plural, n=n, **_bare(values))}⟧"


def _bare(values: dict[str, object]) -> dict[str, object]:
    return {name: f"⟧{value}⟦" for name, value in values.items()}


def strays(text: str, names: Iterable[str] = ()) -> str:
    """What is written with letters and came neither from a template nor from the given names."""
    rest = _CODES.sub("", _TEMPLATE.sub("", text))
    for name in names:
        rest = rest.replace(name, "")
    return rest.strip() if any(character.isalpha() for character in rest) else ""
