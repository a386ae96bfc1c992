"""Worked answers, read for each exercise: the reference, other right ways, wrong ones that have a name and a law.

They come from solutions/ and solutions/mutants/. Hidden tests are no part of them, only the sentences of laws,
which learners read in their feedback.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from autograder.authoring.mutants.variants import without_header
from autograder.kit.laws import law_name
from autograder.learner.worked import Right, Worked, Wrong
from autograder.paths import Paths
from autograder.source.cells import Cell, Source
from autograder.source.marks import SCHEME, solved, without

_HEADING = re.compile(r"^## Exercise (\d+\.\d+)\+? · (.+?)(?: \([^()]*\))?$", re.M)


def worked(paths: Paths, source: Source) -> list[Worked]:
    """The worked answers of a notebook, in its order."""
    found = []
    exercise = title = ""
    for cell in source.cells:
        if cell.role == "text" and (headings := _HEADING.findall(cell.source)):
            exercise, title = headings[-1]
        if cell.role in ("answer", "manual"):
            grade_id = str(cell.grade_id)
            laws = dict(_laws(cell for cell in source.by_role("test") if grade_id in cell.answers))
            right, wrong = _variants(paths, source.name, grade_id, laws)
            language = "python" if cell.cell_type == "code" else "markdown"
            found.append(Worked(grade_id, exercise, title, language, reference_of(cell), right, wrong))
    return found


def reference_of(cell: Cell) -> str:
    """The answer as a learner would have written it."""
    return solved(without(cell.source, SCHEME)).strip("\n")


def _variants(
    paths: Paths, notebook: str, grade_id: str, laws: dict[str, str]
) -> tuple[tuple[Right, ...], tuple[Wrong, ...]]:
    right, wrong = [], []
    for file in sorted((paths.mutants / notebook).glob(f"{grade_id}__*.py")):
        name = file.stem.removeprefix(f"{grade_id}__")
        text = file.read_text(encoding="utf-8").strip("\n")
        if name.startswith("alt__"):
            right.append(Right(_words(name.removeprefix("alt__")), text))
            continue
        law, _, code = without_header(text, file)
        wrong.append(Wrong(_words(name), laws.get(law, law), code.strip("\n")))
    return tuple(right), tuple(wrong)


def _laws(tests: Iterator[Cell]) -> Iterator[tuple[str, str]]:
    """(name, the law as its test says it) of all laws of these tests; of two forms the first."""
    found = {"allowed names": "allowed names: it uses what this exercise rules out"}
    for test in tests:
        for node in ast.walk(ast.parse(test.source)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and ": " in node.value:
                found.setdefault(law_name(node.value), node.value)
    yield from found.items()


def _words(name: str) -> str:
    """The name of a file as words: `adds_in_place` becomes `adds in place`."""
    return name.replace("_", " ")
