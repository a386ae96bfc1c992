"""`autograder handin NAME`: one checked file, ready to upload anywhere, and a receipt; nothing is overwritten."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

from autograder.kit.check import Report, as_text, check, find_notebook
from autograder.kit.reading import NotebookCell, Unusable, cells_of, document_of, read_text
from autograder.learner.handed import HAND_IN
from autograder.learner.receipt import keep_receipt, receipt_of
from autograder.learner.released import answers_of

_EXERCISE = re.compile(r"ex(\d+)_\d")


def main(argv: list[str]) -> int:
    """Check a notebook and write the file to hand in; 0 written, 1 it could not be read."""
    parser = argparse.ArgumentParser(prog="autograder handin", description="Write one checked file to hand in.")
    parser.add_argument("notebook", help="the notebook's name, or its file")
    parser.add_argument("--to", default=HAND_IN, metavar="FOLDER", help=f"where to write it (default: {HAND_IN}/)")
    parser.add_argument("--timeout", type=float, default=30, metavar="SECONDS", help="for each cell (default: 30)")
    options = parser.parse_args(argv)
    try:
        path = find_notebook(options.notebook)
        notes: list[str] = []
        document = document_of(read_text(path, notes.append))
        cells = cells_of(document, notes.append)
        if not any(cell.grade_id for cell in cells):
            raise Unusable("This notebook has no exercise of the course in it. Hand in the one you worked in.")
        name = course_name(path, cells)
        report = check(path, options.timeout)
        written = write(document, name, Path(options.to))
        receipt = keep_receipt(written, path, report)
    except (Unusable, OSError) as reason:
        print(f"{options.notebook}: {reason}", file=sys.stderr)
        return 1
    said = remarks(report, cells)
    if alike := earlier_alike(written, name):
        said.append(f"The file {alike.name} is the same to the letter: nothing has changed since you wrote it.")
    if name != path.stem:
        said.append(f"Your notebook is called {path.stem}; the file is called {name}, as the course knows it.")
    print("\n".join([as_text(report), "", *said, *receipt, f"Upload this file: {written}"]))
    return 0


def course_name(path: Path, cells: list[NotebookCell]) -> str:
    """The name under which the course knows a notebook, whatever its file is called: its exercises tell."""
    numbers = Counter(found[1].zfill(2) for cell in cells if (found := _EXERCISE.match(cell.grade_id or "")))
    if not numbers:
        return path.stem
    number = numbers.most_common(1)[0][0]
    near = path.resolve().parent
    folders = sorted(each.name for each in near.parent.glob(f"{number}_*") if (each / f"{each.name}.ipynb").is_file())
    if path.stem in folders or not (folders or near.name.startswith(f"{number}_")):
        return path.stem
    return near.name if near.name.startswith(f"{number}_") else folders[0]


def remarks(report: Report, cells: list[NotebookCell]) -> list[str]:
    """What a learner may want to mend before handing in."""
    said = []
    stubs = [exercise.name for exercise in report.exercises if exercise.outcome == "stub"]
    if stubs:
        said.append(f"Still the stub: {', '.join(stubs)}.")
    here = Counter(cell.grade_id for cell in cells if cell.grade_id)
    wanted = {name for cell in cells for name in answers_of(cell)}
    missing = sorted(wanted - set(here))
    if missing:
        said.append(f"Not in this notebook any more: {', '.join(missing)}. Copy the cell back from a fresh notebook.")
    twice = sorted(name for name, count in here.items() if count > 1)
    if twice:
        said.append(f"There more than once: {', '.join(twice)}. The last one that you changed will be graded.")
    return said


def earlier_alike(written: Path, name: str) -> Path | None:
    """A file beside the one just written, and written before it, that holds the same; the newest of them."""
    content = written.read_bytes()
    beside = [each for each in written.parent.glob(f"{name}*.ipynb") if each != written and each.is_file()]
    alike = [each for each in beside if each.stat().st_size == len(content) and each.read_bytes() == content]
    return max(alike, key=lambda each: each.stat().st_mtime_ns, default=None)


def write(document: dict, name: str, folder: Path) -> Path:
    """The notebook without outputs, under the first name that is free."""
    for cell in document.get("cells", []):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            # The grader runs everything itself; outputs only make the file big and may show what is nobody's business.
            cell["outputs"], cell["execution_count"] = [], None
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, indent=1, ensure_ascii=True) + "\n"
    number = 1
    while True:
        path = folder / (f"{name}.ipynb" if number == 1 else f"{name}-{number}.ipynb")
        number += 1
        if receipt_of(path).exists():
            continue  # of a file that was there once
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
            return path
        except FileExistsError:
            continue


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
