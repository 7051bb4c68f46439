"""Times of the day and time zones as people type them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\.?)?", re.IGNORECASE)
_DAY = 24 * 60
# Known to some machines, and of use to nobody.
_NO_PLACES = {"Factory", "localtime"}


class Zone(NamedTuple):
    """An IANA name, the same as people would type it, and its city alone."""

    name: str
    typed: str
    city: str

    def rank(self, sought: str) -> int:
        """How well the name fits what is sought, 0 being best; 3 is not at all."""
        if self.city.startswith(sought):
            return 0
        if self.typed.startswith(sought):
            return 1
        return 2 if sought in self.typed else 3


@cache
def zones() -> tuple[Zone, ...]:
    """Every time zone there is, by name. The first call reads hundreds of files."""
    names = sorted(available_timezones() - _NO_PLACES)
    return tuple(Zone(name, _plain(name), _plain(name.rpartition("/")[2])) for name in names)


def zones_like(typed: str) -> list[str]:
    """The time zones whose names hold what is typed; first those whose city begins with it, then the other names."""
    sought = _plain(typed)
    ranks = [(zone.rank(sought), zone.name) for zone in zones()]
    return [name for rank, name in sorted(ranks) if rank < 3]


def zone_named(typed: str) -> str | None:
    """The time zone of which somebody typed the name, or the city where no other has it; None where it is not clear."""
    sought = _plain(typed)
    whole = [zone.name for zone in zones() if zone.typed == sought]
    found = whole or [zone.name for zone in zones() if zone.city == sought] or zones_like(typed)
    return found[0] if len(found) == 1 else None


def minute_of(typed: str) -> int | None:
    """The minutes since midnight of "8", "22:30", "24:00" or "10:30 pm"; None for what is no time of the day."""
    match = _TIME.fullmatch(typed.strip())
    if match is None:
        return None
    hours, minutes, half = int(match[1]), int(match[2] or 0), (match[3] or "").casefold()
    if half:
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half == "p" else 0)
    if minutes >= 60 or 60 * hours + minutes > _DAY:
        return None
    return (60 * hours + minutes) % _DAY


def time_words(minute: int) -> str:
    """A minute of the day as a clock shows it: "08:30"."""
    return f"{minute // 60:02}:{minute % 60:02}"


def _plain(text: str) -> str:
    """Without capitals, accents and underscores: "Zürich" is as good as "Zurich"."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in letters if not unicodedata.combining(each)).replace("_", " ").strip()
