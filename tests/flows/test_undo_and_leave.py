"""Taking a box choice back, leaving, and ending a game before its time."""

import discord
import pytest
import simcord

from bot.game import Phase, moves
from bot.games import Games, StoredGame
from tests.flows.club import Club, actions
from tests.flows.trouble import after_a_roll, behind_the_scenes, live_boards, only_board, told


async def test_a_choice_taken_back_edits_the_board_back_and_removes_its_line(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    dice = club.board().content
    line = club.board().id
    await club.env.advance_time(301)
    await club.score(first, "choice")
    board = await only_board(club)
    sends = _sends(club)
    await club.press(first, "undo")
    assert await only_board(club) == board
    assert club.board().content == dice
    assert line not in [message.id for message in club.messages()]
    assert _sends(club) == sends
    assert await club.current() is first


async def test_after_an_undo_the_turn_goes_on_and_its_board_becomes_a_line(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await club.press(first, "undo")
    await club.press(first, "roll")
    board = club.board().id
    await club.score(first, "ones")
    lines = [message for message in club.messages() if message.content.startswith(f"**{first.name}**: ")]
    assert [line.id for line in lines] == [board]
    assert "Ones" in lines[0].content
    assert await club.current() is second
    await only_board(club)


async def test_a_choice_is_not_taken_back_by_another_member(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    assert "nothing to take back" in told(await club.press(second, "undo"))
    assert "not in this game" in told(await club.press(club.dan, "undo"))
    assert await club.current() is second
    await only_board(club)


async def test_after_the_next_roll_nothing_can_be_taken_back(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    await club.press(second, "roll")
    assert "undo" not in actions(club.board())


async def test_a_choice_taken_back_after_a_restart_removes_its_line_too(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    line = club.board().id
    await club.score(first, "choice")
    await club.restart()
    await club.press(first, "undo")
    assert line not in [message.id for message in club.messages()]
    await only_board(club)


async def test_a_choice_taken_back_after_the_next_player_left_removes_its_own_line(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    line = club.board().id
    await club.score(first, "choice")
    left = club.board().id
    await _confirm(club, second, "leave")
    await club.press(first, "undo")
    assert await club.current() is first
    messages = {message.id: message.content for message in club.messages()}
    assert line not in messages
    assert messages[left] == f"**{second.name}** left the game."
    await only_board(club)


async def test_who_leaves_a_lobby_is_gone_from_it_and_its_host_hands_it_on(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    await club.press(club.ada, "leave-lobby")
    game = (await club.game()).game
    assert (game.host, [seat.player for seat in game.seats]) == (club.ben.id, [club.ben.id])
    await club.press(club.ben, "start")
    await only_board(club)


async def test_leave_leaves_a_lobby_without_a_question(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    assert told(await club.ben.slash(club.channel, "leave")) == "You have left the game."
    assert "ben" not in (club.board().embeds[0].description or "")
    await only_board(club)


@pytest.mark.parametrize("command", ["leave", "end"])
async def test_a_lobby_that_starts_meanwhile_is_neither_left_nor_ended_without_a_question(
    club: Club, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    live_in = Games.live_in

    async def started_after(self: Games, channel: int) -> StoredGame | None:
        stored = await live_in(self, channel)
        monkeypatch.setattr(Games, "live_in", live_in)
        await behind_the_scenes(club, club.ada, lambda _, player: lambda game, dice: moves.start(game, player, dice))
        return stored

    monkeypatch.setattr(Games, "live_in", started_after)
    assert "started already" in told(await club.ada.slash(club.channel, command))
    game = (await club.game()).game
    assert game.phase is Phase.PLAYING
    assert not game.seats[0].left


async def test_the_last_one_to_leave_a_lobby_closes_it(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ada, "leave-lobby")
    assert await club.bot.games.live_in(club.channel.id) is None
    assert live_boards(club) == []
    assert "this lobby closed without a game" in (club.messages()[-1].embeds[0].description or "")


async def test_cancel_closes_a_lobby_for_its_host_alone(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    assert "Only ada, the host" in told(await club.press(club.ben, "cancel"))
    await club.press(club.ada, "cancel")
    assert await club.bot.games.live_in(club.channel.id) is None
    assert live_boards(club) == []


async def test_leaving_a_running_game_is_asked_first(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    question = await second.slash(club.channel, "leave")
    assert question.ephemeral
    assert "decide whether your open boxes become zeros" in told(question)
    assert not any(seat.left for seat in (await club.game()).game.seats)
    assert await club.current() is first


async def test_the_current_player_who_leaves_passes_the_turn_on(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    board = club.board().id
    done = await _confirm(club, first, "leave")
    assert done == "You have left the game."
    assert await club.current() is second
    (retired,) = [message for message in club.messages() if message.id == board]
    assert retired.content == f"**{first.name}** left the game."
    assert await only_board(club) > board
    assert "You have left this game" in told(await first.slash(club.channel, "leave"))


async def test_another_player_who_leaves_is_struck_out_on_the_board(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    board = club.board().id
    await _confirm(club, second, "leave")
    assert await club.current() is first
    assert await only_board(club) == board
    assert f"~~{second.name}~~ left" in (club.board().embeds[0].description or "")


async def test_the_last_one_to_leave_ends_the_game(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await _confirm(club, second, "leave")
    stored = await club.game()
    await _confirm(club, first, "leave")
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.ABANDONED
    assert live_boards(club) == []
    assert club.board().embeds[0].title == "Yacht · not finished"
    await club.ada.slash(club.channel, "play", rules="yacht")


async def test_the_host_who_leaves_hands_the_game_on(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht")
    await _confirm(club, club.ada, "leave")
    assert (await club.game()).game.host == club.ben.id
    assert "Only ben, the host" in told(await club.chitra.slash(club.channel, "end"))
    await only_board(club)


async def test_leaving_a_common_game_updates_its_table(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    await _confirm(club, club.ada, "leave")
    assert "~~ada~~ left" in (club.board().embeds[0].description or "")
    assert "You have left this game" in told(await club.press(club.ada, "mine"))
    await only_board(club)


async def test_a_confirmation_pressed_twice_leaves_once(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht")
    question = await club.ada.slash(club.channel, "leave")
    again = await club.ada.slash(club.channel, "leave")
    assert question.response is not None
    assert again.response is not None
    await club.press(club.ada, "leave", on=question.response.message)
    assert "You have left this game" in told(await club.press(club.ada, "leave", on=again.response.message))
    assert [seat.left for seat in (await club.game()).game.seats].count(True) == 1


async def test_the_host_ends_a_running_game_after_a_question(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    assert "Only ada, the host" in told(await club.ben.slash(club.channel, "end"))
    assert await _confirm(club, club.ada, "end") == "The game is ended."
    assert await club.bot.games.live_in(club.channel.id) is None
    assert live_boards(club) == []
    assert "Ended by ada." in (club.board().embeds[0].description or "")


async def test_end_closes_a_lobby_without_a_question(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    assert told(await club.ada.slash(club.channel, "end")) == "The game is ended."
    assert live_boards(club) == []


async def test_who_may_manage_messages_ends_any_game(club: Club) -> None:
    keepers = club.guild.create_role("keepers", permissions=discord.Permissions(manage_messages=True))
    keeper = club.guild.add_member(club.env.create_user("keeper"), roles=[keepers])
    await after_a_roll(club, club.ada, club.ben)
    await _confirm(club, keeper, "end")
    assert await club.bot.games.live_in(club.channel.id) is None
    assert "Ended by who looks after this channel." in (club.board().embeds[0].description or "")


async def test_who_lost_the_permission_meanwhile_may_not_confirm_the_end(club: Club) -> None:
    keepers = club.guild.create_role("keepers", permissions=discord.Permissions(manage_messages=True))
    keeper = club.guild.add_member(club.env.create_user("keeper"), roles=[keepers])
    await after_a_roll(club, club.ada, club.ben)
    question = await keeper.slash(club.channel, "end")
    assert question.response is not None
    club.env.backend.remove_member_role(club.guild.id, keeper.id, keepers.id)
    assert "Only ada, the host" in told(await club.press(keeper, "end", on=question.response.message))
    assert (await club.game()).game.live


async def test_commands_where_no_game_runs_say_where_to_begin(club: Club) -> None:
    for command in ("board", "cards", "leave", "end"):
        assert "Open one with /play" in told(await club.ada.slash(club.channel, command))


async def _confirm(club: Club, member: simcord.MemberActor, command: str) -> str:
    """Type the command, press the button of its question, and answer what stands there then."""
    question = await member.slash(club.channel, command)
    assert question.response is not None
    pressed = await club.press(member, command, on=question.response.message)
    assert pressed.acknowledged
    return str(question.response.content)


def _sends(club: Club) -> int:
    return sum(request.method == "POST" and request.path.endswith("/messages") for request in club.env.http_requests)
