"""A bot of discord.py that does nothing, with this bot's intents and caches: `python -m tests.bench.bare URL TOKEN`."""

import asyncio
import sys

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route


class BareBot(commands.AutoShardedBot):
    """It tells on stderr when it is ready, as the real one does in its log."""

    def __init__(self, *, shard_count: int | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            shard_count=shard_count,
        )

    async def on_ready(self) -> None:
        print("ready", file=sys.stderr, flush=True)


async def main(url: str, token: str) -> None:
    """Stay connected until the process is ended."""
    Route.BASE = url
    async with BareBot() as bot:
        await bot.login(token)
        _, gateway, _ = await bot.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        await bot.connect()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
