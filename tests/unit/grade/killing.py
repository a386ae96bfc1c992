"""Killing a grading run and looking at what is left.

Each round begins with a class that was graded before, in part by a person; then everybody hands in something else,
the run that grades it is killed, and the next one goes on.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from classes import RIGHT, WRONG, SmallClass

from autograder.paths import Paths
from autograder.runs import writes

BEFORE, AFTER = 0.0, 2.0  # everybody's points in the test, graded before and graded anew
BY_HAND = 1.25


class Round:
    """One class, its state before, a kill, and what must hold after."""

    def __init__(
        self,
        root: Path,
        learners: int,
        run: Callable[[SmallClass], object] = SmallClass.grade,
        at_once: bool = True,
    ):
        """at_once: `run` enters all marks in one transaction."""
        self.small, self.run, self.at_once = SmallClass(Paths(root)), run, at_once
        self.learners = [f"learner{number:03}" for number in range(learners)]
        self.version = 0

    def prepare(self) -> None:
        """Everybody has the marks of an answer before, the first one a person's too, and has handed in anew."""
        self.grade_before()
        self.hand_in_anew()

    def grade_before(self) -> None:
        self._hand_in(WRONG, 0)
        self._run()
        self.small.query("update grade set manual_score = null, needs_manual_grade = 0")
        self.small.query(
            """update grade set manual_score = ? where id in (select grade.id from grade
            join submitted_notebook on submitted_notebook.id = grade.notebook_id
            join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
            where submitted_assignment.student_id = ?)""",
            BY_HAND,
            self.learners[0],
        )

    def hand_in_anew(self) -> None:
        self.version += 1  # so that no result of an earlier round fits
        # As if something that decides had changed: a run that asks all canaries writes down that they fared well.
        shutil.rmtree(self.small.paths.build / "canaries", ignore_errors=True)
        self._hand_in(RIGHT, self.version)

    def _hand_in(self, answer: str, version: int) -> None:
        for learner in self.learners:
            self.small.hand_in(learner, f"{answer}\n# {learner} {version}", essay=f"Essay {version}")

    def killed(self, arrange: Callable[[], object]) -> bool:
        """Run in a child that `arrange`d its own death; was it killed?"""
        child = os.fork()
        if not child:
            with contextlib.redirect_stderr(io.StringIO()):
                arrange()
                self._run()
            os._exit(0)
        return os.WIFSIGNALED(os.waitpid(child, 0)[1])

    def _run(self) -> None:
        self.run(self.small)

    def findings(self) -> Iterator[str]:
        """What does not hold right after a kill, and after the next run."""
        yield from (f"after the kill: {found}" for found in self._marks({BEFORE, AFTER}))
        self._run()
        yield from (f"after the next run: {found}" for found in self._marks({AFTER}))
        for learner in self.learners:
            if self.small.shown(learner) != AFTER:
                yield f"{learner}'s page shows {self.small.shown(learner)}"
        left = [name for name in (".staged", ".previous") if (self.small.paths.classroom / name).exists()]
        if left:
            yield f"left behind: {left}"

    def _marks(self, allowed: set[float]) -> Iterator[str]:
        with sqlite3.connect(self.small.paths.classroom / "gradebook.db") as database:
            (intact,) = database.execute("pragma integrity_check").fetchone()
        if intact != "ok":
            yield f"the gradebook is damaged: {intact}"
        tests = self.small.tests()  # asserts that none is there twice
        if set(tests) != set(self.learners):
            yield f"{len(tests)} marks for {len(self.learners)} learners"
        if not set(tests.values()) <= allowed:
            yield f"marks {set(tests.values())}, not {allowed}"
        if self.at_once and len(set(tests.values())) > 1:
            yield "half of the class has old marks and half new ones"
        by_hand = {
            mark for (learner, _), mark in self.small.marks("manual_score").items() if learner == self.learners[0]
        }
        if by_hand != {BY_HAND}:
            yield f"a person's marks became {by_hand}"


def die_at(name: str, time: int = 1) -> None:
    """In a child: be killed when a write of this name is reached for the given time."""
    reached = 0

    def reach(other: str) -> None:
        nonlocal reached
        reached += other == name
        if reached == time:
            os.kill(os.getpid(), signal.SIGKILL)

    for module in announcing():
        module.reached = reach


def announcing() -> list[ModuleType]:
    """The modules that announce their writes."""
    return [module for module in list(sys.modules.values()) if getattr(module, "reached", None) is writes.reached]
