"""Finished games, put where the bot keeps them as if they had been played."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import discord

from bot.results import note
from bot.rules import RULESETS
from db import games
from tests.db import builders

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.flows.club import Club


async def played(
    club: Club,
    totals: Mapping[int, int],
    *,
    guild: int | None = None,
    ruleset: str = "yahtzee",
    names: Mapping[int, str] | None = None,
    **facts: Any,
) -> int:
    """One game that ended just now, rated where it has two seats or more; the id of the game.

    Each box of a card holds its share of the total, and the last one the rest.
    """
    ended_at = facts.pop("ended_at", discord.utils.utcnow())
    guild = club.guild.id if guild is None else guild
    called = {member.id: member.name for member in club.members} | dict(names or {})
    best = max(totals.values())
    async with club.database.write() as conn:
        game_id = await builders.new_game(conn, guild_id=guild, channel_id=club.channel.id + 1000, ruleset=ruleset)
        await builders.end(conn, game_id, 1)
        await games.mark_shown(conn, game_id, 2)
        rows = [
            builders.result(
                game_id,
                seat,
                guild_id=guild,
                member_id=member,
                name=called.get(member, f"guest {member}"),
                ruleset=ruleset,
                total=total,
                place=1 + sum(other > total for other in totals.values()),
                won=total == best,
                ended_at=ended_at,
                rated=len(totals) > 1,
                seats=len(totals),
                card=json.dumps(card(ruleset, total)),
                **facts,
            )
            for seat, (member, total) in enumerate(totals.items())
        ]
        await note(conn, rows)
    return game_id


def card(ruleset: str, total: int) -> list[tuple[str, int]]:
    """A full card of so many points; of a ruleset there is not, one of two boxes of its own."""
    boxes = [box.key for box in RULESETS[ruleset].boxes] if ruleset in RULESETS else ["old-box", "older-box"]
    share = total // len(boxes)
    return [*((box, share) for box in boxes[:-1]), (boxes[-1], total - share * (len(boxes) - 1))]
