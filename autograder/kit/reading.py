"""Reading a notebook file that anybody may have written.

Standard library only, and nothing in a file makes it raise anything but `Unusable`, whose text is a sentence for the
person whose file it is. The learner's commands and the grader's intake both read with it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

MAX_BYTES = 20 << 20
MAX_CELLS = 2000
MAX_SOURCE = 1 << 20  # characters in one cell
MAX_TEXT = 4 << 20  # and in all of them: pages are rendered in time that grows with it

# Marks of bidirectional text that make a line read in another order than it runs.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")

Note = Callable[[str], None]


STAMP = "minigrad_course"  # the key of a released notebook's metadata under which its version stands


@dataclass(frozen=True)
class Stamp:
    """Which release a notebook was made from, as its metadata say; in a hand-in, that is its author's word.

    version: of the course; cells: a digest over the released cells, which two versions can have in common
    """

    version: str
    cells: str


class Unusable(Exception):
    """The file cannot be used; the text says why and what to do."""


@dataclass(frozen=True)
class NotebookCell:
    """One cell as it stands in the file; every field is the author's word."""

    cell_type: str
    source: str
    grade_id: str | None = None
    cell_id: str | None = None
    solution: bool = False
    metadata: dict[str, Any] = field(default_factory=dict, compare=False)
    attachments: dict[str, Any] = field(default_factory=dict, compare=False)  # pictures that were pasted into a text


def read_cells(path: Path, note: Note) -> list[NotebookCell]:
    """The cells of a notebook file; `note` is called with a sentence for each oddity that was set right.

    Raises Unusable when there are none, and OSError when the machine cannot read the file.
    """
    return cells_of(document_of(read_text(path, note)), note)


def read_text(path: Path, note: Note) -> str:
    """The file's text, whatever its encoding."""
    content = read_bytes(path)
    if not content.strip():
        raise Unusable("The file is empty. Save the notebook and hand it in again.")
    try:
        return content.decode(json.detect_encoding(content))  # knows UTF-8 with and without BOM, UTF-16, UTF-32
    except UnicodeDecodeError:
        note("The file is not valid UTF-8; it was read as Latin-1, so some letters may look wrong.")
        return content.decode("latin-1")


def document_of(text: str) -> dict:
    """The JSON object that a notebook is."""
    try:
        document = json.loads(text)
    except RecursionError:
        raise Unusable("The file is nested too deeply to be a notebook. Save it again in JupyterLab.") from None
    except (ValueError, MemoryError) as error:
        place = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise Unusable(
            f"The file is not JSON{place}, so it is no notebook that JupyterLab saved. Hand in the .ipynb file itself."
        ) from None
    if not isinstance(document, dict):
        raise Unusable("The file is JSON but not a notebook. Hand in the .ipynb file that JupyterLab saved.")
    return document


def stamp_of(document: Any) -> Stamp | None:
    """The stamp of a notebook; None where there is none, as before version 0.2.0, or it is no stamp."""
    metadata = document.get("metadata") if isinstance(document, dict) else None
    said = metadata.get(STAMP) if isinstance(metadata, dict) else None
    if not isinstance(said, dict) or not all(isinstance(said.get(name), str) for name in ("version", "cells")):
        return None
    return Stamp(said["version"], said["cells"])


def cells_of(document: dict, note: Note) -> list[NotebookCell]:
    """The cells of any format of notebook."""
    found = document.get("cells")
    if found is None and isinstance(document.get("worksheets"), list):
        sheets = [sheet.get("cells") for sheet in document["worksheets"] if isinstance(sheet, dict)]
        found = [cell for sheet in sheets if isinstance(sheet, list) for cell in sheet]
        note("The notebook is in an old format (nbformat 3); its cells were read all the same.")
    if not isinstance(found, list):
        raise Unusable("The file has no cells, so it is not a notebook. Hand in the .ipynb file that JupyterLab saved.")
    version = document.get("nbformat")
    if isinstance(version, int) and version > 4:
        note(f"The notebook is in a newer format (nbformat {version}); its cells were read all the same.")
    if len(found) > MAX_CELLS:
        note(f"The notebook has {len(found)} cells; only the first {MAX_CELLS} were read.")
    if not all(isinstance(cell, dict) for cell in found[:MAX_CELLS]):
        note("Some entries in the list of cells are not cells; they were left out.")
    cells = [_cell(entry, note) for entry in found[:MAX_CELLS] if isinstance(entry, dict)]
    return _within(MAX_TEXT, cells, note)


def _within(room: int, cells: list[NotebookCell], note: Note) -> list[NotebookCell]:
    """The cells, with text up to `room` characters in all of them."""
    if sum(len(cell.source) for cell in cells) <= room:
        return cells
    note(f"The cells have more than {room} characters together; only the first {room} were read.")
    kept = []
    for cell in cells:
        kept.append(replace(cell, source=cell.source[:room]))
        room -= len(kept[-1].source)
    return kept


def read_bytes(path: Path) -> bytes:
    """The content of a regular file of bearable size; links are not followed and pipes are not waited for."""
    try:
        _demand_regular(os.lstat(path))
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags)
    except (FileNotFoundError, NotADirectoryError):
        raise Unusable("There is no such notebook file.") from None
    except OSError as error:
        if error.errno == errno.ELOOP:  # became a link between the two calls
            raise Unusable("This is a link, not a file. Hand in the notebook itself.") from None
        raise
    with os.fdopen(descriptor, "rb") as file:
        _demand_regular(os.fstat(descriptor))
        # One byte more than allowed tells a file that grew since; a huge one is never read whole.
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Unusable(_too_big(len(content)))
    return content


def _demand_regular(status: os.stat_result) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise Unusable("This is a link, not a file. Hand in the notebook itself.")
    if not stat.S_ISREG(status.st_mode):
        raise Unusable("This is not a regular file. Hand in the notebook itself.")
    if status.st_size > MAX_BYTES:
        raise Unusable(_too_big(status.st_size))


def _too_big(size: int) -> str:
    return (
        f"The file has {max(size >> 20, MAX_BYTES >> 20)} MB, and at most {MAX_BYTES >> 20} MB are read. "
        "Clear the outputs of all cells, save, and hand it in again."
    )


def _cell(entry: dict, note: Note) -> NotebookCell:
    metadata = entry.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    marks = metadata.get("nbgrader")
    marks = marks if isinstance(marks, dict) else {}
    return NotebookCell(
        cell_type=_word(entry.get("cell_type")) or "code",
        source=_source(entry.get("source", entry.get("input")), note),  # nbformat 3 says "input"
        grade_id=_word(marks.get("grade_id")),
        cell_id=_word(entry.get("id")),
        solution=marks.get("solution") is True,
        metadata=metadata,
        attachments=attachments if isinstance(attachments := entry.get("attachments"), dict) else {},
    )


def _word(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _source(value: object, note: Note) -> str:
    """Text that can be stored, compiled and shown, from whatever stands where a cell's source should."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    if not isinstance(value, str):
        return ""
    if len(value) > MAX_SOURCE:
        note(f"A cell has {len(value)} characters; only the first {MAX_SOURCE} were read.")
        value = value[:MAX_SOURCE]
    if _TURNING.search(value):
        note("A cell holds invisible marks that change the direction of text: it may run otherwise than it reads.")
    # A lone surrogate can be neither written nor sent; a null byte ends a C string and no editor shows it.
    clean = value.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    if clean != value:
        note("A cell holds characters that no text can hold (null bytes or half characters); they were replaced.")
    return clean
