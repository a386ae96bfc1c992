"""Cells of a release, and which cells of a learner's notebook are still as some release had them.

A cell says that itself, so nothing has to be remembered: nbgrader's checksum stands in the metadata of answers and
tests, and the id of any other cell of the course is a digest of what it held when it was released.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from autograder.kit.reading import NotebookCell, cells_of
from autograder.kit.rewriting import metadata_of

_DIGEST = re.compile(r"([0-9a-f]{10})(-\d+)?")  # as `autograder build` names a cell that has no grade_id

_HEADER = re.compile(r"^## Exercise (\d+\.\d+)(\+?) · (.+?) \(", re.M)


@dataclass(frozen=True)
class Released:
    """A cell as it stands in a released file: what a master says of it that is no secret."""

    cell_id: str
    cell_type: str
    role: str
    grade_id: str | None
    release_source: str


def released_cells(document: dict[str, Any]) -> list[Released]:
    """The cells of a released notebook, in order."""
    return [
        Released(cell.cell_id or f"cell-{number}", cell.cell_type, role(cell), cell.grade_id, cell.source)
        for number, cell in enumerate(cells_of(document, lambda note: None))
    ]


def role(cell: NotebookCell) -> str:
    """What a cell is for, in a master's words: text, given, answer, test or manual."""
    marks = marks_of(cell)
    if marks.get("grade") is True:
        return "manual" if cell.solution else "test"
    if cell.solution:
        return "answer"
    return "given" if cell.cell_type == "code" else "text"


def marks_of(cell: NotebookCell) -> dict[str, Any]:
    """nbgrader's part of its metadata."""
    marks = cell.metadata.get("nbgrader")
    return marks if isinstance(marks, dict) else {}


def has_released_id(cell: NotebookCell) -> bool:
    """Is its id one that the build gives to texts and given cells? JupyterLab's are longer, nbformat's shorter."""
    return _DIGEST.fullmatch(cell.cell_id or "") is not None


def as_released(cell: NotebookCell) -> bool:
    """Does the cell hold what this or an earlier release had in it?"""
    marks = marks_of(cell)
    if marks:
        return marks.get("checksum") == checksum(cell)
    known = _DIGEST.fullmatch(cell.cell_id or "")
    # SHA-1 as the build uses it: short names, and nobody's trust hangs on them.
    digest = hashlib.sha1((cell.cell_type + cell.source).encode(), usedforsecurity=False).hexdigest()
    return known is not None and digest.startswith(known[1])


def checksum(cell: NotebookCell) -> str | None:
    """nbgrader's checksum of a cell, which a release has in its metadata; None where it can have none."""
    marks = marks_of(cell)
    grade, solution = marks.get("grade") is True, marks.get("solution") is True
    locked = not solution and (grade or marks.get("locked") is True)
    parts = [cell.source, cell.cell_type, str(grade), str(solution), str(locked), str(marks.get("grade_id"))]
    if grade:
        try:
            parts.append(str(float(marks["points"])))
        except (KeyError, TypeError, ValueError):
            return None
    return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()


def answers_of(cell: NotebookCell) -> list[str]:
    """The answers that a test cell is about; an answer that a person reads is its own."""
    if role(cell) == "manual":
        return [cell.grade_id] if cell.grade_id else []
    about = cell.metadata.get("exercise")
    named = about.get("answers") if isinstance(about, dict) else None
    return [name for name in named if isinstance(name, str)] if isinstance(named, list) else []


def number_of(grade_id: str) -> str:
    """The exercise that a cell belongs to.

    >>> number_of("ex2_2_why_test"), number_of("ex10_4")
    ('2.2', '10.4')
    """
    found = re.match(r"ex(\d+)_(\d+)", grade_id)
    return f"{found[1]}.{found[2]}" if found else grade_id


@dataclass(frozen=True)
class Title:
    """What the header of an exercise calls it; `further` is practice for those who want more, marked + there."""

    text: str
    further: bool


def titles(cells: Iterable[NotebookCell]) -> dict[str, Title]:
    """The exercises of a notebook, by their numbers."""
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return {found[1]: Title(found[3], bool(found[2])) for text in texts for found in _HEADER.finditer(text)}


def own_metadata(raw: dict[str, Any]) -> dict[str, Any]:
    """Metadata of a cell that is the learner's own from now on: nothing in it makes it an answer or a test."""
    ours = {"nbgrader", "exercise", "deletable", "editable"}
    return {key: value for key, value in metadata_of(raw).items() if key not in ours}
