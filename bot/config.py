"""Settings, read from the environment and a .env file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values

DISCORD_API = "https://discord.com/api/v10"
DATABASE_SCHEMES = frozenset({"sqlite+aiosqlite", "sqlite", "postgresql+asyncpg", "postgresql", "postgres"})
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")

T = TypeVar("T")


class ConfigError(Exception):
    """A setting that cannot be used; the sentence names its key and what it wants, never its value."""

    def __init__(self, key: str, wants: str) -> None:
        super().__init__(f"{key} must be {wants}.")
        self.key = key
        self.wants = wants


@dataclass(frozen=True)
class Settings:
    """What an operator may choose. What is secret, or may hold a password, is kept out of its repr."""

    discord_token: str | None = field(default=None, repr=False)
    discord_api_url: str = DISCORD_API
    database_url: str | None = field(default=None, repr=False)
    data_dir: Path = Path("data")
    log_level: str = "INFO"
    dev_guild_id: int | None = None
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None

    @classmethod
    def load(cls, environ: Mapping[str, str], env_file: Path | None = None) -> "Settings":
        """Read every setting; `environ` wins over `env_file`, and a blank value counts as unset. Raises ConfigError."""
        values = {**_read(env_file), **environ}

        def get(key: str, parse: Callable[[str, str], T]) -> T | None:
            text = values.get(key, "").strip()
            return parse(key, text) if text else None

        shard_count = get("SHARD_COUNT", _positive)
        shard_ids = get("SHARD_IDS", _shard_ids)
        if shard_ids is not None and shard_count is None:
            raise ConfigError("SHARD_COUNT", "set when SHARD_IDS is, to the number of shards of all processes together")
        if shard_ids is not None and shard_count is not None and max(shard_ids) >= shard_count:
            raise ConfigError("SHARD_IDS", f"below SHARD_COUNT, so from 0 to {shard_count - 1}")
        return cls(
            discord_token=get("DISCORD_TOKEN", _token),
            discord_api_url=get("DISCORD_API_URL", _api_url) or DISCORD_API,
            database_url=get("DATABASE_URL", _database_url),
            data_dir=get("DATA_DIR", _directory) or Path("data"),
            log_level=get("LOG_LEVEL", _log_level) or "INFO",
            dev_guild_id=get("DEV_GUILD_ID", _positive),
            shard_count=shard_count,
            shard_ids=shard_ids,
        )

    @property
    def database(self) -> str:
        """The URL of the database: DATABASE_URL, or else a SQLite file in `data_dir`."""
        return self.database_url or f"sqlite+aiosqlite:///{(self.data_dir / 'yacht-club.db').as_posix()}"

    @property
    def sqlite_file(self) -> Path | None:
        """The file of the database, or None where it is not SQLite."""
        scheme, _, rest = self.database.partition("://")
        return Path(rest.partition("?")[0].removeprefix("/")) if scheme.startswith("sqlite") else None

    @property
    def tables(self) -> Path:
        """The folder in which solutions of games are kept: beside the SQLite file, or in `data_dir`."""
        return (self.data_dir if self.sqlite_file is None else self.sqlite_file.parent) / "tables"


def _read(env_file: Path | None) -> dict[str, str]:
    if env_file is None or not env_file.is_file():
        return {}
    try:
        found = dotenv_values(env_file, interpolate=False, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(str(env_file), "a readable text file in UTF-8") from error
    return {key: value for key, value in found.items() if value is not None}


def _token(key: str, text: str) -> str:
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ConfigError(key, "the bot's token as the Developer Portal shows it, in one piece")
    return text


def _api_url(key: str, text: str) -> str:
    try:
        parts = urlsplit(text)
        valid = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 443) > 0
    except ValueError:
        valid = False
    if not valid or parts.query or parts.fragment:
        raise ConfigError(key, f"an http or https address like {DISCORD_API}")
    return text.rstrip("/")


def _database_url(key: str, text: str) -> str:
    scheme, separator, rest = text.partition("://")
    if not separator or scheme not in DATABASE_SCHEMES or not rest.strip("/") or "\0" in text:
        raise ConfigError(key, "sqlite+aiosqlite:///path/to/file.db or postgresql://user:password@host/database")
    return text


def _directory(key: str, text: str) -> Path:
    try:
        path = Path(text).expanduser()
        usable = not set("?\0") & set(text) and not path.is_file()
    except (RuntimeError, OSError):
        # The home of somebody unknown, or a name that is too long.
        usable = False
    if not usable:
        raise ConfigError(key, "a folder, whose name has no question mark")
    return path


def _log_level(key: str, text: str) -> str:
    if text.upper() not in LOG_LEVELS:
        raise ConfigError(key, f"one of {', '.join(LOG_LEVELS)}")
    return text.upper()


def _positive(key: str, text: str) -> int:
    number = int(text) if re.fullmatch(r"[0-9]{1,19}", text) else 0
    if not 0 < number < 2**63:
        raise ConfigError(key, "a whole number above 0")
    return number


def _shard_ids(key: str, text: str) -> tuple[int, ...]:
    ids: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,5})\s*(?:-\s*([0-9]{1,5})\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise ConfigError(key, "shard numbers like 0,1,2 or 0-3")
        ids.update(range(first, last + 1))
    return tuple(sorted(ids))
