"""What is over is told in public in the server's language, and in private in the reader's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from tests.flows.club import control
from tests.flows.past import Before
from tests.flows.test_translated import NAMES, Spoken, locales, sent
from tests.ui.pseudo import strays
from tests.ui.scenes import read

if TYPE_CHECKING:
    from tests.flows.club import Club


@pytest.fixture
def bot_options() -> dict[str, Any]:
    return {"words": Spoken}


@pytest.fixture(autouse=True)
def in_hindi(club: Club) -> None:
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.hindi


async def test_no_message_about_what_is_over_has_a_word_of_its_own(club: Club) -> None:
    game = await Before(club).finished(club.ada, club.ben, rules="yahtzee")
    page = (await club.ada.slash(club.channel, "history", member=club.ada, rules="yahtzee")).response
    assert page is not None
    replay = (await club.ada.select(page.message, [str(game)], custom_id=control(page.message, "replay"))).response
    assert replay is not None
    public = [page.message, replay.message]
    for action in ("turn", "on", "last"):
        await club.press(club.ada, f"replay-{action}", on=next(m for m in club.messages() if m.id == replay.id))
    private = [
        await club.press(club.ada, "replay-text", on=replay.message),
        await club.press(club.ben, "replay-json", on=replay.message),
        await club.ada.slash(club.channel, "replay", game=999_999),
        await club.chitra.slash(club.channel, "history", member=club.chitra),
        await club.ben.slash(club.channel, "privacy export"),
        await club.ben.slash(club.channel, "privacy delete"),
        await club.dan.slash(club.channel, "privacy delete"),
    ]
    question = private[5].response
    assert question is not None
    await club.press(club.ben, "forget", on=question.message)

    assert [found for text in sent(club) if (found := strays(text, (*NAMES, "/replay")))] == []
    for message in public:
        assert spoken(message) == {"hi"}
    for answer in private:
        assert answer.ephemeral
        assert answer.response is not None
        assert spoken(answer.response.message) == {"en-US"}


def spoken(message: discord.Message) -> set[str]:
    """The languages of all that stands on a message."""
    parts = {
        "content": message.content,
        "embeds": [embed.to_dict() for embed in message.embeds],
        "components": [row.to_dict() for row in message.components],
    }
    return {locale for text in read(parts) for locale in locales(text)}
