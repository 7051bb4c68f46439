"""Every sentence of the code is given just the values it names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.words import placeholders

ROOT = Path(__file__).resolve().parents[2]


def misfits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of each `words(…)` or `words.plural(…)` whose placeholders are not its keywords."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(keyword.arg is None for keyword in node.keywords):
            continue
        called = ast.unparse(node.func).rpartition(".")
        plural = called[2] == "plural" and called[0].endswith("words")
        templates = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if not (plural or called[2] == "words") or len(templates) != len(node.args):
            continue
        named = frozenset[str]().union(*map(placeholders, templates))
        given = {keyword.arg for keyword in node.keywords if keyword.arg}
        if named | ({"n"} if plural else set()) != given:
            yield node.lineno, templates[0]


@pytest.mark.parametrize(
    "code",
    [
        "words('Hello, {name}.')",
        "self.words('Hello.', name=1)",
        "words('Hello, {name}.', nam=1)",
        "words.plural('{n} x', '{n} xs', n=1, more=2)",
        "words.plural('{n} x of {all}', '{n} xs', n=1)",
    ],
)
def test_sentence_with_other_values_is_found(code: str) -> None:
    assert list(misfits(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "words('Hello, {name}.', name=1)",
        "words.plural('a x', '{n} xs', n=1)",
        "words(BOX[1])",
        "words(text, a=1)",
        "f()",
    ],
)
def test_sentence_with_its_values_is_fine(code: str) -> None:
    assert not list(misfits(ast.parse(code)))


def test_every_sentence_gets_just_the_values_it_names() -> None:
    for folder in ("bot", "cogs"):
        for path in (ROOT / folder).rglob("*.py"):
            found = list(misfits(ast.parse(path.read_text(encoding="utf-8"))))
            assert not found, f"{path}: {found}"
