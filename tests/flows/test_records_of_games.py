"""What a game changes: told in its final message, and kept whether or not Discord shows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.game import Phase
from bot.periods import Period
from tests.flows.club import Club
from tests.flows.past import Before
from tests.flows.shelf import played
from tests.flows.trouble import CALLBACK, SEND, play_to_the_last_box

if TYPE_CHECKING:
    import discord


async def play_the_last_box(club: Club) -> int:
    """Press the last box of the game, all others being filled unseen; returns the id of the game."""
    member = await play_to_the_last_box(club)
    stored = await club.game()
    index = stored.game.current
    assert index is not None
    await club.score(member, stored.game.rules.open_boxes(stored.game.seats[index].card)[0].key)
    return stored.id


def final(club: Club) -> discord.Embed:
    embed = club.messages()[-1].embeds[0]
    assert embed.title == "Yacht · final table"
    return embed


def rating_lines(embed: discord.Embed) -> dict[str, tuple[int, int]]:
    """The rating of each name before and after, as the final message tells it."""
    (field,) = (field for field in embed.fields if field.name == "Rating")
    found = re.findall(r"^(\w+): (\d+) → (\d+) \(([+-]\d+)\)$", field.value or "", re.MULTILINE)
    assert all(int(after) - int(before) == int(change) for _, before, after, change in found)
    return {name: (int(before), int(after)) for name, before, after, _ in found}


async def on_the_board(club: Club) -> dict[str, int | None]:
    board = await club.bot.records.leaderboard(club.guild.id, "yacht", "rating", Period.ALL, 0, club.ada.id)
    return {row.name: row.rating for row in board.rows}


async def test_the_final_message_names_records_and_rating_changes(club: Club) -> None:
    await played(club, {club.ada.id: 2, club.ben.id: 1}, ruleset="yacht")
    await club.start(club.ada, club.ben, rules="yacht")
    game_id = await play_the_last_box(club)
    game = (await club.bot.games.load(game_id)).game
    embed = final(club)
    told = (embed.description or "").splitlines()
    names = {club.ada.id: "ada", club.ben.id: "ben"}
    won = [names[game.seats[index].player] for index in game.winners()]
    assert f"🏆 New server record: {' and '.join(won)}." in told
    if len(won) == 1:
        (lost,) = {"ada", "ben"} - {*won}
        assert f"New personal best: {lost}." in told
    ratings = rating_lines(embed)
    assert {name: before for name, (before, _) in ratings.items()} == {"ada": 1138, "ben": 927}
    assert {name: after for name, (_, after) in ratings.items()} == await on_the_board(club)


async def test_a_first_game_beats_nothing(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht")
    await play_the_last_box(club)
    embed = final(club)
    assert not re.search("record|best", embed.description or "")
    assert {before for before, _ in rating_lines(embed).values()} == {1000}


async def test_a_game_alone_without_hints_beats_records_and_changes_no_rating(club: Club) -> None:
    await played(club, {club.ada.id: 2, club.ben.id: 1000}, ruleset="yacht")
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ada, "hints")
    await club.press(club.ada, "start")
    await play_the_last_box(club)
    embed = final(club)
    assert "New personal best: ada." in (embed.description or "")
    assert [field.name for field in embed.fields] == ["Fair dice"]


async def test_a_game_alone_with_hints_beats_nothing(club: Club) -> None:
    await played(club, {club.ada.id: 2, club.ben.id: 1}, ruleset="yacht")
    await club.start(club.ada, rules="yacht")
    await play_the_last_box(club)
    text = final(club).description or ""
    assert "Hints were on, so this game is not rated and sets no records." in text
    assert not re.search("personal best|server record", text)


async def test_results_are_kept_with_the_last_move_even_if_discord_shows_nothing(club: Club) -> None:
    await played(club, {club.ada.id: 2, club.ben.id: 1}, ruleset="yacht")
    await club.start(club.ada, club.ben, rules="yacht")
    member = await play_to_the_last_box(club)
    stored = await club.game()
    box = stored.game.rules.open_boxes(stored.game.seats[stored.game.current or 0].card)[0].key
    club.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=None)
    club.env.inject_error("POST", SEND, status=403, code=50013, message="Missing Permissions", times=None)
    club.left_unanswered += 1
    await club.score(member, box)
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.FINISHED
    before = await on_the_board(club)
    assert set(before.values()).isdisjoint({1138, 927, 1000})
    club.env.backend.faults.clear()
    await club.restart()
    await club.env.advance_time(601)
    assert {name: after for name, (_, after) in rating_lines(final(club)).items()} == before == await on_the_board(club)
    assert "New server record" in (final(club).description or "")


async def test_an_abandoned_game_changes_nothing(club: Club) -> None:
    await Before(club).abandoned(club.ada, club.ben, turns=5)
    assert await on_the_board(club) == {}
