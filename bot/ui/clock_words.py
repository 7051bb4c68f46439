"""How long a turn may take, in words."""

from datetime import timedelta

from bot.ui.words import Words

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_MINUTE = timedelta(minutes=1)


def clock_words(words: Words, clock: timedelta | None) -> str:
    """A clock as it stands in a list or a sentence: "5 minutes", "1 hour", "3 days"; None is "no clock"."""
    if clock is None:
        return words("no clock")
    if not clock % _DAY:
        return words.plural("{n} day", "{n} days", n=clock // _DAY)
    if not clock % _HOUR:
        return words.plural("{n} hour", "{n} hours", n=clock // _HOUR)
    return words.plural("{n} minute", "{n} minutes", n=clock // _MINUTE)
