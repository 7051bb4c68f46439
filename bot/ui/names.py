"""Names of members, made safe for where they are shown."""

import re
import unicodedata
from functools import lru_cache

LONGEST = 32

# Marks that turn the direction of the text around them, or join lines where nobody expects it.
_HIDDEN_CATEGORIES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_ZERO_WIDTH_JOINER = "\u200d"
# Letters and symbols that show nothing; some people use them for a name.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0" + _ZERO_WIDTH_JOINER + " ")
_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_ISOLATED = "\u2068{name}\u2069"
_MARKS = re.compile(r"([\\*_`~|<>#\[\]():-])")


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """The name for labels and logs: one line, no control or direction marks, at most 32 characters, never empty.

    A name written from right to left stands between two marks, so that figures behind it do not change their place.
    """
    kept = "".join(
        character
        for character in re.sub(r"\s+", " ", name)
        if unicodedata.category(character) not in _HIDDEN_CATEGORIES or character == _ZERO_WIDTH_JOINER
    ).strip()
    if len(kept) > LONGEST:
        kept = kept[: LONGEST - 1] + "…"
    if not set(kept) - _BLANKS:
        return "?"
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in kept):
        return _ISOLATED.format(name=kept)
    return kept


@lru_cache(maxsize=1024)
def safe(name: str) -> str:
    """The name for text in which Discord reads markdown, mentions and links: they come out as they were typed."""
    return _MARKS.sub(r"\\\1", plain(name)).replace("@", "@\u200b")
