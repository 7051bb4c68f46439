"""The PostgreSQL of the tests: one server for the run, one database for each test.

TEST_DATABASE_URL names a server to use instead, with a user who may create databases.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from sqlalchemy import make_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

START_SECONDS = 30


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a running server, its maintenance database included. Without a server the test is skipped."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    binaries = postgres_binaries()
    if binaries is None:
        _skip("no PostgreSQL found: install it, or name a server in TEST_DATABASE_URL")
    with running_postgres(binaries) as url:
        yield url


@pytest.fixture
async def postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """The URL of a new PostgreSQL database without tables."""
    async with new_postgres(postgres_server) as (_, url):
        yield url


@contextlib.asynccontextmanager
async def new_postgres(server_url: str, template: str = "template1") -> AsyncIterator[tuple[str, str]]:
    """The name and the URL of a new database, a copy of the one of that name; it is dropped in the end."""
    asyncpg = pytest.importorskip("asyncpg")
    name = f"yacht_club_test_{uuid.uuid4().hex}"
    server = make_url(server_url).set(drivername="postgresql")
    admin = await asyncpg.connect(server.render_as_string(hide_password=False))
    try:
        await admin.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield name, server.set(drivername="postgresql+asyncpg", database=name).render_as_string(hide_password=False)
        await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await admin.close()


def _skip(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def postgres_binaries() -> Path | None:
    """The directory of initdb and postgres: Debian keeps them off the PATH, the newest version last."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return installed[-1].parent if installed else None


@contextlib.contextmanager
def running_postgres(binaries: Path) -> Iterator[str]:
    """Run a server on a free port of the loopback, careless of crashes; its files go with it."""
    # PostgreSQL refuses to run as root; Debian's package brings a user for it.
    owner: dict[str, Any] = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
    # Not pytest's own temporary directory: only its owner may enter that one.
    with tempfile.TemporaryDirectory(prefix="yacht-club-postgres-", ignore_cleanup_errors=True) as directory:
        if owner:
            shutil.chown(directory, "postgres", "postgres")
        data, port = f"{directory}/data", _free_port()
        initdb: list[str | Path] = [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]
        subprocess.run(initdb, check=True, capture_output=True, cwd=directory, **owner)
        careless = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]
        settings = ["listen_addresses=127.0.0.1", f"port={port}", "unix_socket_directories=", *careless]
        command: list[str | Path] = [binaries / "postgres", "-D", data]
        command += [word for setting in settings for word in ("-c", setting)]
        with open(f"{directory}/log", "wb") as log:
            server: subprocess.Popen[bytes] = subprocess.Popen(command, stdout=log, stderr=log, cwd=directory, **owner)
        try:
            _wait_until_ready(binaries, port, server, Path(directory, "log"))
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # the fast shutdown: open connections are cut
            server.wait(START_SECONDS)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(binaries: Path, port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    asked: list[str | Path] = [binaries / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(asked, check=False).returncode != 0:
        if server.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)
