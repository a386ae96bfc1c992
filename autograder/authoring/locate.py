"""From a line of a notebook file back to the line of its source, where an author can mend it."""

from __future__ import annotations

import re
from pathlib import Path

from autograder.authoring.notebook import cell_ids
from autograder.source.cells import Source
from autograder.source.findings import Finding


def at_source(finding: Finding, source: Source, folder: Path) -> Finding:
    """The same finding, moved from the notebook in `folder` to the .py file when it stands in a cell of it."""
    if not finding.file.endswith(f"/{source.name}.ipynb"):
        return finding
    cell_id, offset = cell_and_offset((folder / f"{source.name}.ipynb").read_text(encoding="utf-8"), finding.line)
    ids = cell_ids(source)
    if cell_id not in ids:
        return finding
    cell = source.cells[ids.index(cell_id)]
    if offset is None:
        line = cell.line - 1  # in the cell's metadata: its header
    elif cell.role in ("text", "given"):
        line = cell.line + offset
    else:
        line = cell.line  # the release has other lines than the source
    return Finding(source.file, line, finding.message)


def cell_and_offset(text: str, line: int) -> tuple[str | None, int | None]:
    """The id of the cell around a line of a notebook file, and which line of its source that is (None: not in it).

    Relies on how nbformat writes: one JSON item a line, keys sorted, so that the id stands before the source.
    """
    cell_id, start = None, None
    for number, content in enumerate(text.split("\n")[:line], 1):
        if match := re.match(r'   "id": "([^"]+)",$', content):
            cell_id, start = match[1], None
        elif content.startswith('   "source": ['):
            start = number + 1
        elif content.startswith("  }"):
            start = None
    return cell_id, line - start if start is not None and line >= start else None
