"""/history: the games of a server that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.flows.club import Club, actions, control
from tests.flows.past import Before, erase, outdate

if TYPE_CHECKING:
    import discord
    import simcord


def answered(result: simcord.InteractionResult) -> discord.Message:
    """The message that a command was answered with, which everybody sees."""
    assert not result.ephemeral
    assert result.response is not None
    return result.response.message


def told(result: simcord.InteractionResult) -> str:
    """The private sentence that somebody was answered with."""
    assert result.ephemeral
    assert result.response is not None
    return result.response.content


def listed(message: discord.Message) -> list[int]:
    """The ids on a page, in order; the list below it offers the same."""
    lines = (message.embeds[0].description or "").splitlines()
    ids = [int(line.split("`")[1]) for line in lines if line.startswith("`")]
    items: list[Any] = [item for row in message.components for item in row.children]  # type: ignore[union-attr]
    (select,) = (item for item in items if item.type.value == 3)
    assert [int(option.value) for option in select.options] == ids
    return ids


def enabled(message: discord.Message) -> list[str]:
    """The actions of the buttons that may be pressed."""
    items: list[Any] = [item for row in message.components for item in row.children]  # type: ignore[union-attr]
    return [item.custom_id.split(":")[1] for item in items if item.type.value == 2 and not item.disabled]


def again(club: Club, message: discord.Message) -> discord.Message:
    """The message as it stands now."""
    return next(each for each in club.messages() if each.id == message.id)


async def test_games_stand_with_their_results_the_newest_first(club: Club) -> None:
    before = Before(club)
    alone = await before.finished(club.ada)
    rated = await before.finished(club.ada, club.ben, rules="yahtzee")
    given_up = await before.abandoned(club.ben, club.chitra)
    await club.ada.slash(club.channel, "play")
    page = answered(await club.dan.slash(club.channel, "history"))
    assert listed(page) == [given_up, rated, alone]
    lines = (page.embeds[0].description or "").splitlines()
    results = {row.seat: row for row in (await club.bot.records.replay(club.guild.id, rated)).results}
    most = max(row.total for row in results.values())
    won = [f"{results[seat].name} **{most}**" for seat in results if results[seat].total == most]
    lost = [f"{row.name} {row.total}" for row in results.values() if row.total < most]
    assert lines[0].endswith("not finished · ben, chitra")
    assert lines[1].endswith(f" · {', '.join([*won, *lost])}")
    assert " · unrated · ada **" in lines[2]
    assert actions(page) == ["replay"]


async def test_a_long_history_is_turned_over(club: Club) -> None:
    before = Before(club)
    ids = [await before.abandoned(club.ada) for _ in range(21)][::-1]
    page = answered(await club.ben.slash(club.channel, "history"))
    assert (listed(page), enabled(page)) == (ids[:10], ["past-older"])
    await club.press(club.ben, "past-older", on=page)
    assert (listed(again(club, page)), enabled(again(club, page))) == (ids[10:20], ["past-newer", "past-older"])
    await club.press(club.ben, "past-older", on=again(club, page))
    assert (listed(again(club, page)), enabled(again(club, page))) == (ids[20:], ["past-newer"])
    assert again(club, page).embeds[0].footer.text == "Page 3"
    await club.press(club.ben, "past-newer", on=again(club, page))
    assert listed(again(club, page)) == ids[10:20]


async def test_a_history_may_be_of_one_member_and_one_game(club: Club) -> None:
    before = Before(club)
    yacht = await before.abandoned(club.ada, club.ben)
    yahtzee = await before.abandoned(club.ada, rules="yahtzee")
    other = await before.abandoned(club.chitra, rules="yahtzee")
    of_ada = answered(await club.ada.slash(club.channel, "history", member=club.ada))
    assert listed(of_ada) == [yahtzee, yacht]
    of_ben = answered(await club.ada.slash(club.channel, "history", member=club.ben))
    assert listed(of_ben) == [yacht]
    of_yahtzee = answered(await club.ada.slash(club.channel, "history", rules="yahtzee"))
    assert listed(of_yahtzee) == [other, yahtzee]
    both = answered(await club.ada.slash(club.channel, "history", member=club.chitra, rules="Yahtzee"))
    assert listed(both) == [other]
    assert (both.embeds[0].description or "").startswith(f"With <@{club.chitra.id}>.\nOnly Yahtzee.")


async def test_pages_keep_to_the_member_and_the_game(club: Club) -> None:
    before = Before(club)
    ids = [await before.abandoned(club.ada, rules="yahtzee-upper-first") for _ in range(12)][::-1]
    await before.abandoned(club.ben, rules="yahtzee-upper-first")
    page = answered(await club.ben.slash(club.channel, "history", member=club.ada, rules="yahtzee-upper-first"))
    await club.press(club.ben, "past-older", on=page)
    assert listed(again(club, page)) == ids[10:]


async def test_a_page_beyond_the_end_is_the_first(club: Club) -> None:
    before = Before(club)
    ids = [await before.abandoned(club.ada) for _ in range(11)][::-1]
    page = answered(await club.ada.slash(club.channel, "history"))
    await erase(club, ids[0])
    await club.press(club.ada, "past-older", on=page)
    assert listed(again(club, page)) == ids[1:]


async def test_the_pages_belong_to_who_asked(club: Club) -> None:
    before = Before(club)
    ids = [await before.abandoned(club.ada) for _ in range(11)][::-1]
    page = answered(await club.ada.slash(club.channel, "history"))
    for action in ("past-older", "replay"):
        if action == "replay":
            result = await club.ben.select(page, [str(ids[0])], custom_id=control(page, action))
        else:
            result = await club.press(club.ben, action, on=page)
        assert f"Only <@{club.ada.id}> can use these buttons" in told(result)
    assert listed(again(club, page)) == ids[:10]


async def test_choosing_a_game_opens_its_replay(club: Club) -> None:
    game = await Before(club).abandoned(club.ada, club.ben)
    page = answered(await club.ada.slash(club.channel, "history"))
    replay = answered(await club.ada.select(page, [str(game)], custom_id=control(page, "replay")))
    assert replay.embeds[0].title == f"Yacht · replay of game {game}"
    assert listed(again(club, page)) == [game]


async def test_nothing_played_is_told_in_private(club: Club) -> None:
    await club.ada.slash(club.channel, "play")
    assert "Open one with /play" in told(await club.ada.slash(club.channel, "history"))
    assert told(await club.ada.slash(club.channel, "history", member=club.ben)).startswith("ben has played no such")
    assert "There is no such game" in told(await club.ada.slash(club.channel, "history", rules="chess"))


async def test_servers_do_not_see_each_other(club: Club) -> None:
    guild = club.env.create_guild("Lagoon")
    channel = guild.create_text_channel("games")
    ada = guild.add_member(club.ada.user)
    here, there = Before(club), Before(club, guild.id, channel.id)
    mine = await here.abandoned(club.ada)
    theirs = await there.abandoned(club.ada)
    assert listed(answered(await club.ada.slash(club.channel, "history", member=club.ada))) == [mine]
    page = answered(await ada.slash(channel, "history", member=ada))
    assert listed(page) == [theirs]


async def test_old_games_of_rules_that_are_gone_and_former_players_still_stand(club: Club) -> None:
    before = Before(club)
    game = await before.finished(club.ada, club.ben)
    await outdate(club, game, "poker-dice")
    await club.bot.records.forget(club.ada.id)
    page = answered(await club.dan.slash(club.channel, "history", rules="poker-dice"))
    assert listed(page) == [game]
    text = page.embeds[0].description or ""
    assert "Poker Dice" in text
    assert "former player" in text
    assert "ada" not in text
