"""/season start: who may, and what it means."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import discord
import pytest

from bot.periods import Period
from tests.flows.shelf import played
from tests.flows.trouble import told

if TYPE_CHECKING:
    import simcord

    from tests.flows.club import Club


@pytest.fixture
def manager(club: Club) -> simcord.MemberActor:
    managers = club.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return club.guild.add_member(club.env.create_user("manager"), roles=[managers])


async def names(club: Club, period: Period, guild: int | None = None) -> list[str]:
    guild = club.guild.id if guild is None else guild
    board = await club.bot.records.leaderboard(guild, "yacht", "wins", period, 0, club.ada.id)
    return [row.name for row in board.rows]


async def test_a_season_is_told_to_everybody_and_begins_empty(club: Club, manager: simcord.MemberActor) -> None:
    await played(club, {club.ada.id: 200, club.ben.id: 100}, ruleset="yacht")
    answer = await manager.slash(club.channel, "season start", name="Winter *2026*")
    assert not answer.ephemeral
    embed = club.messages()[-1].embeds[0]
    assert embed.title == "Season Winter \\*2026\\* has begun"
    assert embed.description == (
        "Games that end from now on count for its leaderboards, which begin empty.\n"
        "Ratings and the leaderboards of all time go on as they were, and nothing is deleted."
    )
    assert (await names(club, Period.SEASON), await names(club, Period.ALL)) == ([], ["ada"])
    season = await club.bot.records.season(club.guild.id)
    assert season is not None
    later = season.started_at + timedelta(seconds=1)
    await played(club, {club.ada.id: 100, club.ben.id: 200}, ruleset="yacht", ended_at=later)
    assert await names(club, Period.SEASON) == ["ben"]


async def test_a_season_ends_the_one_before_on_its_own_server_only(club: Club, manager: simcord.MemberActor) -> None:
    await club.bot.records.start_season(club.guild.id, "Winter")
    await club.bot.records.start_season(club.guild.id + 1, "Elsewhere")
    await manager.slash(club.channel, "season start", name="Spring")
    assert "Season Winter is over." in (club.messages()[-1].embeds[0].description or "")
    seasons = [await club.bot.records.season(guild) for guild in (club.guild.id, club.guild.id + 1)]
    assert [season.name for season in seasons if season] == ["Spring", "Elsewhere"]


async def test_who_may_not_manage_the_server_begins_none(club: Club, manager: simcord.MemberActor) -> None:
    command = club.env.backend.find_command("season", club.guild.id, type=1)
    assert command is not None
    assert int(command["default_member_permissions"]) == discord.Permissions(manage_guild=True).value
    club.guild.set_command_permissions(int(command["id"]), {club.ben: True})
    assert "Only who may manage this server" in told(await club.ben.slash(club.channel, "season start", name="Mine"))
    assert "Give the season a name" in told(await manager.slash(club.channel, "season start", name=" "))
    assert await club.bot.records.season(club.guild.id) is None
