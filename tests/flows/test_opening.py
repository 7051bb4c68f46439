"""How a game is opened: with which rules and clock when none are named, and where."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.clocks import CLOCKS
from bot.ui.clock_choice import clocks_to_choose
from tests.flows.trouble import only_board, thread_of, told

if TYPE_CHECKING:
    from tests.flows.club import Club

HOUR = timedelta(hours=1)


def hide(club: Club, channel: int) -> None:
    """Let nobody but the owner see a channel."""
    value = discord.Permissions(view_channel=True).value
    club.env.backend.set_overwrite(channel, Overwrite(club.guild.id, OverwriteType.ROLE, deny=value))


async def test_every_clock_can_be_chosen(club: Club) -> None:
    for choice in clocks_to_choose():
        await club.ada.slash(club.channel, "play", clock=choice.value)
        assert ((await club.game()).clock or timedelta()).total_seconds() == choice.value
        await club.press(club.ada, "cancel")
    assert [choice.value for choice in clocks_to_choose()] == [0, *(clock.total_seconds() for clock in CLOCKS)]


async def test_without_a_clock_the_servers_holds(club: Club) -> None:
    await club.ada.slash(club.channel, "play")
    assert (await club.game()).clock is None
    await club.press(club.ada, "cancel")
    await club.bot.choices.change_server(club.guild.id, clock=3600)
    await club.ada.slash(club.channel, "play")
    assert (await club.game()).clock == HOUR


async def test_no_clock_can_be_chosen_where_the_server_has_one(club: Club) -> None:
    await club.bot.choices.change_server(club.guild.id, clock=3600)
    await club.ada.slash(club.channel, "play", clock=0)
    assert (await club.game()).clock is None


async def test_without_rules_the_servers_default_holds_before_its_last_game(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yahtzee")
    await club.press(club.ada, "cancel")
    await club.ada.slash(club.channel, "play")
    assert (await club.game()).game.ruleset == "yahtzee"
    await club.press(club.ada, "cancel")
    await club.bot.choices.change_server(club.guild.id, default_ruleset="yahtzee-free-joker")
    await club.ada.slash(club.channel, "play")
    assert (await club.game()).game.ruleset == "yahtzee-free-joker"


async def test_a_game_opens_only_where_the_server_lets_it(club: Club) -> None:
    other = club.guild.create_text_channel("tavern")
    await club.env.settle()
    await club.bot.choices.change_server(club.guild.id, channels=[other.id])
    answer = told(await club.ada.slash(club.channel, "play", rules="yacht"))
    assert answer == f"Games are not opened in this channel. Open yours in one of these: <#{other.id}>."
    assert await club.bot.games.live_in(club.channel.id) is None
    await club.ada.slash(other, "play", rules="yacht")
    await only_board(club, other)


async def test_a_thread_counts_as_its_channel(club: Club) -> None:
    other = club.guild.create_text_channel("tavern")
    await club.env.settle()
    await club.bot.choices.change_server(club.guild.id, channels=[club.channel.id])
    thread = thread_of(club)
    await club.ada.slash(thread, "play", rules="yacht")
    await only_board(club, thread)
    assert "Games are not opened" in told(await club.ada.slash(other, "play", rules="yacht", thread=True))


async def test_five_channels_are_named_that_the_member_sees_and_that_are_there(club: Club) -> None:
    others = [club.guild.create_text_channel(f"room-{number}") for number in range(7)]
    hide(club, others[0].id)
    await club.env.settle()
    gone = club.env.backend.snowflake()
    await club.bot.choices.change_server(club.guild.id, channels=[gone, *(each.id for each in others)])
    answer = told(await club.ada.slash(club.channel, "play"))
    assert [each.id for each in others if f"<#{each.id}>" in answer] == [each.id for each in others[1:6]]
    assert str(gone) not in answer


async def test_where_the_member_sees_no_such_channel_he_is_told_who_can_change_that(club: Club) -> None:
    other = club.guild.create_text_channel("tavern")
    hide(club, other.id)
    await club.env.settle()
    await club.bot.choices.change_server(club.guild.id, channels=[other.id])
    answer = told(await club.ada.slash(club.channel, "play"))
    assert answer == (
        "Games are not opened in this channel. Who manages this server can change that with /settings channels."
    )


async def test_where_the_chosen_channels_are_gone_games_open_everywhere(club: Club) -> None:
    await club.bot.choices.change_server(club.guild.id, channels=[club.env.backend.snowflake()])
    await club.ada.slash(club.channel, "play")
    await only_board(club)
