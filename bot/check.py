"""`python -m bot check`: would the bot start? Everything that can be known without a token."""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import YachtClub, cog_names
from bot.command_sync import local_payload
from bot.config import Settings
from db.database import Database
from db.errors import DatabaseError

CHAT_INPUT = 1
MOST_COMMANDS = 100
MOST_OPTIONS = 25
LONGEST_NAME = 32
LONGEST_TEXT = 100
LONGEST_COMMAND = 8000


async def check(settings: Settings) -> bool:
    """Print one line for each thing checked; tells whether all are well. Migrates the database, as a start would."""
    token = "ok" if settings.discord_token else "ok, but DISCORD_TOKEN is not set yet"
    print(f"configuration: {token}")
    try:
        database = await Database.open(settings.database)
    except DatabaseError as error:
        print(f"database: {error}")
        return False
    print("database: ok")
    try:
        async with YachtClub(database, settings) as client:
            loaded = [await _load(client, name) for name in cog_names()]
            return all(loaded) & await _check_commands(client)
    finally:
        await database.close()


async def _load(client: YachtClub, name: str) -> bool:
    try:
        await client.load_extension(name)
    except commands.ExtensionAlreadyLoaded:
        pass
    except (commands.ExtensionError, app_commands.AppCommandError, discord.DiscordException) as error:
        print(f"{name}: {error}")
        return False
    print(f"{name}: ok")
    return True


async def _check_commands(client: YachtClub) -> bool:
    payload = await local_payload(client)
    problems = list(command_problems(payload))
    for problem in problems:
        print(f"commands: {problem}")
    if not problems:
        print(f"commands: ok, {len(payload)} of them")
    return not problems


def command_problems(payload: list[dict[str, Any]]) -> Iterator[str]:
    """Sentences on whatever Discord would refuse in these commands, in the form they are sent in."""
    slash = [command for command in payload if command["type"] == CHAT_INPUT]
    if len(slash) > MOST_COMMANDS:
        yield f"there are {len(slash)} of them; Discord takes {MOST_COMMANDS}."
    for command in slash:
        path = f"/{command['name']}"
        yield from _problems(path, command)
        if (size := _size(command)) > LONGEST_COMMAND:
            yield f"{path} has {size} characters of names, descriptions and values; Discord takes {LONGEST_COMMAND}."


def _problems(path: str, option: Mapping[str, Any]) -> Iterator[str]:
    for name in (option["name"], *(option.get("name_localizations") or {}).values()):
        if not _valid_name(name):
            yield f"{path}: the name {name!r} is not 1 to {LONGEST_NAME} small letters, digits, - or _."
    for text in (option["description"], *(option.get("description_localizations") or {}).values()):
        if not 1 <= len(text) <= LONGEST_TEXT:
            yield f"{path}: a description has {len(text)} characters; Discord takes 1 to {LONGEST_TEXT}."
    children, choices = option.get("options") or [], option.get("choices") or []
    if max(len(children), len(choices)) > MOST_OPTIONS:
        yield f"{path} has more than {MOST_OPTIONS} options or choices."
    for choice in choices:
        for text in (choice["name"], *(choice.get("name_localizations") or {}).values(), str(choice["value"])):
            if not 1 <= len(text) <= LONGEST_TEXT:
                yield f"{path}: the choice {choice['name']!r} has a name or value that is not 1 to {LONGEST_TEXT} long."
    required = [bool(child.get("required")) for child in children]
    if required != sorted(required, reverse=True):
        yield f"{path}: a required option stands behind one that is not."
    for child in children:
        yield from _problems(f"{path} {child['name']}", child)


def _valid_name(name: str) -> bool:
    # Vowel signs count as letters in Hindi and Thai only, which is what discord.py takes as well.
    allowed = all(
        char in "-_'" or char.isalnum() or unicodedata.name(char, "").startswith(("DEVANAGARI", "THAI"))
        for char in name
    )
    return 1 <= len(name) <= LONGEST_NAME and allowed and name == name.lower()


def _size(option: Mapping[str, Any]) -> int:
    """Characters of names, descriptions and values; of a text and its translations the longest counts."""

    def longest(key: str) -> int:
        texts = [option.get(key) or "", *(option.get(f"{key}_localizations") or {}).values()]
        return max(map(len, texts))

    own = longest("name") + longest("description") + len(str(option.get("value", "")))
    return own + sum(_size(child) for key in ("options", "choices") for child in option.get(key) or [])
