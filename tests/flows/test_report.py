"""Reports on games that are over: asked for under the final table and under a replay, and where there is none."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bot.game import moves
from bot.rules import RULESETS
from bot.solutions import Solutions
from bot.strategy.players import STAND_IN
from bot.strategy.report import OtherRules
from bot.ui import canvas, reports
from tests.flows.club import Club, actions
from tests.flows.past import Before, outdate
from tests.flows.test_history import answered
from tests.flows.trouble import photo, press_custom_id, told

if TYPE_CHECKING:
    import discord
    import simcord

FIGURES = re.compile(
    r"`(?P<number>\d+)` \*\*(?P<name>.+)\*\*: par\s(?P<par>\d+\.\d) (?P<luck>\+\sluck|−\sbad\sluck)\s(?P<by>\d+\.\d) "
    r"−\slost\s(?P<lost>\d+\.\d) =\s\*\*(?P<final>\d+)\*\*"
)
DECISION = re.compile(
    r"• Turn \d+, roll [1-3], [1-6](‑[1-6]){4}: (kept [1-6‑]+|rolled all five again|took .+)\. "
    r"(Keeping [1-6‑]+|Rolling all five again|Taking .+) was better by \d+\.\d\."
)


@pytest.fixture
def bot_options(solutions: Solutions) -> dict[str, Any]:
    return {"solutions": solutions}


async def asked(club: Club, member: simcord.MemberActor, game: int) -> discord.Message:
    """The report on a game, asked for under its replay."""
    replay = answered(await member.slash(club.channel, "replay", game=game))
    return await pressed(club, member, replay)


async def pressed(club: Club, member: simcord.MemberActor, message: discord.Message) -> discord.Message:
    result = await club.press(member, "report", on=message)
    assert result.ephemeral
    assert result.response is not None
    return result.response.message


async def refused(club: Club, member: simcord.MemberActor, game: int) -> str:
    """What is said in private to who presses a Report on that game, wherever it stands."""
    other = await Before(club).finished(club.chitra)
    replay = answered(await member.slash(club.channel, "replay", game=other))
    old, forged = photo(club, replay), f"yc1:report:{game}"
    old.payload["components"][0]["components"][0]["custom_id"] = forged
    return told(await press_custom_id(club, member, old, forged))


def lines(report: discord.Message) -> list[str]:
    return (report.embeds[0].description or "").splitlines()


def decisions(report: discord.Message) -> list[str]:
    (field,) = report.embeds[0].fields
    return (field.value or "").splitlines()


@pytest.mark.parametrize("rules", RULESETS)
async def test_a_game_is_reported_on_under_its_final_table(club: Club, rules: str) -> None:
    before = Before(club)
    stored = await before.started(club.ada, club.ben, rules=rules)
    while stored.game.live:
        stored = await before.turn(stored)
    await club.bot.channels.bring_up_to_date(stored.id)
    assert actions(club.board()) == ["cards", "report", "rematch"]
    report = await pressed(club, club.ben, club.board())

    assert report.embeds[0].title is not None
    assert report.embeds[0].title.endswith(f"report of game {stored.id}")
    figures = lines(report)
    assert (report.embeds[0].footer.text or "").startswith("Par is what best play expects at the start")
    found = [each for line in figures if (each := FIGURES.fullmatch(line))]
    assert len(found) == len(figures) == 2
    totals = {stored.names[seat]: stored.game.total(seat) for seat in (0, 1)}
    assert {each["name"]: int(each["final"]) for each in found} == totals
    assert [int(each["final"]) for each in found] == sorted(totals.values(), reverse=True)
    for each in found:
        luck = float(each["by"]) * (1 if each["luck"].startswith("+") else -1)
        assert round(10 * (float(each["par"]) + luck - float(each["lost"]))) == 10 * int(each["final"])

    assert report.embeds[0].fields[0].name == "The costliest decisions of ben"
    assert [bool(DECISION.fullmatch(line)) for line in decisions(report)] == [True] * 3

    (attachment,) = report.attachments
    picture = Image.open(BytesIO(await attachment.read()))
    assert (picture.format, picture.width) == ("PNG", canvas.WIDTH)
    assert attachment.description is not None
    assert attachment.description.startswith("The final total that each could expect, after the turns 0, 1, 2, ")
    assert all(f" {totals[name]}." in attachment.description for name in totals)


@pytest.mark.parametrize(("together", "same_dice"), [(True, False), (False, True)])
async def test_an_old_game_is_reported_on_under_its_replay(club: Club, together: bool, same_dice: bool) -> None:
    game = await Before(club).finished(club.ada, together=together, same_dice=same_dice)
    report = await asked(club, club.ada, game)
    assert len(lines(report)) == 1
    assert len(decisions(report)) == 3


async def test_who_did_not_play_reads_of_the_winners_decisions(club: Club) -> None:
    game = await Before(club).finished(club.ada, club.ben)
    report = await asked(club, club.chitra, game)
    first = FIGURES.fullmatch(lines(report)[0])
    assert first is not None
    assert report.embeds[0].fields[0].name == f"The costliest decisions of {first['name']}"


async def test_who_left_has_no_report_and_turns_of_a_computer_are_told(club: Club) -> None:
    before = Before(club)
    stored = await before.started(club.ada, club.ben, club.chitra)
    stored = await before.leave(stored, club.chitra)
    index = stored.game.current
    assert index is not None
    name, turn = stored.names[index], stored.game.turn_id(index)
    other = stored.game.seats[stored.game.others_of(index)[0]].player
    stored = await before.act(stored, other, lambda game, _: moves.time_up(game, index, turn))
    stored = await before.act(stored, other, lambda game, _: moves.stand_in(game, other, turn, STAND_IN))
    while stored.game.live:
        stored = await before.turn(stored)
    await before.games.note_shown(stored)
    report = await asked(club, club.chitra, stored.id)
    assert f"A computer played turn 1 for {name}." in lines(report)
    assert lines(report)[-1] == "~~chitra~~ left: no report"
    assert "chitra" not in (report.embeds[0].fields[0].name or "")


async def test_a_game_that_was_given_up_has_no_report(club: Club) -> None:
    game = await Before(club).abandoned(club.ada)
    replay = answered(await club.ada.slash(club.channel, "replay", game=game))
    assert "report" not in actions(replay)
    assert await refused(club, club.ada, game) == ("This game was not played to its end, so there is no report on it.")


async def test_a_running_game_has_no_report(club: Club) -> None:
    stored = await Before(club, channel=club.channel.id + 1).started(club.ada)
    assert await refused(club, club.ada, stored.id) == (
        "This server has no finished game of that number. /history lists those it has."
    )


async def test_a_game_whose_rules_are_gone_has_no_report(club: Club) -> None:
    game = await Before(club).finished(club.ada)
    await outdate(club, game, "generala")
    replay = answered(await club.ada.slash(club.channel, "replay", game=game))
    assert "report" not in actions(replay)
    assert await refused(club, club.ada, game) == (
        "I do not know the rules of this game any more, so there is no report on it."
    )


async def test_a_game_of_changed_rules_has_no_report(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_other_rules(*_: object) -> None:
        raise OtherRules

    game = await Before(club).finished(club.ada)
    monkeypatch.setattr(reports, "report", of_other_rules)
    assert await refused(club, club.ada, game) == (
        "The rules of this game have changed since it was played, so there is no report on it."
    )


async def test_several_who_ask_at_once_are_all_answered(club: Club) -> None:
    await Before(club).finished(club.ada, club.ben)
    game = await Before(club).finished(club.ada, club.ben)
    for member in club.members:
        assert len(lines(await asked(club, member, game))) == 2


class TestUnsolved:
    """While nothing is solved."""

    @pytest.fixture
    def bot_options(self) -> dict[str, Any]:
        return {}

    async def test_who_asks_is_told_to_wait_or_where_to_read_why(
        self, club: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = await Before(club).finished(club.ada)
        assert await refused(club, club.ada, game) == (
            "I have no report on this game just now. My log tells whoever runs me why."
        )
        monkeypatch.setattr(Solutions, "awaited", lambda *_: True)
        assert await refused(club, club.ada, game) == "I am still working the game out; try again in a minute."
