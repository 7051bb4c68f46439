"""Games in threads of their own, so that one channel can hold many."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
import simcord
from simcord.http.client import FakeHTTPClient

from bot.game.refusals import Refusal
from bot.games import Games
from bot.ui.permissions import INVITE
from tests.flows.club import actions
from tests.flows.trouble import SEND, break_network, deny, live_boards, only_board, told

if TYPE_CHECKING:
    from tests.flows.club import Club

MAKE = "/channels/*/threads"


def thread(club: Club, number: int = 0) -> simcord.ChannelHandle:
    """A thread of the channel, the oldest first."""
    return club.channel.threads[number]


def lobby(channel: simcord.ChannelHandle) -> discord.Message:
    """The last message with controls in a channel."""
    return [message for message in channel.history() if message.components][-1]


async def begin(club: Club, host: simcord.MemberActor, guest: simcord.MemberActor, **options: Any) -> None:
    """Open a game in a new thread, which two play, and start it."""
    await host.slash(club.channel, "play", rules="yacht", thread=True, **options)
    place = thread(club, -1)
    await club.press(guest, "join", on=lobby(place))
    await club.press(host, "start", on=lobby(place))


async def nothing_left(club: Club) -> None:
    """No thread, no game and no public answer stand."""
    assert club.channel.threads == []
    assert await club.bot.games.lobbies_in(club.guild.id) == []
    assert club.messages() == []


async def test_a_game_opens_in_a_thread_named_after_it(club: Club) -> None:
    answer = await club.ada.slash(club.channel, "play", rules="yacht", thread=True)
    (made,) = club.channel.threads
    assert made.name == "Yacht · ada's game"
    assert answer.response is not None
    assert not answer.ephemeral
    assert answer.response.content == f"**Yacht**: ada has opened a game in <#{made.id}>."
    await only_board(club, made)
    assert actions(lobby(made)) == ["join", "leave-lobby", "start", "cancel", "computers", "hints"]
    assert await club.bot.games.live_in(club.channel.id) is None


async def test_threads_of_one_host_are_told_apart_by_clock_and_number(club: Club) -> None:
    for clock in (None, 86400, 86400):
        await club.ada.slash(club.channel, "play", rules="yacht", thread=True, **({"clock": clock} if clock else {}))
    names = {made.name for made in club.channel.threads}
    assert names == {"Yacht · ada's game", "Yacht · ada's game · 1 day", "Yacht · ada's game · 1 day · 2"}


async def test_a_thread_stays_in_the_list_for_a_week(club: Club) -> None:
    await club.ada.slash(club.channel, "play", thread=True)
    metadata = club.env.backend.get_channel(thread(club).id).thread_metadata
    assert metadata is not None
    assert metadata.auto_archive_duration == 7 * 24 * 60


async def test_two_games_in_threads_and_one_in_the_channel_run_side_by_side(club: Club) -> None:
    await begin(club, club.ada, club.ben)
    await begin(club, club.chitra, club.dan)
    await club.start(club.ada, rules="yacht")
    for place in (thread(club, 0), thread(club, 1), club.channel):
        stored = await club.bot.games.live_in(place.id)
        assert stored is not None
        assert stored.game.current is not None
        player = club.member(stored.game.seats[stored.game.current].player)
        await club.press(player, "roll", on=lobby(place))
        await club.score(player, "choice", on=lobby(place))
        await only_board(club, place)


async def test_the_rematch_of_a_game_in_a_thread_opens_in_that_thread(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht", thread=True)
    place = thread(club)
    await club.press(club.ada, "start", on=lobby(place))
    for _ in range(12):
        stored = await club.bot.games.live_in(place.id)
        assert stored is not None
        await club.press(club.ada, "roll", on=lobby(place))
        await club.score(club.ada, stored.game.rules.open_boxes(stored.game.seats[0].card)[0].key, on=lobby(place))
    await club.press(club.ada, "rematch", on=lobby(place))
    await only_board(club, place)


async def test_an_archived_thread_comes_back_with_the_next_board(club: Club) -> None:
    await begin(club, club.ada, club.ben)
    place = thread(club)
    club.env.backend.edit_channel(place.id, {}, thread_metadata={"archived": True})
    await club.ada.slash(place, "board")
    await only_board(club, place)


@pytest.mark.parametrize("name", ["x" * 32, "𝕏" * 32, "\u202e@everyone\n<@1>"])
async def test_any_name_of_a_member_makes_a_name_of_a_thread(club: Club, name: str) -> None:
    member = club.guild.add_member(club.env.create_user("long"), nick=name)
    await member.slash(club.channel, "play", rules="yahtzee-upper-first", thread=True)
    made = thread(club).name or ""
    assert made.startswith("Yahtzee, upper section first · ")
    assert made.endswith("'s game")
    assert len(made) <= 100
    assert made.isprintable()


async def test_a_thread_in_a_thread_is_refused(club: Club) -> None:
    await club.ada.slash(club.channel, "play", thread=True)
    answer = told(await club.ben.slash(thread(club), "play", thread=True))
    assert answer == "This is a thread already. Leave out the option `thread` to play here."
    assert len(club.channel.threads) == 1


@pytest.mark.parametrize("kind", ["voice", "stage"])
async def test_where_there_are_no_threads_the_option_is_refused(club: Club, kind: str) -> None:
    make = {"voice": club.guild.create_voice_channel, "stage": club.guild.create_stage_channel}[kind]
    place = make("harbour bar")
    await club.env.settle()
    answer = told(await club.ben.slash(place, "play", thread=True))
    assert answer == "This channel cannot have threads. Leave out the option `thread` to play here."
    await nothing_left(club)


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("view_channel", "View Channel"),
        ("create_public_threads", "Create Public Threads"),
        ("send_messages_in_threads", "Send Messages in Threads"),
        ("embed_links", "Embed Links"),
    ],
)
async def test_what_a_thread_needs_is_named_before_one_is_made(club: Club, permission: str, name: str) -> None:
    deny(club, permission)
    assert f"allow me {name} in this channel" in told(await club.ada.slash(club.channel, "play", thread=True))
    await nothing_left(club)
    assert getattr(INVITE, permission)


async def test_a_thread_does_not_need_the_bot_to_write_in_the_channel(club: Club) -> None:
    deny(club, "send_messages")
    await club.ada.slash(club.channel, "play", thread=True)
    await only_board(club, thread(club))


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006)])
async def test_a_thread_that_cannot_be_made_leaves_nothing_behind(club: Club, status: int, code: int) -> None:
    club.env.inject_error("POST", MAKE, status=status, code=code)
    answer = await club.ada.slash(club.channel, "play", thread=True)
    assert told(answer) == (
        "Discord did not let me make a thread just now, and no game was opened. "
        "Try again in a minute, or leave out the option `thread` to play in this channel."
    )
    await nothing_left(club)
    await club.ada.slash(club.channel, "play", thread=True)
    await only_board(club, thread(club))


async def test_a_connection_that_breaks_while_a_thread_is_made_leaves_nothing_behind(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_network(monkeypatch, "POST", MAKE, aiohttp.ServerDisconnectedError())
    assert "no game was opened" in told(await club.ada.slash(club.channel, "play", thread=True))
    await nothing_left(club)


async def test_a_thread_that_is_long_in_coming_is_waited_for(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    request = FakeHTTPClient.request

    async def slow(self: FakeHTTPClient, route: Any, **parts: Any) -> Any:
        if route.path == "/channels/{channel_id}/threads":
            await asyncio.sleep(5)
        return await request(self, route, **parts)

    monkeypatch.setattr(FakeHTTPClient, "request", slow)
    answer = await club.ada.slash(club.channel, "play", thread=True)
    await club.env.advance_time(6)
    await only_board(club, thread(club))
    assert answer.response is not None
    assert f"<#{thread(club).id}>" in answer.response.content


async def test_a_command_that_is_delivered_twice_makes_one_thread(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    emit = club.env.backend.emit

    def twice(name: str, payload: Any, **parts: Any) -> Any:
        if name == "INTERACTION_CREATE":
            emit(name, payload, **parts)
        return emit(name, payload, **parts)

    club.meant = (Refusal, discord.HTTPException)
    monkeypatch.setattr(club.env.backend, "emit", twice)
    await club.ada.slash(club.channel, "play", thread=True)
    monkeypatch.undo()
    await only_board(club, thread(club))
    assert len(club.channel.threads) == 1


async def test_a_game_that_cannot_be_kept_puts_its_thread_away(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*args: object, **parts: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Games, "open", broken)
    answer = told(await club.ada.slash(club.channel, "play", thread=True))
    club.meant = (Refusal, ZeroDivisionError)
    assert "something went wrong" in answer
    metadata = club.env.backend.get_channel(thread(club).id).thread_metadata
    assert metadata is not None
    assert metadata.archived
    assert [record.exc_info is not None for record in caplog.records if record.levelname == "ERROR"] == [True]
    caplog.clear()


async def test_a_lobby_that_cannot_be_shown_in_its_thread_is_shown_later(club: Club) -> None:
    club.env.inject_error("POST", SEND, status=400)
    answer = await club.ada.slash(club.channel, "play", thread=True)
    place = thread(club)
    assert live_boards(club, place) == []
    assert [message.content for message in answer.followups] == [
        f"The lobby could not be shown in <#{place.id}> just now. Type /board there."
    ]
    await club.ada.slash(place, "board")
    await only_board(club, place)


async def test_a_thread_that_is_deleted_ends_its_game_and_no_other(club: Club) -> None:
    await begin(club, club.ada, club.ben)
    await begin(club, club.chitra, club.dan)
    first, second = club.channel.threads
    club.env.backend.delete_channel(first.id)
    await club.env.settle()
    assert await club.bot.games.live_in(first.id) is None
    await only_board(club, second)
