"""The instructor's notebook: the same bytes for the same source, with nothing of the machine that built it."""

from __future__ import annotations

import hashlib
from collections import Counter

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.kit.cell_names import bound_names, used_names
from autograder.source.cells import Cell, Source
from autograder.source.shape import parse_code

KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}

# JupyterLab's Run All and nbclient go on behind a failing cell that has this tag; the failure is still an error output,
# so nbgrader's validator and its grades see it.
GOES_ON = "raises-exception"
# What a cell's header says to our own tools only.
_FOR_THE_BUILD = ("limits", "reason")


def instructor_notebook(source: Source) -> nbformat.NotebookNode:
    """The notebook with solutions and hidden tests, as nbgrader's source directory wants it."""
    ids, going_on = cell_ids(source), _may_fail(source)
    cells = []
    for cell, cell_id in zip(source.cells, ids, strict=True):
        make = new_code_cell if cell.cell_type == "code" else new_markdown_cell
        cells.append(make(cell.source, id=cell_id, metadata=_metadata(cell, cell.index in going_on)))
    return new_notebook(cells=cells, metadata={"kernelspec": KERNELSPEC, "language_info": {"name": "python"}})


def as_text(notebook: nbformat.NotebookNode) -> str:
    """The file's text, written as nbconvert writes it."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4) + "\n"


def cell_ids(source: Source) -> list[str]:
    """One id a cell: its grade_id, else a digest of what it holds, so that it stays when other cells come and go."""
    seen: Counter[str] = Counter()
    ids = []
    for cell in source.cells:
        # SHA-1 because the id must be short and stable, not because anyone's trust hangs on it.
        digest = hashlib.sha1((cell.cell_type + cell.source).encode(), usedforsecurity=False).hexdigest()[:10]
        base = cell.grade_id or digest
        seen[base] += 1
        ids.append(base if seen[base] == 1 else f"{base}-{seen[base]}")
    return ids


def _metadata(cell: Cell, goes_on: bool) -> dict:
    metadata = {key: value for key, value in cell.metadata.items() if key not in _FOR_THE_BUILD}
    if cell.nbgrader:
        defaults = {"schema_version": 3, "grade": False, "solution": False, "task": False}
        metadata["nbgrader"] = defaults | {"locked": cell.role == "test"} | cell.nbgrader
    if cell.role in ("test", "manual"):
        metadata["exercise"] = cell.exercise | ({"answers": list(cell.answers)} if cell.role == "test" else {})
    if goes_on:
        metadata["tags"] = sorted({*metadata.get("tags", []), GOES_ON})
    return metadata


def _may_fail(source: Source) -> set[int]:
    """Cells that a learner's Run All must survive: answers, tests, and given cells that need a name of an answer."""
    hanging: set[str] = set()  # names that exist only when an answer is written
    cells = set()
    for cell in source.cells:
        if cell.cell_type != "code":
            continue
        tree = parse_code(cell.source, magics=cell.role == "given")
        if cell.role != "given" or hanging & used_names(tree):
            cells.add(cell.index)
            if cell.role != "test":
                hanging.update(bound_names(tree))
    return cells
