"""/preferences: everybody chooses for himself, on all servers, and is answered in the language that he chose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.choices import MemberPreferences, PingsWanted
from tests.flows.test_translated import Spoken, locales
from tests.flows.trouble import told
from tests.ui.scenes import read

if TYPE_CHECKING:
    import simcord

    from tests.flows.club import Club


async def shown(club: Club, member: simcord.MemberActor) -> str:
    """What /preferences shows without options."""
    answer = await member.slash(club.channel, "preferences")
    assert answer.ephemeral
    assert answer.response is not None
    return "\n".join(read({"embeds": [embed.to_dict() for embed in answer.response.embeds]}))


async def test_what_holds_is_shown_in_private(club: Club) -> None:
    text = await shown(club, club.ada)
    assert "You are mentioned when it is your turn, and reminded" in text
    assert "in English, as your Discord is set" in text
    await club.ada.slash(club.channel, "preferences", pings="none", language="en-US")
    text = await shown(club, club.ada)
    assert "You are never mentioned" in text
    assert "in English." in text
    assert club.messages() == []


@pytest.mark.parametrize(
    ("pings", "answer"),
    [
        ("all", "You are mentioned when it is your turn, and reminded when its time runs short."),
        ("reminders", "You are mentioned only to remind you of a turn whose time runs short."),
        ("none", "You are never mentioned, so look at /games to see whose turn it is."),
    ],
)
async def test_a_choice_is_confirmed_in_a_sentence_and_kept_over_a_restart(club: Club, pings: str, answer: str) -> None:
    assert told(await club.ben.slash(club.channel, "preferences", pings=pings)) == answer
    await club.restart()
    assert club.bot.choices.member(club.ben.id).pings == pings
    assert club.bot.choices.member(club.ada.id) == MemberPreferences()


async def test_one_choice_leaves_the_other_as_it_was(club: Club) -> None:
    await club.ada.slash(club.channel, "preferences", pings="reminders")
    both = told(await club.ada.slash(club.channel, "preferences", language="en-US"))
    assert both == "What only you can read is in English."
    assert club.bot.choices.member(club.ada.id) == MemberPreferences(PingsWanted.REMINDERS, "en-US")
    await club.ada.slash(club.channel, "preferences", language="discord")
    assert club.bot.choices.member(club.ada.id) == MemberPreferences(PingsWanted.REMINDERS)


class TestLanguages:
    """With a pseudo language that says which locale it was asked for."""

    @pytest.fixture
    def bot_options(self) -> dict[str, Any]:
        return {"words": Spoken}

    async def test_private_answers_are_in_the_language_that_was_chosen(self, club: Club) -> None:
        await club.bot.choices.change_member(club.ada.id, locale="hi")
        assert locales(await shown(club, club.ada)) == {"hi"}
        assert locales(await shown(club, club.ben)) == {"en-US"}
        assert locales(told(await club.ada.slash(club.channel, "leave"))) == {"hi"}

    async def test_a_new_language_is_confirmed_in_itself(self, club: Club) -> None:
        await club.bot.choices.change_member(club.ada.id, locale="hi")
        both = told(await club.ada.slash(club.channel, "preferences", pings="all", language="en-US"))
        assert locales(both) == {"en-US"}
        assert both.count(".") == 2
