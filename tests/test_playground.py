"""The playground's simulated Discord: its clock, its ids and its presses, over a bot that only counts."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from itertools import count
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from discord import app_commands
from simcord.preview._media import MediaError

from bot import playground
from bot.config import Settings
from bot.game.refusals import GameOver
from bot.playground import page as pages
from bot.playground import stage as stages
from bot.playground.stage import on_show
from bot.playground.world import running
from bot.ui import emojis, pictures

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.playground.stage import Stage
    from bot.playground.world import World


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"count:(?P<number>\d+)"):
    """A button with the number of presses so far; pressing it edits its message."""

    def __init__(self, number: int) -> None:
        super().__init__(discord.ui.Button(label=str(number), custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Press:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=counter(self.number + 1))


def counter(number: int) -> discord.ui.View:
    return discord.ui.View(timeout=None).add_item(Press(number))


class CountingBot(discord.Client):
    """Says something every 45 seconds, and puts a counter where it is told to."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.talking: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        self.dice = await emojis.load_dice_emojis(self)
        self.talking = asyncio.create_task(self._talk())

    async def _talk(self) -> None:
        for number in count(1):
            await asyncio.sleep(45)
            await self.place().send(f"said {number}")

    def place(self) -> discord.TextChannel:
        return self.guilds[0].text_channels[0]


@asynccontextmanager
async def on_stage(bot: discord.Client) -> AsyncIterator[tuple[World, Stage]]:
    async with running(bot) as world, on_show(world, port=0) as stage:
        yield world, stage


def click(world: World, page: Any, sequence: int, revision: int) -> dict[str, Any]:
    """What the browser sends for a press on the only button there is."""
    message = message_with_button(world)
    control = f"message:{message.id}:component:0.components.0"
    return sent(page, sequence, "click", published_revision=revision, target_id=str(message.id), control_key=control)


def follow(page: Any, sequence: int, end_of_link: int | str) -> dict[str, Any]:
    """What the browser sends for a click on a link to a channel or a message."""
    return sent(page, sequence, "focus", target_id=str(end_of_link))


def sent(page: Any, sequence: int, kind: str, **details: Any) -> dict[str, Any]:
    return {
        "protocol_version": 3,
        "sequence": sequence,
        "request_id": f"request-{sequence}",
        "generation": page.generation,
        "bot_generation": 1,
        "kind": kind,
        **details,
    }


def open_page(world: World, stage: Stage) -> Any:
    return stage.preview._open_page(str(world.members[0].id), None)


def message_with_button(world: World) -> Any:
    everywhere = world.env.backend.messages.values()
    (message,) = (message for there in everywhere for message in there.values() if message.components)
    return message


def label(world: World) -> str:
    return str(message_with_button(world).components[0]["components"][0]["label"])


async def test_simcord_still_has_the_private_parts_that_are_used() -> None:
    assert version("simcord") == "3.2.1", "look through bot/playground before moving to another SimCord"
    async with on_stage(CountingBot()) as (world, stage):
        page = open_page(world, stage)
        used = {
            world.env: ["_schedule_timer", "_record_error"],
            world.env.backend: ["clock", "subscribers", "application_emojis", "messages", "bot_user"],
            world.env.backend.clock: ["_epoch"],
            stage.preview: [
                "channel",
                "_initial_target",
                "_action",
                "_publish",
                "_pages",
                "_advance_presentation_time",
                "_closed",
                "_media_worker",
            ],
            stage.preview._server: ["_static"],
        }
        missing = [f"{type(owner).__name__}.{name}" for owner, names in used.items() for name in names
                   if not hasattr(owner, name)]  # fmt: skip
        assert missing == []
        assert page.id in stage.preview._pages
        assert page.revision > 0


async def test_server_channel_and_members_have_the_same_ids_in_every_run() -> None:
    runs = []
    for _ in range(2):
        async with running(CountingBot()) as world:
            runs.append((world.channel.guild.id, world.channel.id, [member.id for member in world.members]))  # type: ignore[union-attr]
    assert runs[0] == runs[1]


async def test_messages_and_emojis_of_a_later_run_have_ids_of_their_own() -> None:
    runs: list[set[int]] = []
    for _ in range(2):
        async with running(CountingBot()) as world:
            backend = world.env.backend
            runs.append({*backend.messages[world.channel.id], *backend.application_emojis})
    assert len(runs[0]) == 13
    assert max(runs[0]) < min(runs[1])


