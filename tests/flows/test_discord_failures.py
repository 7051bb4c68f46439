"""Discord fails: the move stays, the board is shown again, and whoever pressed is told what can be told."""

import asyncio
import logging
import re

import aiohttp
import pytest
from aiohttp import ServerDisconnectedError

from bot.games import Games
from bot.ui import desk
from tests.flows.club import Club
from tests.flows.trouble import (
    CALLBACK,
    EDIT,
    SEND,
    Click,
    Typed,
    after_a_roll,
    break_network,
    hold_back,
    live_boards,
    only_board,
    photo,
    play_to_the_last_box,
    press_photo,
    rolls_made,
    send,
    told,
)

FAILURES = [(500, 0), (503, 0), (404, 10062)]


@pytest.mark.parametrize(("status", "code"), FAILURES)
async def test_a_roll_whose_answer_is_lost_is_shown_on_the_board(club: Club, status: int, code: int) -> None:
    await club.start(club.ada, rules="yacht")
    club.env.inject_error("POST", CALLBACK, status=status, code=code, times=2)
    await club.press(club.ada, "roll")
    club.left_unanswered = 1
    assert rolls_made((await club.game()).game) == 1
    await only_board(club)
    assert "roll 1 of 3" in (club.board().embeds[0].description or "")


@pytest.mark.parametrize(("status", "code"), FAILURES)
async def test_a_score_whose_answer_is_lost_brings_the_next_board(club: Club, status: int, code: int) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    old = club.board().id
    club.env.inject_error("POST", CALLBACK, status=status, code=code, times=2)
    await club.score(first, "choice")
    club.left_unanswered = 1
    assert await club.current() is second
    (retired,) = [message for message in club.messages() if message.id == old]
    assert retired.content.startswith(f"**{first.name}**: ")
    await only_board(club)


async def test_an_answer_that_fails_once_is_acknowledged_all_the_same(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    club.env.inject_error("POST", CALLBACK, status=500)
    assert (await club.press(club.ada, "roll")).acknowledged
    await only_board(club)


@pytest.mark.parametrize("arrives", [False, True])
async def test_a_connection_that_breaks_on_the_answer_costs_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    await club.start(club.ada, rules="yacht")
    break_network(monkeypatch, "POST", CALLBACK, ServerDisconnectedError(), arrives=arrives)
    assert (await club.press(club.ada, "roll")).acknowledged
    assert rolls_made((await club.game()).game) == 1
    await only_board(club)
    await club.hold(club.ada, 1)


@pytest.mark.parametrize("error", [ServerDisconnectedError(), TimeoutError(), aiohttp.ClientOSError(104, "reset")])
async def test_a_connection_that_breaks_on_a_send_leaves_the_board_to_the_sweep(
    club: Club, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    break_network(monkeypatch, "POST", SEND, error)
    answer = await club.score(first, "choice")
    assert [aside.ephemeral for aside in answer.followups] == [True]
    assert "/board shows it again" in answer.followups[0].content
    assert live_boards(club) == []
    await club.env.advance_time(601)
    await only_board(club)
    await club.press(second, "roll")


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (403, 50013)])
async def test_a_send_that_fails_leaves_the_board_to_the_sweep(club: Club, status: int, code: int) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    club.env.inject_error("POST", SEND, status=status, code=code)
    await club.score(first, "choice")
    assert live_boards(club) == []
    await club.env.advance_time(601)
    await only_board(club)


async def test_an_expired_press_is_logged_with_its_latency(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.start(club.ada, rules="yacht")
    club.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=2)
    await club.press(club.ada, "roll")
    club.left_unanswered = 1
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(lines) == 1
    assert re.match(r"answer not taken latency=\d+\.\d{3}s game=1 guild=\d+ channel=\d+ user=\d+ ", lines[0])


@pytest.mark.parametrize("action", ["cards", "refused"])
async def test_an_expired_private_answer_is_no_failure(
    club: Club, caplog: pytest.LogCaptureFixture, action: str
) -> None:
    await club.start(club.ada, rules="yacht")
    club.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction")
    await club.press(club.dan, "cards" if action == "cards" else "roll")
    club.left_unanswered = 1
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert len(lines) == 1
    assert lines[0].startswith("answer not taken latency=")


