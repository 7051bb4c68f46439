"""The command line: `python -m bot` runs the bot, and a few commands look after it."""

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bot.config import ConfigError, Settings
from bot.log import configure_logging

OK, FAILED, MISCONFIGURED = 0, 1, 2
PORT = 8765


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say; gives the exit code. What an operator can put right is one line on stderr."""
    # Imports of discord.py and the database wait for the command that needs them: --help is quick.
    chosen = _parser().parse_args(arguments)
    try:
        settings = Settings.load(os.environ, Path(".env"))
    except ConfigError as error:
        return _fail(str(error), MISCONFIGURED)
    configure_logging(settings.log_level, [settings.discord_token, settings.database_url])
    try:
        match chosen.command:
            case "play":
                return _play(settings, chosen.port)
            case "check":
                return _check(settings)
            case "backup":
                return _backup(settings, chosen.file)
            case "rebuild":
                return _rebuild(settings)
            case "solve":
                return _solve(chosen.folder or settings.tables, chosen.rules, give_way=chosen.give_way)
            case _:
                return _run(settings)
    except KeyboardInterrupt:
        return OK


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Yacht Club, a Discord bot for the dice games Yacht and Yahtzee. "
        "Settings come from the environment and .env; .env.example explains them.",
    )
    parser.add_argument("--version", action="version", version=f"Yacht Club {_version()}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="")
    commands.add_parser("run", help="run the bot on Discord (what happens without a command)")
    play = commands.add_parser("play", help="play in your browser, in a simulated Discord: no token needed")
    play.add_argument("--port", type=_port, default=PORT, help=f"where to serve it on this machine ({PORT})")
    commands.add_parser("check", help="say whether the bot would start; no token needed")
    backup = commands.add_parser("backup", help="copy the SQLite database, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy to make")
    commands.add_parser("rebuild", help="work out ratings, leaderboards and statistics anew from the results of games")
    solve = commands.add_parser(
        "solve", help="work out how the games are played best, for hints and computers; the bot does it by itself"
    )
    solve.add_argument("rules", nargs="*", type=_rules, metavar="RULES", help="the games to solve (all)")
    solve.add_argument("--folder", type=Path, help="where to keep the solutions (tables, beside the database)")
    solve.add_argument("--give-way", action="store_true", help="let everything else on this machine go first")
    return parser


def _run(settings: Settings) -> int:
    from bot.running import CannotRun, run
    from db.errors import DatabaseError

    try:
        asyncio.run(run(settings))
    except (CannotRun, DatabaseError) as error:
        return _fail(str(error))
    return OK


def _play(settings: Settings, port: int) -> int:
    from db.errors import DatabaseError

    try:
        from bot import playground
    except ModuleNotFoundError as error:
        return _fail(f'The playground needs {error.name}: run `make play`, or `pip install -e ".[play]"` first.')
    try:
        asyncio.run(playground.play(settings, port))
    except (DatabaseError, playground.PortTaken) as error:
        return _fail(str(error))
    return OK


def _check(settings: Settings) -> int:
    from bot.check import check

    return OK if asyncio.run(check(settings)) else FAILED


def _backup(settings: Settings, target: Path) -> int:
    from db.backup import BackupFailed, backup

    source = settings.sqlite_file
    if source is None:
        return _fail("`backup` copies SQLite databases. Copy a PostgreSQL database with its own pg_dump.")
    try:
        backup(source, target)
    except BackupFailed as error:
        return _fail(str(error))
    print(f"Copied {source} to {target}.")
    return OK


def _rebuild(settings: Settings) -> int:
    from bot.rebuilding import rebuild_at
    from db.errors import DatabaseError

    try:
        done = asyncio.run(rebuild_at(settings.database))
    except DatabaseError as error:
        return _fail(str(error))
    print(f"Rebuilt from {done.results} results of {done.games} games on {done.guilds} servers.")
    return OK


def _solve(folder: Path, keys: Sequence[str], *, give_way: bool) -> int:
    from bot import solve
    from bot.rules import RULESETS
    from bot.strategy.tables import NotKept

    solve.stop_at_sigterm()
    if give_way:
        solve.give_way()
    rulesets = [RULESETS[key] for key in keys or RULESETS]
    try:
        solve.solve_missing(rulesets, folder, lambda line: print(line, flush=True))
    except NotKept as error:
        return _fail(
            f"The solutions cannot be kept: {error.reason} ({error.path}). "
            "Make room there, let this user write there, or name another folder with --folder."
        )
    except KeyboardInterrupt:
        return _fail("Stopped. What was solved by then is kept; `solve` again does the rest.")
    return OK


def _fail(reason: str, code: int = FAILED) -> int:
    print(f"yacht-club: {reason}", file=sys.stderr)
    return code


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 2**16:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def _rules(text: str) -> str:
    from bot.rules import RULESETS

    if text not in RULESETS:
        raise argparse.ArgumentTypeError(f"the games are {', '.join(RULESETS)}")
    return text


def _version() -> str:
    try:
        return version("yacht-club")
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    sys.exit(main())
