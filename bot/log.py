"""What the log looks like: one line an event, its facts as key=value at the end, secrets blotted out."""

import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TextIO

# Attributes every record has; whatever else it carries was given with `extra=`.
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Whoever reads the token of an interaction or webhook could answer in the bot's name.
INTERACTION_TOKEN = re.compile(r"((?:/(?:interactions|webhooks)/\d+/|[\"']token[\"']: [\"']))[\w.-]{20,}")
REDACTED = "[redacted]"


def _is_news(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.msg


def configure_logging(level: str, secrets: Iterable[str | None] = (), stream: TextIO | None = None) -> None:
    """Log to `stream` (stderr) from `level` on, never showing any of `secrets`; replaces earlier handlers.

    Facts are given as `log.info("scored", extra={"game": 7, "guild": 1, "user": 2})`.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(secrets))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in ("alembic", "aiosqlite", "asyncio", "filelock", "PIL", "sqlalchemy"):
        # Never more than warnings: what they would tell holds the values stored, seeds among them.
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))
    logging.getLogger("discord").setLevel("DEBUG" if level == "DEBUG" else max(logging.WARNING, root.level))
    # The bot speaks in no voice channel, so that it could not is no news.
    logging.getLogger("discord.client").addFilter(_is_news)


class LineFormatter(logging.Formatter):
    """Time in UTC, level, logger, message, facts; a traceback follows on lines of its own."""

    def __init__(self, secrets: Iterable[str | None] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """Blot out secrets last, so that none gets through in an argument or a traceback."""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return INTERACTION_TOKEN.sub(rf"\1{REDACTED}", text)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002
        """UTC to the millisecond."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The line itself. What came from outside cannot start a new one."""
        facts = (f"{key}={_value(value)}" for key, value in vars(record).items() if key not in STANDARD)
        return _one_line(" ".join((super().formatMessage(record), *facts)))


def _value(value: object) -> str:
    text = str(value)
    return repr(text) if not text or re.search(r"[\s=\"']", text) else text


def _one_line(text: str) -> str:
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
