"""What the bot sends goes through gettext: boards in the server's language, private answers in the reader's."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.games import Games
from tests import limits
from tests.flows.club import Club
from tests.flows.late import time_up
from tests.flows.reminding import live_reminders, pass_minutes
from tests.flows.trouble import SEND, deny, photo, press_photo, thread_of
from tests.ui.pseudo import Pseudo, strays
from tests.ui.scenes import read

if TYPE_CHECKING:
    import simcord

NAMES = ("ada", "ben", "chitra", "dan")


class Spoken(Pseudo):
    """A pseudo language that says which locale it was asked for."""

    def __init__(self, locale: str | None) -> None:
        super().__init__()
        self.asked = locale

    def __call__(self, message: str, /, **values: object) -> str:
        return f"⟦{self.asked}|⟧{super().__call__(message, **values)}"

    def plural(self, singular: str, plural: str, /, *, n: int, **values: object) -> str:
        return f"⟦{self.asked}|⟧{super().plural(singular, plural, n=n, **values)}"


@pytest.fixture
def bot_options() -> dict[str, Any]:
    return {"words": Spoken}


@pytest.fixture(autouse=True)
def in_hindi(club: Club) -> None:
    """The server speaks Hindi, and SimCord's members American English."""
    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    guild.preferred_locale = discord.Locale.hindi


def sent(club: Club) -> list[str]:
    """Every text of every message the bot has sent, edited or answered with."""
    return [
        text
        for request in club.env.http_requests
        for message, _ in limits.messages_in(request)
        for text in read(message)
    ]


def locales(text: str) -> set[str]:
    """The languages in which a text is written."""
    return set(re.findall(r"⟦([^⟦⟧|]+)\|⟧", text))


async def whole_life(club: Club) -> None:
    """A game from its lobby to its end, with all that may be asked of it on the way."""
    ada, ben = club.ada, club.ben
    await ada.slash(club.channel, "board")
    for name in ("help", "rules"):
        await ada.slash(club.channel, name)
    await club.start(ada, ben, rules="yahtzee", same_dice=True)
    for _ in range(3):
        first = await club.current()
        other = ben if first is ada else ada
        await club.press(other, "roll")
        await club.press(first, "roll")
        await club.hold(first, 0)
        old = photo(club)
        await club.press(first, "roll")
        await press_photo(club, first, old, "roll")
        await club.score(first, "chance" if not (await scored(club, first)) else "aces")
    for name in ("board", "cards", "leave", "end"):
        await ada.slash(club.channel, name)
    await club.press(ada, "cards")
    for action in ("wait", "stand-in"):
        late = await time_up(club)
        await club.press(late, action)
        await club.press(ben if late is ada else ada, action)
    await confirm(club, ben, "leave")
    await club.press(ada, "take-over")
    await confirm(club, ada, "end")


async def scored(club: Club, member: simcord.MemberActor) -> int:
    game = (await club.game()).game
    index = game.index_of(member.id)
    assert index is not None
    return len(game.seats[index].card.scores)


async def confirm(club: Club, member: simcord.MemberActor, command: str) -> None:
    """Type a command that asks back, and say yes."""
    answer = await member.slash(club.channel, command)
    assert answer.response is not None
    await club.press(member, command, on=answer.response.message)


async def test_no_message_of_a_game_in_turns_has_a_word_of_its_own(club: Club) -> None:
    await whole_life(club)
    texts = sent(club)
    assert len(texts) > 100
    assert [found for text in texts if (found := strays(text, NAMES))] == []


async def test_no_message_of_a_game_together_has_a_word_of_its_own(club: Club) -> None:
    await club.start(club.ada, rules="yacht", together=True)
    answer = await club.press(club.ada, "mine")
    assert answer.response is not None
    for _ in range(12):
        for action in ("roll", "score"):
            (board,) = (m for m in club.channel.history(viewer=club.ada) if m.id == answer.response.id)
            if action == "roll":
                await club.press(club.ada, "roll", on=board)
            else:
                (select,) = (item for row in board.components for item in row.children if item.type.value == 3)  # type: ignore[union-attr]
                await club.score(club.ada, select.options[0].value, on=board)  # type: ignore[union-attr]
    assert [found for text in sent(club) if (found := strays(text, NAMES))] == []


async def test_no_failure_is_told_with_a_word_of_its_own(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*args: object) -> None:
        raise ZeroDivisionError

    deny(club, "send_messages", "embed_links", "send_messages_in_threads")
    await club.ada.slash(club.channel, "play")
    await club.ada.slash(thread_of(club), "play")
    deny(club)
    await club.start(club.ada, club.ben, rules="yacht")
    await club.ada.slash(club.channel, "play")
    await club.press(await club.current(), "roll")
    deny(club, "send_messages")
    await club.score(await club.current(), "choice")
    deny(club)
    await club.env.advance_time(601)
    club.env.inject_error("POST", SEND, status=400, times=None)
    await club.press(await club.current(), "roll")
    await club.score(await club.current(), "choice")
    club.env.backend.faults.clear()
    monkeypatch.setattr(Games, "act", broken)
    await club.ada.slash(club.channel, "board")
    await club.press(club.ada, "roll")
    assert any("{reference}" not in text and "reference" in text for text in sent(club))
    assert [found for text in sent(club) if (found := strays(text, NAMES))] == []
    assert [record.exc_info is not None for record in caplog.records if record.levelno >= logging.ERROR] == [True]
    caplog.clear()


async def test_boards_speak_the_servers_language_and_answers_the_readers(club: Club) -> None:
    await whole_life(club)
    public = [message for message in club.messages() if message.author.id == club.bot.user.id]  # type: ignore[union-attr]
    assert len(public) > 3
    for message in public:
        body = {"content": message.content, "embeds": [embed.to_dict() for embed in message.embeds]}
        assert all(locales(text) == {"hi"} for text in read(body) if text and "⟦" in text)
    private = [message for message in club.channel.history(viewer=club.ada) if message.flags.ephemeral]
    assert len(private) > 5
    for message in private:
        body = {"content": message.content, "embeds": [embed.to_dict() for embed in message.embeds]}
        assert all(locales(text) == {"en-US"} for text in read(body) if text)


async def test_reminders_speak_the_servers_language(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", clock=3600)
    for minutes in (2, 29, 24):
        await pass_minutes(club, minutes)
        (reminder,) = live_reminders(club)
        assert locales(reminder.content) == {"hi"}
    await club.bot.choices.change_server(club.guild.id, locale="fr")
    await club.dan.slash(club.channel, "board")
    (reminder,) = live_reminders(club)
    assert locales(reminder.content) == {"fr"}


async def test_games_in_threads_and_lists_of_games_speak_the_right_languages(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht", thread=True)
    (thread,) = club.channel.threads
    assert locales(thread.name or "") == {"hi"}
    await club.ada.slash(thread, "play", thread=True)
    for member in (club.ada, club.ben):
        await member.slash(club.channel, "games")
    club.env.inject_error("POST", "/channels/*/threads", status=403)
    await club.ben.slash(club.channel, "play", thread=True)
    await club.bot.choices.change_server(club.guild.id, channels=[club.guild.create_text_channel("tavern").id])
    await club.env.settle()
    await club.ben.slash(club.channel, "play")
    assert [found for text in sent(club) if (found := strays(text, NAMES))] == []
    private = [message for message in club.channel.history(viewer=club.ben) if message.flags.ephemeral]
    assert len(private) == 3
    for message in private:
        body = {"content": message.content, "embeds": [embed.to_dict() for embed in message.embeds]}
        assert all(locales(text) == {"en-US"} for text in read(body) if text)
