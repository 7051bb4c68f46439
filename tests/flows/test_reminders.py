"""Reminders of a clock that runs out, and boards that would be too far above to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from bot.timing import Due, DueKind
from tests.flows.club import actions
from tests.flows.late import leave, text, time_up
from tests.flows.reminding import calls, live_reminders, pass_minutes
from tests.flows.trouble import deny, live_boards, only_board, photo, press_photo

if TYPE_CHECKING:
    import simcord

    from tests.flows.club import Club

HOUR = 3600


async def test_the_player_is_reminded_at_half_time_and_in_the_last_tenth(club: Club) -> None:
    first = await _started(club)
    await pass_minutes(club, 29.9)
    assert calls(club) == []
    await pass_minutes(club, 0.2)
    (half,) = live_reminders(club)
    when, board = await _deadline(club), await _board_link(club)
    assert half.content == f"{first.mention}, half of your time is gone; it ends {when}: {board}"
    await pass_minutes(club, 23.8)
    assert [message.id for message in live_reminders(club)] == [half.id]
    await pass_minutes(club, 0.2)
    (last,) = live_reminders(club)
    assert last.id != half.id
    assert last.content == f"{first.mention}, your time ends {when}: {board}"
    assert calls(club) == [first.id, first.id]
    assert (await club.game()).row.reminder_message_id == last.id


async def test_a_reminder_goes_when_the_time_is_up_and_nobody_is_mentioned_then(club: Club) -> None:
    first = await _started(club)
    await pass_minutes(club, 61)
    assert live_reminders(club) == []
    assert calls(club) == [first.id, first.id]
    assert f"**{first.name}**'s time is up:" in text(club)


async def test_a_reminder_goes_when_the_player_holds_a_die(club: Club) -> None:
    first = await _started(club)
    await club.press(first, "roll")
    await pass_minutes(club, 31)
    assert len(live_reminders(club)) == 1
    await club.hold(first, 0)
    assert live_reminders(club) == []
    await pass_minutes(club, 24)
    assert len(live_reminders(club)) == 1
    await club.score(first, "choice")
    assert live_reminders(club) == []


async def test_somebody_elses_press_leaves_a_reminder(club: Club) -> None:
    await _started(club, together=True)
    await pass_minutes(club, 31)
    (message,) = live_reminders(club)
    member = next(each for each in club.members[:2] if each.id != message.mentions[0].id)
    await _roll_in_private(club, member)
    assert [each.id for each in live_reminders(club)] == [message.id]


async def test_in_a_common_game_one_reminder_follows_another_and_goes_with_a_private_press(club: Club) -> None:
    await _started(club, together=True)
    await pass_minutes(club, 31)
    (message,) = live_reminders(club)
    assert sorted(calls(club)) == sorted([club.ada.id, club.ben.id])
    assert "half of the time for your next box is gone" in message.content
    member = club.member(message.mentions[0].id)
    await _roll_in_private(club, member)
    assert live_reminders(club) == []
    await pass_minutes(club, 24)
    (message,) = live_reminders(club)
    assert "the time for your next box ends <t:" in message.content


async def test_reminders_of_two_members_at_once_are_two_messages_for_discord(club: Club) -> None:
    """Discord answers a message of a nonce that it knows with the one that it has, and calls nobody again."""
    await _started(club, together=True)
    before = len(club.env.http_requests)
    await pass_minutes(club, 31)
    sent = [request.json for request in club.env.http_requests[before:] if request.path.endswith("/messages")]
    nonces = [body["nonce"] for body in sent if isinstance(body, dict)]
    assert len(nonces) == len(set(nonces)) == 2


async def test_a_short_clock_has_no_reminders(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", clock=300)
    await pass_minutes(club, 6)
    assert len(calls(club)) <= 1
    assert live_reminders(club) == []
    assert "wait" in actions(club.board())


@pytest.mark.parametrize(("chosen", "reminded"), [("all", 1), ("reminders", 1), ("none", 0)])
async def test_a_member_chooses_whether_he_is_reminded(club: Club, chosen: str, reminded: int) -> None:
    first = await _started(club)
    await club.bot.choices.change_member(first.id, pings=chosen)
    await pass_minutes(club, 31)
    assert len(live_reminders(club)) == reminded


async def test_a_server_without_turn_pings_reminds_all_the_same(club: Club) -> None:
    await club.bot.choices.change_server(club.guild.id, turn_pings=False)
    first = await _started(club)
    await pass_minutes(club, 31)
    assert calls(club) == [first.id]


async def test_whom_a_reminder_does_not_find_any_more_leaves_the_game(club: Club) -> None:
    first = await _started(club, club.chitra)
    club.guild.remove_member(first)
    await pass_minutes(club, 31)
    assert first.id not in calls(club)
    stored = await club.game()
    index = stored.game.index_of(first.id)
    assert index is not None
    assert stored.game.seats[index].left
    assert await club.current() is not first
    await only_board(club)


async def test_a_reminder_that_could_not_be_deleted_gives_way_to_the_next_one(club: Club) -> None:
    await _started(club)
    await pass_minutes(club, 31)
    (half,) = live_reminders(club)
    club.env.inject_error("DELETE", f"/channels/*/messages/{half.id}", status=403, times=1)
    await pass_minutes(club, 24)
    assert (await club.game()).row.reminder_message_id == live_reminders(club)[-1].id


async def test_a_reminder_that_could_not_be_deleted_goes_with_the_next_press(club: Club) -> None:
    first = await _started(club)
    await pass_minutes(club, 31)
    (half,) = live_reminders(club)
    club.env.inject_error("DELETE", f"/channels/*/messages/{half.id}", status=403, times=1)
    await club.press(first, "roll")
    assert live_reminders(club) == [half]
    await club.press(first, "roll")
    assert live_reminders(club) == []
    assert (await club.game()).row.reminder_message_id is None


async def test_a_reminder_that_a_moderator_deleted_is_followed_by_the_next_one(club: Club) -> None:
    first = await _started(club)
    await pass_minutes(club, 31)
    (half,) = live_reminders(club)
    club.env.backend.delete_message(club.channel.id, half.id)
    await pass_minutes(club, 24)
    assert len(live_reminders(club)) == 1
    await club.press(first, "roll")
    assert live_reminders(club) == []
    assert (await club.game()).row.reminder_message_id is None


async def test_a_reminder_of_a_turn_that_is_over_is_not_sent(club: Club) -> None:
    first = await _started(club)
    stored = await club.game()
    await club.press(first, "roll")
    await club.score(first, "choice")
    due = Due(DueKind.REMINDER, stored.game.current)
    assert not await club.bot.pings.remind(stored, due)
    assert calls(club) == []


async def test_a_reminder_goes_with_the_end_of_the_game(club: Club) -> None:
    await _started(club)
    await pass_minutes(club, 31)
    question = await club.ada.slash(club.channel, "end")
    assert question.response is not None
    await club.press(club.ada, "end", on=question.response.message)
    assert live_reminders(club) == []


async def test_a_reminder_is_deleted_after_a_restart_too(club: Club) -> None:
    first = await _started(club)
    await pass_minutes(club, 31)
    await club.restart()
    assert len(live_reminders(club)) == 1
    await club.press(first, "roll")
    assert live_reminders(club) == []


async def test_an_old_board_is_posted_anew_when_the_time_is_up_and_calls_nobody(club: Club) -> None:
    await _started(club, clock=None)
    board = club.board().id
    await pass_minutes(club, 50)
    before = calls(club)
    await time_up(club)
    assert await only_board(club) > board
    assert board not in [message.id for message in club.messages()]
    assert club.board().mentions == []
    assert calls(club) == before
    assert _edited(club, board) == 0


async def test_an_old_board_is_posted_anew_when_somebody_leaves(club: Club) -> None:
    first = await _started(club, club.chitra, clock=None)
    board = club.board().id
    await pass_minutes(club, 50)
    await leave(club, next(member for member in club.members[:3] if member is not first))
    assert await only_board(club) > board
    assert "zeros" in actions(club.board())
    assert club.board().mentions == []
    assert _edited(club, board) == 0


async def test_a_young_board_is_edited_when_somebody_leaves(club: Club) -> None:
    first = await _started(club, club.chitra, clock=None)
    board = club.board().id
    await leave(club, next(member for member in club.members[:3] if member is not first))
    assert await only_board(club) == board
    assert "zeros" in actions(club.board())


async def test_the_line_of_an_old_board_stands_above_the_next_one(club: Club) -> None:
    first = await _started(club, club.chitra, clock=None)
    board = club.board().id
    await pass_minutes(club, 50)
    await leave(club, first)
    line, new = club.messages()[-2:]
    assert line.content == f"**{first.name}** left the game."
    assert new.id == await only_board(club)
    assert board not in [message.id for message in club.messages()]
    assert _edited(club, board) == 0


async def test_an_old_game_that_is_ended_says_so_at_the_bottom(club: Club) -> None:
    await _started(club, clock=None)
    board = club.board().id
    await pass_minutes(club, 50)
    question = await club.ada.slash(club.channel, "end")
    assert question.response is not None
    await club.press(club.ada, "end", on=question.response.message)
    assert live_boards(club) == []
    assert club.messages()[-1].id > board
    assert club.messages()[-1].embeds[0].title == "Yacht · not finished"
    assert board not in [message.id for message in club.messages()]
    await club.restart()
    assert [message.embeds[0].title for message in club.messages() if message.embeds][-2:].count(
        "Yacht · not finished"
    ) == 1


async def test_a_board_that_may_not_be_posted_anew_waits_for_the_permission(club: Club) -> None:
    await _started(club, clock=None)
    board = club.board().id
    await pass_minutes(club, 50)
    deny(club, "send_messages")
    await time_up(club)
    assert live_boards(club) == [board]
    deny(club)
    await pass_minutes(club, 11)
    assert await only_board(club) > board
    assert "wait" in actions(club.board())


async def _started(
    club: Club, *more: simcord.MemberActor, clock: int | None = HOUR, together: bool = False
) -> simcord.MemberActor:
    """A game of Ada, Ben and more in which nobody has rolled: whose turn it is, or the host where that is everybody's.

    Nobody is called to its first turn, because all have pressed and then played on.
    """
    options = {} if clock is None else {"clock": clock}
    await club.start(club.ada, club.ben, *more, rules="yacht", together=together, **options)
    if together:
        return club.ada
    first = await club.current()
    await club.press(first, "roll")
    return first


async def _roll_in_private(club: Club, member: simcord.MemberActor) -> None:
    opened = await club.press(member, "mine")
    assert opened.response is not None
    await press_photo(club, member, photo(club, opened.response.message), "roll")


async def _deadline(club: Club) -> str:
    stored = await club.game()
    assert stored.game.current is not None
    deadline = stored.deadline_of(stored.game.current)
    assert deadline is not None
    return discord.utils.format_dt(deadline, "R")


async def _board_link(club: Club) -> str:
    return f"[board](https://discord.com/channels/{club.guild.id}/{club.channel.id}/{await only_board(club)})"


def _edited(club: Club, message: int) -> int:
    """How often the bot has edited that message with its own token."""
    path = f"/channels/{club.channel.id}/messages/{message}"
    return sum(request.method == "PATCH" and request.path == path for request in club.env.http_requests)
