"""The bot in a simulated Discord, in the browser of this machine: no token, no network, three members to play as."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.playground.quiet import silenced

with silenced("discord.state"):
    # SimCord tries out a client without intents when it is imported; that warning is not about this bot.
    import simcord  # noqa: F401

from bot.client import YachtClub
from bot.playground.stage import on_show
from bot.playground.world import World, running
from db.database import Database

if TYPE_CHECKING:
    from bot.config import Settings

_log = logging.getLogger(__name__)

DATABASE = "playground.db"


class PortTaken(Exception):
    """Another program listens at the port."""

    def __init__(self, port: int) -> None:
        super().__init__(f"Port {port} is taken. Stop the program that uses it, or choose another with --port.")
        self.port = port


async def play(settings: Settings, port: int) -> None:
    """Serve the playground until Ctrl-C, SIGTERM or the end of the session in the browser.

    Games are kept in `playground.db` in the data folder, apart from those of the real bot. The line "Open http://…" is
    printed once the page can be opened, and a browser opens it where there is a screen; `CI` or `BROWSER=none` in the
    environment prevents that. Raises PortTaken and DatabaseError before anything is started.
    """
    _require_free(port)
    stop = _stop_signals()
    database = await Database.open(f"sqlite+aiosqlite:///{(settings.data_dir / DATABASE).as_posix()}")
    try:
        bot = YachtClub(database, replace(settings, dev_guild_id=None, shard_ids=None), shard_count=1)
        async with running(bot, partial(_places, bot)) as world:
            with world.env.time_context():
                await _show_again(bot, world.host.guild.id)
            async with bot.solutions.gathered(settings.tables):
                await serve(world, port, stop)
    finally:
        await database.close()
    _log.info("stopped")


async def _places(bot: YachtClub, guild: int) -> dict[int, str]:
    """Where the games in play are played, with names: the threads among them went with the world of the last run."""
    live = await bot.games.live_in_guild(guild)
    return {stored.row.channel_id: f"{stored.names[0]}'s game" for stored in live}


async def _show_again(bot: YachtClub, guild: int) -> None:
    """Post the boards of the games in play: the messages of the last run went with its world."""
    for stored in await bot.games.live_in_guild(guild):
        await bot.games.note_shown(
            stored, version=stored.row.version_shown, board_message_id=None, line_message_id=None
        )
        await bot.channels.bring_up_to_date(stored.id)


async def serve(world: World, port: int, stop: asyncio.Event) -> None:
    """Show the world until `stop` is set or the session is ended in the browser."""
    async with on_show(world, port) as stage:
        print(f"Open {stage.preview.url}\nCtrl-C ends it; the games are kept for the next time.", flush=True)
        if _has_browser():
            await asyncio.to_thread(webbrowser.open, stage.preview.url)
        clock = asyncio.create_task(stage.keep_time())
        endings = {clock, *(asyncio.create_task(wait) for wait in (stop.wait(), stage.preview.wait_closed()))}
        try:
            ended, _ = await asyncio.wait(endings, return_when=asyncio.FIRST_COMPLETED)
            if clock in ended:
                clock.result()
        finally:
            for task in endings:
                task.cancel()
            await asyncio.gather(*endings, return_exceptions=True)


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        if os.name == "posix":
            # As the server itself does: an address left a moment ago may be taken again.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise PortTaken(port) from error


def _stop_signals() -> asyncio.Event:
    """Set at Ctrl-C and SIGTERM. On Windows it never is: there Ctrl-C cancels the main task."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    return stop


def _has_browser() -> bool:
    if os.environ.get("CI") or os.environ.get("BROWSER") == "none":
        return False
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
