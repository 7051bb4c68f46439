"""/stats: figures, the picture with its words, who may be asked for, and two servers side by side."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot.ui import canvas
from tests.flows.club import Club, control
from tests.flows.shelf import played

if TYPE_CHECKING:
    import discord
    import simcord


async def ask(club: Club, asker: simcord.MemberActor, **options: Any) -> discord.Message:
    """What /stats answers in the channel."""
    await asker.slash(club.channel, "stats", **options)
    return club.messages()[-1]


async def refused(club: Club, asker: simcord.MemberActor, **options: Any) -> str:
    """What /stats answers in private."""
    answer = await asker.slash(club.channel, "stats", **options)
    assert answer.ephemeral
    assert answer.response is not None
    return str(answer.response.content)


async def five_games(club: Club, **facts: Any) -> None:
    """Ada wins the first, the third and the fourth of five games against Ben."""
    for ada, ben in ((260, 130), (130, 260), (273, 130), (286, 130), (117, 130)):
        await played(club, {club.ada.id: ada, club.ben.id: ben}, **facts)


def lines(message: discord.Message) -> list[str]:
    return (message.embeds[0].description or "").split("\n")


async def test_figures_of_five_games(club: Club) -> None:
    await five_games(club)
    answer = await ask(club, club.ada, rules="yahtzee")
    assert answer.embeds[0].title == "Yahtzee · ada"
    rated, rating, *others = lines(answer)
    assert rated == "5 rated games, 3 won (60 %)"
    assert rating.startswith("Rating **1")
    assert rating.endswith(", place 1")
    assert others == [
        "**Best total: 286**",
        "Wins in a row: 0 now, 2 at the longest",
        "Average total **213.20**, on this server 184.60",
        "Upper bonus in **0 %** of the games, on this server in 0 %",
        "Yahtzee: 5 games (**100 %**), on this server 100 %",
    ]
    assert answer.content == "🟦 ada · ⬜ everybody on this server · dashed: the average totals"
    (field,) = answer.embeds[0].fields
    assert (field.value or "").split("\n")[:3] == [
        "```",
        "Aces        16.4  14.2 100%",
        "Twos        16.4  14.2 100%",
    ]
    assert max(map(len, (field.value or "").split("\n"))) <= 28
    assert control(answer, "replay") == f"yc1:replay:{club.ada.id}"


async def test_picture_comes_with_its_words(club: Club) -> None:
    await five_games(club)
    answer = await ask(club, club.ben, member=club.ada, rules="yahtzee")
    (attachment,) = answer.attachments
    assert attachment.filename == "statistics.png"
    assert attachment.description is not None
    assert attachment.description.startswith(
        "Yahtzee, ada. Games by total: 100–119: 1, 120–139: 1, 260–279: 2, 280–299: 1. "
        "Average total 213.2, on this server 184.6. "
        "Average of each box, in parentheses on this server: Aces 16.4 (14.2), "
    )
    assert attachment.description.endswith("Chance 16.4 (14.2).")
    assert len(attachment.description) <= 1024
    picture = Image.open(BytesIO(await attachment.read()))
    assert (picture.format, picture.width) == ("PNG", canvas.WIDTH)


async def test_share_of_upper_bonuses_and_further_yahtzees(club: Club) -> None:
    await five_games(club)
    for _ in range(3):
        await played(club, {club.ada.id: 400, club.ben.id: 100}, upper_bonus=True, extra=100)
    answer = await ask(club, club.ada, rules="yahtzee")
    assert "Upper bonus in **38 %** of the games, on this server in 38 %" in lines(answer)
    assert "300 points for further ones" in lines(answer)


async def test_game_without_an_upper_bonus_says_nothing_of_one(club: Club) -> None:
    await five_games(club, ruleset="yacht")
    answer = await ask(club, club.ada, rules="yacht")
    assert lines(answer)[-1] == "Yacht: 5 games (**100 %**), on this server 100 %"
    assert not any("pper" in line for line in lines(answer))


async def test_averages_wait_for_the_fifth_game(club: Club) -> None:
    for _ in range(3):
        await played(club, {club.ada.id: 200, club.ben.id: 100})
    answer = await ask(club, club.ada, rules="yahtzee")
    assert lines(answer)[0] == "3 rated games, 3 won"
    assert lines(answer)[-1] == "Averages and their picture need five rated games played to the end: 2 are missing."
    assert not answer.attachments
    assert not answer.content


async def test_game_played_alone_is_a_best_total_only(club: Club) -> None:
    await played(club, {club.ada.id: 222})
    answer = await ask(club, club.ada, rules="yahtzee")
    assert lines(answer) == [
        "0 rated games, 0 won",
        "**Best total: 222**",
        "Averages and their picture need five rated games played to the end: 5 are missing.",
    ]


async def test_member_who_never_played_is_told_so_in_private(club: Club) -> None:
    await five_games(club)
    assert await refused(club, club.chitra, rules="yahtzee") == (
        "chitra has not finished a game of Yahtzee on this server yet. Open one with /play."
    )
    assert await refused(club, club.ada, member=club.dan, rules="yahtzee") == (
        "dan has not finished a game of Yahtzee on this server yet. Open one with /play."
    )
    assert await refused(club, club.ada, rules="yacht") == (
        "ada has not finished a game of Yacht on this server yet. Open one with /play."
    )
    assert await refused(club, club.ada, rules="chess") == (
        "There is no such game. Choose one from the list that appears while you type."
    )


async def test_two_servers_show_nothing_of_each_other(club: Club) -> None:
    await five_games(club)
    island = club.env.create_guild("Island")
    square = island.create_text_channel("square")
    guest = island.add_member(club.env.create_user("eve"))
    for _ in range(5):
        await played(club, {guest.id: 390, 7: 390}, guild=island.id, names={guest.id: "eve"})
    await guest.slash(square, "stats", rules="yahtzee")
    assert "Average total **390.00**, on this server 390.00" in lines(square.history()[-1])
    answer = await ask(club, club.ada, rules="yahtzee")
    assert "Average total **213.20**, on this server 184.60" in lines(answer)
    theirs = await guest.slash(square, "leaderboard", rules="yahtzee")
    assert theirs.response is not None
    assert "ada" not in lines(theirs.response.message)[0]


async def test_ruleset_that_is_no_more_still_has_its_statistics(club: Club) -> None:
    await five_games(club, ruleset="triple-yahtzee")
    answer = await ask(club, club.ada, rules="triple-yahtzee")
    assert answer.embeds[0].title == "Triple Yahtzee · ada"
    (field,) = answer.embeds[0].fields
    assert "Old Box   106.4  92.2 100%" in (field.value or "")
    (attachment,) = answer.attachments
    assert "Old Box 106.4 (92.2)" in (attachment.description or "")


@pytest.mark.parametrize("name", ["**[a](b)** <@5>", "`" * 32, "\u202eevil"])
async def test_name_full_of_markdown_is_shown_as_it_is(club: Club, name: str) -> None:
    eve = club.guild.add_member(club.env.create_user("eve"), nick=name)
    for _ in range(5):
        await played(club, {eve.id: 200, club.ben.id: 100})
    answer = await ask(club, eve, rules="yahtzee")
    assert "**[" not in answer.content
    assert "\u202e" not in answer.content
    assert answer.content.count("`") == answer.content.count("\\`")
