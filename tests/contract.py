"""Discord's official description of its API, against which the flows hold every request they send.

DISCORD_OPENAPI is the path of its `openapi.json`. Without it requests are not validated.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jsonschema import Draft202012Validator, validators  # type: ignore[import-untyped]
from referencing import Registry
from referencing.jsonschema import DRAFT202012

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from simcord import HttpLogEntry

_ROOT = "urn:discord"

# What discord.py sends beyond the description, and Discord takes all the same.
_TOLERATED = {
    "ApplicationCommandUpdateRequest": ("nsfw",),
    "RichEmbed": ("flags",),
    "MessageEditRequestPartial": ("tts",),
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": ("tts",),
    "IncomingWebhookUpdateRequestPartial": ("tts",),
}


class Description:
    """The operations of the API by method and path. A name that the description does not have is a mistake too."""

    def __init__(self, document: dict[str, Any]) -> None:
        schemas = document["components"]["schemas"]
        for schema in schemas.values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)
        for name, extras in _TOLERATED.items():
            schemas[name]["properties"].update(dict.fromkeys(extras, True))
        # Discord takes ids as numbers as well, and discord.py sends some so.
        schemas["SnowflakeType"]["type"] = ["string", "integer"]
        document = _lighter(document)
        self._paths = document["paths"]
        self._templates = [(_pattern(template), template) for template in sorted(self._paths, key=_openness)]
        self._registry = Registry().with_resource(_ROOT, DRAFT202012.create_resource(document))
        self._validator = cache(self._new_validator)

    def problems(self, request: HttpLogEntry) -> list[str]:
        """What is wrong with a request; empty when Discord's description allows it."""
        where = f"{request.method} {request.path}"
        template = self._template(request.path)
        operation = None if template is None else self._paths[template].get(request.method.lower())
        if template is None or operation is None:
            return [f"{where}: there is no such operation"]
        wanted = operation.get("requestBody")
        if wanted is None:
            return [] if request.json is None else [f"{where}: takes no body"]
        if request.json is None:
            return [f"{where}: a body is missing"] if wanted.get("required") else []
        errors = self._validator(template, request.method.lower()).iter_errors(request.json)
        return [f"{where}: {cause.json_path}: {cause.message}" for cause in map(_cause, errors)]

    def _template(self, path: str) -> str | None:
        return next((template for pattern, template in self._templates if pattern.fullmatch(path)), None)

    def _new_validator(self, template: str, method: str) -> Any:
        steps = ("paths", template, method, "requestBody", "content", "application/json", "schema")
        pointer = "/".join(quote(step.replace("~", "~0").replace("/", "~1"), safe="~") for step in steps)
        return _Validator({"$ref": f"{_ROOT}#/{pointer}"}, registry=self._registry)


_good: set[tuple[str, bytes]] = set()
_usual: dict[tuple[int, str], int] = {}


def _ref(validator: Any, ref: str, instance: Any, schema: Any) -> Iterator[Any]:
    """As jsonschema does it, but not twice for the same part of a message: boards have most of theirs in common."""
    seen = ref, hashlib.sha256(json.dumps(instance).encode()).digest()
    if seen in _good:
        return
    good = True
    for fault in Draft202012Validator.VALIDATORS["$ref"](validator, ref, instance, schema):
        good = False
        yield fault
    if good:
        _good.add(seen)


def _any_of(validator: Any, alternatives: list[Any], instance: Any, schema: Any) -> Iterator[Any]:
    """As jsonschema does it, but first the alternative that was right for another instance of the same `type`."""
    kind = id(alternatives), str(instance.get("type")) if isinstance(instance, dict) else ""
    for place in sorted(range(len(alternatives)), key=lambda place: place != _usual.get(kind)):
        if next(validator.descend(instance, alternatives[place], schema_path=place), None) is None:
            _usual[kind] = place
            return
    yield from Draft202012Validator.VALIDATORS["anyOf"](validator, alternatives, instance, schema)


# Every reference is to the one description, so that it means the same wherever it stands.
_Validator = validators.extend(Draft202012Validator, {"$ref": _ref, "anyOf": _any_of})


@cache
def description() -> Description | None:
    """The description that DISCORD_OPENAPI names, read once; None where it names none."""
    path = os.environ.get("DISCORD_OPENAPI")
    return None if not path else Description(json.loads(Path(path).read_text(encoding="utf-8")))


def violations(requests: Iterable[HttpLogEntry]) -> list[str]:
    """What Discord's description says against these requests, each complaint once."""
    known = description()
    if known is None:
        return []
    return list(dict.fromkeys(problem for request in requests for problem in known.problems(request)))


def _lighter(node: Any) -> Any:
    """The same description, several times faster to hold a message against.

    The alternatives of a `oneOf` exclude each other by their `type`, so the first that fits will do; and a `type` that
    must equal one value need not be looked up among all of its kind as well.
    """
    if isinstance(node, list):
        return [_lighter(item) for item in node]
    if not isinstance(node, dict):
        return node
    single = isinstance(node.get("enum"), list)
    return {
        "anyOf" if key == "oneOf" else key: _lighter(value)
        for key, value in node.items()
        if not (key == "allOf" and single)
    }


def _cause(error: Any) -> Any:
    """The error inside the alternative that was meant: one of the right kind, whose `type` is right."""
    while error.context:
        alternatives: dict[int, list[Any]] = {}
        for inner in error.context:
            alternatives.setdefault(inner.schema_path[0], []).append(inner)
        meant = [found for found in alternatives.values() if not any(map(_is_of_another_kind, found))]
        error = min(meant or alternatives.values(), key=len)[0]
    return error


def _is_of_another_kind(error: Any) -> bool:
    path = list(error.relative_path)
    return path == ["type"] or (not path and error.validator == "type")


def _openness(template: str) -> int:
    return template.count("{")


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", template)
    return re.compile("[^/]+".join(map(re.escape, parts)))
