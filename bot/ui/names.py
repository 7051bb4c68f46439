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
_MARKS = re.compile(r"([\\*_`~|<>#\[\]():-])")


@lru_cache(maxsize=1024)
def plain(name: str) -> str:
    """The name for labels and logs: one line, no control or direction marks, at most 32 characters, never empty."""
    kept = "".join(
        character
        for character in re.sub(r"\s+", " ", name)
        if unicodedata.category(character) not in _HIDDEN_CATEGORIES or character == _ZERO_WIDTH_JOINER
    ).strip()
    if len(kept) > LONGEST:
        kept = kept[: LONGEST - 1] + "…"
    return kept if set(kept) - _BLANKS else "?"


@lru_cache(maxsize=1024)
def safe(name: str) -> str:
    """The name for text in which Discord reads markdown, mentions and links: they come out as they were typed."""
    return _MARKS.sub(r"\\\1", plain(name)).replace("@", "@\u200b")
