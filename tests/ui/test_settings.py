"""Settings and preferences: each choice has a sentence, in every language and within Discord's limits."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.choices import MemberPreferences, OnExpiry
from bot.clocks import CLOCKS
from bot.ui import languages, preferences, server_settings
from bot.ui.server_settings import SETTINGS, channels_that_count, sentence
from bot.ui.words import Words
from tests import limits
from tests.ui import scenes, settings_scenes
from tests.ui.pseudo import Pseudo, strays
from tests.ui.settings_scenes import MANY, server


async def test_no_screen_of_settings_shows_a_word_of_its_own() -> None:
    for name, screen in settings_scenes.screens(Pseudo()):
        for text in scenes.read(scenes.body(screen)):
            assert not strays(text, (*settings_scenes.ZONES, *SETTINGS)), name


@pytest.mark.parametrize("words", [Words(None), Pseudo()], ids=["english", "pseudo"])
async def test_every_screen_of_settings_is_within_the_limits(words: Words) -> None:
    for name, screen in settings_scenes.screens(words):
        assert list(limits.problems(scenes.body(screen))) == [], name


def test_every_choice_has_one_sentence_of_its_own() -> None:
    for name, text in settings_scenes.sentences(Words(None)):
        assert text.endswith("."), name
        assert text.count(". ") == 0, name
        assert text.startswith("**"), name
    said = {text for _, text in settings_scenes.sentences(Words(None))}
    assert len([text for text in said if "In new games a turn may take" in text]) == len(CLOCKS)
    assert len([text for text in said if "hint" in text.lower()]) == 3


def test_all_settings_are_shown_with_what_they_mean() -> None:
    embed = server_settings.overview(Words(None), server(clock=86400)).embed
    assert embed is not None
    assert [field.name for field in embed.fields] == [
        f"{title} (/settings {command})" for command, (title, _) in SETTINGS.items()
    ]
    assert "a turn may take 1 day" in str(embed.to_dict())


def test_the_time_of_the_server_is_told() -> None:
    assert "Asia/Kolkata, where it is 10:36 now" in sentence(Words(None), server(time_zone="Asia/Kolkata"), "time-zone")


def test_a_computer_that_may_not_play_is_told_in_both_settings() -> None:
    words, contradiction = Words(None), server(on_expiry=OnExpiry.COMPUTER, computers=False)
    assert "the others are asked" in sentence(words, contradiction, "expiry")
    assert "the others are asked" in sentence(words, contradiction, "computers")
    assert "asked" not in sentence(words, server(on_expiry=OnExpiry.COMPUTER), "expiry")
    assert "asked" not in sentence(words, server(on_expiry=OnExpiry.REMOVE, computers=False), "computers")


@pytest.mark.parametrize(
    ("chosen", "existing", "counting", "told"),
    [
        ((), (1, 2), (), "in every channel."),
        ((1, 2), (1, 2, 3), (1, 2), "in <#1>, <#2>, and in their threads."),
        ((1, 2, 4), (1, 5), (1,), "in <#1>, and in their threads; 2 channels that were chosen are gone."),
        ((1, 2), (5,), (), "in every channel, because those that were chosen are gone."),
        ((1,), None, (1,), "in <#1>, and in their threads."),
    ],
)
def test_channels_that_are_gone_do_not_count(
    chosen: tuple[int, ...], existing: tuple[int, ...] | None, counting: tuple[int, ...], told: str
) -> None:
    there = None if existing is None else frozenset(existing)
    here = server(existing=there, channels=frozenset(chosen))
    assert channels_that_count(here.settings, there) == here.chosen_channels == frozenset(counting)
    assert sentence(Words(None), here, "channels") == f"**Channels**: Games may be opened {told}"


def test_many_channels_are_counted_instead_of_listed() -> None:
    assert " and 480 more, and in their threads." in sentence(Words(None), server(channels=MANY), "channels")


def test_languages_are_offered_by_their_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "languages", lambda: frozenset({"hi", "pt_BR"}))
    offered = languages.languages_to_choose()
    assert [choice.value for choice in offered] == ["discord", "en-US", "hi", "pt-BR"]
    assert all(choice._locale_name is not None for choice in offered)
    assert [languages.locale_of(choice.value) for choice in offered] == [None, "en-US", "hi", "pt-BR"]


@pytest.mark.parametrize(
    ("locale", "name"),
    [(None, "English"), ("en-GB", "English"), ("ja", "English"), ("hi", "हिन्दी"), ("pt-BR", "português")],
)
def test_a_language_is_called_as_its_speakers_do(
    locale: str | None, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(languages, "language_of", lambda asked: {"hi": "hi", "pt-BR": "pt"}.get(asked))
    assert languages.language_name(Words(None), locale) == name


def test_preferences_tell_the_language_of_discord_or_the_chosen_one() -> None:
    words = Words(None)
    assert preferences.language_line(words, MemberPreferences(), "fr").endswith("English, as your Discord is set.")
    assert preferences.language_line(words, MemberPreferences(locale="en-US"), "fr").endswith("in English.")


def test_clocks_are_those_of_games() -> None:
    said = [sentence(Words(None), server(clock=int(clock.total_seconds())), "clock") for clock in CLOCKS]
    assert "may take 5 minutes," in said[0]
    assert "may take 7 days," in said[-1]
    assert timedelta(minutes=5) == CLOCKS[0]
