"""A learner's notebook file brought to a newer release: the file as it was is kept, and nothing is half written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from autograder.kit.reading import Unusable, document_of
from autograder.kit.rewriting import as_text, read_notebook, replace_notebook
from autograder.learner.elsewhere import open_in_jupyterlab
from autograder.learner.released import own_metadata
from autograder.learner.update import same_work, updated

BEFORE, LEFT_OVER, NEW = "before", "left-over", "new"  # NAME.before.ipynb lies beside NAME.ipynb


class OpenElsewhere(Unusable):
    """The notebook may have changes that are not in the file; the text says what to do."""


def renew(path: Path, release: bytes, shown: str) -> list[str]:
    """Put a newer release around what the learner has in `path`; sentences about it, none where all is as it should be.

    shown: what the notebook is called in the sentences. Raises OpenElsewhere, and then nothing was changed.
    """
    try:
        content, text, mine = read_notebook(path)
        made = updated(mine, document_of(release.decode("utf-8")))
        if same_work(mine, made.document):
            return []
        if path.resolve() in open_in_jupyterlab():
            raise OpenElsewhere(
                f"{shown} is open in JupyterLab, and was not changed. Save it there, choose File > Close and Shut Down "
                "Notebook, and type `autograder update` in a terminal."
            )
        kept = write_beside(path, BEFORE, content)
        replace_notebook(path, content, as_text(made.document, text))
    except OpenElsewhere:
        raise
    except Unusable as reason:
        beside = write_beside(path, NEW, release)
        return [f"{shown}: {reason} The newer release lies beside it, as {beside.name}."]
    said = [
        f"{shown}: the newer release is in it, around {_count(made.answers, 'answer')} and "
        f"{_count(made.own, 'cell')} of your own. The file as it was: {kept.name}"
    ]
    said += [f"{shown}: {sentence}" for sentence in made.renamed]
    if made.left_over:
        beside = write_beside(path, LEFT_OVER, _as_notebook(made.left_over, mine))
        what = "1 thing of yours has" if len(made.left_over) == 1 else f"{len(made.left_over)} things of yours have"
        said.append(f"{shown}: {what} no place in the newer release; see {beside.name}")
    return said


def write_beside(path: Path, mark: str, content: bytes) -> Path:
    """Write NAME.MARK.ipynb, or NAME.MARK-2.ipynb when there is another one; the file with this content."""
    number = 1
    while True:
        beside = path.with_name(f"{path.stem}.{mark}{'' if number == 1 else f'-{number}'}{path.suffix}")
        try:
            with beside.open("xb") as file:
                file.write(content)
            return beside
        except FileExistsError:
            if beside.is_file() and beside.read_bytes() == content:
                return beside
        number += 1


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _as_notebook(left_over: list[tuple[str, dict[str, Any]]], mine: dict[str, Any]) -> bytes:
    """A notebook to read, with a sentence before each cell; nothing in it counts as an answer."""
    cells: list[dict[str, Any]] = []
    for number, (sentence, raw) in enumerate(left_over, 1):
        cells.append({"cell_type": "markdown", "id": f"why-{number}", "metadata": {}, "source": sentence})
        cells.append({**raw, "id": f"left-over-{number}", "metadata": own_metadata(raw)})
    document = {"cells": cells, "metadata": mine.get("metadata", {}), "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(document, indent=1) + "\n").encode("ascii")
