"""Stock nbgrader on copies of a solved notebook: the peer that judging and grading are measured against."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

from autograder.master import Master
from autograder.paths import Paths
from tests.benchmarks.row import seconds
from tests.notebooks.lesson import handed_in

FEW, MORE = 4, 16  # submissions of the two stock runs from which the time for any number follows

CONFIG = """
c = get_config()
c.CourseDirectory.root = {root!r}
c.CourseDirectory.db_url = "sqlite:///{root}/gradebook.db"
c.Application.log_level = "ERROR"
"""


def solved_copies(master: Master, submitted: Path, count: int) -> list[Path]:
    """Solved notebooks under `submitted/LEARNER/NAME/`, each with a cell of its own that makes it distinct."""
    release = nbformat.from_dict(handed_in(master))
    files = []
    for number in range(count):
        notebook = nbformat.from_dict(release)
        own = nbformat.v4.new_code_cell(f"my_constant = {number} * 0.5", id=f"own-{number}")
        notebook.cells = [*release.cells[:3], own, *release.cells[3:]]
        file = submitted / f"learner{number:03}" / master.name / f"{master.name}.ipynb"
        file.parent.mkdir(parents=True)
        nbformat.write(notebook, file)
        files.append(file)
    return files


def stock_seconds(paths: Paths, master: Master, folder: Path, count: int) -> float:
    """How long `nbgrader autograde` takes for so many: two runs of it give the time to start and that for each.

    Stock nbgrader grades one after the other, each in a kernel of its own, so the line through two points is exact
    up to noise; running hundreds would take minutes and say the same.
    """
    few, more = (_run(paths, master, folder / str(number), number) for number in (FEW, MORE))
    each = (more - few) / (MORE - FEW)
    return more + each * (count - MORE)


def _run(paths: Paths, master: Master, folder: Path, count: int) -> float:
    solved_copies(master, folder / "submitted", count)
    shutil.copytree(paths.source / master.name, folder / "source" / master.name)
    (folder / "nbgrader_config.py").write_text(CONFIG.format(root=str(folder)), "utf8")
    _nbgrader(folder, "generate_assignment", master.name)
    took = seconds(lambda: _nbgrader(folder, "autograde", master.name))
    graded = len(list((folder / "autograded").glob("*/*/*.ipynb")))
    assert graded == count, f"stock nbgrader graded {graded} of {count}"
    return took


def _nbgrader(folder: Path, *command: str) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(
        [sys.executable, "-m", "nbgrader", *command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        check=True,
        capture_output=True,
    )
