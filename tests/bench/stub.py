"""Discord inside this process: every request is answered at once, and the messages are kept.

It takes the place of aiohttp's session, so that all of discord.py lies on the measured path and no network.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from contextlib import asynccontextmanager
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Self
from unittest.mock import patch

import aiohttp
import discord
from discord.http import Route

from tests.wire import APPLICATION, BOT, TOKEN

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from discord.ext import commands

GUILD, CHANNEL = 200, 300
_GUILD: dict[str, Any] = {
    "id": str(GUILD),
    "name": "Harbour",
    "preferred_locale": "en-US",
    "features": [],
    "emojis": [],
    "stickers": [],
    "members": [],
    "roles": [{"id": str(GUILD), "name": "@everyone", "permissions": "0", "position": 0, "color": 0, "colors": {}}],
    "channels": [{"id": str(CHANNEL), "type": 0, "name": "games", "position": 0, "permission_overwrites": []}],
}


class _Reply:
    """An aiohttp response, as far as discord.py looks at it."""

    def __init__(self, body: object, status: int) -> None:
        self.status = status
        self.reason = ""
        self.headers = {"content-type": "application/json"}
        self._text = json.dumps(body)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None: ...

    async def text(self, encoding: str) -> str:
        return self._text


class Stub:
    """`answered_at` is when the last callback of an interaction was handed over, by `perf_counter_ns`."""

    def __init__(self) -> None:
        self.messages: dict[int, dict[str, Any]] = {}
        self.pressed = 0
        self.answered = asyncio.Event()
        self.answered_at = 0
        self._emojis: list[dict[str, Any]] = []
        self._ids = itertools.count(discord.utils.time_snowflake(discord.utils.utcnow()))
        self._connector: aiohttp.BaseConnector | None = None

    def session(self, *, connector: aiohttp.BaseConnector, **_: object) -> Self:
        """Called in place of `aiohttp.ClientSession`."""
        self._connector = connector
        return self

    async def close(self) -> None:
        if self._connector is not None:
            await self._connector.close()

    def request(self, method: str, url: str, *, data: str | bytes | None = None, **_: object) -> _Reply:
        """One request of discord.py. The clock of a press stops as soon as its callback gets here."""
        if url.endswith("/callback"):
            self.answered_at = perf_counter_ns()
            self.answered.set()
            return self._callback(json.loads(data or "null"))
        path = url.removeprefix(Route.BASE)
        return self._rest(method, path, json.loads(data or "null"))

    def _callback(self, body: dict[str, Any]) -> _Reply:
        message = self.messages[self.pressed]
        message.update(body["data"])
        interaction = {"id": "1", "type": 3, "response_message_id": message["id"]}
        return _Reply({"interaction": interaction, "resource": {"type": body["type"], "message": message}}, 200)

    def _rest(self, method: str, path: str, body: Any) -> _Reply:
        match method, path.strip("/").split("/"):
            case "GET", ["users", "@me"]:
                return _Reply(BOT, 200)
            case "GET", ["oauth2", "applications", "@me"]:
                return _Reply(APPLICATION, 200)
            case "POST", ["applications", _, "emojis"]:
                self._emojis.append({"id": str(next(self._ids)), "name": body["name"]})
                return _Reply(self._emojis[-1], 201)
            case "GET", ["applications", _, "emojis"]:
                return _Reply({"items": self._emojis}, 200)
            case "GET" | "PUT", ["applications", _, "commands"]:
                return _Reply([], 200)
            case "GET", ["guilds", _, "members", number]:
                return _Reply(member(int(number)), 200)
            case "DELETE", ["channels", _, "messages", message]:
                del self.messages[int(message)]
                return _Reply(None, 204)
            case "POST", ["channels", _, "messages"]:
                return _Reply(self.post(body), 200)
            case "PATCH", ["channels", _, "messages", message]:
                self.messages[int(message)].update(body)
                return _Reply(self.messages[int(message)], 200)
        raise AssertionError(f"nobody answers {method} {path}")

    def post(self, body: dict[str, Any]) -> dict[str, Any]:
        """A message of the bot in the channel."""
        number = next(self._ids)
        message = {
            "id": str(number),
            "type": 0,
            "channel_id": str(CHANNEL),
            "author": BOT,
            "content": "",
            "embeds": [],
            "components": [],
            "attachments": [],
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "pinned": False,
            "tts": False,
            "flags": 0,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            **body,
        }
        self.messages[number] = message
        return message


@asynccontextmanager
async def logged_in(client: commands.AutoShardedBot, stub: Stub) -> AsyncIterator[None]:
    """The client after its login and set-up, in one server, with no gateway."""
    async with client:
        with patch.object(aiohttp, "ClientSession", stub.session):
            await client.login(TOKEN)
        join(client, GUILD)
        yield


def join(client: commands.AutoShardedBot, guild: int) -> None:
    """Let the client be in a server of that id."""
    roles = [{**role, "id": str(guild)} for role in _GUILD["roles"]]
    client._connection._add_guild_from_data({**_GUILD, "id": str(guild), "roles": roles})  # type: ignore[typeddict-item]


def member(number: int) -> dict[str, Any]:
    """A member of any server, as Discord sends one."""
    return {
        "user": {**BOT, "id": str(number), "username": f"player {number}", "bot": False},
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def interaction(number: int, presser: int, message: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """The gateway's payload for a press; it shares nothing with what it is made of."""
    payload: dict[str, Any] = {
        "id": str(number),
        "application_id": APPLICATION["id"],
        "type": 3,
        "token": "token-of-an-interaction",
        "version": 1,
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "locale": "en-US",
        "channel_id": str(CHANNEL),
        "channel": {**_GUILD["channels"][0], "guild_id": str(GUILD), "permissions": "2147483647"},
        "app_permissions": "2147483647",
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
        "context": 0,
        "attachment_size_limit": 10485760,
        "member": {**member(presser), "permissions": "2147483647"},
        "message": message,
        "data": data,
    }
    copied: dict[str, Any] = json.loads(json.dumps(payload))
    return copied
