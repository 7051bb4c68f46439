"""Controls of another version of the bot: whoever presses one is told so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

from bot.ui.answers import Plainly, reader_words
from bot.ui.controls import Control

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord

_NAMED_GROUP = re.compile(r"\(\?P<\w+>")


def control_of_other_versions(known: Iterable[type[Control]]) -> type[Control]:
    """The control for every custom_id of whatever version that none of `known` answers to.

    discord.py hands a press to each class whose template fits, so the template leaves out theirs.
    """
    # A name may stand only once in a pattern, and several of theirs have the same.
    theirs = "|".join(_NAMED_GROUP.sub("(?:", control.fits) for control in known)

    class OfAnotherVersion(Control, template=rf"(?!(?:{theirs})\Z)yc\d+:.*"):
        @classmethod
        async def from_custom_id(
            cls,
            interaction: discord.Interaction[Any],  # noqa: ARG003
            item: discord.ui.Item[Any],
            match: re.Match[str],  # noqa: ARG003
            /,
        ) -> Self:
            return cls(item)

        async def press(self, interaction: discord.Interaction[Any]) -> None:
            words = reader_words(interaction)
            raise Plainly(words("This button is from another version of the bot. /board shows the current board."))

    return OfAnotherVersion
