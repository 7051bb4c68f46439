"""/settings: each choice is kept, told and has its effect; nobody but who manages the server makes one."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.periods import Period
from bot.ui.server_settings import SETTINGS
from tests.flows.shelf import played
from tests.flows.test_translated import Spoken, locales
from tests.flows.trouble import told

if TYPE_CHECKING:
    import simcord

    from bot.choices import GuildSettings
    from tests.flows.club import Club

VALUES: dict[str, dict[str, Any]] = {
    "show": {},
    "language": {"language": "en-US"},
    "rules": {"rules": "yahtzee"},
    "clock": {"clock": 86400},
    "expiry": {"what": "computer"},
    "quiet-hours": {"from": "22:30", "to": "8", "time_zone": "Europe/Berlin"},
    "time-zone": {"time_zone": "Asia/Kolkata"},
    "channels": {"everywhere": True},
    "computers": {"allowed": False},
    "hints": {"when": "never"},
    "pings": {"on": False},
}
"""A value for each command of the group, which a test holds to be all of them."""


@pytest.fixture
def manager(club: Club) -> simcord.MemberActor:
    managers = club.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return club.guild.add_member(club.env.create_user("manager"), roles=[managers])


async def choose(club: Club, manager: simcord.MemberActor, setting: str, **values: Any) -> str:
    """Change a setting; answers what the manager is told."""
    return told(await manager.slash(club.channel, f"settings {setting}", **values))


def chosen(club: Club) -> GuildSettings:
    return club.bot.choices.server(club.guild.id)


async def test_every_change_is_told_and_kept_over_a_restart(club: Club, manager: simcord.MemberActor) -> None:
    told = {setting: await choose(club, manager, setting, **values) for setting, values in VALUES.items() if values}
    assert told["language"].startswith("**Language**: ")
    answers = {setting: answer.partition("**: ")[2] for setting, answer in told.items()}
    assert answers["language"] == "What everybody reads is in English."
    assert answers["rules"] == "/play opens Yahtzee, unless `rules` says otherwise."
    assert answers["clock"] == "In new games a turn may take 1 day, unless `clock` of /play says otherwise."
    assert answers["expiry"] == "When the time of a turn is up, the computer plays it."
    assert answers["quiet-hours"] == (
        "Clocks of an hour or more stand still from 22:30 to 08:00 (time zone Europe/Berlin)."
    )
    assert answers["time-zone"].startswith("The time zone is Asia/Kolkata, where it is ")
    assert answers["channels"] == "Games may be opened in every channel."
    assert answers["computers"] == (
        "Computers may not play; when the time of a turn is up, the others are asked what happens."
    )
    assert answers["hints"] == "Hints are not allowed."
    assert answers["pings"] == "A new turn mentions nobody; only a clock that runs short calls its player."
    before = chosen(club)
    await club.restart()
    assert chosen(club) == before
    assert (before.locale, before.default_ruleset, before.clock) == ("en-US", "yahtzee", 86400)
    assert (before.on_expiry, before.computers, before.hints, before.turn_pings) == ("computer", False, "never", False)
    assert (before.quiet, before.time_zone, before.channels) == ((1350, 480), "Asia/Kolkata", frozenset())


async def test_each_change_is_logged_with_who_made_it(
    club: Club, manager: simcord.MemberActor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await choose(club, manager, "clock", clock=3600)
    await choose(club, manager, "quiet-hours", **{"from": "23", "to": "7", "time_zone": "UTC"})
    await choose(club, manager, "channels", add=club.channel)
    logged = [record.getMessage() for record in caplog.records if record.name == "cogs.settings"]
    who = f"setting guild={club.guild.id} user={manager.id}"
    assert logged == [
        f"{who} key=clock value=3600",
        f"{who} key=time_zone value=UTC",
        f"{who} key=quiet value=(1380, 420)",
        f"{who} key=channels value=[{club.channel.id}]",
    ]


async def test_choices_are_taken_back(club: Club, manager: simcord.MemberActor) -> None:
    before = chosen(club)
    for setting, values in VALUES.items():
        if values and setting != "time-zone":
            await choose(club, manager, setting, **values)
    back: dict[str, dict[str, Any]] = {
        "language": {"language": "discord"},
        "rules": {"rules": "last"},
        "clock": {"clock": 0},
        "expiry": {"what": "ask"},
        "quiet-hours": {"from": "OFF"},
        "time-zone": {"time_zone": "UTC"},
        "computers": {"allowed": True},
        "hints": {"when": "solo"},
        "pings": {"on": True},
    }
    for setting, values in back.items():
        await choose(club, manager, setting, **values)
    assert before.time_zone is None
    assert {**vars(chosen(club)), "time_zone": None} == vars(before)


async def test_all_settings_are_shown_to_who_asked_alone(club: Club, manager: simcord.MemberActor) -> None:
    answer = await manager.slash(club.channel, "settings show")
    assert answer.ephemeral
    assert answer.response is not None
    (embed,) = answer.response.embeds
    assert [field.name for field in embed.fields] == [
        f"{title} (/settings {command})" for command, (title, _) in SETTINGS.items()
    ]
    assert "as Discord says" in (embed.fields[0].value or "")


async def test_who_may_not_manage_the_server_is_told_so_by_every_command(
    club: Club, manager: simcord.MemberActor
) -> None:
    command = club.env.backend.find_command("settings", club.guild.id, type=1)
    assert command is not None
    assert [option["name"] for option in command["options"]] == [*VALUES]
    assert [*VALUES][1:] == [*SETTINGS]
    assert int(command["default_member_permissions"]) == discord.Permissions(manage_guild=True).value
    club.guild.set_command_permissions(int(command["id"]), {club.ben: True})
    for setting, values in VALUES.items():
        answer = await choose(club, club.ben, setting, **values)
        assert answer == "Only who may manage this server can see or change its settings."
    assert chosen(club) == type(chosen(club))()
    assert club.messages() == []


async def test_time_zones_are_offered_by_their_city(club: Club, manager: simcord.MemberActor) -> None:
    for setting in ("quiet-hours", "time-zone"):
        offered = await manager.autocomplete(club.channel, f"settings {setting}", "time_zone", "new Y")
        assert offered[0] == {"name": "America/New York", "value": "America/New_York"}
    assert len(await manager.autocomplete(club.channel, "settings time-zone", "time_zone", "")) == 25
    assert await manager.autocomplete(club.channel, "settings time-zone", "time_zone", "atlantis") == []
    assert "Europe/Berlin" in await choose(club, manager, "time-zone", time_zone="berlin")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ({"from": "13 pm", "to": "8"}, "13 pm is not a time of the day. Type it like 22:30 or 10:30 pm"),
        ({"from": "22", "to": "8:60"}, r"8\:60 is not a time of the day"),
        ({"from": "22", "to": "*8*"}, r"\*8\* is not a time of the day"),
        ({"from": "22"}, "Say when quiet hours end, too"),
        ({"from": "22", "to": "22:00"}, "cannot begin and end at the same time"),
        ({"from": "0", "to": "24"}, "cannot begin and end at the same time"),
        ({"from": "22", "to": "8", "time_zone": "Atlantis"}, "There is no time zone Atlantis. Type a city"),
    ],
)
async def test_wrong_quiet_hours_are_told_and_change_nothing(
    club: Club, manager: simcord.MemberActor, typed: dict[str, str], answer: str
) -> None:
    await choose(club, manager, "quiet-hours", **{"from": "21", "to": "6", "time_zone": "Asia/Kolkata"})
    before = chosen(club)
    assert answer in (await choose(club, manager, "quiet-hours", **typed))
    assert chosen(club) == before
    assert before.quiet == (1260, 360)


async def test_a_wrong_time_zone_is_told_and_changes_nothing(club: Club, manager: simcord.MemberActor) -> None:
    assert "no time zone europe" in await choose(club, manager, "time-zone", time_zone="europe")
    assert chosen(club).time_zone is None


async def test_channels_are_added_and_removed(club: Club, manager: simcord.MemberActor) -> None:
    other = club.guild.create_text_channel("other")
    here, there = f"<#{club.channel.id}>", f"<#{other.id}>"
    assert "every channel now" in await choose(club, manager, "channels", remove=other)
    assert "add or to remove, or everywhere" in await choose(club, manager, "channels")
    assert f"in {here}, and in their threads." in await choose(club, manager, "channels", add=club.channel)
    assert "either channels or everywhere" in await choose(club, manager, "channels", add=other, everywhere=True)
    assert "was not chosen" in await choose(club, manager, "channels", remove=other)
    assert f"in {here}, {there}, and in" in await choose(club, manager, "channels", add=other)
    assert f"in {there}, and in" in await choose(club, manager, "channels", remove=club.channel)
    assert f"in {here}, and in" in await choose(club, manager, "channels", add=club.channel, remove=other)
    assert "in every channel." in await choose(club, manager, "channels", everywhere=True)
    assert chosen(club).channels == frozenset()


async def test_a_channel_that_is_gone_is_told_and_dropped_with_the_next_change(
    club: Club, manager: simcord.MemberActor
) -> None:
    other = club.guild.create_text_channel("other")
    await choose(club, manager, "channels", add=club.channel)
    await choose(club, manager, "channels", add=other)
    club.env.backend.delete_channel(other.id)
    answer = await manager.slash(club.channel, "settings show")
    assert answer.response is not None
    assert "1 channel that was chosen is gone" in str(answer.response.embeds[0].to_dict())
    third = club.guild.create_text_channel("third")
    assert "gone" not in await choose(club, manager, "channels", add=third)
    assert chosen(club).channels == {club.channel.id, third.id}


async def test_games_are_opened_where_they_may_be_and_everywhere_once_those_channels_are_gone(
    club: Club, manager: simcord.MemberActor
) -> None:
    other = club.guild.create_text_channel("other")
    await choose(club, manager, "channels", add=other)
    assert f"<#{other.id}>" in told(await club.ada.slash(club.channel, "play"))
    await club.ada.slash(other, "play")
    assert await club.bot.games.live_in(other.id) is not None
    club.env.backend.delete_channel(other.id)
    await club.ada.slash(club.channel, "play")
    assert (await club.game()).game.host == club.ada.id


async def test_play_takes_the_rules_and_the_clock_of_the_server(club: Club, manager: simcord.MemberActor) -> None:
    await choose(club, manager, "rules", rules="yahtzee-free-joker")
    await choose(club, manager, "clock", clock=43200)
    await club.ada.slash(club.channel, "play")
    row = (await club.game()).row
    assert (row.ruleset, row.clock) == ("yahtzee-free-joker", 43200)


async def test_a_new_time_zone_counts_the_present_week_anew(club: Club, manager: simcord.MemberActor) -> None:
    now = discord.utils.utcnow()
    monday = discord.utils.utcnow().replace(hour=0, minute=0, second=0, microsecond=0)
    monday = datetime.fromordinal(monday.toordinal() - monday.weekday()).replace(tzinfo=now.tzinfo)
    await played(club, {club.ada.id: 200, club.ben.id: 100}, ruleset="yacht", ended_at=monday)

    async def names() -> list[str]:
        board = await club.bot.records.leaderboard(club.guild.id, "yacht", "wins", Period.WEEK, 0, club.ada.id)
        return [row.name for row in board.rows]

    assert await names() == ["ada"]
    # Where it is Sunday still when it is Monday in UTC.
    await choose(club, manager, "time-zone", time_zone="Etc/GMT+1")
    assert await names() == ([] if (now - monday).total_seconds() > 3600 else ["ada"])
    await choose(club, manager, "time-zone", time_zone="UTC")
    assert await names() == ["ada"]


class TestLanguages:
    """With a pseudo language that says which locale it was asked for."""

    @pytest.fixture
    def bot_options(self) -> dict[str, Any]:
        return {"words": Spoken}

    async def test_boards_are_in_the_language_that_was_chosen(self, club: Club, manager: simcord.MemberActor) -> None:
        guild = club.bot.get_guild(club.guild.id)
        assert guild is not None
        guild.preferred_locale = discord.Locale.hindi
        await club.ada.slash(club.channel, "play")
        assert locales(club.board().embeds[0].title or "") == {"hi"}
        answer = await choose(club, manager, "language", language="en-US")
        assert locales(answer) == {"en-US"}
        await club.press(club.ben, "join")
        assert locales(club.board().embeds[0].title or "") == {"en-US"}
        await club.bot.choices.change_server(club.guild.id, locale="fr")
        await club.restart()
        await club.press(club.chitra, "join")
        assert locales(club.board().embeds[0].title or "") == {"fr"}
