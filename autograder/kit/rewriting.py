"""Changing a notebook file that belongs to a learner: read so that every cell can be kept, replaced in one step or not.

Every sentence says that the file was not changed, which is what its owner wants to know first.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from autograder.kit.reading import MAX_BYTES, Unusable, document_of, read_bytes

FRESH = "Take a fresh copy of the notebook from your zip, or from the newest one, and type this again."


def read_notebook(path: Path) -> tuple[bytes, str, dict[str, Any]]:
    """The file as it is, its text, and the notebook in it, of which every cell can be kept as it is.

    Raises Unusable when it is damaged, or could not be written again.
    """
    content, text = _read(path)
    document = _document(path, text)
    if not os.access(path, os.W_OK):
        raise Unusable(
            f"{path.name} is write-protected, and was not changed. Allow writing to it, and type this again."
        )
    return content, text, document


def _read(path: Path) -> tuple[bytes, str]:
    """The file as it is, and its text."""
    try:
        content = read_bytes(path)
    except Unusable as reason:
        raise Unusable(f"{path.name} was not changed. {_first_sentence(reason)} {FRESH}") from None
    if not content.strip():
        raise Unusable(f"{path.name} is empty, and was not changed. {FRESH}")
    try:
        return content, content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unusable(
            f"{path.name} is not in UTF-8, which JupyterLab writes, and was not changed. Open it in JupyterLab, save "
            "it (Ctrl+S; on a Mac, Cmd+S), and type this again."
        ) from None


def _document(path: Path, text: str) -> dict[str, Any]:
    """The notebook, of which every cell can be kept as it is."""
    try:
        document = document_of(text)
    except Unusable as reason:
        raise Unusable(f"{path.name} is damaged, and was not changed. {_first_sentence(reason)} {FRESH}") from None
    cells = document.get("cells")
    if document.get("nbformat") != 4 or not isinstance(cells, list):
        raise Unusable(
            f"{path.name} is no notebook in the format that JupyterLab writes, and was not changed. Open it in "
            "JupyterLab, save it (Ctrl+S; on a Mac, Cmd+S), and type this again."
        )
    if not all(isinstance(cell, dict) for cell in cells):
        raise Unusable(f"{path.name} is damaged, and was not changed: not all of its cells are cells. {FRESH}")
    return document


def _first_sentence(reason: Unusable) -> str:
    """What is wrong, without advice about handing in."""
    return str(reason).partition(". ")[0].rstrip(".") + "."


def metadata_of(cell: dict[str, Any]) -> dict[str, Any]:
    """What stands in its metadata; nothing where that is no dictionary."""
    metadata = cell.get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def source_of(cell: dict[str, Any]) -> str:
    """Its text in one piece."""
    source = cell.get("source")
    lines = source if isinstance(source, list) else [source]
    return "".join(line for line in lines if isinstance(line, str))


def as_text(document: dict[str, Any], before: str) -> str:
    """The notebook as the file had it: indented alike, and other letters written out or not as they were."""
    indent = re.match(r"\{\r?\n( *|\t*)\"", before)
    ascii_only = before.isascii()
    text = json.dumps(document, indent=(indent[1] or 0) if indent else None, ensure_ascii=ascii_only)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half characters, which JSON can hold and UTF-8 cannot
        text = json.dumps(document, indent=(indent[1] or 0) if indent else None, ensure_ascii=True)
    return text + ("\n" if before.endswith("\n") else "")


def replace_notebook(path: Path, content: bytes, text: str) -> None:
    """Put the new text in the place of the old in one step, if the old is still what was read."""
    encoded = text.encode("utf-8")
    if len(encoded) > MAX_BYTES:
        raise Unusable(
            f"{path.name} was not changed: it would have more than {MAX_BYTES >> 20} MB. Clear the "
            "outputs of all cells, save, and type this again."
        )
    descriptor, draft = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(encoded)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, draft)
        if read_bytes(path) != content:
            raise Unusable(
                f"{path.name} was saved by something else just now, and was not changed. Save your work in JupyterLab, "
                "and type this again."
            )
        Path(draft).replace(path)
    finally:
        Path(draft).unlink(missing_ok=True)
