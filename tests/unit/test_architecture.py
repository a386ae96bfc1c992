"""The table of rooms in docs/architecture.md is true, and what decides a verdict is where masters look for it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict

import pytest

from autograder.authoring.masters import DECIDING
from tests.notebooks.lesson import PATHS

DOCUMENT = (PATHS.root / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOM = re.compile(r"^\| `(\w+)/` \|[^|]*\| ?([^|]*?) ?\|$", re.M)
FILE = re.compile(r"`((?:\w+/)*\w+\.py)`((?:, `[\w.]+`)+)")
MAY = {room: set(re.findall(r"\w+", others)) for room, others in ROOM.findall(DOCUMENT)}
# Nothing in these says what an answer is worth.
HARMLESS = {"autograder", "autograder.errors", "autograder.paths", "autograder.options"}
JUDGING = """
import sys
import autograder.judge.answering, autograder.judge.grader, autograder.worker.zygote, autograder.worker.shell
import autograder.authoring.build
print(*(name for name in sys.modules if name.partition(".")[0] in ("autograder", "minigrad")))
"""


def imported(source: str) -> set[str]:
    """The rooms, or files of the ground floor, that a source imports from anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("autograder.")}
    return found


def rooms() -> dict[str, set[str]]:
    """For each room, all that its files import from elsewhere."""
    found = defaultdict(set)
    for file in (PATHS.root / "autograder").glob("*/**/*.py"):
        room = file.relative_to(PATHS.root / "autograder").parts[0]
        found[room] |= imported(file.read_text(encoding="utf-8")) - {room}
    return found


def test_each_room_imports_what_the_document_says_and_no_more():
    assert rooms() == MAY


def test_an_import_is_seen_wherever_it_stands():
    assert imported("def f():\n    from autograder.judge import pool\nimport autograder.kit.laws") == {"judge", "kit"}
    assert imported("from autograder import limits") == {"limits"}


def test_there_is_no_circle_among_rooms():
    below: dict[str, set[str]] = {}
    while waiting := {room for room in MAY if room not in below}:
        free = {room for room in waiting if not MAY[room] & waiting}
        assert free, f"a circle among {sorted(waiting)}"
        below |= {room: MAY[room] for room in free}


def files_imported(source: str, files: set[str]) -> set[str]:
    """Which of the `files`, by their full names, a source imports from anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            parts = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= parts & files | ({node.module} if parts - files else set())
    return found & files


def in_circles(edges: dict[str, set[str]]) -> set[frozenset[str]]:
    """The sets of names each of which leads to all others of its set."""

    def below(name: str) -> set[str]:
        seen: set[str] = set()
        stack = [name]
        while stack:
            new = edges[stack.pop()] - seen
            seen |= new
            stack += new
        return seen

    reach = {name: below(name) for name in edges}
    return {frozenset(other for other in reach[name] if name in reach[other]) for name in edges if name in reach[name]}


def test_files_import_each_other_only_where_the_document_says_why():
    texts = {}
    for file in (PATHS.root / "autograder").rglob("*.py"):
        parts = file.relative_to(PATHS.root).with_suffix("").parts
        texts[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file.read_text(encoding="utf-8")
    edges = {name: files_imported(text, set(texts)) - {name} for name, text in texts.items()}
    section = DOCUMENT.partition("Inside a room, few files import each other.")[2].partition("\n## ")[0]
    said = {re.sub(r"\.py$", "", name).rpartition("/")[2] for name in re.findall(r"`([\w./]+)`", section)}
    circles = in_circles(edges)
    assert circles
    assert {name.rpartition(".")[2] for circle in circles for name in circle} <= said
    assert all(len({name.split(".")[1] for name in circle}) == 1 for circle in circles), "a circle leads out of a room"


def test_a_circle_is_seen_however_long_it_is():
    assert in_circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {frozenset("abc")}


def test_nothing_of_the_judges_side_is_loaded_beside_a_learners_code():
    done = subprocess.run(
        [sys.executable, "-c", "import sys, autograder.worker.zygote\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=PATHS.root,
    )
    loaded = {name.split(".")[1] for name in done.stdout.split() if name.startswith("autograder.")}
    assert loaded <= {"kit", "limits", "sandbox", "wire", "worker", "errors"}, loaded


@pytest.mark.skipif(sys.platform == "win32", reason="no judge can be imported there")
def test_all_that_decides_a_verdict_is_in_the_digest_of_masters():
    done = subprocess.run([sys.executable, "-c", JUDGING], capture_output=True, text=True, check=True, cwd=PATHS.root)
    assert len(done.stdout.split()) > 100
    for name in set(done.stdout.split()) - HARMLESS:
        assert any(name == deciding or name.startswith(f"{deciding}.") for deciding in DECIDING), name


@pytest.mark.parametrize("file, names", FILE.findall(DOCUMENT))
def test_the_document_names_files_and_functions_that_are_there(file, names):
    below = PATHS.root if file.startswith(("minigrad", "tests")) else PATHS.root / "autograder"
    source = (below / file).read_text(encoding="utf-8")
    for name in re.findall(r"[\w.]+", names):
        for part in name.split("."):
            assert re.search(rf"\b(def|class) {part}\b|^{part}\b", source, re.M), (file, name)
