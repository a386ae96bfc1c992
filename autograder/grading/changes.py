"""What a grading run changes in the gradebook, test by test: what `--dry-run` is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.bridge.report import number
from autograder.grading.book import Mark
from autograder.judge.verdict import CellResult, Result
from autograder.learners import shown


@dataclass(frozen=True)
class Change:
    """One test whose points are others than the gradebook's."""

    verdict: CellResult
    before: float | None
    manual: float | None

    @property
    def up(self) -> float:
        """Points gained, as far as the automatic score counts."""
        return (self.verdict.points or 0.0) - (self.before or 0.0)

    def __str__(self) -> str:
        was = "nothing" if self.before is None else number(self.before)
        said = f"{self.verdict.grade_id}: {was} → {number(self.verdict.points or 0.0)} ({self.verdict.outcome}"
        said += f", {shown(self.verdict.law.partition(':')[0])})" if self.verdict.law else ")"
        if self.manual is not None:
            said += f"; a person gave {number(self.manual)}, and that stays"
        return said


@dataclass(frozen=True)
class Comparison:
    """A learner's new result beside the gradebook's."""

    learner: str
    new: bool
    score: float
    max_score: float
    changes: tuple[Change, ...]

    @property
    def before(self) -> float:
        """The automatic points that the gradebook has now."""
        return self.score - sum(change.up for change in self.changes)

    @property
    def direction(self) -> str:
        """new, up, down, moved (up here and down there, the sum stays) or same."""
        if self.new:
            return "new"
        if not self.changes:
            return "same"
        return "up" if self.score > self.before else "down" if self.score < self.before else "moved"


def compare(learner: str, result: Result, marks: Mapping[str, Mark] | None) -> Comparison:
    """Nothing in the gradebook and no points in it are two things: the first is `new`."""
    known = marks or {}
    changes = tuple(
        Change(cell, mark.auto, mark.manual)
        for cell in result.cells
        if cell.points is not None and (mark := known.get(cell.grade_id)) and mark.auto != cell.points
    )
    new = all(mark.auto is None and mark.manual is None for mark in known.values())
    return Comparison(learner, new, result.score, result.max_score, () if new else changes)
