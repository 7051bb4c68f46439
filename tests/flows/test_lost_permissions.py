"""What the bot must be allowed: found missing before a game opens, and waited for when it is lost during one."""

import pytest

from tests.flows.club import Club
from tests.flows.trouble import after_a_roll, deny, live_boards, only_board, pass_time, thread_of, told


@pytest.mark.parametrize(
    ("permission", "name"),
    [("view_channel", "View Channel"), ("send_messages", "Send Messages"), ("embed_links", "Embed Links")],
)
async def test_what_is_missing_is_named_before_a_game_opens(club: Club, permission: str, name: str) -> None:
    deny(club, permission)
    answer = told(await club.ada.slash(club.channel, "play", rules="yacht"))
    assert f"allow me {name} here" in answer
    assert await club.bot.games.live_in(club.channel.id) is None
    deny(club)
    await club.ada.slash(club.channel, "play", rules="yacht")
    await only_board(club)


async def test_all_that_is_missing_is_named_at_once(club: Club) -> None:
    deny(club, "view_channel", "send_messages", "embed_links")
    answer = told(await club.ada.slash(club.channel, "play", rules="yacht"))
    assert "View Channel, Send Messages, Embed Links" in answer


async def test_a_thread_needs_its_own_permission(club: Club) -> None:
    thread = thread_of(club)
    deny(club, "send_messages_in_threads")
    assert "Send Messages in Threads" in told(await club.ada.slash(thread, "play", rules="yacht"))
    deny(club, "send_messages")
    await club.ada.slash(thread, "play", rules="yacht")
    await only_board(club, thread)


@pytest.mark.parametrize(("permission", "name"), [("send_messages", "Send Messages"), ("view_channel", "View Channel")])
async def test_a_game_that_may_not_be_shown_waits_and_its_player_is_told(
    club: Club, permission: str, name: str
) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    deny(club, permission)
    answer = await club.score(first, "choice")
    assert answer.acknowledged
    (aside,) = answer.followups
    assert aside.ephemeral
    assert "Your move is kept" in aside.content
    assert f"I need {name}" in aside.content
    assert live_boards(club) == []
    assert await club.current() is second


async def test_the_sweep_shows_the_board_once_it_may(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    deny(club, "send_messages")
    await club.score(first, "choice")
    await club.env.advance_time(601)
    assert live_boards(club) == []
    deny(club)
    await club.env.advance_time(601)
    await only_board(club)
    await club.press(second, "roll")


async def test_board_shows_the_board_once_it_may(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    deny(club, "send_messages")
    await club.score(first, "choice")
    deny(club)
    await club.dan.slash(club.channel, "board")
    await only_board(club)
    await club.press(second, "roll")


async def test_a_board_on_which_the_turn_goes_on_needs_no_permission(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    deny(club, "send_messages")
    await club.hold(first, 0)
    await club.press(first, "roll")
    await only_board(club)


async def test_a_game_that_ended_where_nothing_may_be_shown_is_given_up_a_day_later(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    stored = await club.game()
    asked = await club.ada.slash(club.channel, "end")
    assert asked.response is not None
    deny(club, "view_channel")
    await club.press(club.ada, "end", on=asked.response.message)
    await pass_time(club, 23 * 3600)
    tried = len(club.env.http_requests)
    await pass_time(club, 3600 + 601)
    assert len(club.env.http_requests) > tried
    tried = len(club.env.http_requests)
    await pass_time(club, 3600)
    assert len(club.env.http_requests) == tried
    now = await club.bot.games.load(stored.id)
    assert now.row.version == now.row.version_shown


async def test_a_game_that_is_left_where_nothing_may_be_shown_is_shown_later(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    deny(club, "view_channel")
    asked = await first.slash(club.channel, "leave")
    assert asked.response is not None
    await club.press(first, "leave", on=asked.response.message)
    deny(club)
    await club.bot.scheduler.pass_over(club.env.now())
    await only_board(club)
