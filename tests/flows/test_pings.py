"""Who is called to his turn: by a new board, or soon after it, and as members and servers want it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.game import Phase
from bot.timing import Due, DueKind
from tests.flows.reminding import calls, live_reminders, pass_minutes
from tests.flows.trouble import (
    Click,
    Typed,
    after_a_roll,
    break_network,
    deny,
    only_board,
    photo,
    while_sending,
)

if TYPE_CHECKING:
    import simcord

    from tests.flows.club import Club

SOON = 1.5


async def test_a_board_that_called_nobody_is_followed_after_ninety_seconds_by_a_message_that_does(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await pass_minutes(club, SOON - 0.1)
    assert live_reminders(club) == []
    await pass_minutes(club, 0.1)
    (message,) = live_reminders(club)
    link = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{club.board().id}"
    assert message.content == f"{second.mention}, it is your turn: [board]({link})"
    assert calls(club) == [second.id]
    assert await only_board(club) < message.id


async def test_it_is_deleted_when_he_presses(club: Club) -> None:
    second = await _nudged(club)
    assert (await club.game()).row.reminder_message_id == live_reminders(club)[0].id
    await club.press(second, "roll")
    assert live_reminders(club) == []
    assert (await club.game()).row.reminder_message_id is None


async def test_who_presses_within_ninety_seconds_is_not_called(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await pass_minutes(club, 1)
    await club.press(second, "roll")
    await pass_minutes(club, 10)
    assert calls(club) == []


async def test_who_is_called_by_the_board_is_not_called_again(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await pass_minutes(club, 6)
    await club.score(first, "choice")
    await pass_minutes(club, 10)
    assert calls(club) == [second.id]
    assert live_reminders(club) == []


async def test_a_board_shown_anew_plans_no_second_call(club: Club) -> None:
    second = await _nudged(club)
    await club.dan.slash(club.channel, "board")
    await pass_minutes(club, 60)
    assert calls(club) == [second.id]


async def test_a_call_leads_to_the_board_that_was_shown_anew(club: Club) -> None:
    await _nudged(club)
    await club.dan.slash(club.channel, "board")
    (message,) = live_reminders(club)
    assert message.content.endswith(f"/{await only_board(club)})")


async def test_who_plays_alone_is_never_called(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    for box in ("choice", "ones"):
        await club.press(club.ada, "roll")
        await pass_minutes(club, 50)
        await club.score(club.ada, box)
        await pass_minutes(club, 50)
    assert calls(club) == []


async def test_who_is_left_alone_in_the_game_is_called_to_the_turn_he_gets_by_that(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await pass_minutes(club, 6)
    question = await first.slash(club.channel, "leave")
    assert question.response is not None
    await club.press(first, "leave", on=question.response.message)
    assert calls(club) == [second.id]


async def test_a_server_that_switched_turn_pings_off_calls_nobody(club: Club) -> None:
    await club.bot.choices.change_server(club.guild.id, turn_pings=False)
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await pass_minutes(club, 10)
    await club.press(second, "roll")
    await pass_minutes(club, 10)
    await club.score(second, "choice")
    assert calls(club) == []


@pytest.mark.parametrize("chosen", ["reminders", "none"])
async def test_who_does_not_want_to_be_called_to_each_turn_is_not(club: Club, chosen: str) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.bot.choices.change_member(second.id, pings=chosen)
    await pass_minutes(club, 6)
    await club.score(first, "choice")
    await pass_minutes(club, 10)
    assert calls(club) == []
    assert live_reminders(club) == []


async def test_who_switches_calls_off_before_the_ninety_seconds_are_over_is_not_called(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await club.bot.choices.change_member(second.id, pings="reminders")
    await pass_minutes(club, 10)
    assert calls(club) == []


async def test_nobody_is_called_at_a_turn_of_a_common_game(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    await pass_minutes(club, 60)
    assert calls(club) == []


async def test_a_box_taken_back_takes_the_call_back_too(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await pass_minutes(club, SOON)
    await club.press(first, "undo")
    assert live_reminders(club) == []
    assert await club.current() is first
    await club.score(first, "choice")
    await pass_minutes(club, SOON)
    assert len(live_reminders(club)) == 1


async def test_the_end_of_the_game_deletes_the_call(club: Club) -> None:
    await _nudged(club)
    question = await club.ada.slash(club.channel, "end")
    assert question.response is not None
    await club.press(club.ada, "end", on=question.response.message)
    assert live_reminders(club) == []
    assert await club.bot.games.live_in(club.channel.id) is None


async def test_a_leaving_player_takes_his_call_along(club: Club) -> None:
    second = await _nudged(club)
    question = await second.slash(club.channel, "leave")
    assert question.response is not None
    await club.press(second, "leave", on=question.response.message)
    assert second.id not in [each.id for message in live_reminders(club) for each in message.mentions]


async def test_whom_a_call_does_not_find_any_more_leaves_the_game_which_goes_on(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await club.score(first, "choice")
    club.guild.remove_member(second)
    await pass_minutes(club, SOON)
    assert calls(club) == []
    stored = await club.game()
    index = stored.game.index_of(second.id)
    assert index is not None
    assert stored.game.seats[index].left
    assert await club.current() is not second
    await only_board(club)


async def test_a_press_while_the_call_is_being_sent_takes_it_back_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    board = photo(club)
    while_sending(monkeypatch, club, lambda: Click(second, board, "roll"))
    await pass_minutes(club, SOON)
    # Discord's answer to what was sent comes a little later.
    await pass_minutes(club, 0.1)
    assert (await club.game()).game.phase is Phase.PLAYING
    assert live_reminders(club) == []
    assert calls(club) == [second.id]


async def test_a_call_that_may_not_be_sent_is_left(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    deny(club, "send_messages")
    await pass_minutes(club, SOON)
    deny(club)
    await pass_minutes(club, 20)
    assert live_reminders(club) == []
    assert (await club.game()).row.reminder_message_id is None


async def test_who_was_not_called_because_his_board_could_not_be_posted_is_called_after_board(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    deny(club, "send_messages")
    await club.score(first, "choice")
    deny(club)
    before = calls(club)
    await club.chitra.slash(club.channel, "board")
    await club.dan.slash(club.channel, "board")
    await pass_minutes(club, SOON)
    assert calls(club) == [*before, second.id]


async def test_who_is_called_by_a_board_that_is_being_posted_while_somebody_types_board_is_called_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await pass_minutes(club, 6)
    while_sending(monkeypatch, club, lambda: Typed(club.chitra, "board"))
    await club.score(first, "choice")
    await only_board(club)
    await pass_minutes(club, 2 * SOON)
    assert calls(club) == [second.id]


async def test_a_call_of_a_channel_that_is_gone_ends_its_game(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    stored = await club.game()
    del club.env.backend.channels[club.channel.id]
    index = stored.game.index_of(second.id)
    assert not await club.bot.pings.remind(stored, Due(DueKind.NUDGE, index))
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.ABANDONED


async def test_a_lost_connection_is_no_failure(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    stored = await club.game()
    break_network(monkeypatch, "POST", f"/channels/{club.channel.id}/messages", TimeoutError())
    assert not await club.bot.pings.remind(stored, Due(DueKind.NUDGE, stored.game.index_of(second.id)))


async def test_a_call_that_fell_due_while_the_bot_was_down_is_sent_at_the_start(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await club.restart(lambda: club.env.backend.clock.advance(timedelta(minutes=3).total_seconds()))
    assert calls(club) == [second.id]
    assert len(live_reminders(club)) == 1
    await club.press(second, "roll")
    assert live_reminders(club) == []


async def _nudged(club: Club) -> simcord.MemberActor:
    """A game in which the one whose turn it is has been called ninety seconds after his board: that member."""
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await pass_minutes(club, SOON)
    assert len(live_reminders(club)) == 1
    return second
