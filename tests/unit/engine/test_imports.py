"""The files of minigrad stand in layers: none imports, by whatever way round, a file that imports it."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3] / "minigrad"
CIRCLES: dict[frozenset[str], str] = {}  # the files of a circle -> why it must be, in a sentence
HEADS = {ROOT.name, *(f"{ROOT.name}.{path.parent.name}" for path in ROOT.glob("*/__init__.py"))}  # of packages


def sources() -> dict[str, str]:
    """Module name to its text, for each file of the package."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text("utf8")
    return found


@cache
def imports(name: str, text: str, modules: frozenset[str]) -> set[str]:
    """Which of the `modules` the text of one imports, wherever that stands: in functions and for types alone too.

    A table of names that are given to `import_module` counts as well: any text that is the name of a module then.
    """
    found = set()
    package = name if name in HEADS else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
            source = ".".join([*start, *filter(None, [node.module])])
            parts = {f"{source}.{alias.name}" for alias in node.names}
            found |= parts & modules | ({source} if parts - modules else set())
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "import_module" in text:
            found.add(f"{package}.{node.value.lstrip('.')}")
    return (found & modules) - {name}


def direct(texts: dict[str, str]) -> dict[str, set[str]]:
    """Module -> those that it imports itself."""
    return {name: imports(name, text, frozenset(texts)) for name, text in texts.items()}


def circles(texts: dict[str, str]) -> set[frozenset[str]]:
    """The sets of modules each of which leads to all others of its set."""
    edges = direct(texts)
    reach = {name: below(name, edges) for name in texts}
    return {frozenset(m for m in reach[n] if n in reach[m]) for n in texts if n in reach[n]}


def below(name: str, edges: dict[str, set[str]]) -> set[str]:
    """What a module leads to; itself only by a circle."""
    seen, stack = set(), [name]
    while stack:
        for other in edges[stack.pop()] - seen:
            seen.add(other)
            stack.append(other)
    return seen


def test_no_circle_among_the_files_but_those_with_a_reason():
    assert circles(sources()) == CIRCLES.keys()


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("node", "from .tensor import Tensor"),
        ("errors", "def late():\n    from . import modes, engine"),
        ("saved", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .operation import Operation"),
        ("ops.views", "from .. import ops"),
        ("func.levels", "import minigrad.func.forward"),
        ("autograd.gradients", "from importlib import import_module\nNAMES = ['functional']"),
    ],
)
def test_a_circle_is_seen_wherever_the_import_stands(file, line):
    texts = sources()
    name = f"minigrad.{file}"
    texts[name] += f"\n{line}\n"
    assert any(name in circle for circle in circles(texts) - CIRCLES.keys())


def test_every_file_is_reached_and_only_the_package_attaches():
    edges = direct(sources())
    assert below("minigrad", edges) == edges.keys() - {"minigrad"}
    assert [name for name in edges if "minigrad.attach" in edges[name]] == ["minigrad"]
