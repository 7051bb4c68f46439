"""`python -m bot`: the bot on Discord, from opening its database to leaving cleanly."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import YachtClub
from bot.config import DISCORD_API, Settings
from db.database import Database

log = logging.getLogger(__name__)

CLOSING_SECONDS = 10.0
AUTHENTICATION_FAILED = 4004
WRONG_TOKEN = (
    "Discord does not accept DISCORD_TOKEN. Copy the token again from the Developer Portal (Bot → Reset Token)."
)


class CannotRun(Exception):
    """Why the bot cannot run, in one sentence for whoever runs it."""


async def run(settings: Settings) -> None:
    """Run the bot until SIGTERM or SIGINT; raises CannotRun and DatabaseError, and leaves nothing open."""
    if settings.discord_token is None:
        raise CannotRun("DISCORD_TOKEN is not set. Put the bot's token into .env; .env.example says where to find it.")
    Route.BASE = settings.discord_api_url
    database = await Database.open(settings.database)
    try:
        await _until_stopped(YachtClub(database, settings), settings)
    finally:
        await database.close()
    log.info("stopped")


async def _until_stopped(client: YachtClub, settings: Settings) -> None:
    async with client:
        session = asyncio.create_task(_session(client, settings))
        with _stop_signals() as stop:
            stopping = asyncio.create_task(stop.wait())
            try:
                await asyncio.wait({session, stopping}, return_when=asyncio.FIRST_COMPLETED)
                if session.done():
                    session.result()
            finally:
                stopping.cancel()
                if not session.done():
                    await _close(client, session)


async def _close(client: YachtClub, session: asyncio.Task[None]) -> None:
    log.info("stopping")
    # First, or a login or reconnect in hand would report that its connection was closed under it.
    session.cancel()
    await asyncio.gather(session, return_exceptions=True)
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSING_SECONDS):
            await client.close()


async def _session(client: YachtClub, settings: Settings) -> None:
    """Log in and stay connected. Only the login gives up; a lost connection is taken up again by discord.py."""
    try:
        await client.login(settings.discord_token or "")
        spare_the_collector()
        share_the_interpreter()
        print(f"Invite the bot to a server: {client.invite_link()}", flush=True)
        if settings.discord_api_url != DISCORD_API:
            _, gateway, _ = await client.http.get_bot_gateway()
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
        async with client.solutions.gathered(settings.tables):
            await client.connect()
    except discord.LoginFailure as error:
        raise CannotRun(WRONG_TOKEN) from error
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            raise CannotRun(WRONG_TOKEN) from error
        raise CannotRun(f"Discord closed the connection for good ({error.code}): {error.reason or error}") from error
    except discord.HTTPException as error:
        reason = " ".join(str(error).split())
        raise CannotRun(f"Discord refused a request while the bot was starting: {reason}") from error
    except (aiohttp.ClientError, discord.GatewayNotFound, TimeoutError) as error:
        raise CannotRun(f"Discord cannot be reached at {settings.discord_api_url}: {error}") from error


def spare_the_collector() -> None:
    """Keep what is loaded by now, which stays for good, out of every later garbage collection.

    Walking all of it takes nearly a tenth of a second, in which no press is answered.
    """
    gc.collect()
    gc.freeze()


def share_the_interpreter() -> None:
    """Let threads take turns every half millisecond instead of every five.

    A press changes threads about ten times on its way to the database and back; while a picture is drawn in another
    thread it may wait that long each time.
    """
    sys.setswitchinterval(0.0005)


@contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that SIGTERM or the first Ctrl-C sets; a second Ctrl-C ends the process as usual."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def stop_once() -> None:
        stop.set()
        for number in signals:
            loop.remove_signal_handler(number)

    # Windows has no signal handlers in its loop; there Ctrl-C cancels the main task, which closes as well.
    with suppress(NotImplementedError):
        for number in signals:
            loop.add_signal_handler(number, stop_once)
    try:
        yield stop
    finally:
        with suppress(NotImplementedError):
            for number in signals:
                loop.remove_signal_handler(number)
