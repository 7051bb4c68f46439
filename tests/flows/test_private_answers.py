"""Private boards and questions that are out of date, and controls of another version: each is put right in place."""

import re

import pytest
import simcord

from bot.game import moves
from bot.ui.controls import CONTROLS
from bot.ui.lobby_controls import LOBBY_CONTROLS
from bot.ui.other_versions import control_of_other_versions
from bot.ui.question_controls import QUESTION_CONTROLS
from bot.ui.record_controls import RECORD_CONTROLS
from bot.ui.replay_controls import REPLAY_CONTROLS
from bot.ui.report_controls import REPORT_CONTROLS
from tests.flows.club import Club, actions
from tests.flows.trouble import Photo, behind_the_scenes, only_board, photo, press_custom_id, press_photo, rolls, told


async def test_a_private_board_that_is_out_of_date_is_drawn_anew_in_place(club: Club) -> None:
    board = await _own_board(club, club.ben)
    await behind_the_scenes(club, club.ben, rolls)
    answer = await press_photo(club, club.ben, board, "roll")
    assert answer.followups == []
    assert answer.response is not None
    assert answer.response.id == board.message.id
    assert "roll 1 of 3" in (answer.response.embeds[0].description or "")
    assert "hold" in actions(answer.response.message)


async def test_a_private_board_of_a_game_that_is_over_says_so_in_place(club: Club) -> None:
    board = await _own_board(club, club.ben)
    await behind_the_scenes(club, club.ada, lambda _, player: lambda game, _: moves.end(game, player))
    answer = await press_photo(club, club.ben, board, "roll")
    assert answer.response is not None
    assert answer.response.id == board.message.id
    assert answer.response.embeds[0].description == "The game is over. You have 0 points."
    assert actions(answer.response.message) == ["cards"]


async def test_a_private_board_of_a_member_who_has_left_is_refused(club: Club) -> None:
    board = await _own_board(club, club.ben)
    await behind_the_scenes(club, club.ben, lambda _, player: lambda game, _: moves.leave(game, player))
    assert "You have left this game" in told(await press_photo(club, club.ben, board, "roll"))


@pytest.mark.parametrize(("command", "refusal"), [("leave", "You have left this game"), ("end", "Only ben, the host")])
async def test_a_question_that_is_out_of_date_becomes_the_refusal(club: Club, command: str, refusal: str) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    question = await club.ada.slash(club.channel, command)
    assert question.response is not None
    await behind_the_scenes(club, club.ada, lambda _, player: lambda game, _: moves.leave(game, player))
    pressed = await club.press(club.ada, command, on=question.response.message)
    assert pressed.followups == []
    assert refusal in question.response.content
    assert question.response.components == []


@pytest.mark.parametrize(
    "custom_id", ["yc1:advise:1:1:0", "yc2:roll:1:1:0", "yc1:roll:1:1:0:more", "yc12:", "yc1:ranks-up:1"]
)
async def test_a_control_of_another_version_is_answered_in_private(club: Club, custom_id: str) -> None:
    await club.start(club.ada, rules="yacht")
    board = photo(club)
    board.payload["components"][0]["components"][0]["custom_id"] = custom_id
    answer = told(await press_custom_id(club, club.ada, board, custom_id))
    assert answer == "This button is from another version of the bot. /board shows the current board."
    await only_board(club)


def test_no_control_of_this_version_is_taken_for_one_of_another() -> None:
    known = (*CONTROLS, *LOBBY_CONTROLS, *QUESTION_CONTROLS, *RECORD_CONTROLS, *REPLAY_CONTROLS, *REPORT_CONTROLS)
    strange = control_of_other_versions(known).fits
    ids = [
        *(f"yc1:{action}:7" for action in ("join", "leave-lobby", "start", "cancel", "cards", "mine", "leave", "end")),
        "yc1:wait:7:12", "yc1:stand-in:7:12", "yc1:remove:7:12", "yc1:remove-now:7:12",
        "yc1:zeros:7:1", "yc1:take-over:7:1", "yc1:rematch:7",
        "yc1:undo:7", "yc1:hold:7:12:1:4", "yc1:roll:7:12:1", "yc1:hint:7:12:1", "yc1:score:7:12:1", "yc1:report:7",
        "yc1:ranks-next:100:yacht:best:all:3", "yc1:replay:100", "yc1:past-older:100:0::1",
        "yc1:replay-on:100:7:3", "yc1:replay-json:100:7", "yc1:forget:100",
    ]  # fmt: skip
    assert [sum(re.fullmatch(each.fits, custom_id) is not None for each in known) for custom_id in ids] == [1] * len(
        ids
    )
    assert [custom_id for custom_id in ids if re.fullmatch(strange, custom_id)] == []


async def _own_board(club: Club, member: simcord.MemberActor) -> Photo:
    """The board that a member of a common game has opened in private, as it looks before anything is rolled."""
    await club.start(club.ada, club.ben, club.chitra, rules="yacht", together=True)
    opened = await club.press(member, "mine")
    assert opened.response is not None
    return photo(club, opened.response.message)
