"""/games: what waits for a member everywhere, and which lobbies are open where he asks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from bot.game import moves
from bot.rules import RULESETS
from tests.flows.trouble import behind_the_scenes, invite_bot, remove_bot, rolls, scores, thread_of

if TYPE_CHECKING:
    from tests.flows.club import Club

NOTHING = "You are in no game, and none is open here. Open one with /play."


async def asked(member: simcord.MemberActor, channel: simcord.ChannelHandle) -> str:
    """What /games answers, which only who asked sees."""
    answer = await member.slash(channel, "games")
    assert answer.ephemeral
    assert answer.response is not None
    if answer.response.embeds:
        assert answer.response.content == ""
        return answer.response.embeds[0].description or ""
    return answer.response.content


async def begin(club: Club, channel: simcord.ChannelHandle, *players: simcord.MemberActor, **options: Any) -> None:
    """Start a game in that channel."""
    host, *others = players
    await host.slash(channel, "play", **{"rules": "yacht", **options})
    for other in others:
        await club.press(other, "join", on=board(channel))
    await club.press(host, "start", on=board(channel))


def board(channel: simcord.ChannelHandle) -> discord.Message:
    """The last message with controls in a channel."""
    return [message for message in channel.history() if message.components and not message.flags.ephemeral][-1]


def link(channel: simcord.ChannelHandle) -> str:
    """Where a click on a game in that channel leads."""
    assert channel.guild is not None
    return f"https://discord.com/channels/{channel.guild.id}/{channel.id}/{board(channel).id}"


def second_channel(club: Club, name: str = "tavern") -> simcord.ChannelHandle:
    return club.guild.create_text_channel(name)


async def test_who_is_in_no_game_is_told_how_to_begin(club: Club) -> None:
    assert await asked(club.ada, club.channel) == NOTHING


async def test_own_turn_comes_with_its_channel_and_a_link_to_the_board(club: Club) -> None:
    await begin(club, club.channel, club.ada)
    assert await asked(club.ada, club.channel) == (
        f"**Yacht** · <#{club.channel.id}> · **your turn** · [board]({link(club.channel)})"
    )


async def test_another_players_turn_is_named(club: Club) -> None:
    await begin(club, club.channel, club.ada, club.ben)
    first = await club.current()
    second = club.ben if first is club.ada else club.ada
    assert f"{first.name}'s turn" in await asked(second, club.channel)
    assert "**your turn**" in await asked(first, club.channel)


async def test_time_left_stands_beside_a_turn(club: Club) -> None:
    await begin(club, club.channel, club.ada, club.ben, clock=3600)
    stored = await club.game()
    assert stored.game.current is not None
    deadline = stored.deadline_of(stored.game.current)
    assert deadline is not None
    for member in (club.ada, club.ben):
        assert f" · <t:{int(deadline.timestamp())}:R> · " in await asked(member, club.channel)


async def test_together_one_sees_how_far_one_is(club: Club) -> None:
    await begin(club, club.channel, club.ada, club.ben, together=True)
    assert " · **your turn** · 0 of 12 boxes · " in await asked(club.ada, club.channel)
    for _ in range(12):
        for move in (rolls, scores):
            await behind_the_scenes(club, club.ada, move)
    assert " · the others are still playing · 12 of 12 boxes · " in await asked(club.ada, club.channel)


async def test_the_most_urgent_comes_first(club: Club) -> None:
    places = [second_channel(club, f"room-{number}") for number in range(4)]
    await club.env.settle()
    await club.ada.slash(places[0], "play", rules="yacht")
    await begin(club, places[1], club.ada, club.ben, together=True)
    await begin(club, places[2], club.ada, club.ben, together=True, clock=604800)
    await begin(club, places[3], club.ada, club.ben, together=True, clock=3600)
    channels = re.findall(r"<#(\d+)>", await asked(club.ada, club.channel))
    assert [int(each) for each in channels] == [place.id for place in (places[3], places[2], places[1], places[0])]


async def test_others_turns_come_after_ones_own(club: Club) -> None:
    places = [second_channel(club, f"room-{number}") for number in range(6)]
    await club.env.settle()
    for place in places:
        await begin(club, place, club.ada, club.ben, clock=3600)
    lines = (await asked(club.ada, club.channel)).split("\n")
    mine = ["your turn" in line for line in lines]
    assert mine == sorted(mine, reverse=True)


async def test_time_that_is_up_asks_the_others_to_decide(club: Club) -> None:
    await begin(club, club.channel, club.ada, club.ben, clock=300)
    late = await club.current()
    other = club.ben if late is club.ada else club.ada
    stored = await club.game()
    index = stored.game.index_of(late.id)
    assert index is not None
    await club.bot.games.dismiss(stored.id, lambda game, _: moves.time_up(game, index, game.turn_id(index)))
    assert "**a decision waits for you**" in await asked(other, club.channel)
    assert "**your time is up: play now, before the others decide**" in await asked(late, club.channel)


async def test_who_has_left_a_game_does_not_see_it(club: Club) -> None:
    await begin(club, club.channel, club.ada, club.ben)
    await behind_the_scenes(club, club.ben, lambda _, player: lambda game, _: moves.leave(game, player))
    assert await asked(club.ben, club.channel) == NOTHING
    waits = (
        "your turn, and a decision waits for you" if await club.current() is club.ada else "a decision waits for you"
    )
    assert f"**{waits}**" in await asked(club.ada, club.channel)


async def test_a_game_that_is_over_is_not_listed(club: Club) -> None:
    await begin(club, club.channel, club.ada)
    await behind_the_scenes(club, club.ada, lambda _, player: lambda game, _: moves.end(game, player))
    assert await asked(club.ada, club.channel) == NOTHING


async def test_a_lobby_in_which_one_sits_is_listed_once(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yahtzee")
    stored = await club.game()
    assert stored.row.deadline is not None
    assert await asked(club.ada, club.channel) == (
        f"**Yahtzee** · <#{club.channel.id}> · 1 of 10 players · closes <t:{int(stored.row.deadline.timestamp())}:R>"
        f" · [lobby]({link(club.channel)})"
    )


async def test_open_lobbies_are_offered_to_who_is_in_no_game(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yahtzee")
    text = await asked(club.ben, club.channel)
    assert text.startswith("You are in no game: press Join in a lobby, or open one with /play.\n\n**Open here**\n")
    assert f"[lobby]({link(club.channel)})" in text


async def test_without_a_board_the_link_leads_to_the_channel(club: Club) -> None:
    await begin(club, club.channel, club.ada)
    club.env.backend.delete_message(club.channel.id, board(club.channel).id)
    await club.env.settle()
    assert f"[channel](https://discord.com/channels/{club.guild.id}/{club.channel.id})" in await asked(
        club.ada, club.channel
    )


async def test_games_of_other_servers_are_listed_with_their_name_and_their_lobbies_are_not(club: Club) -> None:
    guild = club.env.create_guild("Far *Shore*")
    far = guild.create_text_channel("dice")
    traveller, stranger = guild.add_member(club.ada.user), guild.add_member(club.dan.user)
    await club.env.settle()
    await begin(club, far, traveller)
    quay = guild.create_text_channel("quay")
    await club.env.settle()
    await stranger.slash(quay, "play", rules="yacht")
    text = await asked(club.ada, club.channel)
    assert f"**Yacht** · <#{far.id}> on Far \\*Shore\\* · **your turn**" in text
    assert str(quay.id) not in text
    assert "Shore" not in await asked(traveller, far)


async def test_a_server_that_the_bot_is_not_in_goes_without_a_name(club: Club) -> None:
    guild = club.env.create_guild("Far Shore")
    far = guild.create_text_channel("dice")
    traveller = guild.add_member(club.ada.user)
    await club.env.settle()
    await begin(club, club.channel, club.ada)
    await remove_bot(club)
    assert f"<#{club.channel.id}> · **your turn**" in await asked(traveller, far)
    await invite_bot(club)


async def test_ten_games_are_listed_and_the_others_counted(club: Club) -> None:
    places = [second_channel(club, f"room-{number}") for number in range(12)]
    await club.env.settle()
    for place in places:
        await begin(club, place, club.ada)
    lines = (await asked(club.ada, club.channel)).split("\n")
    assert len(lines) == 11
    assert lines[-1] == "and 2 more"


async def test_five_open_lobbies_are_listed_and_the_others_counted(club: Club) -> None:
    places = [second_channel(club, f"room-{number}") for number in range(7)]
    await club.env.settle()
    for place in places:
        await club.ada.slash(place, "play", rules="yacht")
    lines = (await asked(club.ben, club.channel)).split("\n")
    assert len([line for line in lines if "[lobby]" in line]) == 5
    assert lines[-1] == "and 2 more"


@pytest.mark.parametrize("place", ["channel", "thread", "private thread"])
async def test_a_lobby_that_the_member_may_not_see_is_not_named(club: Club, place: str) -> None:
    hidden = club.guild.create_text_channel("cellar")
    await club.env.settle()
    where = hidden
    if place != "channel":
        kind = ChannelType.PRIVATE_THREAD if place == "private thread" else ChannelType.PUBLIC_THREAD
        thread = club.env.backend.create_thread(hidden.id, "whispers", club.ada.id, type=kind)
        where = simcord.ChannelHandle(club.env, club.guild, thread)
        club.env.backend.add_thread_member(thread.id, club.env.backend.bot_user.id)
    await club.ada.slash(where, "play", rules="yacht")
    if place != "private thread":
        value = discord.Permissions(view_channel=True).value
        club.env.backend.set_overwrite(hidden.id, Overwrite(club.guild.id, OverwriteType.ROLE, deny=value))
        await club.env.settle()
    assert await asked(club.ben, club.channel) == NOTHING


async def test_a_lobby_in_a_thread_is_offered(club: Club) -> None:
    thread = thread_of(club)
    await club.ada.slash(thread, "play", rules="yacht")
    assert f"<#{thread.id}>" in await asked(club.ben, club.channel)


async def test_a_running_game_whose_rules_are_gone_is_listed_all_the_same(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(club, club.channel, club.ada)
    monkeypatch.delitem(RULESETS, "yacht")
    assert "its rules are gone; its host can end it with /end" in await asked(club.ada, club.channel)


async def test_no_raw_ids_are_printed(club: Club) -> None:
    await begin(club, club.channel, club.ada, club.ben, clock=3600)
    text = await asked(club.ada, club.channel)
    bare = re.sub(r"<#\d+>|<t:\d+:R>|\(https://discord\.com/channels/[\d/]+\)", "", text)
    assert re.search(r"\d{5,}", bare) is None
