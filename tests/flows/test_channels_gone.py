"""Threads, and channels, boards, servers and members that go away."""

import pytest

from bot.game import Phase, moves
from tests.flows.club import Club
from tests.flows.trouble import (
    SEND,
    after_a_roll,
    archive,
    before_dismissal,
    behind_the_scenes,
    invite_bot,
    live_boards,
    only_board,
    photo,
    press_photo,
    remove_bot,
    scores,
    thread_of,
    told,
)


async def test_a_game_in_a_thread_runs_beside_the_one_in_its_channel(club: Club) -> None:
    thread = thread_of(club)
    await club.start(club.ada, rules="yacht")
    await club.ben.slash(thread, "play", rules="yahtzee")
    lobby = thread.last_message
    assert lobby is not None
    await club.press(club.ben, "start", on=lobby)
    await club.press(club.ada, "roll")
    board = thread.last_message
    await club.press(club.ben, "roll", on=board)
    await only_board(club)
    await only_board(club, thread)
    assert "already running" in told(await club.dan.slash(thread, "play"))


async def test_an_archived_thread_goes_on(club: Club) -> None:
    thread = thread_of(club)
    await club.ada.slash(thread, "play", rules="yacht")
    archive(club, thread)
    await club.press(club.ada, "start", on=thread.last_message)
    await only_board(club, thread)


async def test_a_locked_thread_pauses_the_game_until_it_is_open_again(club: Club) -> None:
    thread = thread_of(club)
    await club.ada.slash(thread, "play", rules="yacht")
    archive(club, thread, locked=True)
    club.env.inject_error("POST", SEND, status=400, code=50083, message="Thread is archived", times=None)
    answer = await club.press(club.ada, "start", on=thread.last_message)
    assert "Your move is kept" in answer.followups[0].content
    assert live_boards(club, thread) == []
    club.env.backend.faults.clear()
    await club.env.advance_time(601)
    await only_board(club, thread)


