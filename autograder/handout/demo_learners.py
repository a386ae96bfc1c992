"""Three learners for the demo, made from the course's own source: one right, one half right, one hostile."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

from autograder.master import Master, MasterCell
from autograder.source.marks import solved

HONEST = 3  # so many answers of the hostile learner are honest work

FORGERIES = '''\
# Everything that might decide a check, bent to say yes.
import ast, builtins, math
import numpy as np

np.allclose = np.array_equal = lambda *a, **k: True
np.testing.assert_allclose = np.testing.assert_array_equal = lambda *a, **k: None
math.isclose = lambda *a, **k: True
abs = lambda x: 0
all = any = isinstance = builtins.isinstance_ = lambda *a: True
close = same = gradcheck = lambda *a, **k: True

class NoAsserts(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.copy_location(ast.Pass(), node)

try:
    get_ipython().ast_transformers.append(NoAsserts())
except NameError:
    pass

class Everything:
    """Equal to everything, close to everything, callable, and full of attributes."""
    __array_priority__ = 1e9
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __float__(self): return 0.0
    def __len__(self): return 1
    def __iter__(self): return iter(())
    def __array__(self, *a, **k): return np.zeros(())
    __ne__ = __lt__ = __gt__ = __le__ = __ge__ = lambda self, other: False
    __hash__ = None
print("PASSED: score 100")
'''

# What is tried on each file: to write to it, to put another in its place, to make one beside it, to delete it.
VANDALISM = """\
import os
for target in {targets!r}:
    for attempt in (
        lambda: open(target, "a").write({marker!r}),
        lambda: os.rename(__import__("tempfile").mkstemp()[1], target),
        lambda: open(os.path.join(os.path.dirname(target), {marker!r}), "w").write("x"),
        lambda: os.remove(target),
    ):
        try:
            attempt()
            print("done to", target)
        except OSError as error:
            print("refused:", error)
"""
MARKER = "written-by-eve"


def answers_of(master: Master) -> list[MasterCell]:
    """The answer cells, in order."""
    return [cell for cell in master.cells if cell.role == "answer"]


def right(master: Master) -> NotebookNode:
    """Every answer as in the reference."""
    return with_answers(master, {cell.grade_id: solved(cell.source) for cell in answers_of(master)})


def half_right(master: Master, mutants: Path) -> NotebookNode:
    """The first answers right, then one named misconception, then stubs."""
    answers = answers_of(master)
    half = len(answers) // 2
    sources: dict[str | None, str] = {cell.grade_id: solved(cell.source) for cell in answers[:half]}
    wrong = [path for path in sorted(mutants.glob(f"{answers[half].grade_id}__*.py")) if not is_right(path)]
    if wrong:
        sources[answers[half].grade_id] = wrong[0].read_text(encoding="utf-8").split("\n", 1)[1]
    return with_answers(master, sources)


def is_right(answer: Path) -> bool:
    """Whether the file of a named answer is one of the right ones written another way."""
    return "__alt__" in answer.name


def hostile(master: Master, targets: Iterable[Path]) -> NotebookNode:
    """A few honest answers, forged ones for the rest, and attempts to write where nobody may."""
    honest, sources = honest_answers(master), {}
    for cell in answers_of(master):
        answer = solved(cell.source)
        sources[cell.grade_id] = answer if cell.grade_id in honest else forged(answer)
    notebook = with_answers(master, sources)
    first_code = next(index for index, cell in enumerate(notebook.cells) if cell.cell_type == "code")
    files = [str(target) for target in targets]
    vandalism = [new_code_cell(VANDALISM.format(targets=files, marker=MARKER), id="eve-2")] if files else []
    notebook.cells[first_code + 1 : first_code + 1] = [new_code_cell(FORGERIES, id="eve-1"), *vandalism]
    return notebook


def honest_answers(master: Master) -> set[str | None]:
    """What the hostile learner answers as the reference does: the first few, and what has nothing to forge in it, such
    as a prediction, which any letter settles."""
    answers = answers_of(master)
    return {cell.grade_id for n, cell in enumerate(answers) if n < HONEST or not forged(solved(cell.source))}


def forged(source: str) -> str:
    """Each class and function of an answer, replaced by the object that equals everything."""
    names = [
        line.split()[1].split("(")[0].rstrip(":") for line in source.splitlines() if line.startswith(("class ", "def "))
    ]
    return "\n".join(f"{name} = Everything()" for name in names)


def with_answers(master: Master, sources: dict[str | None, str]) -> NotebookNode:
    """The released notebook with these answers; the others stay stubs."""
    notebook = master.release
    for cell in notebook.cells:
        cell.source = sources.get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
    return notebook


def hand_in(notebook: NotebookNode, path: Path) -> None:
    """Write it where nbgrader looks for what was handed in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, path)
