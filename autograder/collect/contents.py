"""Is a file that has the right name that notebook? Looked up in the release that learners were given."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from autograder.kit.reading import NotebookCell, Unusable, cells_of, document_of

TELLING = 40  # characters of a given cell that no other notebook has by chance


def content_problem(content: bytes, releases: Path | None, notebook: str) -> str | None:
    """What is odd about this notebook's content, as a sentence; None when it is what its name says, or nobody can say.

    releases: the folder that has each notebook's release in a folder of its own
    """
    if releases is None or _release(releases / notebook / f"{notebook}.ipynb") is None:
        return None
    notes: list[str] = []
    try:
        _cells(content, notes)
    except Unusable as reason:
        return str(reason)
    if is_foreign(content, releases, notebook):
        return (
            f"It is not {notebook}, whatever its name says: none of that notebook's cells is in it. It would get no "
            "point; ask for the right file."
        )
    return next((note for note in notes if "(nbformat" in note), None)


def is_foreign(content: bytes, releases: Path, notebook: str) -> bool:
    """Has it none of the released answer cells, and, where some tool dropped all names, none of the given ones?

    A file that cannot be read is not said to be another notebook.
    """
    release = _release(releases / notebook / f"{notebook}.ipynb")
    try:
        cells = _cells(content, [])
    except Unusable:
        return False
    if release is None:
        return False
    answers = {name for cell in release if cell.solution for name in (cell.grade_id, cell.cell_id) if name}
    if any(cell.grade_id in answers or cell.cell_id in answers for cell in cells):
        return False
    if any(cell.grade_id for cell in cells):
        return True
    given = {text for cell in release if not cell.solution and len(text := cell.source.strip()) >= TELLING}
    return not any(cell.source.strip() in given for cell in cells)


def _cells(content: bytes, notes: list[str]) -> list[NotebookCell]:
    return cells_of(document_of(content.decode(json.detect_encoding(content), "replace")), notes.append)


@cache
def _release(file: Path) -> tuple[NotebookCell, ...] | None:
    try:
        return tuple(cells_of(document_of(file.read_text(encoding="utf-8")), lambda note: None))
    except (OSError, ValueError, Unusable):
        return None