async def test_a_deleted_channel_ends_its_game(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    stored = await club.game()
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    gone = await club.bot.games.load(stored.id)
    assert gone.game.phase is Phase.ABANDONED
    assert gone.row.version == gone.row.version_shown


async def test_a_deleted_thread_ends_its_game_and_not_the_one_beside_it(club: Club) -> None:
    thread = thread_of(club)
    await club.start(club.ada, rules="yacht")
    await club.ben.slash(thread, "play", rules="yacht")
    stored = await club.bot.games.live_in(thread.id)
    assert stored is not None
    club.env.backend.delete_channel(thread.id)
    await club.env.settle()
    assert not (await club.bot.games.load(stored.id)).game.live
    await club.press(club.ada, "roll")
    await only_board(club)


async def test_the_deletion_of_a_channel_takes_its_threads_games_with_it(club: Club) -> None:
    thread = thread_of(club)
    await club.ben.slash(thread, "play", rules="yacht")
    stored = await club.bot.games.live_in(thread.id)
    assert stored is not None
    del club.env.backend.channels[thread.id]
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    await club.bot.channels.bring_up_to_date(stored.id)
    assert not (await club.bot.games.load(stored.id)).game.live


async def test_a_channel_deleted_while_the_bot_was_down_ends_its_game_at_the_first_move_that_is_shown(
    club: Club,
) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    stored = await club.game()
    await behind_the_scenes(club, first, scores)
    await club.restart(lambda: club.env.backend.delete_channel(club.channel.id))
    gone = await club.bot.games.load(stored.id)
    assert gone.game.phase is Phase.ABANDONED
    assert gone.row.version == gone.row.version_shown


async def test_a_quiet_game_whose_channel_went_while_the_bot_was_down_ends_with_its_time(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    stored = await club.game()
    await club.restart(lambda: club.env.backend.delete_channel(club.channel.id))
    assert stored.row.deadline is not None
    await club.bot.scheduler.pass_over(stored.row.deadline)
    gone = await club.bot.games.load(stored.id)
    assert gone.game.phase is Phase.ABANDONED
    assert gone.row.version == gone.row.version_shown


async def test_a_bot_that_was_removed_waits_and_goes_on_when_invited_again(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.score(first, "choice")
    board = await only_board(club)
    await remove_bot(club)
    assert (await club.game()).game.live
    await invite_bot(club)
    assert await only_board(club) == board
    await club.press(second, "roll")


async def test_what_happened_while_the_bot_was_removed_is_shown_when_it_is_invited_again(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await remove_bot(club)
    await behind_the_scenes(club, first, scores)
    await club.env.advance_time(601)
    await invite_bot(club)
    await only_board(club)
    await club.press(second, "roll")


async def test_a_game_that_expired_while_the_bot_was_removed_is_told_when_it_is_invited_again(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    stored = await club.game()
    await remove_bot(club)
    assert stored.row.deadline is not None
    await club.bot.scheduler.pass_over(stored.row.deadline)
    await invite_bot(club)
    assert live_boards(club) == []
    assert "closed without a game" in (club.messages()[-1].embeds[0].description or "")


async def test_a_deleted_board_comes_back_with_board(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    deleted = photo(club)
    club.env.backend.delete_message(club.channel.id, deleted.message.id)
    await club.env.settle()
    assert (await club.game()).row.board_message_id is None
    await club.dan.slash(club.channel, "board")
    assert await only_board(club) > deleted.message.id
    await club.press(first, "roll")


async def test_a_board_deleted_with_many_others_comes_back_with_board(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    chatter = await club.dan.send(club.channel, "Good luck!")
    club.env.backend.bulk_delete_messages(club.channel.id, [club.board().id, chatter.id])
    await club.env.settle()
    assert (await club.game()).row.board_message_id is None
    await club.dan.slash(club.channel, "board")
    await only_board(club)


async def test_a_press_that_meets_the_deletion_of_its_board_is_kept_and_the_board_comes_back(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    deleted = photo(club)
    club.env.backend.delete_message(club.channel.id, deleted.message.id)
    answer = await press_photo(club, first, deleted, "roll")
    assert answer.acknowledged
    assert (await club.game()).game.seats[(await club.game()).game.current or 0].turn.roll == 2
    await only_board(club)


async def test_board_takes_the_old_board_away_and_pings_nobody(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    old = club.board().id
    await club.dan.send(club.channel, "Where is the board?")
    await club.env.advance_time(301)
    await club.dan.slash(club.channel, "board")
    assert await only_board(club) > old
    assert old not in [message.id for message in club.messages()]
    assert club.board().mentions == []


async def test_a_member_who_left_the_server_is_passed_over_and_that_is_told(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    club.guild.remove_member(second)
    await club.env.advance_time(301)
    await club.score(first, "choice")
    game = (await club.game()).game
    gone = game.index_of(second.id)
    assert gone is not None
    assert game.seats[gone].left
    assert (await club.current()) not in (first, second)
    assert any(f"~~{second.name}~~ left" in text for text in _texts(club))
    await only_board(club)


async def test_the_card_of_a_member_who_left_the_server_can_be_looked_at(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    club.guild.remove_member(second)
    answer = await first.slash(club.channel, "cards", player=second.user)
    assert answer.response is not None
    assert [field.name for field in answer.response.embeds[0].fields] == [f"{second.name}: 0 points"]


async def test_when_everybody_else_left_the_server_the_last_one_plays_on(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    club.guild.remove_member(second)
    await club.env.advance_time(301)
    await club.score(first, "choice")
    assert await club.current() is first
    await only_board(club)
    await club.press(first, "roll")


@pytest.mark.parametrize("ended", [False, True], ids=["left", "ended"])
async def test_a_game_that_changes_while_a_member_is_looked_up_is_shown_as_it_is_then(
    club: Club, monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    stored = await club.game()
    club.guild.remove_member(second)
    await club.env.advance_time(301)

    async def meanwhile() -> None:
        if ended:
            await behind_the_scenes(club, club.ada, lambda _, player: lambda game, _: moves.end(game, player))
        else:
            await behind_the_scenes(club, second, lambda _, player: lambda game, _: moves.leave(game, player))

    before_dismissal(monkeypatch, meanwhile)
    await club.score(first, "choice")
    now = await club.bot.games.load(stored.id)
    assert now.game.live is not ended
    assert now.row.version == now.row.version_shown


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10004)])
async def test_a_member_who_cannot_be_looked_up_keeps_the_turn(club: Club, status: int, code: int) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await club.env.advance_time(301)
    club.env.inject_error("GET", "/guilds/*/members/*", status=status, code=code)
    await club.score(first, "choice")
    assert await club.current() is second
    await only_board(club)


def _texts(club: Club) -> list[str]:
    embeds = [embed.description or "" for message in club.messages() for embed in message.embeds]
    return [*(message.content for message in club.messages()), *embeds]
