"""One line an event, with its facts, and no secrets."""

import io
import logging
import re
from collections.abc import Iterator

import pytest

from bot.log import configure_logging

TOKEN = "MTIz.abc.def-ghi"
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"

log = logging.getLogger("bot.some")


@pytest.fixture(autouse=True)
def keep_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)


@pytest.fixture
def output() -> io.StringIO:
    stream = io.StringIO()
    configure_logging("INFO", [TOKEN, None, ""], stream)
    return stream


def test_event_is_one_line_with_its_facts(output: io.StringIO) -> None:
    log.info("box scored", extra={"game": 7, "guild": 1, "user": 2, "box": "full house"})
    time, _, rest = output.getvalue().partition(" ")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time)
    assert rest == "INFO bot.some: box scored game=7 guild=1 user=2 box='full house'\n"


def test_token_is_never_shown(output: io.StringIO) -> None:
    log.error("sent %s", f"Bot {TOKEN}", extra={"header": TOKEN})
    try:
        raise ValueError(TOKEN)
    except ValueError:
        log.exception("failed")
    assert TOKEN not in output.getvalue()
    assert output.getvalue().count("[redacted]") == 3


@pytest.mark.parametrize(
    "text", ["/webhooks/12/{}/messages/@original", "/interactions/12/{}/callback", "{{'id': '1', 'token': '{}'}}"]
)
def test_token_of_an_interaction_is_never_shown(output: io.StringIO, text: str) -> None:
    log.warning("POST %s", text.format(INTERACTION_TOKEN))
    assert INTERACTION_TOKEN not in output.getvalue()


def test_name_with_a_line_break_stays_on_its_line(output: io.StringIO) -> None:
    log.info("joined %s", "Ann\nERROR forged", extra={"channel": "a\r\nb"})
    assert output.getvalue().count("\n") == 1
    assert "\r" not in output.getvalue()


def test_traceback_follows_its_line(output: io.StringIO) -> None:
    try:
        raise ValueError("so")
    except ValueError:
        log.exception("failed", extra={"game": 7})
    lines = output.getvalue().splitlines()
    assert lines[0].endswith("failed game=7")
    assert lines[-1] == "ValueError: so"


def test_level_hides_what_is_below(output: io.StringIO) -> None:
    log.debug("hidden")
    logging.getLogger("discord.http").info("hidden")
    logging.getLogger("discord.http").warning("shown")
    assert output.getvalue().count("\n") == 1


def test_absence_of_voice_is_no_news(output: io.StringIO) -> None:
    logging.getLogger("discord.client").warning("PyNaCl is not installed, voice will NOT be supported")
    assert output.getvalue() == ""


def test_debug_shows_the_libraries_too() -> None:
    stream = io.StringIO()
    configure_logging("DEBUG", stream=stream)
    logging.getLogger("discord.http").debug("shown")
    assert "discord.http: shown" in stream.getvalue()


def test_statements_are_not_logged_since_they_hold_seeds() -> None:
    stream = io.StringIO()
    configure_logging("DEBUG", stream=stream)
    logging.getLogger("aiosqlite").debug("executing INSERT")
    logging.getLogger("sqlalchemy.engine").info("INSERT")
    assert stream.getvalue() == ""


def test_quieter_level_quiets_the_libraries_too() -> None:
    stream = io.StringIO()
    configure_logging("ERROR", stream=stream)
    logging.getLogger("discord.http").warning("hidden")
    assert stream.getvalue() == ""
