"""`autograder check NOTEBOOK`: the visible checks, as a learner's Run All would meet them.

The notebook runs in a fresh process, so what the learner's kernel remembers does not help. Hidden tests are not here to
run, so it speaks of no points. A cell that hangs or crashes costs itself only: the others run again without it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.kit.reading import NotebookCell, Unusable, read_cells
from autograder.kit.shown import STUB, TEXT_STUB

MAX_RESTARTS = 10
LATER = "Points are given when it is graded."
TRACES = "The whole trace of each error: autograder check {} --trace"
BY_A_PERSON = "read by a person"
SHOWN = {
    "holds": "the visible checks hold",
    "prediction": "your prediction is set",
    "letter": "your letter is set",
}


@dataclass(frozen=True)
class Exercise:
    """One test cell, or one answer that a person reads, and how it went.

    outcome: "holds", "set" (a prediction or a letter), "manual", or the word for what went wrong
    """

    grade_id: str
    kind: str | None
    outcome: str
    message: str
    trace: str = ""

    @property
    def name(self) -> str:
        """What the learner knows it by: the answer, not its test."""
        return self.grade_id.removesuffix("_test")


@dataclass(frozen=True)
class Report:
    """A checked notebook."""

    notebook: str
    exercises: list[Exercise]
    notes: list[str]

    def to_json(self) -> dict[str, Any]:
        """The judge's schema, as far as a check without hidden tests can fill it: it has no points."""
        cells = [
            {
                "grade_id": exercise.grade_id,
                "kind": exercise.kind,
                "outcome": exercise.outcome,
                "message": exercise.message,
            }
            for exercise in self.exercises
        ]
        return {"schema": 1, "notebook": self.notebook, "cells": cells, "notes": self.notes}


def main(argv: list[str]) -> int:
    """Check one notebook; 0 it was checked, 1 it could not be read, 3 this program failed."""
    parser = argparse.ArgumentParser(prog="autograder check", description="Run the visible checks of a notebook.")
    parser.add_argument("notebook", help="the notebook's file, or its name")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS", help="for each cell (default: 30)")
    parser.add_argument("--json", nargs="?", const="-", metavar="FILE", help="write JSON, to FILE or to the screen")
    parser.add_argument("--trace", action="store_true", help="show the whole trace of each error")
    options = parser.parse_args(argv)
    try:
        report = check(find_notebook(options.notebook), options.timeout)
    except (Unusable, OSError) as reason:
        print(f"{options.notebook}: {reason}", file=sys.stderr)
        return 1
    if options.json == "-":
        print(json.dumps(report.to_json(), indent=1))
        return 0
    if options.json:
        Path(options.json).write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
    print(as_text(report, options.trace))
    return 0


def find_notebook(name: str) -> Path:
    """The file that a learner means by a path, by `05_custom_functions`, or by the beginning of such a name."""
    path = Path(name)
    if path.suffix == ".ipynb" or path.is_file():
        return path
    if path.is_dir() and (path / f"{path.name}.ipynb").is_file():
        return path / f"{path.name}.ipynb"
    found = sorted({*Path().glob(f"{name}*.ipynb"), *Path().glob(f"{name}*/{name}*.ipynb")})
    found = [path for path in found if "." not in path.stem]  # NAME.new.ipynb and the like lie beside NAME.ipynb
    if len(found) == 1:
        return found[0]
    if found:
        raise Unusable(f"Several notebooks begin like that: {', '.join(map(str, found))}. Name one of them.")
    here = "Go to my-course, where yours are" if Path("my-course").is_dir() else "Go to the folder it lies in"
    raise Unusable(f"There is no such notebook here. {here}, or give the path to its file.")


def check(path: Path, timeout: float = 30) -> Report:
    """Run the notebook's visible checks, each cell for at most `timeout` seconds."""
    notes: list[str] = []
    cells = read_cells(path, lambda note: notes.append(note) if note not in notes else None)
    endings, said = run_cells(path, timeout)
    notes += said
    exercises = [exercise for index in range(len(cells)) if (exercise := _exercise(index, cells, endings))]
    if not exercises:
        notes.append("There is no exercise in this notebook.")
    notes += _first_trouble(cells, endings)
    return Report(path.stem, exercises, notes)


def _exercise(index: int, cells: list[NotebookCell], endings: dict[int, dict]) -> Exercise | None:
    cell = cells[index]
    marks = cell.metadata.get("nbgrader")
    if not isinstance(marks, dict) or not marks.get("grade") or cell.grade_id is None:
        return None
    about = cell.metadata.get("exercise")
    about = about if isinstance(about, dict) else {}
    if cell.solution:
        if TEXT_STUB in cell.source:
            return Exercise(cell.grade_id, about.get("kind"), "stub", STUB)
        return Exercise(cell.grade_id, about.get("kind"), "manual", BY_A_PERSON)
    ending = _blame(endings.get(index, {"outcome": "wrong", "message": "was not reached"}), about, cells, endings)
    outcome, message = ending["outcome"], ending["message"]
    if outcome == "right":
        outcome, message = "holds" if ending["shows"] == "holds" else "set", SHOWN[ending["shows"]]
    return Exercise(cell.grade_id, about.get("kind"), outcome, message, ending.get("trace", ""))


