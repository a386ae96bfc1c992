"""`autograder gather --into 10`: the learner's engine into a code cell of their notebook, where they change and run it.

The cell is the learner's own, no answer and no test: its metadata has the tag `my-engine` and a digest of the text that
was put there, so that a second time the cell is found, and what was changed in it by hand is kept in a file. All other
cells stay as they are, and the file is replaced in one step or not at all.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from autograder.kit.reading import Unusable
from autograder.kit.rewriting import as_text, metadata_of, read_notebook, replace_notebook, source_of
from autograder.kit.tape import notebooks
from autograder.kit.tape.cell import LINE

TAG = "my-engine"
PLACE = "own-engine"  # the tag of the cell that asks for the engine: this one goes before it
ASKS = "own_engine("  # and what such a cell says
BOOK = "gathered"  # in the cell's metadata: the digest of what was put there
RELOAD = (
    "If the notebook is open in JupyterLab, choose File > Reload Notebook from Disk now, before you save it there; "
    "else the old one is written over this one."
)


def find(name: str, folder: Path, course: Path) -> Path:
    """The learner's notebook that is meant by a number, a name, or the path of its file."""
    if name.endswith(".ipynb"):
        for path in (folder / name, Path.cwd() / name):
            if path.is_file() or path.is_symlink():
                return path
    stem = Path(name).name.removesuffix(".ipynb")
    here = notebooks(folder, course)
    found = here.get(stem.zfill(2)) if stem.isdigit() else None
    found = found or next((path for path in here.values() if path.stem == stem), None)
    if found is None:
        have = ", ".join(path.stem for _, path in sorted(here.items())) or "none"
        raise Unusable(
            f"There is no notebook {name} here; the notebooks here: {have}. Give the number of one, such as 10, or its "
            "name. One that is not here comes with a newer zip."
        )
    return found


def put_into(path: Path, engine: str) -> list[str]:
    """Put the engine's text into the notebook, and say what was done; raises Unusable, and then nothing was changed."""
    content, text, document = read_notebook(path)
    source = f"{LINE}\n{engine.rstrip()}"
    said = []
    mine = [cell for cell in document["cells"] if _is_ours(cell)]
    if not mine:
        document["cells"].insert(_place(path, document["cells"]), _new_cell(document, source))
        said.append(f"written: a cell with your engine, in {path}")
    else:
        cell, before = mine[0], source_of(mine[0])
        if len(mine) > 1:
            said.append(f"{path.name} has {len(mine)} cells with an engine; the first is written, the others stay.")
        if before == source:
            return [*said, f"up to date: the cell with your engine, in {path}"]
        if before.strip() and _digest(before) != _noted(cell):
            kept = _keep(path, before)
            said.append(f"You had changed the cell by hand: what it said is kept as {kept.name}, beside the notebook.")
        cell["source"] = source.splitlines(keepends=True)
        cell["outputs"], cell["execution_count"] = [], None  # they were those of the old text
        cell["metadata"][BOOK] = _digest(source)
        said.append(f"written: the cell with your engine is new, in {path}")
    replace_notebook(path, content, as_text(document, text))
    return [*said, RELOAD]


def _tags(cell: dict[str, Any]) -> list[Any]:
    tags = metadata_of(cell).get("tags")
    return tags if isinstance(tags, list) else []


def _is_ours(cell: dict[str, Any]) -> bool:
    """A cell that was made here, and no answer or test that somebody gave its tag."""
    return cell.get("cell_type") == "code" and TAG in _tags(cell) and "nbgrader" not in metadata_of(cell)


def _noted(cell: dict[str, Any]) -> Any:
    return metadata_of(cell).get(BOOK)


def _place(path: Path, cells: list[dict[str, Any]]) -> int:
    """Where the cell goes: before the one that asks for the engine."""
    code = [(index, cell) for index, cell in enumerate(cells) if cell.get("cell_type") == "code"]
    for index, cell in code:
        if PLACE in _tags(cell):
            return index
    for index, cell in code:
        if ASKS in source_of(cell):
            return index
    raise Unusable(
        f"{path.name} has no place for your engine, and was not changed: no cell in it says {ASKS}). The capstone, "
        f"notebook 10, has one. If yours had it and it is gone, copy that cell back from a fresh notebook."
    )


def _new_cell(document: dict[str, Any], source: str) -> dict[str, Any]:
    metadata = {"tags": [TAG], BOOK: _digest(source)}
    cell: dict[str, Any] = {"cell_type": "code", "execution_count": None}
    minor = document.get("nbformat_minor")
    if isinstance(minor, int) and minor >= 5:  # before, cells had no ids
        taken = [each.get("id") for each in document["cells"]]
        cell["id"] = next(name for number in range(1, len(taken) + 2) if (name := f"{TAG}-{number}") not in taken)
    return cell | {"metadata": metadata, "outputs": [], "source": source.splitlines(keepends=True)}


def _digest(source: str) -> str:
    """Of the text without blanks at its ends, which editors take away or add."""
    return hashlib.sha256(source.strip().encode("utf-8", "replace")).hexdigest()[:16]


def _keep(path: Path, source: str) -> Path:
    """Write what a learner made of the cell into a file of its own, under the first name that is free."""
    number = 1
    while True:
        kept = path.with_name(f"{path.stem}_engine_old_{number}.py")
        try:
            with kept.open("x", encoding="utf-8", errors="replace", newline="\n") as file:
                file.write(source.removeprefix(f"{LINE}\n").rstrip() + "\n")
            return kept
        except FileExistsError:
            number += 1
