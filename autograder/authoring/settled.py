"""docs/settled.json: what became of each claim, made from the notebooks that settle claims and from all that teach.

A notebook that settles claims is one that imports `autograder.kit.settle`. Its given cells are run, since a verdict
follows from what is observed, and stands nowhere in the source.
"""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Iterable
from contextlib import redirect_stdout
from typing import Any

from autograder.authoring.notebook import cell_ids
from autograder.kit.settle import Settled, settled
from autograder.source.cells import Cell, Source
from autograder.source.findings import CourseErrors, Finding

FILE = "settled.json"
SETTLES = "autograder.kit.settle"


def settled_json(sources: Iterable[Source]) -> str:
    """One line a claim, in order; empty when no notebook settles any. Raises CourseErrors for a cell that errs."""
    sources = list(sources)
    settling = [source for source in sources if SETTLES in source.text]
    taught = {
        claim: {"notebook": source.name, "cell": ids}
        for source in sources
        if source not in settling
        for cell, ids in zip(source.cells, cell_ids(source), strict=True)
        for claim in cell.claims
    }
    rows, wrong = [], []
    for source in settling:
        ids = cell_ids(source)
        for cell, found in run(source):
            wrong += _not_as_it_says(source, cell, found)
            rows += [_row(each, source.name, ids[cell.index], taught.get(each.claim)) for each in found]
    wrong += [Finding(settling[0].file, 0, f"{claim} is settled twice") for claim in _twice(rows)]
    if wrong:
        raise CourseErrors(wrong)
    lines = ",\n".join(json.dumps(row) for row in sorted(rows, key=lambda row: row["claim"]))
    return f"[\n{lines}\n]\n" if rows else ""


def run(source: Source) -> list[tuple[Cell, list[Settled]]]:
    """Each given cell of a notebook, run after those before it, with the claims that it settles."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    rows = []
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        for cell in source.by_role("given"):
            with settled() as found:
                try:
                    exec(compile(cell.source, f"{source.file}:{cell.line}", "exec"), namespace)
                except Exception as error:
                    said = f"this cell raises {type(error).__name__}: {error}"
                    raise CourseErrors([Finding(source.file, cell.line, said)]) from error
            rows.append((cell, found))
    return rows


def alone(source: Source, cell: Cell) -> list[Cell]:
    """What a cell that settles needs: the definitions before it, which settle nothing, and itself."""
    return [each for each in source.by_role("given") if each.index < cell.index and not each.claims] + [cell]


def _not_as_it_says(source: Source, cell: Cell, found: list[Settled]) -> list[Finding]:
    here = sorted(each.claim for each in found)
    if here == sorted(cell.claims):
        return []
    header = f"claims={json.dumps(here)}" if here else "no claims"
    return [Finding(source.file, cell.line - 1, f"this cell settles other claims than its header says: write {header}")]


def _row(found: Settled, notebook: str, cell: str, taught: dict[str, str] | None) -> dict[str, Any]:
    how = "source" if found.source else "run"
    where = {"notebook": notebook, "cell": cell}
    return {"claim": found.claim, "verdict": found.verdict, "by": how, **where, "taught": taught}


def _twice(rows: list[dict[str, Any]]) -> list[str]:
    claims = [row["claim"] for row in rows]
    return sorted({claim for claim in claims if claims.count(claim) > 1})
