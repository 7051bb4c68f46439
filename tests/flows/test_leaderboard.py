"""/leaderboard: pages, places, the reader's own, the replays of best totals, and two servers side by side."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
import pytest

from tests.flows.club import Club, actions, control
from tests.flows.past import Before
from tests.flows.shelf import played

if TYPE_CHECKING:
    import simcord

MANY = {member: 300 - member for member in range(1, 24)}
PAGING = ["ranks-first", "ranks-back", "ranks-next", "ranks-last"]


async def ask(club: Club, member: simcord.MemberActor, **options: Any) -> discord.Message:
    """What /leaderboard answers in the channel."""
    await member.slash(club.channel, "leaderboard", **options)
    return club.messages()[-1]


def lines(message: discord.Message) -> list[str]:
    return (message.embeds[0].description or "").split("\n")


def off(message: discord.Message) -> list[str]:
    """The actions of the buttons that cannot be pressed."""
    items = [item for row in message.components for item in row.children]  # type: ignore[union-attr]
    return [item.custom_id.split(":")[1] for item in items if item.disabled]  # type: ignore[union-attr]


async def test_board_after_a_game_that_was_played(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    while await club.bot.games.live_in(club.channel.id) is not None:
        member = await club.current()
        await club.press(member, "roll")
        game = (await club.game()).game
        seat = game.seats[game.index_of(member.id) or 0]
        await club.score(member, game.rules.options(seat.card, seat.turn.dice)[0].box)
    board = await ask(club, club.ada)
    assert board.embeds[0].title == "Yacht · rating · all time"
    assert len([line for line in lines(board) if line[0:1] in "🥇🥈" and line]) == 2
    assert actions(board) == []


async def test_best_total_leads_to_the_replay_of_its_game(club: Club) -> None:
    game = await Before(club).finished(club.ada)
    board = await ask(club, club.ada, by="best", rules="yacht")
    await club.ada.select(board, [str(game)], custom_id=control(board, "replay"))
    opened = club.messages()[-1]
    assert opened.embeds[0].title == f"Yacht · replay of game {game}"
    assert "replay-on" in actions(opened)


async def test_ties_share_a_place_and_a_medal(club: Club) -> None:
    ada, ben, chitra, dan = (member.id for member in club.members)
    await played(club, {ada: 200, ben: 250, chitra: 250, dan: 100})
    board = await ask(club, club.dan, by="best", rules="yahtzee")
    assert sorted(lines(board)[:2]) == ["🥇 **250** ben", "🥇 **250** chitra"]
    assert lines(board)[2:] == ["🥉 **200** ada", "4\\. **100** __dan__", "", "**dan**: place 4 of 4, with 100."]


async def test_pages_turn_and_stop_at_the_ends(club: Club) -> None:
    await played(club, {**MANY, club.ada.id: 5})
    board = await ask(club, club.ada, by="best", rules="yahtzee")
    assert lines(board)[0] == "🥇 **299** guest 1"
    assert actions(board) == [*PAGING, "replay"]
    assert off(board) == ["ranks-first", "ranks-back"]
    seen = []
    for action in ("ranks-next", "ranks-next", "ranks-back", "ranks-first", "ranks-last"):
        await club.press(club.ada, action, on=board)
        board = club.messages()[-1]
        seen.append(board.embeds[0].footer.text)
        assert lines(board)[-1] == "**ada**: place 24 of 24, with 5."
    assert seen == [f"Page {page} of 3 · 24 members" for page in (2, 3, 2, 1, 3)]
    assert lines(board)[:4] == [
        "21\\. **279** guest 21",
        "22\\. **278** guest 22",
        "23\\. **277** guest 23",
        "24\\. **5** __ada__",
    ]
    assert off(board) == ["ranks-next", "ranks-last"]


async def test_page_beyond_the_end_is_the_last(club: Club) -> None:
    await club.bot.records.start_season(club.guild.id, "Winter")
    await played(club, {**MANY, club.ada.id: 5})
    board = await ask(club, club.ada, by="best", rules="yahtzee", period="season")
    await club.press(club.ada, "ranks-next", on=board)
    old = club.messages()[-1]
    await club.env.advance_time(60)
    await club.bot.records.start_season(club.guild.id, "Spring")
    await played(club, {club.ada.id: 5, club.ben.id: 4})
    await club.press(club.ada, "ranks-next", on=old)
    board = club.messages()[-1]
    assert lines(board) == ["🥇 **5** __ada__", "🥈 **4** ben", "", "**ada**: place 1 of 2, with 5."]
    assert actions(board) == ["replay"]


async def test_buttons_belong_to_who_asked(club: Club) -> None:
    await played(club, {**MANY, club.ada.id: 5})
    board = await ask(club, club.ada, by="best", rules="yahtzee")
    answer = await club.press(club.ben, "ranks-next", on=board)
    assert answer.ephemeral
    assert answer.response is not None
    assert answer.response.content == (
        f"Only <@{club.ada.id}> can use these buttons. Ask for your own with /leaderboard."
    )
    assert club.messages()[-1].embeds[0].footer.text == "Page 1 of 3 · 24 members"


async def test_buttons_work_after_a_restart(club: Club) -> None:
    await played(club, {**MANY, club.ada.id: 5})
    await ask(club, club.ada, by="best", rules="yahtzee")
    await club.restart()
    await club.press(club.ada, "ranks-last", on=club.messages()[-1])
    assert club.messages()[-1].embeds[0].footer.text == "Page 3 of 3 · 24 members"


async def test_best_totals_lead_to_their_replays(club: Club) -> None:
    first = await played(club, {club.ada.id: 200, club.ben.id: 250})
    second = await played(club, {club.ada.id: 190, club.chitra.id: 300})
    board = await ask(club, club.ada, by="best", rules="yahtzee")
    (select,) = board.components[-1].children  # type: ignore[union-attr]
    assert isinstance(select, discord.SelectMenu)
    assert [(option.label, option.value) for option in select.options] == [
        ("1. chitra · 300", str(second)),
        ("2. ben · 250, 3. ada · 200", str(first)),
    ]


@pytest.mark.parametrize(
    ("by", "empty", "own"),
    [
        (
            "rating",
            "Nobody is on this board yet. Open a game of Yacht with /play and let others join: "
            "a game of two or more is rated.",
            "**ada**: 1 rated game is missing for a place here.",
        ),
        (
            "wins",
            "Nobody is on this board yet. Open a game of Yacht with /play and let others join: "
            "a game of two or more is rated.",
            "**ada**: 1 rated game is missing for a place here.",
        ),
        (
            "average",
            "Nobody is on this board yet: it needs 5 rated games. Open a game of Yacht with /play and let others join.",
            "**ada**: 5 rated games are missing for a place here.",
        ),
        (
            "best",
            "Nobody has a total here yet. Open a game of Yacht with /play and finish it.",
            "**ada**: no total here yet; finish a game to have one.",
        ),
    ],
)
async def test_empty_board_says_what_to_do(club: Club, by: str, empty: str, own: str) -> None:
    board = await ask(club, club.ada, by=by, rules="yacht")
    assert lines(board) == [empty, "", own]
    assert not board.components


async def test_board_of_averages_needs_five_rated_games(club: Club) -> None:
    for number in range(4):
        await played(club, {club.ada.id: 200 + number, club.ben.id: 100})
    board = await ask(club, club.ada, by="average", rules="yahtzee")
    assert lines(board)[-1] == "**ada**: 1 rated game is missing for a place here."
    await played(club, {club.ada.id: 205, club.ben.id: 100})
    board = await ask(club, club.chitra, by="average", rules="yahtzee")
    assert lines(board) == [
        "🥇 **202.20** ada · 5 games",
        "🥈 **100.00** ben · 5 games",
        "",
        "**chitra**: 5 rated games are missing for a place here.",
    ]
    board = await ask(club, club.ben, by="wins", rules="yahtzee")
    assert lines(board) == ["🥇 **5** ada · of 5 games, 100 %", "", "**ben**: no win here yet."]


async def test_two_servers_show_nothing_of_each_other(club: Club) -> None:
    island = club.env.create_guild("Island")
    square = island.create_text_channel("square")
    guest = island.add_member(club.env.create_user("eve"))
    await played(club, {club.ada.id: 200, club.ben.id: 100})
    await played(club, {guest.id: 300, 7: 50}, guild=island.id, names={guest.id: "eve"})
    await guest.slash(square, "leaderboard", by="best", rules="yahtzee")
    theirs = square.history()[-1]
    assert lines(theirs) == ["🥇 **300** __eve__", "🥈 **50** guest 7", "", "**eve**: place 1 of 2, with 300."]
    ours = await ask(club, club.ada, by="best", rules="yahtzee")
    assert lines(ours) == ["🥇 **200** __ada__", "🥈 **100** ben", "", "**ada**: place 1 of 2, with 200."]


async def test_periods_count_what_ended_in_them(club: Club) -> None:
    await played(club, {club.ada.id: 300, club.ben.id: 100}, ended_at=discord.utils.utcnow() - timedelta(days=400))
    await played(club, {club.ada.id: 150, club.ben.id: 100})
    firsts = {
        period: lines(await ask(club, club.ada, by="best", rules="yahtzee", period=period))[0]
        for period in ("all", "month", "week")
    }
    assert firsts == {"all": "🥇 **300** __ada__", "month": "🥇 **150** __ada__", "week": "🥇 **150** __ada__"}


async def test_season_begins_when_it_is_begun(club: Club) -> None:
    board = await ask(club, club.ada, by="best", rules="yahtzee", period="season")
    assert lines(board) == [
        "This server has not begun a season yet. Who may manage the server begins one with /season start; "
        "the board of all time is there already."
    ]
    await club.bot.records.start_season(club.guild.id, "*Winter*")
    await played(club, {club.ada.id: 150, club.ben.id: 100})
    board = await ask(club, club.ada, by="best", rules="yahtzee", period="season")
    assert board.embeds[0].title == "Yahtzee · best total · season \\*Winter\\*"
    assert lines(board)[0] == "🥇 **150** __ada__"


async def test_ruleset_that_is_no_more_still_has_its_board(club: Club) -> None:
    await played(club, {club.ada.id: 150, club.ben.id: 100}, ruleset="triple-yahtzee")
    offered = await club.ada.autocomplete(club.channel, "leaderboard", "rules", "triple")
    assert [(choice["name"], choice["value"]) for choice in offered] == [("Triple Yahtzee", "triple-yahtzee")]
    for typed in ("triple-yahtzee", "triple Yahtzee"):
        board = await ask(club, club.ada, by="best", rules=typed)
        assert board.embeds[0].title == "Triple Yahtzee · best total · all time"
        assert lines(board)[0] == "🥇 **150** __ada__"
    answer = await club.ada.slash(club.channel, "leaderboard", rules="chess")
    assert answer.ephemeral


async def test_name_full_of_markdown_is_shown_as_it_is(club: Club) -> None:
    await played(club, {7: 150, 8: 100}, names={7: "**[a](b)** <@5>", 8: "`x`"})
    board = await ask(club, club.ada, by="best", rules="yahtzee")
    assert lines(board)[0] == "🥇 **150** \\*\\*\\[a\\]\\(b\\)\\*\\* \\<@\u200b5\\>"
    assert control(board, "replay") == f"yc1:replay:{club.ada.id}"
