"""Rematch: the same members and rules once more, each of whom confirms by joining."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.game import Order, moves
from bot.rules import RULESETS
from tests.flows.club import actions, control
from tests.flows.trouble import Click, at_once, behind_the_scenes, deny, only_board, photo, rolls, scores, told

if TYPE_CHECKING:
    import simcord

    from bot.games import StoredGame
    from tests.flows.club import Club


async def finish(club: Club, *players: simcord.MemberActor, **options: Any) -> discord.Message:
    """Play a game to its end, unseen but for the last message, and answer that message."""
    await club.start(*players, **{"rules": "yacht", **options})
    return await play_out(club)


async def play_out(club: Club) -> discord.Message:
    """Play the game that runs to its end."""
    stored = await club.game()
    while (game := (await club.bot.games.load(stored.id)).game).live:
        index = next(index for index in range(len(game.seats)) if game.may_act(index))
        for move in (rolls, scores):
            await behind_the_scenes(club, club.member(game.seats[index].player), move)
    await club.bot.channels.bring_up_to_date(stored.id)
    return last(club)


def last(club: Club) -> discord.Message:
    """The last message of a game that is over."""
    return next(message for message in reversed(club.messages()) if "rematch" in actions(message))


def lobby(club: Club) -> discord.Message:
    """The lobby that stands in the channel."""
    return next(message for message in reversed(club.messages()) if "join" in actions(message))


def notified(club: Club) -> set[int]:
    """The members whom the lobby notified when it was posted."""
    stored = club.env.backend.get_message(club.channel.id, lobby(club).id)
    sent = next(
        request.json["data"]
        for request in club.env.http_requests
        if request.path.endswith("/callback")
        and isinstance(request.json, dict)
        and "asks for a rematch" in (request.json.get("data", {}).get("content") or "")
    )
    assert stored.author_id == club.env.backend.bot_user.id
    return {int(user) for user in sent["allowed_mentions"].get("users", [])}


def mentioned(club: Club) -> set[int]:
    """The members whom the lobby mentions now."""
    content = lobby(club).content
    return {member.id for member in club.members if f"<@{member.id}>" in content}


async def rematch_of(club: Club, message: discord.Message) -> StoredGame:
    """The live game that the button on that message has opened."""
    before = int(control(message, "rematch").split(":")[2])
    stored = await club.bot.games.rematch_of(before)
    assert stored is not None
    return stored


async def test_rematch_opens_a_lobby_with_the_same_rules_for_the_same_members(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra, together=True, same_dice=True, clock=3600)
    await club.press(club.ben, "rematch", on=over)
    stored = await club.game()
    assert stored.game.host == club.ben.id
    assert (stored.game.ruleset, stored.game.order, stored.game.duplicate) == ("yacht", Order.TOGETHER, True)
    assert stored.row.clock == 3600
    assert (await rematch_of(club, over)).id == stored.id
    await only_board(club)
    assert lobby(club).content == f"<@{club.ada.id}>, <@{club.chitra.id}>: ben asks for a rematch. Press Join."
    assert notified(club) == {club.ada.id, club.chitra.id}


async def test_the_last_message_of_the_game_stays_as_it_was(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    await club.press(club.ada, "rematch", on=over)
    assert last(club).id == over.id
    assert last(club).embeds[0].to_dict() == over.embeds[0].to_dict()


async def test_who_joins_is_no_longer_asked(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    await club.press(club.ada, "rematch", on=over)
    await club.press(club.ben, "join", on=lobby(club))
    assert mentioned(club) == {club.chitra.id}
    await club.press(club.dan, "join", on=lobby(club))
    assert mentioned(club) == {club.chitra.id}
    await club.press(club.chitra, "join", on=lobby(club))
    assert lobby(club).content == ""
    assert notified(club) == {club.ben.id, club.chitra.id}
    await club.press(club.ada, "start", on=lobby(club))
    assert len((await club.game()).game.seats) == 4


async def test_who_leaves_the_lobby_is_asked_no_more_loudly_than_by_name(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    await club.press(club.ada, "rematch", on=over)
    await club.press(club.ben, "join", on=lobby(club))
    await club.press(club.ben, "leave-lobby", on=lobby(club))
    assert mentioned(club) == {club.ben.id}
    bodies: list[Any] = [
        request.json for request in club.env.http_requests if "asks for a rematch" in str(request.json)
    ]
    assert len(bodies) > 1
    assert not any("users" in body["data"]["allowed_mentions"] for body in bodies[1:])


async def test_a_restart_does_not_forget_who_is_asked(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    await club.press(club.ada, "rematch", on=over)
    await club.restart()
    await club.press(club.ben, "join", on=lobby(club))
    assert mentioned(club) == {club.chitra.id}


async def test_rematch_again_joins_the_lobby_that_is_open(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    await club.press(club.ada, "rematch", on=over)
    answer = told(await club.press(club.ben, "rematch", on=over))
    board = await only_board(club)
    assert (
        answer == f"You have joined the rematch: https://discord.com/channels/{club.guild.id}/{club.channel.id}/{board}"
    )
    game = (await club.game()).game
    assert [seat.player for seat in game.seats] == [club.ada.id, club.ben.id]
    assert mentioned(club) == {club.chitra.id}
    assert "joined already" in told(await club.press(club.ada, "rematch", on=over))


async def test_two_who_press_rematch_at_once_sit_in_one_lobby(club: Club) -> None:
    over = photo(club, await finish(club, club.ada, club.ben))
    await at_once(club, Click(club.ada, over, "rematch"), Click(club.ben, over, "rematch"))
    game = (await club.game()).game
    assert {seat.player for seat in game.seats} == {club.ada.id, club.ben.id}
    await only_board(club)


async def test_a_press_that_is_delivered_twice_opens_one_lobby(club: Club) -> None:
    over = photo(club, await finish(club, club.ada, club.ben))
    await at_once(club, Click(club.ada, over, "rematch"), deliveries=2)
    assert [seat.player for seat in (await club.game()).game.seats] == [club.ada.id]
    await only_board(club)


async def test_a_spectator_is_told_to_open_a_game_of_his_own(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    answer = told(await club.press(club.dan, "rematch", on=over))
    assert answer == "Only who played this game may ask for a rematch. Open a game of your own with /play."
    assert await club.bot.games.live_in(club.channel.id) is None


async def test_a_game_that_runs_here_already_stands_in_the_way(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    await club.dan.slash(club.channel, "play", rules="yacht")
    assert "open in this channel already" in told(await club.press(club.ada, "rematch", on=over))
    await club.press(club.dan, "start")
    assert "already running in this channel" in told(await club.press(club.ada, "rematch", on=over))


async def test_a_rematch_that_has_started_stands_in_the_way(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    await club.press(club.ada, "rematch", on=over)
    await club.press(club.ada, "start", on=lobby(club))
    assert "already running in this channel" in told(await club.press(club.ben, "rematch", on=over))


async def test_after_a_rematch_that_was_cancelled_there_may_be_another(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    await club.press(club.ada, "rematch", on=over)
    await club.press(club.ada, "cancel", on=lobby(club))
    await club.press(club.ben, "rematch", on=over)
    assert (await club.game()).game.host == club.ben.id


async def test_who_has_left_the_server_is_not_asked(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    club.env.backend.remove_member(club.guild.id, club.chitra.id)
    await club.env.settle()
    await club.press(club.ada, "rematch", on=over)
    assert lobby(club).content == f"<@{club.ben.id}>: ada asks for a rematch. Press Join."
    assert notified(club) == {club.ben.id}
    await club.press(club.dan, "join", on=lobby(club))
    assert mentioned(club) == {club.ben.id}


async def test_a_former_player_is_not_asked(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    await club.bot.records.forget(club.ben.id)
    await club.press(club.ada, "rematch", on=over)
    assert lobby(club).content == f"<@{club.chitra.id}>: ada asks for a rematch. Press Join."
    assert "Only who played" in told(await club.press(club.ben, "rematch", on=over))


async def test_who_left_the_game_is_not_asked_but_may_come(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht")
    await behind_the_scenes(club, club.ben, lambda _, player: lambda game, _: moves.leave(game, player))
    over = await play_out(club)
    await club.press(club.ada, "rematch", on=over)
    assert lobby(club).content == f"<@{club.chitra.id}>: ada asks for a rematch. Press Join."
    assert "You have joined" in told(await club.press(club.ben, "rematch", on=over))


@pytest.mark.parametrize("pings", ["reminders", "none"])
async def test_who_wants_no_pings_is_named_without_one(club: Club, pings: str) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    await club.bot.choices.change_member(club.ben.id, pings=pings)
    await club.press(club.ada, "rematch", on=over)
    assert mentioned(club) == {club.ben.id, club.chitra.id}
    assert notified(club) == {club.chitra.id}


async def test_a_server_without_pings_notifies_nobody(club: Club) -> None:
    over = await finish(club, club.ada, club.ben, club.chitra)
    await club.bot.choices.change_server(club.guild.id, turn_pings=False)
    await club.press(club.ada, "rematch", on=over)
    assert mentioned(club) == {club.ben.id, club.chitra.id}
    assert notified(club) == set()


async def test_a_rematch_of_a_game_played_alone_asks_nobody(club: Club) -> None:
    over = await finish(club, club.ada)
    await club.press(club.ada, "rematch", on=over)
    assert lobby(club).content == ""


async def test_a_rematch_needs_a_channel_in_which_games_are_opened(club: Club) -> None:
    other = club.guild.create_text_channel("tavern")
    over = await finish(club, club.ada, club.ben)
    await club.bot.choices.change_server(club.guild.id, channels=[other.id])
    assert f"Open yours in one of these: <#{other.id}>." in told(await club.press(club.ada, "rematch", on=over))
    assert await club.bot.games.live_in(club.channel.id) is None


async def test_a_rematch_needs_the_same_permissions(club: Club) -> None:
    over = await finish(club, club.ada, club.ben)
    deny(club, "send_messages")
    assert "allow me Send Messages here" in told(await club.press(club.ada, "rematch", on=over))


async def test_rules_that_are_gone_cannot_be_played_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    over = await finish(club, club.ada, club.ben)
    monkeypatch.delitem(RULESETS, "yacht")
    answer = told(await club.press(club.ada, "rematch", on=over))
    assert answer == "I do not know the rules of this game any more. Open another one with /play."
    assert await club.bot.games.live_in(club.channel.id) is None
