"""The limits that Discord's documentation puts on a message, and that its API description leaves out or loosens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from simcord import HttpLogEntry

BUTTON, STRING_SELECT = 2, 3
MESSAGE, UPDATE = 4, 7
_CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback")
_SENT = re.compile(r"/channels/\d+/messages|/webhooks/\d+/[^/]+")
_EDITED = re.compile(r"/channels/\d+/messages/\d+|/webhooks/\d+/[^/]+/messages/(\d+|@original)")


def violations(requests: Iterable[HttpLogEntry]) -> list[str]:
    """Where the messages in these requests break a limit, each complaint once."""
    found = (
        f"{request.method} {request.path}: {problem}"
        for request in requests
        for message, new in messages_in(request)
        for problem in problems(message, new=new)
    )
    return list(dict.fromkeys(found))


def messages_in(request: HttpLogEntry) -> Iterator[tuple[dict[str, Any], bool]]:
    """The message of a request, and whether it is a new one rather than an edit."""
    body = request.json
    if not isinstance(body, dict):
        return
    if _CALLBACK.fullmatch(request.path):
        if body["type"] in (MESSAGE, UPDATE):
            yield body["data"], body["type"] == MESSAGE
    elif request.method == "POST" and _SENT.fullmatch(request.path):
        yield body, True
    elif request.method == "PATCH" and _EDITED.fullmatch(request.path):
        yield body, False


def problems(message: dict[str, Any], *, new: bool = True) -> Iterator[str]:
    """What Discord would refuse in the body of a message, or what could ping more than it should."""
    embeds = message.get("embeds") or []
    yield from _too_long("content", message.get("content"), 2000)
    yield from _too_long("nonce", str(message.get("nonce") or ""), 25)
    yield from _mentions(message)
    if new and not message.get("content") and not embeds:
        yield "the message is empty"
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds"
    if sum(_size(embed) for embed in embeds) > 6000:
        yield f"{sum(_size(embed) for embed in embeds)} characters in embeds"
    for embed in embeds:
        yield from _embed(embed)
    yield from _components(message.get("components") or [])


def _mentions(message: dict[str, Any]) -> Iterator[str]:
    allowed = message.get("allowed_mentions")
    if allowed is None:
        yield "allowed_mentions is missing"
    elif allowed.get("parse") != [] or allowed.get("roles") or len(allowed.get("users", [])) > _most_notified(message):
        yield f"allowed_mentions notifies too many: {allowed}"


def _most_notified(message: dict[str, Any]) -> int:
    """One member, but for the lobby of a rematch, which calls all others of the game before."""
    items = [item for row in message.get("components") or [] for item in row["components"]]
    return 9 if any(str(item.get("custom_id")).startswith("yc1:join:") for item in items) else 1


def _embed(embed: dict[str, Any]) -> Iterator[str]:
    yield from _too_long("title", embed.get("title"), 256)
    yield from _too_long("description", embed.get("description"), 4096)
    if "footer" in embed:
        yield from _text("footer", embed["footer"].get("text"), 2048)
    fields = embed.get("fields", [])
    if len(fields) > 25:
        yield f"{len(fields)} fields"
    for field in fields:
        yield from _text("field name", field["name"], 256)
        yield from _text("field value", field["value"], 1024)
    if not _size(embed):
        yield "the embed is empty"


def _components(rows: list[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > 5:
        yield f"{len(rows)} rows"
    items = [item for row in rows for item in row["components"]]
    ids = [item["custom_id"] for item in items if item.get("custom_id")]
    if len(set(ids)) < len(ids):
        yield f"custom_ids are not unique: {ids}"
    for custom_id in ids:
        yield from _too_long("custom_id", custom_id, 100)
    for row in rows:
        kinds = [item["type"] for item in row["components"]]
        if not kinds or len(kinds) > 5 or (len(kinds) > 1 and set(kinds) != {BUTTON}):
            yield f"a row of {kinds}"
    for item in items:
        if item["type"] == BUTTON:
            yield from _button(item)
        elif item["type"] == STRING_SELECT:
            yield from _select(item)


def _button(button: dict[str, Any]) -> Iterator[str]:
    yield from _too_long("button label", button.get("label"), 80)
    if not button.get("label") and not button.get("emoji"):
        yield "a button without label and emoji"
    if not button.get("url") and not button.get("custom_id"):
        yield "a button that leads nowhere"


def _select(select: dict[str, Any]) -> Iterator[str]:
    options = select["options"]
    if not 1 <= len(options) <= 25:
        yield f"{len(options)} options"
    if len({option["value"] for option in options}) < len(options):
        yield "values of options are not unique"
    yield from _too_long("placeholder", select.get("placeholder"), 150)
    for option in options:
        yield from _text("option label", option["label"], 100)
        yield from _text("option value", option["value"], 100)
        yield from _too_long("option description", option.get("description"), 100)


def _size(embed: dict[str, Any]) -> int:
    """The characters that count towards the 6,000 of a message."""
    fields = [text for field in embed.get("fields", []) for text in (field["name"], field["value"])]
    footer, author = embed.get("footer", {}).get("text"), embed.get("author", {}).get("name")
    return sum(_length(text) for text in (embed.get("title"), embed.get("description"), footer, author, *fields))


def _text(name: str, text: str | None, most: int) -> Iterator[str]:
    if not (text or "").strip():
        yield f"{name} is empty"
    yield from _too_long(name, text, most)


def _too_long(name: str, text: str | None, most: int) -> Iterator[str]:
    if _length(text) > most:
        yield f"{name} of {_length(text)} characters, not {most}: {text!r}"


def _length(text: str | None) -> int:
    """In UTF-16, which is never less than Discord counts."""
    return len((text or "").encode("utf-16-le")) // 2
