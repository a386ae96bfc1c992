"""Reading what a learner handed in, and setting its answers into the released notebook.

Nothing a learner can put into a file may raise here: a file that cannot be used becomes a `Submission` whose
`problem` is a sentence for its author, and everything smaller (a copied, deleted, renamed or retyped cell) becomes
a note. Only what belongs to the learner is taken from the file, namely the answers by their `grade_id` and cells of
the learner's own; given cells and tests come from the release, whatever the file says they are.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.errors import OurFault
from autograder.weave import REPLAYED, ReplayCell, weave

if TYPE_CHECKING:
    from autograder.authoring.master import Master

__all__ = ["MAX_BYTES", "ReplayCell", "Submission", "SubmittedCell", "read_submission", "rebuild", "weave"]

MAX_BYTES = 20 << 20
MAX_CELLS = 2000
MAX_SOURCE = 1 << 20  # characters in one cell


@dataclass(frozen=True)
class SubmittedCell:
    """One cell as it stands in the file; every field is the learner's word."""

    cell_type: str
    source: str
    grade_id: str | None = None
    cell_id: str | None = None
    solution: bool = False


@dataclass
class Submission:
    """A notebook handed in: its cells, or the reason why it has none that can be used."""

    path: Path
    problem: str | None = None
    notes: list[str] = field(default_factory=list)
    cells: list[SubmittedCell] = field(default_factory=list)

    def note(self, sentence: str) -> None:
        """Keep a sentence about this submission, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)


class _Unusable(Exception):
    """The file cannot be graded; the text is the sentence its author will read."""


def read_submission(path: str | os.PathLike[str]) -> Submission:
    """The submission in `path`; bad content ends in `.problem`, never in an exception.

    Raises OurFault only when this machine cannot read the file (permissions, a failing disk): that is no fault of
    the learner and must not become a zero.
    """
    submission = Submission(Path(path))
    try:
        document = _parse(_decode(_read_bytes(submission.path), submission))
        submission.cells = _cells(document, submission)
    except _Unusable as reason:
        submission.problem = str(reason)
    return submission


def rebuild(master: Master, submission: Submission) -> list[ReplayCell]:
    """The code to replay, in notebook order; what had to be set right is added to `submission.notes`."""
    cells, notes = weave(master.cells, submission.cells)
    for sentence in notes if submission.problem is None else ():
        submission.note(sentence)
    return [cell for cell in cells if cell.kind in REPLAYED]


# --- from a path to text


def _read_bytes(path: Path) -> bytes:
    """The content of a regular file of bearable size; links are not followed and pipes are not waited for."""
    try:
        _demand_regular(os.lstat(path))
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags)
    except (FileNotFoundError, NotADirectoryError):
        raise _Unusable("There is no such notebook file.") from None
    except OSError as error:
        if error.errno == errno.ELOOP:  # became a link between the two calls
            raise _Unusable("A link was handed in, not a file. Hand in the notebook itself.") from None
        raise OurFault(f"{path} could not be read: {error.strerror}") from error
    with os.fdopen(descriptor, "rb") as file:
        _demand_regular(os.fstat(descriptor))
        # One byte more than allowed tells a file that grew since; a huge one is never read whole.
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _Unusable(_too_big(len(content)))
    return content


def _demand_regular(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise _Unusable("A link was handed in, not a file. Hand in the notebook itself.")
    if not stat.S_ISREG(status.st_mode):
        raise _Unusable("This is not a regular file. Hand in the notebook itself.")
    if status.st_size > MAX_BYTES:
        raise _Unusable(_too_big(status.st_size))


def _too_big(size: int) -> str:
    return (
        f"The file has {max(size >> 20, MAX_BYTES >> 20)} MB, and at most {MAX_BYTES >> 20} MB are read. "
        "Clear the outputs of all cells, save, and hand it in again."
    )


def _decode(content: bytes, submission: Submission) -> str:
    if not content.strip():
        raise _Unusable("The file is empty. Save the notebook and hand it in again.")
    try:
        return content.decode(json.detect_encoding(content))  # knows UTF-8 with and without BOM, UTF-16, UTF-32
    except UnicodeDecodeError:
        submission.note("The file is not valid UTF-8; it was read as Latin-1, so some letters may look wrong.")
        return content.decode("latin-1")


# --- from text to cells


def _parse(text: str) -> dict:
    try:
        document = json.loads(text)
    except RecursionError:
        raise _Unusable("The file is nested too deeply to be a notebook. Save it again in JupyterLab.") from None
    except (ValueError, MemoryError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise _Unusable(
            f"The file is not JSON{place}, so it is no notebook that JupyterLab saved. Hand in the .ipynb file itself."
        ) from None
    if not isinstance(document, dict):
        raise _Unusable("The file is JSON but not a notebook. Hand in the .ipynb file that JupyterLab saved.")
    return document


def _cells(document: dict, submission: Submission) -> list[SubmittedCell]:
    found = document.get("cells")
    if found is None and isinstance(document.get("worksheets"), list):
        sheets = [sheet.get("cells") for sheet in document["worksheets"] if isinstance(sheet, dict)]
        found = [cell for sheet in sheets if isinstance(sheet, list) for cell in sheet]
        submission.note("The notebook is in an old format (nbformat 3); its cells were read all the same.")
    if not isinstance(found, list):
        raise _Unusable(
            "The file has no cells, so it is not a notebook. Hand in the .ipynb file that JupyterLab saved."
        )
    version = document.get("nbformat")
    if isinstance(version, int) and version > 4:
        submission.note(f"The notebook is in a newer format (nbformat {version}); its cells were read all the same.")
    if len(found) > MAX_CELLS:
        submission.note(f"The notebook has {len(found)} cells; only the first {MAX_CELLS} were read.")
    if not all(isinstance(cell, dict) for cell in found[:MAX_CELLS]):
        submission.note("Some entries in the list of cells are not cells; they were left out.")
    return [_cell(entry, submission) for entry in found[:MAX_CELLS] if isinstance(entry, dict)]


def _cell(entry: dict, submission: Submission) -> SubmittedCell:
    metadata = entry.get("metadata")
    marks = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    marks = marks if isinstance(marks, dict) else {}
    return SubmittedCell(
        cell_type=_word(entry.get("cell_type")) or "code",
        source=_source(entry.get("source", entry.get("input")), submission),  # nbformat 3 says "input"
        grade_id=_word(marks.get("grade_id")),
        cell_id=_word(entry.get("id")),
        solution=marks.get("solution") is True,
    )


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _source(value: object, submission: Submission) -> str:
    """Text that can be stored, compiled and shown, from whatever stands where a cell's source should."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    if not isinstance(value, str):
        return ""
    if len(value) > MAX_SOURCE:
        submission.note(f"A cell has {len(value)} characters; only the first {MAX_SOURCE} were read.")
        value = value[:MAX_SOURCE]
    # A lone surrogate can be neither written nor sent; a null byte ends a C string and no editor shows it.
    clean = value.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    if clean != value:
        submission.note(
            "A cell holds characters that no text can hold (null bytes or half characters); they were replaced."
        )
    return clean