async def test_the_clock_shows_the_time_of_day_from_the_start() -> None:
    async with running(CountingBot()) as world:
        assert abs(world.env.now() - datetime.now(UTC)) < timedelta(seconds=5)
        (welcome,) = world.channel.history()
        assert abs(welcome.created_at - datetime.now(UTC)) < timedelta(seconds=5)


async def test_timers_of_the_bot_go_by_the_wall_clock_and_their_messages_appear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stages, "TICK_SECONDS", 0.01)
    async with on_stage(CountingBot()) as (world, stage):
        page = open_page(world, stage)
        clock = asyncio.create_task(stage.keep_time())
        world.env.backend.clock._epoch -= timedelta(seconds=50)
        await asyncio.sleep(0.5)
        assert "said 1" in str(page.snapshot)
        assert abs(world.env.now() - datetime.now(UTC)) < timedelta(seconds=1)
        clock.cancel()


async def test_every_press_counts_while_the_clock_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "TICK_SECONDS", 0.002)
    bot = CountingBot()
    async with on_stage(bot) as (world, stage):
        await bot.place().send(view=counter(0))
        await stage.preview.refresh()
        page = open_page(world, stage)
        clock = asyncio.create_task(stage.keep_time())
        for number in range(1, 46):
            answer = await stage.preview._action(page.id, click(world, page, number, page.revision))
            assert not answer["rejected"], answer["diagnostics"]
        clock.cancel()
        assert label(world) == "45"


async def test_a_press_counts_on_a_page_that_lacks_only_other_messages() -> None:
    bot = CountingBot()
    async with on_stage(bot) as (world, stage):
        await bot.place().send(view=counter(0))
        page = open_page(world, stage)
        seen = page.revision
        await bot.place().send("something else")
        await stage.preview.refresh()
        assert not (await stage.preview._action(page.id, click(world, page, 1, seen)))["rejected"]
        assert label(world) == "1"


async def test_a_press_on_controls_that_have_changed_since_is_refused() -> None:
    bot = CountingBot()
    async with on_stage(bot) as (world, stage):
        message = await bot.place().send(view=counter(0))
        page = open_page(world, stage)
        seen = page.revision
        await message.edit(view=counter(7))
        await stage.preview.refresh()
        assert (await stage.preview._action(page.id, click(world, page, 1, seen)))["rejected"]
        assert label(world) == "7"


