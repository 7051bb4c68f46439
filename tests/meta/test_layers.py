"""Imports point one way, and the linter says so."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PURE = {
    "bot/rules": {"bot.rules"},
    "bot/game": {"bot.rules", "bot.game"},
    "bot/strategy": {"bot.rules", "bot.game", "bot.strategy", "numpy"},
}

FORBIDDEN = [
    ("bot/rules", "import discord"),
    ("bot/rules", "from bot.game import Game"),
    ("bot/rules", "from bot import game"),
    ("bot/game", "from bot import games"),
    ("bot/game", "from bot.ui.words import Words"),
    ("bot/game", "import numpy"),
    ("bot/game", "from db.games import load_game"),
    ("bot/strategy", "import discord"),
    ("bot/strategy", "from bot.games import Games"),
    ("bot/strategy", "from bot.ui.words import Words"),
    ("bot/strategy", "from db.games import load_game"),
    ("bot/ui", "from db import games"),
    ("bot/ui", "import cogs.play"),
    ("bot/ui", "from sqlalchemy import select"),
    ("bot", "from sqlalchemy import select"),
    ("bot", "import sqlite3"),
    ("cogs", "from db.games import load_game"),
    ("cogs", "import aiosqlite"),
    ("db", "from bot.game import Game"),
    ("db", "import discord"),
]
ALLOWED = [
    ("bot/rules", "import enum"),
    ("bot/rules", "from bot.rules import Dice"),
    ("bot/game", "from bot.rules import Dice"),
    ("bot/strategy", "from bot.game import Turn"),
    ("bot/strategy", "import numpy as np"),
    ("bot/ui", "from bot.games import act"),
    ("bot", "from db.database import Database"),
    ("cogs", "from bot import games"),
    ("db", "from sqlalchemy import select"),
    ("tests", "import sqlite3"),
]


def lint(folder: str, line: str) -> str:
    """What ruff says about a module of that folder which holds this line."""
    command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--no-cache", "--output-format", "concise"]
    finished = subprocess.run(
        [*command, "--stdin-filename", f"{folder}/some_module.py", "-"],
        input=f'"""A module."""\n\n{line}\n', cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return finished.stdout + finished.stderr


@pytest.mark.parametrize(("folder", "line"), FORBIDDEN)
def test_import_that_points_the_wrong_way_is_refused(folder: str, line: str) -> None:
    assert "TID251" in lint(folder, line)


@pytest.mark.parametrize(("folder", "line"), ALLOWED)
def test_import_that_points_the_right_way_is_accepted(folder: str, line: str) -> None:
    assert "TID251" not in lint(folder, line)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("folder", sorted(PURE))
def test_pure_folder_imports_the_standard_library_and_what_is_below_it(folder: str) -> None:
    """A list of what is banned cannot name what does not exist yet; this knows what is allowed."""
    for path in (ROOT / folder).rglob("*.py"):
        for name in imported(path):
            own = any(name == allowed or name.startswith(f"{allowed}.") for allowed in PURE[folder])
            assert own or name.partition(".")[0] in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_running_games_know_neither_discord_nor_what_shows_them() -> None:
    for name in imported(ROOT / "bot" / "games.py"):
        assert not name.startswith(("discord", "bot.ui", "bot.client", "cogs")), name
