"""A running game whose ruleset is no longer in the code: it can be ended and left, and it is in nobody's way."""

from __future__ import annotations

import pytest
import simcord

from bot.rules import RULESETS
from tests.flows.club import Club, actions
from tests.flows.trouble import told

GONE = "I do not know the rules of this game any more. Its host can end it with /end."


@pytest.fixture
async def board(club: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """The club after a restart without the rules of the game of ada, who is its host, and ben."""
    await club.start(club.ada, club.ben, rules="yahtzee")
    await club.press(await club.current(), "roll")
    monkeypatch.delitem(RULESETS, "yahtzee")
    await club.restart()
    return club


async def confirmed(club: Club, member: simcord.MemberActor, command: str) -> None:
    """Type a command and press the button that it asks with."""
    answer = await member.slash(club.channel, command)
    assert answer.response is not None
    (action,) = actions(answer.response.message)
    await club.press(member, action, on=answer.response.message)


async def only_ended(club: Club) -> None:
    """The game is over, its board says so, and another can be opened."""
    assert await club.bot.games.live_in(club.channel.id) is None
    embed = club.messages()[-1].embeds[0]
    assert embed.title == "Yahtzee · not finished"
    await club.ben.slash(club.channel, "play")
    assert "join" in actions(club.board())


async def test_presses_and_commands_are_told(board: Club) -> None:
    club = board
    member = await club.current()
    for answer in (
        await club.press(member, "roll"),
        await club.score(member, "chance"),
        await club.press(member, "cards"),
        await member.slash(club.channel, "board"),
        await member.slash(club.channel, "cards"),
    ):
        assert told(answer) == GONE


async def test_the_host_ends_it(board: Club) -> None:
    await confirmed(board, board.ada, "end")
    embed = board.messages()[-1].embeds[0]
    assert (embed.description or "").splitlines() == ["Ended by ada.", "", "ada", "ben"]
    await only_ended(board)


async def test_who_leaves_ends_it(board: Club) -> None:
    await confirmed(board, board.ben, "leave")
    await only_ended(board)


async def test_a_player_may_have_his_data_deleted(board: Club) -> None:
    await confirmed(board, board.ben, "privacy delete")
    assert await board.bot.records.named_in(board.ben.id) == 0
    await only_ended(board)


async def test_it_falls_due_like_any_other(board: Club) -> None:
    stored = await board.game()
    board.env.backend.clock.advance(31 * 86400)
    await board.env.settle()
    await board.bot.scheduler.pass_over(board.bot.scheduler._clock())
    assert not (await board.bot.games.load(stored.id)).game.live
    await only_ended(board)
