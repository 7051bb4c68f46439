"""The bot is removed from a server, or the server is out for a while: what becomes of its records."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import discord

from db.removal import guilds_removed
from tests.flows.past import Before
from tests.flows.trouble import invite_bot, remove_bot

if TYPE_CHECKING:
    from tests.flows.club import Club

MONTH = timedelta(days=31)


async def removed(club: Club) -> list[int]:
    async with club.database.read() as conn:
        return list(await guilds_removed(conn))


async def games_kept(club: Club) -> int:
    return len((await club.bot.records.history(club.guild.id)).games)


async def outage(club: Club) -> None:
    """Discord loses sight of the server."""
    club.env.backend.emit("GUILD_DELETE", {"id": str(club.guild.id), "unavailable": True})
    await club.env.settle()


async def test_a_month_after_its_removal_a_server_is_forgotten(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    await remove_bot(club)
    assert await removed(club) == [club.guild.id]
    await club.bot.scheduler.pass_over(discord.utils.utcnow() + MONTH - timedelta(days=2))
    assert await games_kept(club) == 1
    await club.bot.scheduler.pass_over(discord.utils.utcnow() + MONTH)
    assert (await games_kept(club), await removed(club)) == (0, [])
    await invite_bot(club)


async def test_a_server_that_invites_the_bot_again_keeps_everything(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    await remove_bot(club)
    await invite_bot(club)
    assert await removed(club) == []
    await club.bot.scheduler.pass_over(discord.utils.utcnow() + MONTH)
    assert await games_kept(club) == 1


async def test_an_outage_is_no_removal(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    await outage(club)
    assert await removed(club) == []
    await club.bot.scheduler.pass_over(discord.utils.utcnow() + MONTH)
    assert await games_kept(club) == 1


async def test_an_outage_at_the_start_is_no_removal(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    await outage(club)
    await club.bot.on_ready()
    assert await removed(club) == []
