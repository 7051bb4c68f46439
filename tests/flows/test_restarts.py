"""The bot stops at any moment and starts again: nothing is lost, and what was not shown is shown once."""

import asyncio

import discord
import pytest
from aiohttp import ServerDisconnectedError
from sqlalchemy import insert

from db.schema import guild_settings, member_preferences
from tests.flows.club import Club, actions
from tests.flows.trouble import (
    SEND,
    Click,
    Typed,
    after_a_roll,
    behind_the_scenes,
    break_network,
    live_boards,
    only_board,
    open_boxes,
    photo,
    play_to_the_last_box,
    press_photo,
    rolls,
    rolls_made,
    scores,
    send,
    slow_answers,
)


async def test_a_lobby_goes_on_after_a_restart(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    await club.restart()
    await club.press(club.chitra, "join")
    await club.press(club.ada, "start")
    assert [seat.player for seat in (await club.game()).game.seats] == [club.ada.id, club.ben.id, club.chitra.id]
    await only_board(club)


async def test_holds_survive_a_restart_and_the_old_board_works_at_once(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    await club.hold(club.ada, 0, 3)
    board = club.board()
    dice = (await club.game()).game.seats[0].turn.dice
    await club.restart()
    await club.press(club.ada, "roll", on=board)
    turn = (await club.game()).game.seats[0].turn
    assert (turn.roll, turn.held) == (2, (0, 3))
    assert (turn.dice[0], turn.dice[3]) == (dice[0], dice[3])
    assert await only_board(club) == board.id


async def test_a_roll_that_was_saved_but_not_shown_is_shown_at_the_start(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    board = await only_board(club)
    await behind_the_scenes(club, club.ada, rolls)
    await club.restart()
    assert await only_board(club) == board
    assert actions(club.board()).count("hold") == 5


async def test_a_board_that_was_not_posted_after_a_score_is_posted_once(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    club.env.inject_error("POST", SEND, status=500, times=None)
    answer = await club.score(first, (await open_boxes(club))[0])
    assert answer.acknowledged
    assert live_boards(club) == []
    club.env.backend.faults.clear()
    await club.restart()
    board = await only_board(club)
    lines = [message.content for message in club.messages() if message.content.startswith(f"**{first.name}**: ")]
    assert len(lines) == 1
    await club.restart()
    assert await only_board(club) == board
    await club.press(await club.current(), "roll")


async def test_a_score_whose_board_was_not_even_retired_is_shown_at_the_start(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    old = club.board()
    await club.press(first, "roll")
    await behind_the_scenes(club, first, scores)
    await club.restart()
    assert await only_board(club) > old.id
    (retired,) = [message for message in club.messages() if message.id == old.id]
    assert retired.content.startswith(f"**{first.name}**: ")
    assert actions(retired) == []


async def test_a_board_that_was_posted_but_not_noted_gives_way_to_the_newer_one_when_pressed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    first = await club.current()
    await club.press(first, "roll")
    break_network(monkeypatch, "POST", SEND, ServerDisconnectedError(), arrives=True)
    await club.score(first, (await open_boxes(club))[0])
    orphan = club.board()
    await club.restart()
    await club.press(await club.current(), "roll", on=orphan)
    assert await only_board(club) > orphan.id
    assert rolls_made((await club.game()).game) == 1


async def test_private_boards_of_a_common_game_work_after_a_restart(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    opened = await club.press(club.ben, "mine")
    assert opened.response is not None
    await club.press(club.ben, "roll", on=opened.response.message)
    await club.restart()
    old = photo(club, opened.response.message)
    await press_photo(club, club.ben, old, "hold", ":2")
    await club.press(club.ada, "mine")
    ben = (await club.game()).game.seats[1]
    assert (ben.turn.roll, ben.turn.held) == (1, (2,))
    await only_board(club)


async def test_the_final_table_is_shown_once_after_a_crash_on_the_last_move(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    last = await play_to_the_last_box(club)
    await behind_the_scenes(club, last, scores)
    await club.restart()
    await club.restart()
    finals = [
        message for message in club.messages() if message.embeds and "final table" in (message.embeds[0].title or "")
    ]
    assert len(finals) == 1
    assert live_boards(club) == []


async def test_after_the_end_a_restart_shows_nothing_new_and_the_cards_still_open(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    last = await play_to_the_last_box(club)
    await club.score(last, (await open_boxes(club))[0])
    before = club.messages()
    await club.restart()
    assert club.messages() == before
    answer = await club.press(club.dan, "cards", on=before[-1])
    assert answer.ephemeral
    await club.ada.slash(club.channel, "play", rules="yacht")
    await only_board(club)


async def test_a_sweep_that_meets_the_end_of_a_game_shows_its_final_table_once(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    last = await play_to_the_last_box(club)
    stored = await club.game()
    await club.score(last, (await open_boxes(club))[0])
    before = club.messages()
    assert await club.bot.channels.bring_up_to_date(stored.id)
    assert club.messages() == before


async def test_a_press_in_hand_is_answered_before_the_bot_stops(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    send(club, Click(club.ada, photo(club), "roll"))
    await asyncio.sleep(0)
    await club.restart()
    assert rolls_made((await club.game()).game) == 1
    await only_board(club)


@pytest.mark.parametrize("typed", [False, True], ids=["press", "command"])
async def test_a_refusal_in_hand_is_told_before_the_bot_stops(
    club: Club, monkeypatch: pytest.MonkeyPatch, typed: bool
) -> None:
    await club.start(club.ada, rules="yacht")
    slow_answers(monkeypatch, 0.2)
    refused = send(club, Typed(club.dan, "leave") if typed else Click(club.dan, photo(club), "roll"))
    await asyncio.sleep(0.1)
    await club.bot.close()
    assert refused.responded


async def test_settings_that_another_version_wrote_hinder_no_start_and_no_game(club: Club) -> None:
    async with club.database.write() as conn:
        row = {"channels": "everywhere", "on_expiry": "explode", "hints": "?", "locale": "tlh", "time_zone": "Moon"}
        await conn.execute(insert(guild_settings).values(guild_id=club.guild.id, clock=-60, quiet_from=5, **row))
        await conn.execute(insert(member_preferences).values(member_id=club.ada.id, pings="?", locale="tlh"))
    await club.restart()
    first, _ = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    manager = club.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    boss = club.guild.add_member(club.env.create_user("boss"), roles=[manager])
    for command, member in (("settings show", boss), ("preferences", club.ada), ("games", club.ada)):
        shown = await member.slash(club.channel, command)
        assert shown.response is not None
        assert shown.response.message.embeds, command
    await only_board(club)
