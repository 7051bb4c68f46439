"""A message as it will stand in a channel, whether it is sent, edited or given as an answer."""

from dataclasses import dataclass
from typing import Any

import discord

COLOUR_OPEN = discord.Colour(0x2B6CB0)
COLOUR_PLAYING = discord.Colour(0x2F855A)
COLOUR_OVER = discord.Colour(0x8A6D1F)


@dataclass(frozen=True)
class Screen:
    """Content, embed and controls; None leaves that part out.

    `pings` is the one member whom the content may notify, `invites` are those whom it may notify of a rematch.
    """

    content: str | None = None
    embed: discord.Embed | None = None
    view: discord.ui.View | None = None
    pings: int | None = None
    invites: tuple[int, ...] = ()

    def to_send(self) -> dict[str, Any]:
        """Arguments for `send` and `send_message`."""
        parts = {"content": self.content, "embed": self.embed, "view": self.view}
        return {
            "allowed_mentions": self._mentions(),
            **{name: part for name, part in parts.items() if part is not None},
        }

    def to_edit(self) -> dict[str, Any]:
        """Arguments for `edit` and `edit_message`: what the screen leaves out is taken away. Edits never ping."""
        return {
            "content": self.content,
            "embed": self.embed,
            "view": self.view,
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def _mentions(self) -> discord.AllowedMentions:
        notified = self.invites if self.pings is None else (self.pings, *self.invites)
        if not notified:
            return discord.AllowedMentions.none()
        return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(each) for each in notified])
