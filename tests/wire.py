"""A small Discord on loopback, REST and gateway, for tests of the whole process on the wire."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

TOKEN = "the.right.token"
BOT = {"id": "100", "username": "Yacht Club", "discriminator": "0", "global_name": None, "avatar": None, "bot": True}
APPLICATION = {
    "id": "100",
    "name": "Yacht Club",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "0" * 64,
    "owner": {**BOT, "id": "101", "username": "owner", "bot": False},
    "team": None,
    "flags": 0,
}
# discord.py reads JSON only where it is named just so, without a charset.
JSON = {"Content-Type": "application/json"}
HELLO, IDENTIFY, HEARTBEAT, HEARTBEAT_ACK = 10, 2, 1, 11


@dataclass
class Wire:
    """What was asked of it: `requests` as "GET /users/@me"; `url` is for DISCORD_API_URL.

    `arrived` is set when somebody has identified. `answers` are those to presses, of which the first one fails.
    """

    url: str = ""
    requests: list[str] = field(default_factory=list)
    identified: list[dict[str, Any]] = field(default_factory=list)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    commands: list[dict[str, Any]] = field(default_factory=list)
    emojis: list[dict[str, Any]] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)
    sockets: list[web.WebSocketResponse] = field(default_factory=list)

    async def press(self, custom_id: str) -> None:
        """Let a member press a button of that custom_id in a private channel."""
        user = {**BOT, "id": "102", "username": "ada", "bot": False}
        button = {"type": 2, "style": 1, "label": "Roll", "custom_id": custom_id}
        message = {
            "id": "900", "channel_id": "800", "author": BOT, "content": "", "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None, "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": False, "type": 0, "flags": 0,
            "components": [{"type": 1, "components": [button]}],
        }  # fmt: skip
        pressed = {
            "id": "901", "application_id": "100", "type": 3, "token": "a" * 40, "version": 1, "locale": "en-US",
            "channel_id": "800", "channel": {"id": "800", "type": 0}, "user": user, "message": message,
            "data": {"custom_id": custom_id, "component_type": 2}, "entitlements": [],
            "authorizing_integration_owners": {}, "app_permissions": "0", "attachment_size_limit": 10485760,
        }  # fmt: skip
        await self.sockets[-1].send_json({"op": 0, "t": "INTERACTION_CREATE", "s": 2, "d": pressed})

    async def rest(self, request: web.Request) -> web.StreamResponse:
        """Answer as Discord does; what it does not know is a 404."""
        path = f"/{request.match_info['path']}"
        self.requests.append(f"{request.method} {path}")
        if path.startswith("/interactions/"):
            self.answers.append(await request.json())
            return web.Response(status=502 if len(self.answers) == 1 else 204)
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return _json({"message": "401: Unauthorized", "code": 0}, 401)
        if request.method == "PUT" and path == "/applications/100/commands":
            self.commands = [
                {**command, "id": str(n), "application_id": "100", "version": "1"}
                for n, command in enumerate(await request.json(), start=500)
            ]
        if request.method == "POST" and path == "/applications/100/emojis":
            self.emojis.append({"id": str(700 + len(self.emojis)), "name": (await request.json())["name"]})
            return _json(self.emojis[-1], 201)
        answers: dict[str, Any] = {
            "/users/@me": BOT,
            "/oauth2/applications/@me": APPLICATION,
            "/gateway/bot": {
                "url": str(request.url.with_scheme("ws").with_path("/gateway")),
                "shards": 1,
                "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1},
            },
            "/applications/100/commands": self.commands,
            "/applications/100/emojis": {"items": self.emojis},
        }
        if path not in answers or request.method == "POST":
            return _json({"message": "404: Not Found", "code": 0}, 404)
        return _json(answers[path])

    async def gateway(self, request: web.Request) -> web.StreamResponse:
        """Greet, let in whoever identifies with the token, and keep the heartbeat."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            received = json.loads(message.data)
            if received["op"] == HEARTBEAT:
                await socket.send_json({"op": HEARTBEAT_ACK})
            if received["op"] == IDENTIFY:
                if received["d"]["token"] != TOKEN:
                    await socket.close(code=4004, message=b"Authentication failed.")
                    break
                self.identified.append(received["d"])
                self.arrived.set()
                await socket.send_json(
                    {"op": 0, "t": "READY", "s": 1, "d": self._ready(request, received["d"]["shard"])}
                )
        return socket

    def _ready(self, request: web.Request, shard: list[int]) -> dict[str, Any]:
        return {
            "v": 10,
            "user": BOT,
            "guilds": [],
            "shard": shard,
            "session_id": "session",
            "resume_gateway_url": str(request.url.with_scheme("ws").with_path("/gateway").with_query(None)),
            "application": {"id": "100", "flags": 0},
        }


def _json(body: object, status: int = 200) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), status=status, headers=JSON)


@asynccontextmanager
async def serving() -> AsyncIterator[Wire]:
    """A Wire that listens on a free port."""
    wire = Wire()
    app = web.Application()
    app.router.add_get("/gateway", wire.gateway)
    app.router.add_route("*", "/api/v10/{path:.*}", wire.rest)
    runner = web.AppRunner(app, shutdown_timeout=1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        wire.url = f"http://127.0.0.1:{port}/api/v10"
        yield wire
    finally:
        await runner.cleanup()
