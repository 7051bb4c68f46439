"""How clocks are called."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.clocks import CLOCKS
from bot.ui.clock_words import clock_words
from bot.ui.words import Words

ENGLISH = Words(None)


def test_each_clock_has_its_name() -> None:
    names = ["5 minutes", "1 hour", "12 hours", "1 day", "3 days", "7 days"]
    assert [clock_words(ENGLISH, clock) for clock in CLOCKS] == names


@pytest.mark.parametrize(
    ("clock", "name"), [(timedelta(minutes=90), "90 minutes"), (timedelta(hours=25), "25 hours"), (None, "no clock")]
)
def test_any_other_length_has_one_too(clock: timedelta | None, name: str) -> None:
    assert clock_words(ENGLISH, clock) == name
