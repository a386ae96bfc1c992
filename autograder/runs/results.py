"""What judges said, kept under a key of everything that it hangs on, so that a killed run goes on where it was."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder.judge.verdict import FULL, CellResult, Result
from autograder.limits import Limits
from autograder.master import Master
from autograder.paths import Paths
from autograder.runs.handed_in import HandedIn
from autograder.runs.writes import whole

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
            cells = [CellResult(**cell) for cell in kept["cells"]]
            sites = kept.get("sites", {})
            return Kept(
                Result(kept["level"], kept["seed"], cells, kept["outputs"], kept["notes"], sites), kept.get("seconds")
            )
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep(self, handed_in: HandedIn, result: Result, seconds: float | None = None) -> None:
        """Write it down, whole or not at all; seconds: how long judging took."""
        failed = {cell.grade_id for cell in result.cells if cell.outcome not in FULL}
        kept = {
            "level": result.level,
            "seed": result.seed,
            "cells": [asdict(cell) for cell in result.cells],
            "outputs": result.outputs,
            "notes": result.notes,
            # How far a test came that does not hold says which check it was: `autograder report` compares it.
            "sites": {grade_id: sites for grade_id, sites in result.sites.items() if grade_id in failed},
            "seconds": None if seconds is None else round(seconds, 3),
        }
        whole("result", self.file(handed_in), json.dumps(kept))