class RefusingBot(CountingBot):
    """Has a command that refuses, one that fails, and one for those who may manage the server."""

    def __init__(self) -> None:
        super().__init__()
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="refuse", description="Refuses.")(self.refuse)
        self.tree.command(name="fail", description="Fails.")(self.fail)
        manage = self.tree.command(name="manage", description="Is for managers.")(self.manage)
        manage.default_permissions = discord.Permissions(manage_guild=True)
        self.tree.error(self.answer)

    async def setup_hook(self) -> None:
        await super().setup_hook()
        await self.tree.sync()

    async def refuse(self, interaction: discord.Interaction) -> None:
        raise GameOver

    async def manage(self, interaction: discord.Interaction) -> None:
        pass

    async def fail(self, interaction: discord.Interaction) -> None:
        raise ZeroDivisionError

    async def answer(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await interaction.response.send_message("No.", ephemeral=True)


async def test_the_first_member_alone_is_offered_what_is_for_managers() -> None:
    async with on_stage(RefusingBot()) as (world, stage):
        for member in world.members:
            page = stage.preview._open_page(str(member.id), None)
            offered = "Is for managers." in str(page.command_catalog)
            assert offered is (member == world.members[0])


async def test_what_a_command_refuses_is_no_failure_of_the_bot() -> None:
    async with running(RefusingBot()) as world:
        await world.members[0].slash(world.channel, "refuse")
        assert world.env.errors == []
        await world.members[0].slash(world.channel, "fail")
        assert [str(error.__cause__) or type(error.__cause__) for error in world.env.errors] == [ZeroDivisionError]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to catch")
async def test_a_playground_that_was_stopped_says_so_last(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playground, "_has_browser", lambda: True)
    # The browser is opened once everything is up.
    monkeypatch.setattr("webbrowser.open", lambda _: os.kill(os.getpid(), signal.SIGTERM))
    caplog.set_level("INFO")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    await playground.play(Settings(data_dir=tmp_path), port)
    assert caplog.messages[-1] == "stopped"


async def test_other_windows_see_a_press_at_once() -> None:
    bot = CountingBot()
    async with on_stage(bot) as (world, stage):
        await bot.place().send(view=counter(0))
        acting = open_page(world, stage)
        watching = stage.preview._open_page(str(world.members[1].id), None)
        await stage.preview._action(acting.id, click(world, acting, 1, acting.revision))
        assert "'label': '1'" in str(watching.snapshot)


async def test_a_link_leads_a_window_into_a_thread_in_which_presses_count_and_back() -> None:
    bot = CountingBot()
    async with on_stage(bot) as (world, stage):
        thread = await bot.place().create_thread(name="game", type=discord.ChannelType.public_thread)
        board = await thread.send("in the thread", view=counter(0))
        page, other = open_page(world, stage), open_page(world, stage)
        for sequence, end_of_link in ((1, thread.id), (2, pages.HOME), (3, board.id)):
            assert not (await stage.preview._action(page.id, follow(page, sequence, end_of_link)))["rejected"]
            assert ("in the thread" in str(page.snapshot["messages"])) is (end_of_link != pages.HOME)
        assert not (await stage.preview._action(page.id, click(world, page, 4, page.revision)))["rejected"]
        assert label(world) == "1"
        assert [page.snapshot["channel"]["name"], other.snapshot["channel"]["name"]] == ["game", "games"]


async def test_a_link_to_nowhere_is_refused_and_the_window_stays() -> None:
    async with on_stage(CountingBot()) as (world, stage):
        page = open_page(world, stage)
        assert (await stage.preview._action(page.id, follow(page, 1, 12)))["rejected"]
        assert page.channel_id == world.channel.id


async def test_threads_in_which_games_go_on_are_there_again_and_linked_to() -> None:
    bot = CountingBot()
    async with running(bot) as world:
        home = world.channel.id

    async def places(_: int) -> dict[int, str]:
        return {home: "home", home + 1: "Ada's game"}

    bot = CountingBot()
    async with running(bot, places) as world:
        assert [(thread.id, thread.name) for thread in bot.place().threads] == [(home + 1, "Ada's game")]
        assert world.channel.history()[-1].content == f"Games go on in <#{home + 1}>."


async def test_a_channel_mentioned_in_an_embed_is_a_link() -> None:
    bot = CountingBot()
    async with on_stage(bot) as (world, stage):
        mention = bot.place().mention
        await bot.place().send(embed=discord.Embed(description=mention).add_field(name="Where", value=mention))
        assert str(open_page(world, stage).snapshot["messages"]).count("'label': '#games'") == 2


async def test_the_dice_are_pictures_on_the_page() -> None:
    async with on_stage(CountingBot()) as (world, stage):
        given = stage.preview._explicit_assets
        assert sorted(picture for _, picture in given.values()) == sorted(pictures.die(*die) for die in emojis.DICE)
        ids = world.env.backend.application_emojis
        assert set(given) == {f"https://cdn.simcord.invalid/emojis/{emoji}.png" for emoji in ids}


async def test_a_taken_port_is_named_before_anything_is_started(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(playground.PortTaken, match=f"Port {port} is taken"):
            await playground.play(Settings(data_dir=tmp_path), port)
    assert not any(os.scandir(tmp_path))


@pytest.mark.parametrize(
    ("environment", "opened"),
    [({"DISPLAY": ":0"}, True), ({}, False), ({"DISPLAY": ":0", "CI": "true"}, False),
     ({"DISPLAY": ":0", "BROWSER": "none"}, False)],
)  # fmt: skip
def test_a_browser_is_opened_only_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], opened: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CI", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert playground._has_browser() is opened


@pytest.mark.parametrize("mend", pages.MENDS, ids=lambda mend: mend.path)
async def test_the_page_is_served_with_its_mends(mend: pages.Mend) -> None:
    async with on_stage(CountingBot()) as (_, stage), aiohttp.ClientSession() as browser:
        address = f"http://127.0.0.1:{stage.preview._server.port}{mend.path}"
        async with browser.get(address) as response:
            served = await response.text()
    assert served.count(mend.new) == 1


async def test_pictures_of_dice_are_served_all_at_once_and_others_are_checked() -> None:
    worker = pages.DiceAtOnce()
    picture = pictures.die(6, True)
    info = await worker.validate("any", picture)
    assert (info.normalized, info.width, info.content_type) == (picture, 128, "image/png")
    with pytest.raises(MediaError):
        await worker.validate("other", b"no picture")
    await worker.close()
