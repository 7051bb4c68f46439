"""What the channel of the club shows of those who are called to their turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

    from tests.flows.club import Club

# SimCord waits a few seconds for what happens in one step.
_STEP = 600.0


def live_reminders(club: Club) -> list[discord.Message]:
    """The messages beside the boards that mention somebody."""
    return [message for message in club.messages() if message.mentions and not message.components]


def calls(club: Club) -> list[int]:
    """Whom the bot has notified so far, in order."""
    found: list[int] = []
    for request in club.env.http_requests:
        if isinstance(request.json, dict) and request.method == "POST":
            found += [int(each) for each in (request.json.get("allowed_mentions") or {}).get("users", ())]
    return found


async def pass_minutes(club: Club, minutes: float) -> None:
    """Let that many minutes go by, with all that falls due on the way."""
    left = minutes * 60
    while left > 0:
        await club.env.advance_time(min(left, _STEP))
        left -= _STEP
