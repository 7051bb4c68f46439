"""The option `clock`: how long a turn may take."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from discord import app_commands

from bot.clocks import CLOCKS
from bot.ui.clock_words import clock_words
from bot.ui.words import Words


def clocks_to_choose() -> list[app_commands.Choice[int]]:
    """No clock and every clock there is, in seconds; no clock is 0."""
    return [_choice(clock) for clock in (None, *CLOCKS)]


def clock_of(seconds: int | None) -> timedelta | None:
    """The clock that a choice stands for; nothing chosen is no clock."""
    return timedelta(seconds=seconds) if seconds else None


def _choice(clock: timedelta | None) -> app_commands.Choice[int]:
    name = app_commands.locale_str(clock_words(Words(None), clock), worded=partial(clock_words, clock=clock))
    return app_commands.Choice(name=name, value=0 if clock is None else int(clock.total_seconds()))
