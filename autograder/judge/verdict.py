"""What judging a notebook comes to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

OUTCOMES: tuple[str, ...] = ("right", "wrong", "committed", "manual", "stub", "timeout", "memory", "crashed")
OUTCOMES += ("protocol", "missing", "refused", "ours")
FULL = ("right", "committed")


@dataclass(frozen=True)
class CellResult:
    """The verdict on one graded cell.

    points: None where a person decides ("manual") or our side failed ("ours")
    visible: did the part of the test that learners see hold? None where nothing was run
    law: "name: sentence" of what did not hold
    """

    grade_id: str
    kind: str
    points: float | None
    max_points: float
    outcome: str
    visible: bool | None = None
    law: str = ""
    message: str = ""

    def __post_init__(self) -> None:
        if self.outcome not in OUTCOMES:  # gradebook, feedback and reports know these words only
            raise ValueError(f"{self.grade_id}: {self.outcome!r} is no outcome")


@dataclass
class Result:
    """The verdict on one notebook, with what the learner's cells printed and showed.

    outputs: nbformat outputs by cell id; sites: how often each check was reached, by grade_id
    data: which of the learner's names held plain data, by grade_id
    late: something ran out of time, and the machine, busy with something else, may have been the reason
    """

    level: int
    seed: str
    cells: list[CellResult]
    outputs: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    sites: dict[str, dict[str, int]] = field(default_factory=dict)
    data: dict[str, list[str]] = field(default_factory=dict)
    late: bool = False

    @property
    def score(self) -> float:
        return sum(cell.points or 0 for cell in self.cells)

    @property
    def max_score(self) -> float:
        return sum(cell.max_points for cell in self.cells)

    @property
    def manual(self) -> float:
        """Points that await a person."""
        return sum(cell.max_points for cell in self.cells if cell.outcome == "manual")

    @property
    def ours(self) -> bool:
        """Did our side fail somewhere, so that this must not become a grade?"""
        return any(cell.outcome == "ours" for cell in self.cells)

    def cell(self, grade_id: str) -> CellResult:
        return next(cell for cell in self.cells if cell.grade_id == grade_id)

    def to_json(self, notebook: str) -> dict[str, Any]:
        return {
            "schema": 1,
            "notebook": notebook,
            "level": self.level,
            "seed": self.seed,
            "score": self.score,
            "max_score": self.max_score,
            "manual": self.manual,
            "cells": [
                {
                    "grade_id": cell.grade_id,
                    "kind": cell.kind,
                    "points": cell.points,
                    "max_points": cell.max_points,
                    "outcome": cell.outcome,
                    "visible": cell.visible,
                    "law": cell.law,
                    "message": cell.message,
                }
                for cell in self.cells
            ],
        }
