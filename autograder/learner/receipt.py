"""What a learner keeps of a hand-in: which file, its digest, when, of which release, and what is in it."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from autograder.kit.check import Exercise, Report
from autograder.learner.place import MEMORY
from autograder.learner.released import number_of


def keep_receipt(written: Path, notebook: Path, report: Report) -> list[str]:
    """Write the receipt of a file to hand in beside it; its lines, and where it is."""
    lines = list(_lines(written, notebook, report, datetime.now().astimezone()))
    path = receipt_of(written)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")
    return [*lines, f"This receipt is kept in {path}", ""]


def receipt_of(written: Path) -> Path:
    """Where the receipt of a file to hand in lies."""
    return written.with_suffix(".receipt.txt")


def _lines(written: Path, notebook: Path, report: Report, now: datetime) -> Iterator[str]:
    yield f"Receipt for {written.name}"
    yield f"  sha256    {hashlib.sha256(written.read_bytes()).hexdigest()}"
    yield f"  written   {now:%Y-%m-%d %H:%M:%S %z}"
    yield f"  from      {notebook.name}"
    yield f"  course    {version(notebook)}"
    names: dict[str, list[Exercise]] = {}
    for each in report.exercises:
        names.setdefault(number_of(each.grade_id), []).append(each)
    for number, exercises in names.items():
        yield f"  {number:<8}  {'; '.join(dict.fromkeys(each.message.splitlines()[0] for each in exercises))}"


def version(notebook: Path) -> str:
    """The version of the course's package, and which release of the notebook this was made from, where it is known."""
    try:
        said = importlib.metadata.version("minigrad-course")
    except importlib.metadata.PackageNotFoundError:
        said = "(not installed)"
    folder = notebook.resolve().parent
    for home in (folder.parent, folder):
        try:
            digest = json.loads((home / MEMORY).read_text("utf-8"))[notebook.resolve().relative_to(home).as_posix()]
            return f"{said}, release {str(digest)[:12]} of the notebook"
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return said
