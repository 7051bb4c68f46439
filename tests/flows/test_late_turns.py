"""What the others may press about a turn whose time is up, and what the channel shows then."""

from __future__ import annotations

import pytest

from bot.game import Phase, moves
from tests.flows.club import Club, actions
from tests.flows.late import footer, leave, let_computers_play, play_to_the_last_box_together, remove, text, time_up
from tests.flows.trouble import (
    Click,
    after_a_roll,
    at_once,
    only_board,
    photo,
    play_to_the_last_box,
    press_photo,
    refused,
    told,
)

ASKED = ["wait", "stand-in", "remove"]


async def test_time_that_is_up_is_told_on_a_new_board_that_calls_nobody(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    board = club.board().id
    await time_up(club)
    assert await only_board(club) > board
    assert f"<@{first.id}>" not in (club.board().content or "")
    assert text(club).startswith(f"**{first.name}**")
    assert actions(club.board())[-3:] == ASKED


async def test_who_is_late_may_still_play_and_the_question_goes(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    await club.press(first, "roll")
    assert not set(ASKED) & set(actions(club.board()))
    await time_up(club)
    await club.score(first, "choice")
    assert await club.current() is second
    assert not set(ASKED) & set(actions(club.board()))
    await only_board(club)


async def test_wait_gives_the_turn_its_time_anew_on_the_same_board(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    board = (await time_up(club), club.board().id)[1]
    await club.press(second, "wait")
    assert await only_board(club) == board
    assert not set(ASKED) & set(actions(club.board()))
    assert await club.current() is first
    assert not any(seat.late for seat in (await club.game()).game.seats)
    assert text(club).startswith(f"{second.name} gave {first.name} more time.")


async def test_the_computers_turn_becomes_a_line_and_the_next_board_is_posted(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    board = club.board().id
    await club.press(second, "stand-in")
    assert await club.current() is second
    (line,) = [message.content for message in club.messages() if message.id == board]
    assert line.startswith(f"**{first.name}** (computer): ")
    assert line.endswith(f" · decided by {second.name}")
    assert await only_board(club) > board
    assert footer(club) == line.replace("**", "").partition(" · ")[0]
    await club.press(second, "roll")


async def test_what_the_computer_chose_is_not_taken_back(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    await club.press(second, "stand-in")
    assert "undo" not in actions(club.board())
    assert await club.current() is second
    assert len((await club.game()).game.seats[(await club.game()).game.index_of(first.id) or 0].card.scores) == 1


async def test_who_is_removed_leaves_a_line_and_the_game_goes_on(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await time_up(club)
    board = club.board().id
    await remove(club, second)
    (line,) = [message.content for message in club.messages() if message.id == board]
    assert line == f"{second.name} removed **{first.name}**: the time was up."
    assert await club.current() is second
    assert f"~~{first.name}~~ left" in text(club)
    assert await only_board(club) > board
    assert "You have left this game" in told(await club.press(first, "roll"))


async def test_who_is_removed_by_the_settings_of_the_server_leaves_the_same_line(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await time_up(club)
    stored, board = await club.game(), club.board().id
    turn = stored.game.turn_id(stored.game.index_of(first.id) or 0)
    await club.bot.games.dismiss(stored.id, lambda game, _: moves.remove(game, None, turn))
    await club.bot.channels.bring_up_to_date(stored.id)
    (line,) = [message.content for message in club.messages() if message.id == board]
    assert line == f"**{first.name}** was removed: the time was up."
    assert await club.current() is second
    await only_board(club)


async def test_the_last_player_who_is_removed_ends_the_game(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    last = await play_to_the_last_box(club)
    other = club.ben if last is club.ada else club.ada
    await time_up(club)
    stored, board = await club.game(), club.board().id
    await remove(club, other)
    after = await club.bot.games.load(stored.id)
    assert after.game.phase is Phase.FINISHED
    assert after.row.version == after.row.version_shown
    (line,) = [message.content for message in club.messages() if message.id == board]
    assert line == f"{other.name} removed **{last.name}**: the time was up."
    assert actions(club.board()) == ["cards", "report", "rematch"]


async def test_the_computers_last_box_ends_the_game(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    last = await play_to_the_last_box(club)
    other = club.ben if last is club.ada else club.ada
    await time_up(club)
    stored, board = await club.game(), club.board().id
    await club.press(other, "stand-in")
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.FINISHED
    (line,) = [message.content for message in club.messages() if message.id == board]
    assert line.startswith(f"**{last.name}** (computer): ")
    assert actions(club.board()) == ["cards", "report", "rematch"]


@pytest.mark.parametrize("action", ASKED)
async def test_neither_the_late_player_nor_a_spectator_decides(club: Club, action: str) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    assert "It is still your turn" in told(await club.press(first, action))
    assert "not in this game" in told(await club.press(club.dan, action))
    assert actions(club.board())[-3:] == ASKED


async def test_of_two_presses_the_first_decides(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben, club.chitra)
    late = await time_up(club)
    one, other = [member for member in (club.ada, club.ben, club.chitra) if member is not late]
    asked = photo(club)
    answers = await at_once(club, Click(one, asked, "wait"), Click(other, asked, "stand-in"))
    (sentence,) = refused(answers)
    assert "settled already" in sentence
    assert "Current board: " in sentence
    seats = (await club.game()).game.seats
    assert sum(len(seat.card.scores) for seat in seats) == sum(len(seat.stood_in) for seat in seats)
    await only_board(club)


async def test_an_old_question_is_answered_with_the_current_board(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    asked = photo(club)
    await club.press(first, "roll")
    assert "settled already" in told(await press_photo(club, second, asked, "remove"))
    assert await club.current() is first


async def test_where_computers_may_not_play_an_old_button_is_refused(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    asked = photo(club)
    await let_computers_play(club, allowed=False)
    assert "does not let computers play" in told(await press_photo(club, second, asked, "stand-in"))
    assert await club.current() is first
    await second.slash(club.channel, "board")
    assert actions(club.board())[-2:] == ["wait", "remove"]
    await club.press(second, "wait")
    await only_board(club)


async def test_in_a_common_game_the_table_asks_and_goes_on_standing(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht", together=True)
    for member in (club.ben, club.chitra):
        await time_up(club, member)
    table = club.board().id
    assert "The others decide" in text(club)
    await club.press(club.ada, "stand-in")
    assert "**chitra**: 0 of 12 boxes, 0 points, time is up" in text(club)
    assert "**ben**: 1 of 12 boxes" in text(club)
    await remove(club, club.ben)
    assert "~~chitra~~ left" in text(club)
    assert actions(club.board()) == ["mine", "cards"]
    assert await only_board(club) == table


async def test_a_late_player_of_a_common_game_who_rolls_takes_the_question_off_the_table(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    await time_up(club, club.ben)
    opened = await club.press(club.ben, "mine")
    assert opened.response is not None
    assert "until the others decide about it" in (opened.response.embeds[0].description or "")
    await club.press(club.ben, "roll", on=opened.response.message)
    assert actions(club.board()) == ["mine", "cards"]
    await only_board(club)


async def test_a_common_game_whose_last_player_is_removed_ends(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    last = await play_to_the_last_box_together(club)
    other = club.ben if last is club.ada else club.ada
    await time_up(club, last)
    stored, table = await club.game(), club.board().id
    await remove(club, other)
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.FINISHED
    (line,) = [message.content for message in club.messages() if message.id == table]
    assert line == "All cards are full."
    assert actions(club.board()) == ["cards", "report", "rematch"]


async def test_a_choice_taken_back_takes_the_question_about_the_next_turn_along(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await time_up(club)
    await club.press(first, "undo")
    assert await club.current() is first
    assert not set(ASKED) & set(actions(club.board()))
    await only_board(club)


async def test_a_late_player_who_leaves_is_asked_about_as_anybody_who_left(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await time_up(club)
    board = club.board().id
    await leave(club, first)
    (line,) = [message.content for message in club.messages() if message.id == board]
    assert line == f"**{first.name}** left the game."
    assert await club.current() is second
    assert actions(club.board()) == ["roll", "cards", "zeros", "take-over"]
    await only_board(club)


async def test_a_question_is_answered_after_a_restart_too(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await time_up(club)
    await club.restart()
    await club.press(second, "wait")
    assert await club.current() is first
    assert not set(ASKED) & set(actions(club.board()))
    await only_board(club)
