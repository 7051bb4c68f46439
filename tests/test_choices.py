"""What servers and members have chosen, as the process remembers it, on both engines."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.choices import Choices, GuildSettings, HintsAllowed, MemberPreferences, PingsWanted
from db.preferences import change_preferences
from db.settings import change_guild_settings, guild_settings

if TYPE_CHECKING:
    from db.database import Database

HARBOUR, LIGHTHOUSE = 1 << 60, (1 << 60) + 1
ADA, BEN = 1 << 61, (1 << 61) + 1


@pytest.fixture
async def choices(database: Database) -> Choices:
    choices = Choices(database)
    await choices.read()
    return choices


async def test_where_nothing_is_chosen_the_defaults_hold(choices: Choices) -> None:
    assert choices.server(HARBOUR) == GuildSettings()
    assert choices.member(ADA) == MemberPreferences()
    assert not choices.keeps(ADA)


async def test_a_choice_holds_at_once_and_after_a_restart(choices: Choices, database: Database) -> None:
    answered = await choices.change_server(HARBOUR, clock=3600, quiet=(1320, 420), channels={5})
    await choices.change_server(HARBOUR, computers=False)
    await choices.change_member(ADA, pings="none")

    expected = GuildSettings(clock=3600, quiet=(1320, 420), channels=frozenset({5}), computers=False)
    restarted = Choices(database)
    await restarted.read()
    for each in (choices, restarted):
        assert each.server(HARBOUR) == expected
        assert each.server(LIGHTHOUSE) == GuildSettings()
        assert each.member(ADA) == MemberPreferences(pings=PingsWanted.NONE)
        assert each.member(BEN) == MemberPreferences()
        assert each.keeps(ADA)
    assert answered == GuildSettings(clock=3600, quiet=(1320, 420), channels=frozenset({5}))


async def test_a_choice_that_is_taken_back_gives_way_to_the_default(choices: Choices) -> None:
    await choices.change_server(HARBOUR, clock=3600, hints="never")
    await choices.change_member(ADA, pings="none", locale="de")

    assert (
        await choices.change_server(HARBOUR, clock=None)
        == choices.server(HARBOUR)
        == GuildSettings(hints=HintsAllowed.NEVER)
    )
    assert (
        await choices.change_member(ADA, locale=None)
        == choices.member(ADA)
        == MemberPreferences(pings=PingsWanted.NONE)
    )


async def test_what_another_process_changed_is_known_after_the_next_reading(
    choices: Choices, database: Database
) -> None:
    async with database.write() as conn:
        await change_guild_settings(conn, HARBOUR, locale="de", clock=300)
        await change_preferences(conn, ADA, pings="none")
    assert choices.server(HARBOUR) == GuildSettings()

    # A change of one's own brings the rest of that server along.
    await choices.change_server(HARBOUR, clock=3600)
    assert choices.server(HARBOUR) == GuildSettings(locale="de", clock=3600)

    await choices.read()
    assert choices.member(ADA) == MemberPreferences(pings=PingsWanted.NONE)


async def test_the_ruleset_that_was_opened_is_noted_beside_the_choices(choices: Choices) -> None:
    await choices.change_server(HARBOUR, clock=300)

    choices.note_ruleset(HARBOUR, "yahtzee")
    choices.note_ruleset(LIGHTHOUSE, "yacht")

    assert choices.server(HARBOUR) == GuildSettings(clock=300, ruleset="yahtzee")
    assert choices.server(LIGHTHOUSE) == GuildSettings(ruleset="yacht")


async def test_what_is_no_choice_is_refused_and_nothing_changes(choices: Choices, database: Database) -> None:
    await choices.change_server(HARBOUR, clock=300)

    with pytest.raises(KeyError, match="colour"):
        await choices.change_server(HARBOUR, clock=3600, colour="red")

    async with database.read() as conn:
        assert await guild_settings(conn, HARBOUR) == choices.server(HARBOUR) == GuildSettings(clock=300)


async def test_readings_and_changes_at_once_leave_memory_as_the_database_is(
    choices: Choices, database: Database
) -> None:
    await asyncio.gather(
        *[choices.change_server(HARBOUR, clock=300 * number) for number in range(1, 6)],
        *[choices.read() for _ in range(5)],
        choices.change_server(HARBOUR, hints="always"),
        *[choices.change_member(ADA, locale=locale) for locale in ("de", "fr")],
        choices.read(),
    )

    restarted = Choices(database)
    await restarted.read()
    assert choices.server(HARBOUR) == restarted.server(HARBOUR)
    assert choices.member(ADA) == restarted.member(ADA)
    assert choices.server(HARBOUR).hints == "always"


async def test_a_reading_that_began_before_a_change_does_not_undo_it(choices: Choices) -> None:
    reading = asyncio.create_task(choices.read())
    await asyncio.sleep(0)
    await choices.change_server(HARBOUR, clock=300)
    await reading

    assert choices.server(HARBOUR) == GuildSettings(clock=300)


async def test_a_forgotten_member_has_no_preferences(choices: Choices) -> None:
    await choices.change_member(ADA, pings="none")
    await choices.change_member(BEN, pings="none")

    await choices.forget_member(ADA)
    await choices.forget_member(ADA)

    assert not choices.keeps(ADA)
    assert choices.member(ADA) == MemberPreferences()
    assert choices.keeps(BEN)
