"""Write docs/stock-nbgrader.md: each hostile and each honest case of the self-test, on stock nbgrader and on our judge.

    .venv/bin/python tools/stock_corpus.py

Stock nbgrader has no sandbox, so what would harm the machine that this runs on is not run there; the table says so.
The rest runs with a home folder and trip-wires of its own, in a temporary folder.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from autograder.judge.grader import Judge
from autograder.limits import Limits
from autograder.selftest.cases import ESCAPED, Case, honest, hostile, prelude
from autograder.selftest.exercise import HIDDEN, NEEDLE, POINTS, RIGHT, VISIBLE, master, submission
from autograder.selftest.run import escapes, faults
from autograder.selftest.wires import TripWires

PAGE = Path(__file__).parents[1] / "docs" / "stock-nbgrader.md"
ASSIGNMENT = "attack"
SECONDS = 120  # for one case on stock nbgrader, which itself gives up at 30 a cell
# They take the machine's processes, memory or disk, signal other processes, or talk to its kernel.
HARMFUL = (
    *("20_", "21_", "27_", "29_", "29b_", "30_", "31_", "32_", "32b_", "32c_", "32d_", "33_", "33b_", "34b_", "35_"),
    *("37_", "38_", "38b_", "45_", "45b_", "46_", "47_", "48_", "49_", "19_", "28_", "06_", "07_"),
)
LIMITS = Limits(cell_seconds=10, test_seconds=10, submission_seconds=40)
CONFIG = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.Application.log_level = "ERROR"
"""
# What `close` does, with the means that a notebook for stock nbgrader has.
CLOSE = """
def close(actual, expected, law, about=""):
    assert np.shape(actual) == np.shape(expected), law
    np.testing.assert_allclose(actual, expected, rtol=1e-6, atol=1e-9, err_msg=law)
rng = np.random.default_rng(0)
"""


@dataclass(frozen=True)
class Fate:
    """What a case got, and what it could do."""

    points: float | None
    escaped: int = 0
    said: str = ""

    def __str__(self) -> str:
        points = "no grade" if self.points is None else f"{self.points:g} of {POINTS:g}"
        done = f"; {self.escaped} attempts succeeded" if self.escaped else ""
        return points + done + (f"; {self.said}" if self.said else "")


def notebook(answer: str, names: tuple) -> nbformat.NotebookNode:
    """The exercise as an instructor would write it for stock nbgrader."""
    test = f"{CLOSE}\n{VISIBLE}\n### BEGIN HIDDEN TESTS\n{HIDDEN.format(needle=NEEDLE)}\n### END HIDDEN TESTS"
    return new_notebook(
        cells=[
            new_code_cell("import numpy as np", id="given"),
            new_code_cell(prelude(names), id="prelude"),
            new_code_cell(answer, id="ex1", metadata=_marks("ex1", solution=True)),
            new_code_cell(test, id="ex1_test", metadata=_marks("ex1_test", grade=True, locked=True, points=POINTS)),
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )


def _marks(grade_id: str, **marks: object) -> dict:
    usual = {"grade": False, "solution": False, "locked": False, "task": False, "schema_version": 3}
    return {"nbgrader": usual | {"grade_id": grade_id} | marks}


def on_stock(case: Case, wires: TripWires) -> Fate:
    """Graded by nbgrader's own commands in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "nbgrader_config.py").write_text(CONFIG.format(root=str(root)))
        source = notebook(f"### BEGIN SOLUTION\n{RIGHT}\n### END SOLUTION", wires.names)
        handed_in = nbformat.from_dict(source)
        handed_in.cells[2].source = case.answer
        for folder, document in (("source", source), ("submitted/eve", handed_in)):
            file = root / folder / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
            file.parent.mkdir(parents=True)
            nbformat.write(document, file)
        for command in ("generate_assignment", "autograde"):
            try:
                _nbgrader(root, command)
            except subprocess.TimeoutExpired:
                return Fate(None, said=f"given up after {SECONDS} s")
        with sqlite3.connect(root / "gradebook.db") as database:
            (points,) = database.execute("select max(auto_score) from grade").fetchone()
        graded = root / "autograded" / "eve" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
        if not graded.exists():
            return Fate(None, said="nbgrader stopped; exported as 0")
        return Fate(points, *_seen(nbformat.read(graded, as_version=4)))


def _seen(graded: nbformat.NotebookNode) -> tuple[int, str]:
    """The attempts that succeeded, and what decided in nbgrader's eyes."""
    text = "".join(str(output) for cell in graded.cells for output in cell.get("outputs", []))
    said = ""
    for output in graded.cells[-1].get("outputs", []):
        if output.output_type == "error":
            said = said or ("it found the hidden test" if NEEDLE in output.evalue else output.ename)
        elif output.get("name") == "stderr":
            said = said or "for a line on stderr"
    return text.count(ESCAPED), said


def _nbgrader(root: Path, command: str) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "HOME": str(root), "JUPYTER_CONFIG_DIR": str(root / "jupyter")}
    words = [sys.executable, "-m", "nbgrader", command, ASSIGNMENT]
    subprocess.run(words, cwd=root, env=environment, capture_output=True, timeout=SECONDS)


def on_ours(judge: Judge, case: Case, wires: TripWires) -> Fate:
    result = judge.grade(master(), submission(case.answer, wires.names), b"stock corpus")
    verdict = result.cell("ex1_test")
    return Fate(verdict.points, len(escapes(result)), verdict.outcome)


def _held(judge: Judge, case: Case, wires: TripWires) -> str:
    found = faults(judge, case, wires)
    return "; ".join(found) or "as it must be, in every file of the case"


def deserved(case: Case) -> str:
    if case.faults:
        return "see the file"
    return f"{POINTS:g}" if case.points == "full" else "0"


def rows(judge: Judge, cases: list[Case]) -> list[str]:
    found = ["| case | deserves | stock nbgrader 0.9.6 | here |", "|---|---|---|---|"]
    for case in cases:
        with TripWires() as wires:
            ours = str(on_ours(judge, case, wires)) if not case.faults else _held(judge, case, wires)
        with TripWires() as wires:
            if case.faults:
                stock = case.stock
            else:
                harmful = case.name.startswith(HARMFUL)
                stock = "not run: nothing there would stop it" if harmful else str(on_stock(case, wires))
        title = case.title.replace("|", "\\|").strip().rstrip(".")
        found.append(
            f"| {case.name.split('_')[0] + ' ' if case.number else ''}{title} | {deserved(case)} | {stock} | {ours} |"
        )
        print(found[-1], flush=True)
    return found


def main() -> None:
    with Judge(limits=LIMITS) as judge:
        level = judge.level
        attacks, fair = rows(judge, hostile()), rows(judge, honest())
    PAGE.write_text(
        f"""# The same submissions on stock nbgrader

Made by `tools/stock_corpus.py`, which runs both and writes this page; ours at sandbox level {level}. The cases are
those of `autograder selftest`. They answer one exercise of {POINTS:g} points; a case that deserves points tries
something else than forging them, and "attempts succeeded" counts what it could do: read a file, start a program.

## Hostile

{chr(10).join(attacks)}

## Honest

{chr(10).join(fair)}

A case that hands in files, archives or names, and not an answer cell, is one file of the suite with many tries in it;
what stock nbgrader does with them is told in words. Where it was not run, the case takes memory, processes, disk
or other people's files, and stock nbgrader runs a learner's code as the instructor, with all of the instructor's rights
and no limit but seconds for a cell.
"""
    )


if __name__ == "__main__":
    main()
