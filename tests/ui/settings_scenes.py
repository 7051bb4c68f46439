"""Everything that a server and a member can have chosen, as `scenes` has the screens of a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from bot.choices import GuildSettings, MemberPreferences
from bot.clocks import CLOCKS
from bot.rules import RULESETS
from bot.ui import preferences, server_settings
from bot.ui.screen import Screen
from bot.ui.server_settings import EXPIRY_NAMES, HINT_NAMES, SETTINGS, Server
from bot.ui.words import Words
from tests.ui.scenes import NOW, SNOWFLAKE

MANY = frozenset(range(SNOWFLAKE, SNOWFLAKE + 500))
ZONES = ("UTC", "Europe/Berlin", "America/Argentina/ComodRivadavia")


def server(*, existing: frozenset[int] | None = MANY, locale: str | None = "en-US", **chosen: Any) -> Server:
    """A server that has chosen so."""
    return Server(GuildSettings(**chosen), locale, existing, NOW)


def servers() -> Iterator[tuple[str, Server]]:
    """A server for each choice of each setting, with a name for it."""
    yield "nothing chosen", server()
    yield "in English", server(locale=None)
    yield "of another process", server(existing=None, channels=MANY)
    for number in (1, 20, 21, 22, 500):
        yield f"{number} channels", server(channels=frozenset(sorted(MANY)[:number]))
    for gone in (1, 2):
        some = frozenset(range(7, 7 + gone))
        yield f"{gone} channels gone", server(channels=some)
        yield f"{gone} channels gone, not all", server(channels=MANY | some)
    fields: dict[str, list[Any]] = {
        "locale": ["en-US"],
        "default_ruleset": [*RULESETS, "poker-dice"],
        "clock": [int(clock.total_seconds()) for clock in CLOCKS],
        "hints": [*HINT_NAMES],
        "turn_pings": [False],
        "time_zone": [*ZONES, "Atlantis/Capital"],
    }
    for field, values in fields.items():
        yield from ((f"{field} {value}", server(**{field: value})) for value in values)
    for on_expiry, computers in product(EXPIRY_NAMES, (True, False)):
        yield f"{on_expiry}, computers {computers}", server(on_expiry=on_expiry, computers=computers)
    for zone in ZONES:
        yield f"quiet in {zone}", server(quiet=(22 * 60 + 30, 0), time_zone=zone)


def sentences(words: Words) -> Iterator[tuple[str, str]]:
    """What is said after each change, for every server there is."""
    for name, each in servers():
        for setting in SETTINGS:
            yield f"{setting}: {name}", server_settings.sentence(words, each, setting)


def screens(words: Words) -> Iterator[tuple[str, Screen]]:
    """Every message about settings and preferences, with a name for it."""
    for name, each in servers():
        yield name, server_settings.overview(words, each)
    for pings in preferences.PING_NAMES:
        chosen = MemberPreferences(pings=pings)
        yield f"pings {pings}", preferences.overview(words, chosen, "en-US")
        yield f"pings {pings} in English", preferences.overview(words, replace(chosen, locale="en-US"), "hi")
