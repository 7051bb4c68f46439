"""Commands are registered when they changed, and only then."""

from collections.abc import Callable
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands

from bot.command_sync import normalised, sync_commands

Change = Callable[[commands.Bot], object]


def build_bot() -> commands.Bot:
    bot = commands.Bot("!", intents=discord.Intents(guilds=True))

    @bot.tree.command(name="roll", description="Roll the dice")
    @app_commands.describe(count="How many", colour="Which")
    @app_commands.choices(colour=[app_commands.Choice(name="Red", value="red")])
    @app_commands.guild_only()
    async def roll(
        interaction: discord.Interaction, count: app_commands.Range[int, 1, 5], colour: str = "red"
    ) -> None: ...

    group = app_commands.Group(name="settings", description="Settings", default_permissions=discord.Permissions(8))

    @group.command(name="language", description="Choose the language")
    async def language(interaction: discord.Interaction) -> None: ...

    bot.tree.add_command(group)
    return bot


@pytest.fixture
def simcord_bot() -> commands.Bot:
    return build_bot()


@pytest.fixture
def bot(simcord_env: simcord.Env, simcord_bot: commands.Bot) -> commands.Bot:
    return simcord_bot


def roll_of(bot: commands.Bot) -> app_commands.Command[Any, ..., Any]:
    command = bot.tree.get_command("roll")
    assert isinstance(command, app_commands.Command)
    return command


async def test_first_start_registers_and_the_second_does_not(bot: commands.Bot) -> None:
    assert await sync_commands(bot)
    assert {command.name for command in await bot.tree.fetch_commands()} == {"roll", "settings"}
    assert not await sync_commands(bot)


def change_description(bot: commands.Bot) -> None:
    roll_of(bot).description = "Throw the dice"


def change_range(bot: commands.Bot) -> None:
    roll_of(bot)._params["count"].max_value = 6


def change_choice(bot: commands.Bot) -> None:
    roll_of(bot)._params["colour"].choices = [app_commands.Choice(name="Blue", value="blue")]


def change_permissions(bot: commands.Bot) -> None:
    roll_of(bot).default_permissions = discord.Permissions(manage_messages=True)


def change_contexts(bot: commands.Bot) -> None:
    roll_of(bot).guild_only = False
    roll_of(bot).allowed_contexts = None


def remove_a_command(bot: commands.Bot) -> None:
    bot.tree.remove_command("settings")


def add_a_context_menu(bot: commands.Bot) -> None:
    async def callback(interaction: discord.Interaction, member: discord.Member) -> None: ...

    bot.tree.add_command(app_commands.ContextMenu(name="roll", callback=callback))


CHANGES: list[Change] = [
    change_description,
    change_range,
    change_choice,
    change_permissions,
    change_contexts,
    remove_a_command,
    add_a_context_menu,
]


@pytest.mark.parametrize("change", CHANGES)
async def test_change_registers_once(bot: commands.Bot, change: Change) -> None:
    await sync_commands(bot)
    change(bot)
    assert await sync_commands(bot)
    assert not await sync_commands(bot)


async def test_new_translation_registers(bot: commands.Bot) -> None:
    class Hindi(app_commands.Translator):
        async def translate(
            self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
        ) -> str | None:
            return "पासे फेंको" if locale is discord.Locale.hindi and string.message == "Roll the dice" else None

    await sync_commands(bot)
    await bot.tree.set_translator(Hindi())
    assert await sync_commands(bot)
    assert not await sync_commands(bot)


async def test_one_server_is_registered_by_itself(bot: commands.Bot) -> None:
    guild = discord.Object(1)
    assert await sync_commands(bot, guild)
    assert {command.name for command in await bot.tree.fetch_commands(guild=guild)} == {"roll", "settings"}
    assert not await sync_commands(bot, guild)
    assert await sync_commands(bot)


def test_what_discord_reports_means_what_was_sent() -> None:
    bot = build_bot()
    reported = {
        "id": "9", "application_id": "8", "version": "7", "type": 1, "name": "roll", "name_localizations": None,
        "description": "Roll the dice", "description_localizations": None, "dm_permission": False, "contexts": None,
        "default_member_permissions": None, "integration_types": [0], "nsfw": False,
        "options": [
            {"type": 4, "name": "count", "description": "How many", "required": True, "min_value": 1, "max_value": 5},
            {"type": 3, "name": "colour", "description": "Which", "choices": [{"name": "Red", "value": "red"}]},
        ],
    }  # fmt: skip
    assert normalised(reported) == normalised(roll_of(bot).to_dict(bot.tree))


def test_permissions_are_compared_as_numbers_in_text() -> None:
    sent = {"name": "settings", "default_member_permissions": 8}
    assert normalised(sent) == normalised({**sent, "default_member_permissions": "8"})
    assert normalised(sent) != normalised({**sent, "default_member_permissions": None})


def test_where_a_command_may_be_used_does_not_matter_on_one_server() -> None:
    sent = {"name": "roll", "contexts": [0], "integration_types": [0], "dm_permission": False}
    assert normalised(sent, is_global=False) == normalised({"name": "roll"}, is_global=False)
