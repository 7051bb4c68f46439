"""Dice emojis against SimCord's Discord: uploaded once, kept, and replaced by keycaps when that fails."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest
import simcord

from bot.ui import emojis, pictures
from bot.ui.emojis import DICE, DiceEmojis, load_dice_emojis

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

UPLOADS = "/applications/*/emojis"


@asynccontextmanager
async def running_bot() -> AsyncIterator[tuple[simcord.Env, discord.Client]]:
    bot = discord.Client(intents=discord.Intents(guilds=True))
    async with simcord.run(bot) as env:
        yield env, bot


def uploads(env: simcord.Env) -> int:
    return sum(request.method == "POST" and request.path.endswith("/emojis") for request in env.http_requests)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emojis, "_PATIENCE_SECONDS", 2)


async def test_missing_dice_are_uploaded_and_written_as_emojis() -> None:
    async with running_bot() as (_, bot):
        dice = await load_dice_emojis(bot)

        ids = {emoji.name: emoji.id for emoji in await bot.fetch_application_emojis()}
        assert set(ids) == {pictures.name(face, held) for face, held in DICE}
        name = pictures.name(3, True)
        assert dice.text(3, True) == f"<:{name}:{ids[name]}>"


async def test_second_start_uploads_nothing() -> None:
    async with running_bot() as (env, bot):
        first = await load_dice_emojis(bot)
        before = uploads(env)

        assert await load_dice_emojis(bot) == first
        assert uploads(env) == before == 12


async def test_only_what_is_lacking_is_uploaded_and_nothing_is_deleted() -> None:
    async with running_bot() as (env, bot):
        await bot.create_application_emoji(name="somebody_elses", image=pictures.die(1, False))
        await bot.create_application_emoji(name="die_1_00000000", image=pictures.die(1, False))
        kept = await bot.create_application_emoji(name=pictures.name(1, False), image=pictures.die(1, False))

        dice = await load_dice_emojis(bot)

        assert uploads(env) == 3 + 11
        assert dice.ids[1, False] == kept.id
        names = {emoji.name for emoji in await bot.fetch_application_emojis()}
        assert {"somebody_elses", "die_1_00000000"} <= names


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("status", [403, 500])
async def test_keycaps_take_their_place_when_discord_refuses(
    caplog: pytest.LogCaptureFixture, method: str, status: int
) -> None:
    async with running_bot() as (env, bot):
        env.inject_error(method, UPLOADS, status=status, times=None)
        with caplog.at_level(logging.WARNING, "bot.ui.emojis"):
            dice = await load_dice_emojis(bot)

        assert dice == DiceEmojis.keycaps()
        (record,) = caplog.records
        assert "keycap digits" in record.getMessage()
        assert str(status) in record.getMessage()


async def test_what_was_uploaded_before_a_failure_is_used_at_the_next_start() -> None:
    async with running_bot() as (env, bot):
        await bot.create_application_emoji(name=pictures.name(1, False), image=pictures.die(1, False))
        env.inject_error("POST", UPLOADS, status=400)
        assert not (await load_dice_emojis(bot)).ids

        assert len((await load_dice_emojis(bot)).ids) == 12


@pytest.mark.parametrize(
    "failure", [aiohttp.ServerDisconnectedError(), OSError("no route to host"), TimeoutError()], ids=repr
)
async def test_keycaps_take_their_place_when_the_network_fails(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    async with running_bot() as (_, bot):

        async def fail(*_: object, **__: object) -> None:
            raise failure

        monkeypatch.setattr(bot.http, "request", fail)
        with caplog.at_level(logging.WARNING, "bot.ui.emojis"):
            dice = await load_dice_emojis(bot)

        assert dice == DiceEmojis.keycaps()
        assert len(caplog.records) == 1


async def test_an_emoji_uploaded_meanwhile_by_another_process_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_bot() as (env, bot):
        first = await load_dice_emojis(bot)
        answers = iter([[], await bot.fetch_application_emojis()])

        async def stale_at_first() -> list[discord.Emoji]:
            return next(answers)

        monkeypatch.setattr(bot, "fetch_application_emojis", stale_at_first)
        env.inject_error("POST", UPLOADS, status=400)
        assert await load_dice_emojis(bot) == first
        assert uploads(env) == 12 + 1


def test_keycaps_differ_when_held() -> None:
    dice = DiceEmojis.keycaps()
    assert dice.text(5, False) == "5️⃣"
    assert dice.text(5, True) == "[5️⃣]"
