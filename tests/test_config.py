"""Settings: what is read, what wins, and what a malformed value is told."""

import os
from pathlib import Path

import pytest

from bot.config import ConfigError, Settings

EXAMPLE = Path(__file__).resolve().parents[1] / ".env.example"


def write_env(folder: Path, text: str) -> Path:
    path = folder / ".env"
    path.write_text(text, encoding="utf-8")
    return path


def test_nothing_set_gives_the_defaults() -> None:
    assert Settings.load({}) == Settings()
    assert Settings().database == "sqlite+aiosqlite:///data/yacht-club.db"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        (None, Path("data/yacht-club.db")),
        ("sqlite+aiosqlite:///some/file.db", Path("some/file.db")),
        ("sqlite:////srv/file.db?timeout=5", Path("/srv/file.db")),
        ("postgresql://localhost/yacht", None),
    ],
)
def test_file_of_a_sqlite_database_is_known(url: str | None, path: Path | None) -> None:
    assert Settings(database_url=url).sqlite_file == path


def test_every_setting_is_read() -> None:
    environ = {
        "DISCORD_TOKEN": "a.b-c_d",
        "DISCORD_API_URL": "http://127.0.0.1:8080/api/v10/",
        "DATABASE_URL": "postgresql://ann:secret@localhost/yacht",
        "DATA_DIR": "/srv/yacht",
        "LOG_LEVEL": "debug",
        "DEV_GUILD_ID": "123456789012345678",
        "SHARD_COUNT": "4",
        "SHARD_IDS": "0-1, 3",
    }
    assert Settings.load(environ) == Settings(
        discord_token="a.b-c_d",
        discord_api_url="http://127.0.0.1:8080/api/v10",
        database_url="postgresql://ann:secret@localhost/yacht",
        data_dir=Path("/srv/yacht"),
        log_level="DEBUG",
        dev_guild_id=123456789012345678,
        shard_count=4,
        shard_ids=(0, 1, 3),
    )


def test_environment_wins_over_the_file(tmp_path: Path) -> None:
    env_file = write_env(tmp_path, "DISCORD_TOKEN=from-file\nLOG_LEVEL=ERROR\n")
    settings = Settings.load({"DISCORD_TOKEN": "from-environment"}, env_file)
    assert (settings.discord_token, settings.log_level) == ("from-environment", "ERROR")


def test_blank_value_counts_as_unset(tmp_path: Path) -> None:
    env_file = write_env(tmp_path, "DISCORD_TOKEN=\nLOG_LEVEL=ERROR\nSHARD_COUNT\n")
    assert Settings.load({"LOG_LEVEL": " "}, env_file) == Settings()


def test_unknown_keys_are_ignored_and_the_environment_is_left_alone(tmp_path: Path) -> None:
    before = dict(os.environ)
    env_file = write_env(tmp_path, "FAVOURITE_DIE=6\nDISCORD_TOKEN='a$b'\n")
    assert Settings.load({}, env_file) == Settings(discord_token="a$b")
    assert dict(os.environ) == before


def test_missing_file_is_no_error(tmp_path: Path) -> None:
    assert Settings.load({}, tmp_path / ".env") == Settings()


def test_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / ".env"
    path.write_bytes(b"\xff\xfe\x00D")
    with pytest.raises(ConfigError, match=r"\.env must be a readable text file"):
        Settings.load({}, path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_TOKEN", "tökén"),
        ("DISCORD_API_URL", "discord.com"),
        ("DISCORD_API_URL", "ftp://discord.com"),
        ("DISCORD_API_URL", "https://"),
        ("DISCORD_API_URL", "https://host:port"),
        ("DISCORD_API_URL", "https://host/?a=1"),
        ("DATABASE_URL", "mysql://host/db"),
        ("DATABASE_URL", "yacht.db"),
        ("DATABASE_URL", "sqlite+aiosqlite://"),
        ("DATABASE_URL", "sqlite+aiosqlite:///a\0b"),
        ("DATA_DIR", "what?"),
        ("DATA_DIR", __file__),
        ("DATA_DIR", "~nobody-of-that-name/yacht"),
        ("DATA_DIR", "x" * 5000),
        ("DATA_DIR", "a\0b"),
        ("LOG_LEVEL", "LOUD"),
        ("DEV_GUILD_ID", "my server"),
        ("DEV_GUILD_ID", "-1"),
        ("DEV_GUILD_ID", "99999999999999999999"),
        ("DEV_GUILD_ID", "१२३"),
        ("SHARD_COUNT", "0"),
        ("SHARD_COUNT", "two"),
        ("SHARD_COUNT", "1.5"),
        ("SHARD_IDS", "a"),
        ("SHARD_IDS", "0,"),
        ("SHARD_IDS", "3-1"),
        ("SHARD_IDS", "-1"),
    ],
)
def test_malformed_value_is_told_its_key(key: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Settings.load({"SHARD_COUNT": "4", key: value})
    assert caught.value.key == key
    assert str(caught.value).startswith(f"{key} must be ")


def test_malformed_secret_is_not_repeated() -> None:
    with pytest.raises(ConfigError) as caught:
        Settings.load({"DATABASE_URL": "mysql://ann:hunter2@localhost/yacht"})
    assert "hunter2" not in str(caught.value)


def test_shard_ids_need_a_count() -> None:
    with pytest.raises(ConfigError, match=r"SHARD_COUNT must be set when SHARD_IDS is"):
        Settings.load({"SHARD_IDS": "0"})


@pytest.mark.parametrize(("text", "ids"), [("0", (0,)), ("0-3", (0, 1, 2, 3)), ("2,0,2", (0, 2)), ("0-1,3", (0, 1, 3))])
def test_shard_ids_are_lists_and_ranges(text: str, ids: tuple[int, ...]) -> None:
    assert Settings.load({"SHARD_COUNT": "4", "SHARD_IDS": text}).shard_ids == ids


def test_shard_ids_must_be_below_the_count() -> None:
    with pytest.raises(ConfigError, match="SHARD_IDS must be below SHARD_COUNT, so from 0 to 3"):
        Settings.load({"SHARD_COUNT": "4", "SHARD_IDS": "2-4"})


def test_secrets_are_kept_out_of_the_repr() -> None:
    settings = Settings(discord_token="t0ken", database_url="postgresql://ann:secret@localhost/yacht")
    assert "t0ken" not in repr(settings)
    assert "secret" not in repr(settings)


def test_example_file_explains_every_key_and_changes_nothing() -> None:
    keys = {name.upper() for name in Settings.__dataclass_fields__}
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert {line.lstrip("#").partition("=")[0] for line in lines if "=" in line} == keys
    assert Settings.load({}, EXAMPLE) == Settings()


def test_every_example_in_the_example_file_is_valid(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    uncommented = "\n".join(
        line.lstrip("#") if line.startswith("#") and "=" in line else line for line in text.splitlines()
    )
    assert Settings.load({}, write_env(tmp_path, uncommented)).shard_ids == (0, 1)
