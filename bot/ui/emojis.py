"""The dice as emojis of the bot's own application, or keycap digits where Discord does not take them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.ui import pictures

if TYPE_CHECKING:
    from collections.abc import Mapping

_log = logging.getLogger(__name__)

DICE: tuple[tuple[int, bool], ...] = tuple((face, held) for held in (False, True) for face in range(1, 7))

# Discord's library retries and waits for rate limits without an end of its own; a bot must start all the same.
_PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class DiceEmojis:
    """How a die is written: `ids` maps (face, held) to the id of an application emoji; empty means keycap digits."""

    ids: Mapping[tuple[int, bool], int]

    @classmethod
    def keycaps(cls) -> DiceEmojis:
        return cls({})

    def text(self, face: int, held: bool) -> str:
        """The die for a message's content. A held keycap stands in brackets, so that it differs in words too."""
        if not self.ids:
            return f"[{_keycap(face)}]" if held else _keycap(face)
        return f"<:{_name(face, held)}:{self.ids[face, held]}>"


# The name holds a hash of the drawing, and every board names five dice.
_name = cache(pictures.name)


def _keycap(face: int) -> str:
    return f"{face}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


async def load_dice_emojis(bot: discord.Client) -> DiceEmojis:
    """Upload the dice that the application's emojis lack. Needs a client that is logged in; never raises for Discord's
    or the network's failures, and never deletes an emoji: boards already posted may still show it.
    """
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            return DiceEmojis(await _ids(bot))
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        _log.warning(
            "Dice appear as keycap digits until the next start: their emojis could not be loaded (%s).",
            error or type(error).__name__,
        )
        return DiceEmojis.keycaps()


async def _ids(bot: discord.Client) -> dict[tuple[int, bool], int]:
    present = await _present(bot)
    for face, held in DICE:
        name = pictures.name(face, held)
        if name in present:
            continue
        try:
            present[name] = (await bot.create_application_emoji(name=name, image=pictures.die(face, held))).id
        except discord.HTTPException:
            # Another process of the same bot may have uploaded it since the list was read.
            present = await _present(bot)
            if name not in present:
                raise
    return {(face, held): present[pictures.name(face, held)] for face, held in DICE}


async def _present(bot: discord.Client) -> dict[str, int]:
    return {emoji.name: emoji.id for emoji in await bot.fetch_application_emojis()}
