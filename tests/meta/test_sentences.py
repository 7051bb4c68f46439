"""Every sentence of the code is given just the values it names."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.messages import sentences
from bot.ui.words import placeholders

ROOT = Path(__file__).resolve().parents[2]


def misfits(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of each `words(…)` or `words.plural(…)` whose placeholders are not its keywords."""
    for call, message in sentences(tree):
        given = {keyword.arg for keyword in call.keywords}
        named = frozenset[str]().union(*map(placeholders, message)) | ({"n"} if len(message) == 2 else set())
        marked = ast.unparse(call.func) == "N_"
        if named != given and not marked and None not in given:
            yield call.lineno, message[0]


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
