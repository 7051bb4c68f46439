"""House rules that a linter does not know."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOCKS = {"Mock", "MagicMock", "AsyncMock", "NonCallableMock", "NonCallableMagicMock"}
LONGEST_MODULE = 400
# Written in two pieces, or this file would hold them itself.
FORBIDDEN = ("pypi." + "org", "pythonhosted." + "org", "npmjs." + "org", "/work" + "/", "/root" + "/", "/tmp" + "/x")


def tracked() -> list[Path]:
    """Every file of the project: those git knows, and new ones it does not ignore."""
    # In CI the clone may belong to another user, which git would refuse.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def modules(*folders: str) -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


def mocks_without_a_spec(tree: ast.AST) -> Iterator[int]:
    """Lines where a mock is made that would answer to any name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        keywords = {keyword.arg for keyword in node.keywords}
        patches = name == "patch" or (name == "object" and "patch" in ast.unparse(node.func))
        given = len(node.args) > (2 if name == "object" else 1) or keywords & {"new", "autospec", "spec", "spec_set"}
        unspecified = name in MOCKS and not node.args and not keywords & {"spec", "spec_set"}
        if unspecified or (patches and not given):
            yield node.lineno


@pytest.mark.parametrize("code", ["Mock()", "mock.AsyncMock(name='x')", "patch('a.b')", "mock.patch.object(a, 'b')"])
def test_mock_without_a_spec_is_found(code: str) -> None:
    assert list(mocks_without_a_spec(ast.parse(code))) == [1]


@pytest.mark.parametrize(
    "code", ["Mock(Game)", "AsyncMock(spec=Game)", "patch('a.b', autospec=True)", "patch.object(a, 'b', c)", "object()"]
)
def test_mock_with_a_spec_is_fine(code: str) -> None:
    assert list(mocks_without_a_spec(ast.parse(code))) == []


def test_no_test_uses_a_mock_without_a_spec() -> None:
    for path in modules("tests"):
        lines = list(mocks_without_a_spec(ast.parse(path.read_text(encoding="utf-8"))))
        assert not lines, f"{path}: lines {lines}"


def test_every_module_says_what_it_is() -> None:
    for path in modules("bot", "cogs", "db", "tests"):
        code = path.read_text(encoding="utf-8")
        assert not code or ast.get_docstring(ast.parse(code)), path


def test_no_module_is_longer_than_fits_in_a_head() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules("bot", "cogs", "db")}
    assert {path: length for path, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_no_file_names_a_package_index_or_a_path_of_one_machine() -> None:
    for path in tracked():
        content = path.read_bytes()
        found = [word for word in FORBIDDEN if word.encode() in content]
        assert not found, f"{path}: {found}"
