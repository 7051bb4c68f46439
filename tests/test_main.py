"""The command line as an operator meets it: whole processes, their last words and their exit codes."""

import asyncio
import os
import re
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from db.database import Database
from tests.wire import TOKEN, Wire, serving

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = ("DISCORD_", "DATABASE_URL", "DATA_DIR", "LOG_LEVEL", "DEV_GUILD_ID", "SHARD_")

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to catch")


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    code: int | None
    out: str
    err: str


async def start(folder: Path, *arguments: str, **settings: str) -> asyncio.subprocess.Process:
    """`python -m bot` in a folder of its own, with these settings and none of the tester's."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        cwd=folder, env={**environ, "PYTHONPATH": str(ROOT), **settings},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def ending(process: asyncio.subprocess.Process, seconds: float = 30) -> Ended:
    """Its last words; a process that does not end by itself is a failure."""
    try:
        async with asyncio.timeout(seconds):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.communicate()
        raise
    return Ended(process.returncode, out.decode(), err.decode())


async def run(folder: Path, *arguments: str, **settings: str) -> Ended:
    return await ending(await start(folder, *arguments, **settings))


async def until(condition: Callable[[], object], process: asyncio.subprocess.Process, seconds: float = 30) -> None:
    """Wait for what the process brings about; kill it if it does not."""
    try:
        async with asyncio.timeout(seconds):
            while not condition():
                assert process.returncode is None, await ending(process)
                await asyncio.sleep(0.05)
    except BaseException:
        if process.returncode is None:
            process.kill()
        raise


async def test_help_names_every_command(tmp_path: Path) -> None:
    ended = await run(tmp_path, "--help")
    assert ended.code == 0
    assert all(command in ended.out for command in ("run", "play", "check", "backup", "rebuild", "solve"))


async def test_version_is_told(tmp_path: Path) -> None:
    ended = await run(tmp_path, "--version")
    assert (ended.code, ended.out.split()[:2]) == (0, ["Yacht", "Club"])


async def test_malformed_setting_is_one_line_and_code_2(tmp_path: Path) -> None:
    ended = await run(tmp_path, "check", SHARD_COUNT="two")
    assert ended == Ended(2, "", "yacht-club: SHARD_COUNT must be a whole number above 0.\n")


async def test_missing_token_is_one_line_and_code_1(tmp_path: Path) -> None:
    ended = await run(tmp_path)
    assert ended.code == 1
    assert ended.err.startswith("yacht-club: DISCORD_TOKEN is not set.")
    assert ended.err.count("\n") == 1
    assert os.listdir(tmp_path) == []


async def test_wrong_token_is_one_line_and_is_not_tried_again(tmp_path: Path) -> None:
    async with serving() as wire:
        ended = await run(tmp_path, DISCORD_TOKEN="the.wrong.token", DISCORD_API_URL=wire.url)
    assert ended.code == 1
    assert ended.err.startswith("yacht-club: Discord does not accept DISCORD_TOKEN.")
    assert ended.err.count("\n") == 1
    assert wire.requests == ["GET /users/@me"]


async def test_unreachable_discord_is_one_line(tmp_path: Path) -> None:
    async with serving() as wire:
        nobody_listens = wire.url
    ended = await run(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=nobody_listens)
    assert ended.code == 1
    assert ended.err.startswith(f"yacht-club: Discord cannot be reached at {nobody_listens}: ")
    assert ended.err.count("\n") == 1


async def stopped(wire: Wire, folder: Path, number: signal.Signals, **settings: str) -> tuple[Ended, float]:
    """Start the bot, wait until it is connected, send the signal; how it ended and how many seconds that took."""
    process = await start(folder, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=wire.url, **settings)
    await until(lambda: wire.identified, process)
    started = time.monotonic()
    process.send_signal(number)
    return await ending(process), time.monotonic() - started


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_signal_ends_it_cleanly_within_seconds(tmp_path: Path, number: signal.Signals) -> None:
    async with serving() as wire:
        ended, seconds = await stopped(wire, tmp_path, number, LOG_LEVEL="DEBUG")
    assert ended.code == 0, ended.err
    assert seconds < 5
    assert "Traceback" not in ended.err
    assert ended.err.splitlines()[-1].endswith(" INFO bot.running: stopped")
    assert TOKEN not in ended.err
    assert wire.commands
    assert "oauth2/authorize?client_id=100&" in ended.out
    assert sqlite3.connect(tmp_path / "data" / "yacht-club.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)


@needs_signals
async def test_shards_are_those_asked_for(tmp_path: Path) -> None:
    async with serving() as wire:
        ended, _ = await stopped(wire, tmp_path, signal.SIGTERM, SHARD_COUNT="4", SHARD_IDS="2")
    assert ended.code == 0, ended.err
    assert [identity["shard"] for identity in wire.identified] == [[2, 4]]


@needs_signals
async def test_refusal_in_hand_at_a_signal_is_still_told(tmp_path: Path) -> None:
    async with serving() as wire:
        process = await start(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=wire.url)
        await asyncio.wait_for(wire.arrived.wait(), 30)
        await wire.press("yc1:roll:999:1:0")
        await until(lambda: wire.answers, process)
        # The first answer has failed by now, and the bot is about to try again.
        process.terminate()
        ended = await ending(process)
    assert ended.code == 0, ended.err
    assert [answer["data"]["content"][:29] for answer in wire.answers] == ["That game is not kept here an"] * 2


@needs_signals
async def test_signal_during_the_login_ends_it(tmp_path: Path) -> None:
    async with serving() as wire:
        process = await start(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=wire.url)
        await until(lambda: wire.requests, process)
        process.terminate()
        ended = await ending(process, 10)
    assert ended.code == 0, ended.err
    assert "Traceback" not in ended.err


@needs_signals
async def test_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    async with serving() as wire:
        first = await start(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=wire.url)
        await until(lambda: wire.identified, first)
        second = await run(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=wire.url)
        first.terminate()
        await ending(first)
    assert second.code == 1
    assert second.err.startswith("yacht-club: Another process is using the database")
    assert second.err.count("\n") == 1


async def test_check_needs_no_token(tmp_path: Path) -> None:
    ended = await run(tmp_path, "check")
    assert ended.code == 0, ended.out + ended.err
    lines = ended.out.splitlines()
    assert lines[0] == "configuration: ok, but DISCORD_TOKEN is not set yet"
    assert lines[1] == "database: ok"
    assert any(line.startswith("cogs.") for line in lines)
    assert lines[-1].startswith("commands: ok")


async def test_check_says_what_is_wrong_with_the_database(tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_text("not a database, but longer than a header of SQLite " * 20)
    ended = await run(tmp_path, "check", DATABASE_URL="sqlite+aiosqlite:///broken.db")
    assert ended.code == 1
    assert ended.out.splitlines()[-1].startswith("database: ")
    assert "Traceback" not in ended.err


async def test_backup_copies_the_database(tmp_path: Path) -> None:
    await run(tmp_path, "check")
    ended = await run(tmp_path, "backup", "copy.db")
    assert ended.code == 0, ended.err
    assert sqlite3.connect(tmp_path / "copy.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_backup_without_a_database_is_one_line(tmp_path: Path) -> None:
    ended = await run(tmp_path, "backup", "copy.db")
    assert ended.code == 1
    assert ended.err.startswith("yacht-club: ")
    assert ended.err.count("\n") == 1


async def test_rebuild_counts_what_there_is_to_count(tmp_path: Path) -> None:
    ended = await run(tmp_path, "rebuild")
    assert (ended.code, ended.out) == (0, "Rebuilt from 0 results of 0 games on 0 servers.\n")


async def test_rebuild_beside_a_running_bot_is_one_line(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite+aiosqlite:///{tmp_path / 'data' / 'yacht-club.db'}")
    ended = await run(tmp_path, "rebuild")
    await database.close()
    assert ended.code == 1
    assert "Another process is using the database" in ended.err
    assert ended.err.count("\n") == 1


async def test_solve_says_what_it_did_and_keeps_it_beside_the_database(tmp_path: Path) -> None:
    ended = await run(tmp_path, "solve", "yacht", DATABASE_URL="sqlite+aiosqlite:///elsewhere/games.db")
    assert (ended.code, ended.err) == (0, "")
    *steps, last = ended.out.splitlines()
    assert steps
    assert all(line.startswith("yacht: ") and line.endswith("%") for line in steps)
    (table,) = (tmp_path / "elsewhere" / "tables").iterdir()
    assert "Best play scores 166.9551 on average." in last
    assert table.name in last

    again = await run(tmp_path, "solve", "yacht", "--folder", "elsewhere/tables", "--give-way")
    assert again.code == 0
    assert again.out == f"yacht: solved already, in {Path('elsewhere/tables') / table.name}\n"


async def test_solve_knows_the_games_there_are(tmp_path: Path) -> None:
    ended = await run(tmp_path, "solve", "poker")
    assert ended.code == 2
    assert "the games are yacht, yahtzee," in ended.err


async def test_solve_without_a_place_to_write_is_one_line_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = await run(tmp_path, "solve", "--folder", "file/tables")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("yacht-club: The solutions cannot be kept: ")
    assert ended.err.count("\n") == 1


@needs_signals
async def test_solve_on_a_disk_that_fills_up_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        "sh", "-c", f'ulimit -f 8; exec "{sys.executable}" -B -m bot solve yacht --folder tables',
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    ended = await ending(process)
    assert ended.code == 1
    assert ended.err.startswith("yacht-club: The solutions cannot be kept: File too large (tables/yacht-")
    assert ended.err.count("\n") == 1
    assert os.listdir(tmp_path / "tables") == []


@needs_signals
async def test_solve_that_is_stopped_keeps_what_it_has(tmp_path: Path) -> None:
    process = await start(tmp_path, "solve", "--folder", ".")
    await until(lambda: os.listdir(tmp_path), process)
    process.terminate()
    ended = await ending(process)
    assert ended.code == 1
    assert ended.err == "yacht-club: Stopped. What was solved by then is kept; `solve` again does the rest.\n"
    assert all(name.endswith(".table") for name in os.listdir(tmp_path))


@needs_signals
async def test_bot_that_is_stopped_while_it_solves_leaves_nothing_running(tmp_path: Path) -> None:
    tables = tmp_path / "data" / "tables"
    async with serving() as wire:
        process = await start(tmp_path, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=wire.url)
        await until(lambda: wire.identified and tables.exists() and os.listdir(tables), process)
        began = time.monotonic()
        process.terminate()
        ended = await ending(process)
    assert ended.code == 0, ended.err
    assert time.monotonic() - began < 5
    assert "Traceback" not in ended.err
    solving = re.search(r"INFO bot.solutions: solving pid=(\d+) rulesets=yacht,yahtzee,", ended.err)
    assert solving
    with pytest.raises(ProcessLookupError):
        os.kill(int(solving[1]), 0)
    assert all(name.endswith(".table") for name in os.listdir(tables))


async def test_backup_of_postgresql_is_left_to_pg_dump(tmp_path: Path) -> None:
    ended = await run(tmp_path, "backup", "copy.db", DATABASE_URL="postgresql://localhost/yacht")
    assert ended.code == 1
    assert "pg_dump" in ended.err


async def test_playground_without_its_packages_names_the_command_that_installs_them(tmp_path: Path) -> None:
    (tmp_path / "simcord.py").write_text("raise ModuleNotFoundError('No module named simcord', name='simcord')")
    ended = await run(tmp_path, "play", PYTHONPATH=os.pathsep.join((str(tmp_path), str(ROOT))))
    assert ended.code == 1
    assert 'pip install -e ".[play]"' in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("port", ["0", "70000", "x"])
async def test_port_must_be_one(tmp_path: Path, port: str) -> None:
    ended = await run(tmp_path, "play", "--port", port)
    assert ended.code == 2
    assert "a port is a number from 1 to 65535" in ended.err
