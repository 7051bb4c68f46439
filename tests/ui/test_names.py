"""Names of members come out as they were typed, wherever Discord would read something into them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.names import LONGEST, plain, safe

FAMILY = "👨‍👩‍👧"
ISOLATE, END = "\u2068", "\u2069"
RTL_OVERRIDE, ZERO_WIDTH_SPACE, ZERO_WIDTH_JOINER = "\u202e", "\u200b", "\u200d"


def as_read(text: str) -> str:
    """What Discord shows of text whose marks are all escaped; it fails where one is left that means something."""
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_`~|<>#\[\]]", text.replace("@\u200b", ""))
    return re.sub(r"\\([^A-Za-z0-9\s])", r"\1", text).replace("@\u200b", "@")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ada", "ada"),
        ("Ада Ödön अदा", "Ада Ödön अदा"),
        ("two\nlines\r\nof\tit", "two lines of it"),
        ("line\u2028separator", "line separator"),
        (f"{RTL_OVERRIDE}gro.live", "gro.live"),
        (f"a{ZERO_WIDTH_SPACE}d\ufeffa", "ada"),
        (f"{FAMILY} Ada", f"{FAMILY} Ada"),
        ("x" * 100, "x" * 31 + "…"),
        ("x" * 32, "x" * 32),
        ("  padded  ", "padded"),
        ("שלום", f"{ISOLATE}שלום{END}"),
        ("Ada مرحبا", f"{ISOLATE}Ada مرحبا{END}"),
        ("א" * 40, f"{ISOLATE}{'א' * 31}…{END}"),
    ],
)
def test_plain_name_is_one_line_whose_only_marks_keep_its_direction_to_itself(name: str, shown: str) -> None:
    assert plain(name) == shown


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\n", ZERO_WIDTH_SPACE, ZERO_WIDTH_JOINER, f" {ZERO_WIDTH_JOINER} ", RTL_OVERRIDE, "\u3164", "\u2800"],
    ids=ascii,
)
def test_name_of_nothing_visible_is_a_question_mark(name: str) -> None:
    assert plain(name) == safe(name) == "?"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("**ada**", r"\*\*ada\*\*"),
        ("_ada_ ~~ben~~", r"\_ada\_ \~\~ben\~\~"),
        ("`ada`", r"\`ada\`"),
        ("||ada||", r"\|\|ada\|\|"),
        ("back\\slash", r"back\\slash"),
        ("# ada", r"\# ada"),
        ("-# ada", r"\-\# ada"),
        ("> ada", r"\> ada"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("<#123> <t:5:R>", r"\<\#123\> \<t\:5\:R\>"),
        ("[ada](http://b.c)", r"\[ada\]\(http\://b.c\)"),
        ("https://b.c", r"https\://b.c"),
        (":dice:", r"\:dice\:"),
    ],
)
def test_safe_name_escapes_what_discord_reads(name: str, written: str) -> None:
    assert safe(name) == written
    assert as_read(written) == name


@given(st.text(max_size=120))
def test_any_name_is_short_visible_and_harmless(name: str) -> None:
    shown = plain(name)
    assert 1 <= len(shown.strip(ISOLATE + END)) <= LONGEST
    assert not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in shown)
    assert "\n" not in shown
    assert as_read(safe(name)) == shown
    assert len(safe(name)) <= 2 * LONGEST + 2
    assert plain(shown) == shown
