"""/privacy: a member's own data, given or deleted."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from bot.periods import Period
from bot.ui import archive
from tests.flows.club import Club, actions
from tests.flows.past import Before
from tests.flows.test_history import answered, listed, told

if TYPE_CHECKING:
    import discord
    import simcord

NOTHING = "Nothing is kept about you."


async def exported(club: Club, member: simcord.MemberActor) -> tuple[str, bytes]:
    """The file that a member is given."""
    result = await member.slash(club.channel, "privacy export")
    message = private(result)
    (attachment,) = message.attachments
    return attachment.filename, await attachment.read()


def private(result: simcord.InteractionResult) -> discord.Message:
    """The message that only who asked sees."""
    assert result.ephemeral
    assert result.response is not None
    return result.response.message


async def delete(club: Club, member: simcord.MemberActor) -> str:
    """Ask for all to be deleted and confirm it; returns what is said in the end."""
    question = private(await member.slash(club.channel, "privacy delete"))
    assert actions(question) == ["forget"]
    result = await club.press(member, "forget", on=question)
    assert result.acknowledged
    (last,) = (each for each in club.channel.history(viewer=member) if each.id == question.id)
    assert not last.components
    return last.content


async def on_board(club: Club, guild: int) -> list[str]:
    """The names on the board of wins."""
    board = await club.bot.records.leaderboard(guild, "yacht", "rating", Period.ALL, 0, club.dan.id)
    return [row.name for row in board.rows]


async def test_all_that_is_kept_is_given_as_a_file(club: Club) -> None:
    guild = club.env.create_guild("Lagoon")
    channel = guild.create_text_channel("games")
    here = await Before(club).finished(club.ada, club.ben)
    there = await Before(club, guild.id, channel.id).abandoned(club.ada)
    await Before(club).finished(club.ben)
    name, data = await exported(club, club.ada)
    kept: dict[str, Any] = json.loads(data)
    assert name == "yacht-club-my-data.json"
    assert kept["member_id"] == club.ada.id
    assert [(game["id"], game["guild_id"]) for game in kept["games"]] == [(here, club.guild.id), (there, guild.id)]
    assert [row["name"] for row in kept["games"][0]["results"]] == ["ada"]
    assert {row["guild_id"] for row in kept["standings"]} == {club.guild.id}
    assert str(club.ben.id).encode() not in data


async def test_much_that_is_kept_is_packed(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_FILE_ROOM", 100)
    game = await Before(club).abandoned(club.ada)
    name, data = await exported(club, club.ada)
    assert name == "yacht-club-my-data.zip"
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        (kept,) = (json.loads(packed.read(entry)) for entry in packed.namelist())
    assert [each["id"] for each in kept["games"]] == [game]


async def test_who_never_played_is_told_that_nothing_is_kept(club: Club) -> None:
    await Before(club).abandoned(club.ada)
    for command in ("export", "delete"):
        message = private(await club.ben.slash(club.channel, f"privacy {command}"))
        assert (message.content, message.components, message.attachments) == (NOTHING, [], [])


async def test_who_only_chose_preferences_gets_and_deletes_them(club: Club) -> None:
    await club.bot.choices.change_member(club.ada.id, pings="none")
    _, data = await exported(club, club.ada)
    kept: dict[str, Any] = json.loads(data)
    assert kept["member_preferences"] == [{"member_id": club.ada.id, "pings": "none", "locale": None}]
    assert await delete(club, club.ada) == "Done: your preferences are gone."
    assert not club.bot.choices.keeps(club.ada.id)
    assert private(await club.ada.slash(club.channel, "privacy export")).content == NOTHING


async def test_who_deletes_is_told_that_preferences_go_too(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    await club.bot.choices.change_member(club.ada.id, locale="de")
    question = private(await club.ada.slash(club.channel, "privacy delete"))
    assert "• your preferences are gone." in question.content.splitlines()
    await club.press(club.ada, "forget", on=question)
    await club.bot.choices.read()
    assert not club.bot.choices.keeps(club.ada.id)


async def test_nothing_is_deleted_before_it_is_confirmed(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    question = private(await club.ada.slash(club.channel, "privacy delete"))
    assert question.content.splitlines() == [
        "You are named in 1 game, on all servers with this bot together.",
        "If you delete your data:",
        "• your name and id are removed from every game and its history: you are a former player there.",
        "• you no longer stand on any leaderboard, and your statistics and ratings are gone.",
        "• the games stay, and with them the results of those who played against you.",
        "This cannot be undone. /privacy export gives you a copy first.",
    ]
    assert sorted(await on_board(club, club.guild.id)) == ["ada", "ben"]


async def test_who_deletes_is_on_no_board_and_the_others_keep_their_results(club: Club) -> None:
    guild = club.env.create_guild("Lagoon")
    channel = guild.create_text_channel("games")
    here = await Before(club).finished(club.ada, club.ben)
    there = await Before(club, guild.id, channel.id).finished(club.ada, club.ben)
    before = (await club.bot.records.replay(club.guild.id, here)).results
    assert await delete(club, club.ada) == ("Done: you are a former player in 2 games, and on no leaderboard any more.")
    assert await on_board(club, club.guild.id) == ["ben"]
    assert await on_board(club, guild.id) == ["ben"]
    for server, game in ((club.guild.id, here), (guild.id, there)):
        past = await club.bot.records.replay(server, game)
        assert [(row.member_id, row.name) for row in past.results] == [(-1, ""), (club.ben.id, "ben")]
        assert str(club.ada.id) not in str(past.events) + past.stored.row.state
    after = (await club.bot.records.replay(club.guild.id, here)).results
    assert [(row.total, row.place, row.won) for row in after] == [(row.total, row.place, row.won) for row in before]
    page = answered(await club.ben.slash(club.channel, "history"))
    assert listed(page) == [here]
    assert "former player" in (page.embeds[0].description or "")


async def test_a_second_request_finds_nothing(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    first, second = [private(await club.ada.slash(club.channel, "privacy delete")) for _ in range(2)]
    await club.press(club.ada, "forget", on=first)
    await club.press(club.ada, "forget", on=second)
    assert next(each for each in club.channel.history(viewer=club.ada) if each.id == second.id).content == NOTHING
    for command in ("export", "delete"):
        assert private(await club.ada.slash(club.channel, f"privacy {command}")).content == NOTHING
    assert told(await club.ada.slash(club.channel, "history", member=club.ada))


async def test_running_games_are_left_first_and_their_channel_is_shown(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    stored = await club.game()
    if await club.current() is club.ben:
        await club.press(club.ben, "roll")
        await club.score(club.ben, "choice")
    assert await club.current() is club.ada
    question = private(await club.ada.slash(club.channel, "privacy delete"))
    assert "you leave the game that you are playing; its open boxes become zeros." in question.content
    await club.press(club.ada, "forget", on=question)

    game = (await club.game()).game
    assert [(seat.player, seat.left) for seat in game.seats] == [(-1, True), (club.ben.id, False)]
    assert await club.current() is club.ben
    assert "ben, your turn: press Roll." in (club.board().embeds[0].description or "").replace("*", "")
    assert "former player" in (club.board().embeds[0].description or "")
    await club.press(club.ben, "roll")
    await club.score(club.ben, "yacht")
    assert (await club.game()).id == stored.id


async def test_a_lobby_is_left_and_a_game_without_anybody_else_ends(club: Club) -> None:
    other = club.guild.create_text_channel("more games")
    await club.start(club.ada, rules="yacht")
    await club.ben.slash(other, "play")
    lobby = other.history()[-1]
    await club.press(club.ada, "join", on=lobby)
    question = private(await club.ada.slash(club.channel, "privacy delete"))
    assert "you leave the 2 games that you are playing; your open boxes become zeros." in question.content
    await club.press(club.ada, "forget", on=question)

    assert await club.bot.games.live_in(club.channel.id) is None
    assert "former player" in (club.messages()[-1].embeds[0].description or "")
    waiting = await club.bot.games.live_in(other.id)
    assert waiting is not None
    assert [seat.player for seat in waiting.game.seats] == [club.ben.id]
    assert "ada" not in (other.history()[-1].embeds[0].description or "")


async def test_others_running_games_go_on_beside_it(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    await club.start(club.ben, club.chitra, rules="yacht")
    before = (await club.game()).row
    await delete(club, club.ada)
    assert (await club.game()).row == before
