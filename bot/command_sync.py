"""The slash commands are sent to Discord only where they differ from what it has: registering is rate-limited."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any

import discord
from discord.ext import commands
from discord.http import Route

log = logging.getLogger(__name__)

PLAIN_KEYS = ("min_value", "max_value", "min_length", "max_length", "value")
EVERYWHERE = (0, 1, 2)

Payload = Mapping[str, Any]


async def sync_commands(
    bot: commands.Bot | commands.AutoShardedBot, guild: discord.abc.Snowflake | None = None
) -> bool:
    """Register the bot's global commands, for all servers or for one alone, if they changed; tells whether it did.

    The bot must be logged in. Raises what `CommandTree.sync` raises.
    """
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    local = [normalised(command, guild is None) for command in await local_payload(bot, guild)]
    remote = [normalised(command, guild is None) for command in await _registered(bot, guild)]
    if _by_name(local) == _by_name(remote):
        return False
    await bot.tree.sync(guild=guild)
    log.info("commands registered", extra={"commands": len(local), "guild": guild.id if guild else None})
    return True


async def local_payload(
    bot: commands.Bot | commands.AutoShardedBot, guild: discord.abc.Snowflake | None = None
) -> list[dict[str, Any]]:
    """The commands as they would be sent, with their translations."""
    tree = bot.tree
    found = tree.get_commands(guild=guild, type=None)
    if tree.translator is None:
        return [command.to_dict(tree) for command in found]
    return [await command.get_translated_payload(tree, tree.translator) for command in found]


async def _registered(
    bot: commands.Bot | commands.AutoShardedBot, guild: discord.abc.Snowflake | None
) -> list[dict[str, Any]]:
    # discord.py's own request leaves out the translations.
    path = "/applications/{application_id}/commands"
    if guild is None:
        route = Route("GET", path, application_id=bot.application_id)
    else:
        path = "/applications/{application_id}/guilds/{guild_id}/commands"
        route = Route("GET", path, application_id=bot.application_id, guild_id=guild.id)
    found: list[dict[str, Any]] = await bot.http.request(route, params={"with_localizations": "true"})
    return found


def normalised(command: Payload, is_global: bool = True) -> dict[str, Any]:
    """What a command means, whether we or Discord wrote it: ids dropped, defaults left out, lists of kinds sorted.

    Where a command may be used and installed holds for global commands only.
    """
    meaning = _option(command)
    meaning["type"] = command.get("type", 1)
    permissions = command.get("default_member_permissions")
    meaning["default_member_permissions"] = None if permissions is None else str(permissions)
    meaning["nsfw"] = bool(command.get("nsfw"))
    if is_global:
        contexts = command.get("contexts")
        if contexts is None:
            contexts = EVERYWHERE if command.get("dm_permission", True) is not False else (0,)
        meaning["contexts"] = sorted(contexts)
        meaning["integration_types"] = sorted(command.get("integration_types") or (0,))
    return meaning


def _option(option: Payload) -> dict[str, Any]:
    meaning: dict[str, Any] = {
        "type": option.get("type"),
        "name": option["name"],
        "description": option.get("description") or "",
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "channel_types": sorted(option.get("channel_types") or ()),
        "choices": [_option(choice) for choice in option.get("choices") or ()],
        "options": [_option(child) for child in option.get("options") or ()],
    }
    for key in ("name_localizations", "description_localizations"):
        meaning[key] = dict(option.get(key) or {})
    meaning.update((key, option[key]) for key in PLAIN_KEYS if option.get(key) is not None)
    return meaning


def _by_name(payload: Iterable[Payload]) -> dict[tuple[int, str], Payload]:
    return {(command["type"], command["name"]): command for command in payload}