async def test_an_expired_command_still_opens_its_lobby(club: Club) -> None:
    club.env.inject_error("POST", CALLBACK, status=404, code=10062)
    await club.ada.slash(club.channel, "play", rules="yacht")
    club.left_unanswered = 1
    await only_board(club)
    await club.press(club.ada, "start")


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (400, 50083), (404, 10008)])
async def test_a_board_that_cannot_be_edited_is_posted_anew(club: Club, status: int, code: int) -> None:
    await club.start(club.ada, rules="yacht")
    old = club.board().id
    club.env.inject_error("POST", CALLBACK, status=404, code=10062, times=2)
    club.env.inject_error("PATCH", EDIT, status=status, code=code)
    await club.press(club.ada, "roll")
    club.left_unanswered = 1
    assert await only_board(club) > old


async def test_a_board_that_cannot_be_shrunk_does_not_hold_up_the_next(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    old = photo(club)
    club.env.inject_error("POST", CALLBACK, status=500, times=2)
    club.env.inject_error("PATCH", EDIT, status=429, code=30046)
    await club.score(first, "choice")
    club.left_unanswered = 1
    assert (await club.game()).row.board_message_id != old.message.id
    assert "moved on" in told(await press_photo(club, second, old, "roll"))
    await club.press(second, "roll")


async def test_an_old_board_that_cannot_be_deleted_is_left_and_refused(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    old = photo(club)
    club.env.inject_error("DELETE", EDIT, status=500)
    await club.dan.slash(club.channel, "board")
    await club.press(first, "roll")
    assert "moved on" in told(await press_photo(club, first, old, "roll"))


@pytest.mark.parametrize("command", [True, False], ids=["board", "undo"])
async def test_no_press_waits_for_an_old_message_to_be_deleted(
    club: Club, monkeypatch: pytest.MonkeyPatch, command: bool
) -> None:
    monkeypatch.setattr(desk, "_ORDERLY_SECONDS", 60)
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    released = hold_back(monkeypatch, "DELETE")
    send(club, Typed(club.dan, "board") if command else Click(first, photo(club), "undo"))
    await asyncio.sleep(1)
    roller = await club.current()
    pressed = send(club, Click(roller, photo(club), "roll"))
    await asyncio.sleep(1)
    assert pressed.responded
    released.set()
    await club.env.settle()
    await only_board(club)


async def test_the_last_move_whose_answer_is_lost_still_ends_in_the_final_table(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    last = await play_to_the_last_box(club)
    club.env.inject_error("POST", CALLBACK, status=500, times=2)
    club.env.inject_error("POST", SEND, status=500)
    box = club.board().components[-1].children[0].options[0].value  # type: ignore[union-attr]
    assert (await club.score(last, box)).acknowledged
    await club.env.advance_time(601)
    await club.env.advance_time(601)
    titles = [message.embeds[0].title for message in club.messages() if message.embeds]
    assert titles.count("Yacht · final table") == 1
    assert live_boards(club) == []


async def test_an_undo_whose_answer_is_lost_edits_the_board_back(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    board = club.board().id
    club.env.inject_error("POST", CALLBACK, status=500, times=2)
    await club.press(first, "undo")
    club.left_unanswered = 1
    assert await club.current() is first
    assert await only_board(club) == board
    assert not any(message.content.startswith(f"**{first.name}**: ") for message in club.messages())


async def test_an_unknown_failure_apologizes_with_an_id_that_the_log_has_too(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start(club.ada, rules="yacht")

    async def broken(*args: object) -> None:
        raise ZeroDivisionError("nothing is lost")

    with monkeypatch.context() as patched:
        patched.setattr(Games, "act", broken)
        pressed = told(await club.press(club.ada, "roll"))
    with monkeypatch.context() as patched:
        patched.setattr(Games, "live_in", broken)
        typed = told(await club.ada.slash(club.channel, "board"))
    failures = [record for record in caplog.records if record.levelno >= logging.ERROR]
    for answer, record in zip((pressed, typed), failures, strict=True):
        reference = re.search(r"reference: (\w{6})$", answer)
        assert reference is not None
        assert f"ref={reference[1]} " in record.getMessage()
        assert record.exc_info is not None
        assert record.exc_info[0] is ZeroDivisionError
        assert f"user={club.ada.id}" in record.getMessage()
    club.meant = (*club.meant, ZeroDivisionError)
    caplog.clear()
    await club.press(club.ada, "roll")
    await only_board(club)
