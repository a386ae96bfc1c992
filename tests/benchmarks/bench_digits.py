"""Notebook 10's network on the handwritten digits at full size: how long twenty epochs take on one core, and how well
it reads those that were held out."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from autograder.authoring.beside import files_beside
from autograder.kit.tape import SLOTS_FILE
from autograder.paths import Paths
from autograder.source.cells import Source, read_source
from autograder.source.marks import solved
from tests.benchmarks.row import Row, seconds

SECONDS, WRONG = 120.0, 0.05
LAST = "def train("  # the cell that defines it is the last one that is needed


def measure() -> Iterator[Row]:
    paths = Paths.find(Path(__file__))
    source = read_source(paths.solutions / "10_capstone.py", paths.root)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, content in files_beside(paths, source).items():
            Path(name).write_bytes(content)
        assert json.loads(Path(SLOTS_FILE).read_text("utf8"))["slots"]
        names = names_of(source)
        found: list[Any] = []
        taken = seconds(lambda: found.append(names["train"](0, (~names["held_out"]).nonzero()[0])))
    _, losses, right = found[0]
    note = f"{len(losses)} steps, {len(os.sched_getaffinity(0))} cores allowed"
    yield Row("digits: twenty epochs on the course's tape", taken, SECONDS, "s", note)
    yield Row("digits: held out, read wrongly", 1 - right[-1], WRONG, "part", f"{right[-1]:.1%} read right")


def names_of(source: Source) -> dict[str, Any]:
    """What the notebook's cells leave behind, as far as the training; pictures and other exercises are left out."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in source.by_role("given", "answer"):
        if "plt." in cell.source or (cell.role == "answer" and cell.grade_id != "ex10_2"):
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(solved(cell.source), f"{source.file}:{cell.line}", "exec"), names)
        if LAST in cell.source:
            return names
    raise AssertionError(f"no cell of {source.name} has {LAST}")
