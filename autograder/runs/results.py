"""What judges said, kept under a key of everything that it hangs on, so that a killed run goes on where it was."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from autograder.judge.verdict import FULL, CellResult, Result
from autograder.limits import Limits
from autograder.master import Master, MasterCell
from autograder.paths import Paths
from autograder.runs.handed_in import HandedIn
from autograder.runs.writes import whole
from autograder.sandbox import HIGHEST

SCHEMA = 1


@cache
def _versions() -> tuple[str, ...]:
    """Of what runs a learner's code; Python, numpy and our own code are in the master's digest."""
    return tuple(importlib.metadata.version(name) for name in ("ipython", "matplotlib", "graphviz"))


def deciding(master: Master, level: int) -> list[Any]:
    """What a verdict hangs on besides the submission: tests and code, limits, versions, level."""
    return [SCHEMA, master.name, master.digest, Limits.of(master.limits).as_dict(), _versions(), level]


@dataclass(frozen=True)
class Kept:
    """A result as it was kept, and the seconds that judging took, where they were measured."""

    result: Result
    seconds: float | None


class Results:
    """The kept results of one notebook, one file each; no learner is named in them."""

    def __init__(self, paths: Paths, master: Master, level: int):
        self.folder = paths.classroom / "results" / master.name
        self._deciding = deciding(master, level)

    def file(self, handed_in: HandedIn) -> Path:
        """Where the result of this very submission is kept."""
        cells = [(cell.kind, cell.grade_id, cell.cell_id, cell.source) for cell in handed_in.replay]
        read = [handed_in.seed.hex(), cells, handed_in.submission.problem]
        key = hashlib.sha256(json.dumps([self._deciding, read]).encode()).hexdigest()
        return self.folder / key[:2] / f"{key}.json"

    def find(self, handed_in: HandedIn) -> Result | None:
        """The kept result, if there is one that can be read."""
        kept = self.look(handed_in)
        return kept.result if kept else None

    def look(self, handed_in: HandedIn) -> Kept | None:
        """The same with what was noted about it; its `sites` are those of the tests that did not hold."""
        try:
            kept = json.loads(self.file(handed_in).read_text(encoding="utf-8"))
            return Kept(from_json(kept, handed_in.master, handed_in.seed), kept.get("seconds"))
        except (OSError, ValueError, RecursionError):
            return None

    def keep(self, handed_in: HandedIn, result: Result, seconds: float | None = None) -> None:
        """Write it down, whole or not at all; seconds: how long judging took."""
        kept = as_json(result) | {"seconds": None if seconds is None else round(seconds, 3)}
        whole("result", self.file(handed_in), json.dumps(kept))


def as_json(result: Result) -> dict[str, Any]:
    """A result as it is kept, and as it crosses from another machine: all that marks and pages are made of."""
    failed = {cell.grade_id for cell in result.cells if cell.outcome not in FULL}
    return {
        "level": result.level,
        "seed": result.seed,
        "cells": [asdict(cell) for cell in result.cells],
        "outputs": result.outputs,
        "notes": result.notes,
        "late": result.late,
        # How far a test came that does not hold says which check it was: `autograder report` compares it.
        "sites": {grade_id: sites for grade_id, sites in result.sites.items() if grade_id in failed},
    }


def from_json(kept: Any, master: Master, seed: bytes) -> Result:
    """The inverse of `as_json`, which leaves out the sites of tests that hold; those of older results are not there.

    Raises ValueError, with a sentence, for what no judge says about this notebook.
    """
    level, cells, outputs, notes = (_part(kept, name, kind) for name, kind in _PARTS.items())
    if not 0 <= level <= HIGHEST:
        raise ValueError(f"there is no sandbox level {level}")
    if _part(kept, "seed", str) != seed.hex():
        raise ValueError("it is about other work: its seed is not the one that was given")
    if not all(type(note) is str for note in notes):
        raise ValueError("a note is no text")
    for cell_id, shown in outputs.items():
        if type(shown) is not list or not all(_is_output(output) for output in shown):
            raise ValueError(f"what cell {cell_id} shows is no output of a notebook")
    graded = [cell for cell in master.cells if cell.role in ("test", "manual")]
    if len(cells) != len(graded):
        raise ValueError(f"it has {len(cells)} verdicts, and {master.name} has {len(graded)} graded cells")
    verdicts = [_verdict(*pair) for pair in zip(cells, graded, strict=True)]
    sites = kept.get("sites", {})
    if not _is_table(sites, dict) or not all(_is_table(counts, int) for counts in sites.values()):
        raise ValueError("how often its checks were reached is no table")
    return Result(level, seed.hex(), verdicts, outputs, notes, sites, late=kept.get("late") is True)


_PARTS = {"level": int, "cells": list, "outputs": dict, "notes": list}
_VERDICT = {field.name for field in fields(CellResult)}
_OUTPUTS: dict[str, dict[str, type]] = {
    "stream": {"name": str, "text": str},
    "display_data": {"data": dict, "metadata": dict},
    "execute_result": {"data": dict, "metadata": dict, "execution_count": int},
    "error": {"ename": str, "evalue": str, "traceback": list},
}


def _part(kept: Any, name: str, kind: type) -> Any:
    part = kept.get(name) if isinstance(kept, dict) else None
    if type(part) is not kind:
        raise ValueError(f"it has no {name}, or one of another type")
    return part


def _is_table(part: Any, kind: type) -> bool:
    return type(part) is dict and all(type(value) is kind for value in part.values())


def _verdict(kept: Any, cell: MasterCell) -> CellResult:
    """The verdict on one graded cell: its name and points are the master's, and follow from its outcome."""
    if not isinstance(kept, dict) or kept.keys() != _VERDICT or type(kept["outcome"]) is not str:
        raise ValueError("a verdict is no verdict")
    found = CellResult(**kept)  # raises ValueError for an outcome that nobody knows
    waiting, most = found.outcome in ("manual", "ours"), cell.points
    points = None if waiting else most if found.outcome in FULL else 0.0
    if found.grade_id != (cell.grade_id or cell.cell_id) or (cell.role == "manual") != (found.outcome == "manual"):
        raise ValueError(f"a verdict is about {found.grade_id!r}, where {cell.grade_id} is graded")
    if (found.points, found.max_points) != (points, most) or bool in map(type, (found.points, found.max_points)):
        raise ValueError(f"{found.grade_id} has {found.points} of {found.max_points} points and is {found.outcome}")
    texts_are_texts = type(found.law) is type(found.message) is str
    if found.kind != (cell.kind or "X") or not texts_are_texts or type(found.visible) not in (bool, type(None)):
        raise ValueError(f"the verdict on {found.grade_id} is no verdict")
    return found


def _is_output(output: Any) -> bool:
    """Is this one of the outputs that a judge makes?"""
    kind = output.get("output_type") if isinstance(output, dict) else None
    parts = _OUTPUTS.get(kind) if type(kind) is str else None
    if parts is None or output.keys() != parts.keys() | {"output_type"}:
        return False
    if any(type(output[name]) is not kind for name, kind in parts.items()):
        return False
    texts = [*output.get("data", {}).values(), *output.get("traceback", ())]
    return all(type(text) is str for text in texts)
