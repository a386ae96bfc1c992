"""Classes that were never judged: a notebook of any shape, and what came of it, written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.judge.verdict import FULL, CellResult
from autograder.master import Master, MasterCell
from autograder.report.gather import ClassWork, Work

TEST = 'close(f(2), 4, "twice: f doubles")\nclose(f(3), 6, "again: f doubles what is odd")\n'


def master(*kinds: str, name: str = "01_made", points: float = 2.0) -> Master:
    """A notebook with one exercise of each of these kinds: ex1_1, ex1_2 and so on; X is an essay."""
    cells = []
    for number, kind in enumerate(kinds, 1):
        answer = f"ex1_{number}"
        title = f"## Exercise 1.{number} · Title {number} (code, 2 points)"
        cells.append(MasterCell(0, f"text{number}", "markdown", "text", title, title, 1))
        if kind == "X":
            cells.append(MasterCell(0, answer, "markdown", "manual", "", "", 1, answer, "X", (), points))
            continue
        stub = 'raise NotImplementedError("still the stub")'
        solved = f"### BEGIN SOLUTION\nf = {number}\n### END SOLUTION"
        cells.append(MasterCell(0, answer, "code", "answer", solved, stub, 1, answer))
        test = f"{answer}_test"
        cells.append(MasterCell(0, test, "code", "test", TEST, TEST, 1, test, kind, (answer,), points))
    return Master(name, "digest", tuple(cells))


def verdict(cell: MasterCell, outcome: str, law: str = "", message: str = "", visible: bool = False) -> CellResult:
    points = None if outcome == "manual" else cell.points if outcome in FULL else 0.0
    return CellResult(str(cell.grade_id), cell.kind or "X", points, cell.points, outcome, visible, law, message)


def work(of: Master, learner: str, outcomes: Sequence[str], by_hand: Mapping[str, float] | None = None, **more) -> Work:
    """One learner: for each exercise an outcome, or `outcome|law`."""
    cells = [cell for cell in of.cells if cell.role in ("test", "manual")]
    verdicts = [verdict(cell, *said.split("|")) for cell, said in zip(cells, outcomes, strict=True)]
    points = {each.grade_id: each.points for each in verdicts} | dict(by_hand or {})
    return Work(learner, {each.grade_id: each for each in verdicts}, points, **more)


def class_work(of: Master, rows: Mapping[str, Sequence[str]], **more) -> ClassWork:
    return ClassWork(of, tuple(work(of, learner, outcomes) for learner, outcomes in sorted(rows.items())), **more)