def _blame(ending: dict, about: dict, cells: list[NotebookCell], endings: dict[int, dict]) -> dict:
    """A check that fails because the answer itself did not run says that, not what followed from it."""
    if ending["outcome"] == "right":
        return ending
    named = about.get("answers")
    answers = named if isinstance(named, list) else []
    for index, cell in enumerate(cells):
        of_answer = endings.get(index)
        if cell.grade_id in answers and of_answer is not None and of_answer["outcome"] != "right":
            stops = {**of_answer, "message": f"its answer stops: {of_answer['message']}"}
            return of_answer if of_answer["outcome"] == "stub" else stops
    return ending


def _first_trouble(cells: list[NotebookCell], endings: dict[int, dict]) -> list[str]:
    """A given cell that fails makes everything behind it fail: that is the thing to read first."""
    for index, ending in sorted(endings.items()):
        if cells[index].grade_id is None and ending["outcome"] not in ("right", "stub", "missing"):
            opening = cells[index].source.strip().splitlines()[:1]
            return [f"The cell that starts {opening[0] if opening else ''!r} stops: {ending['message']}"]
    return []


def run_cells(path: Path, timeout: float) -> tuple[dict[int, dict], list[str]]:
    """How each code cell ended, by its index, and what there is to say about the whole."""
    endings: dict[int, dict] = {}
    notes: list[str] = []
    skip: list[int] = []
    with tempfile.TemporaryDirectory(prefix="autograder-check-") as folder:
        for attempt in range(MAX_RESTARTS):
            report = Path(folder, f"{attempt}.jsonl")
            stopped_at, outcome = _run_once(path, report, skip, timeout)
            entries = _entries(report)
            endings.update({entry["end"]: entry for entry in entries if "end" in entry})
            notes = [entry["note"] for entry in entries if "note" in entry]
            if stopped_at is None:
                break
            said = (
                f"it did not end within {timeout:g} seconds" if outcome == "timeout" else "it ended the whole process"
            )
            endings[stopped_at] = {"outcome": outcome, "message": said}
            skip.append(stopped_at)
    return endings, notes


def _run_once(path: Path, report: Path, skip: list[int], timeout: float) -> tuple[int | None, str]:
    """One fresh process. The index of the cell that stopped it and how, or None when it came to its end."""
    command = [sys.executable, "-P", "-m", "autograder.kit.runner", str(path.resolve()), str(report), *map(str, skip)]
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8"}
    errors = report.with_suffix(".err")
    with errors.open("wb") as noise:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=noise,
            cwd=path.resolve().parent,
            env=environment,
        )
        try:
            timed_out = _wait(child, report, timeout)
        finally:
            child.kill()
            child.wait()
    entries = _entries(report)
    if entries and entries[-1].get("finished"):
        return None, ""
    started = [entry["start"] for entry in entries if "start" in entry]
    if not started:
        raise Unusable(f"Python could not be started to run it:\n{errors.read_text('utf-8', 'replace').strip()}")
    return started[-1], "timeout" if timed_out else "crashed"


def _wait(child: subprocess.Popen, report: Path, timeout: float) -> bool:
    """Wait for the end, or for a cell that says nothing for too long; True when it was that."""
    size, since = -1, time.monotonic()
    grace = 30  # for Python to start on a slow machine
    while True:
        try:
            child.wait(0.05)
            return False
        except subprocess.TimeoutExpired:
            pass
        now = report.stat().st_size if report.exists() else 0
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > timeout + (0 if size else grace):
            return True


def _entries(report: Path) -> list[dict]:
    entries = []
    for line in report.read_text("utf-8").splitlines() if report.exists() else []:
        try:
            entries.append(json.loads(line))
        except ValueError:  # the process died while writing it
            break
    return entries


def as_text(report: Report, traces: bool = False) -> str:
    """A line for each exercise, and what failed below it; with `traces`, each error in full."""
    width = max((len(exercise.name) for exercise in report.exercises), default=0)
    lines = [report.notebook]
    for exercise in report.exercises:
        first, *rest = (exercise.message or exercise.outcome).splitlines()
        rest += exercise.trace.splitlines() if traces else []
        lines.append(f"  {exercise.name:<{width}}  {first}")
        lines += [" " * (width + 4) + line for line in rest]
    hint = (
        [] if traces or not any(exercise.trace for exercise in report.exercises) else [TRACES.format(report.notebook)]
    )
    return "\n".join([*lines, *report.notes, *hint, *([LATER] if report.exercises else [])])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
