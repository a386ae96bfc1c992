"""The plan of a judging: what the judge process is told about one submission, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from autograder.limits import Limits
from autograder.sandbox.absent import SPARED
from autograder.testcell.cell import compiled_test, hidden_from
from autograder.weave import up_to_last_test

if TYPE_CHECKING:
    from autograder.intake import ReplayCell
    from autograder.master import Master, MasterCell


def make_plan(
    master: Master,
    cells: Sequence[ReplayCell],
    seed: bytes,
    limits: Limits,
    verdict_only: bool = False,
    pictures: Iterable[str] | None = None,
) -> dict[str, Any]:
    """Everything that judging one submission needs, as JSON.

    pictures: digests of the figures that need not be drawn; None where nobody asks for digests
    """
    tests = {cell.grade_id: cell for cell in master.cells if cell.role == "test"}
    imports = tuple(master.imports)
    released = {cell.grade_id: cell.release_source for cell in master.cells if cell.role == "answer"}
    known = [cell for cell in cells if cell.kind != "test" or cell.grade_id in tests]
    known = up_to_last_test(known) if verdict_only else known
    return {
        "cells": [
            {"kind": cell.kind, "grade_id": cell.grade_id, "cell_id": cell.cell_id, "source": cell.source}
            for cell in known
        ],
        "ours": _ours(master, known) if verdict_only else 0,
        "tests": {grade_id: _test(cell, released, imports) for grade_id, cell in tests.items()},
        "unchanged": [
            cell.grade_id
            for cell in cells
            if cell.kind == "answer" and cell.source.strip() == released.get(cell.grade_id, "").strip()
        ],
        "imports": list(imports),
        "limits": limits.as_dict(),
        "files": dict(master.files),
        "seed": seed.hex(),
        "killers": {},
        "verdict_only": verdict_only,
        "pictures": None if pictures is None else sorted(pictures),
    }


def _ours(master: Master, cells: Iterable[ReplayCell]) -> int:
    """How many cells before the first test are as the course has them: given ones, and the reference's answers.

    Where only verdicts are wanted, nobody asks what they printed, so they run once for all notebooks that begin so.
    """
    sources = {cell.cell_id: cell.source for cell in master.cells}
    return sum(
        1 for _ in takewhile(lambda cell: cell.kind != "test" and sources.get(cell.cell_id) == cell.source, cells)
    )


def _test(cell: MasterCell, released: Mapping[str | None, str], imports: tuple[str, ...]) -> dict[str, Any]:
    return {
        "grade_id": cell.grade_id,
        "source": cell.source,
        "hidden_from": hidden_from(cell.source, cell.visible),
        "answers": list(cell.answers),
        "commitment": cell.commitment,
        "forbid": list(cell.forbid),
        "takes": sorted(compiled_test(cell.source, imports).exports) if cell.forbid else [],
        "spared": [name for name in SPARED if name in cell.forbid],
        "calls": dict(cell.calls),
        "ordered": {answer: released[answer] for answer in cell.answers if cell.kind == "J"},
        "sites": dict(cell.sites),
        "data": list(cell.data),
    }
