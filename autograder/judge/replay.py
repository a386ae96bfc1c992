"""One submission in notebook order: the learner's cells in a worker, the tests here.

A worker that dies, hangs or breaks the protocol costs the cell or test at which it happened. A fresh one is started,
the cells before are run again (without those that killed a worker), and it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from autograder.judge.forbid import law, use_in
from autograder.judge.labels import ONLY_LABELS, only_labels
from autograder.judge.line import CODE, Line, ending_of
from autograder.judge.session import Died, TimedOut
from autograder.judge.testrun import STUB, TestResult, TestRun
from autograder.judge.text import clean
from autograder.judge.workers import Zygote
from autograder.limits import Limits
from autograder.sandbox import cores

MUCH = 0.1  # of the time for all cells together, which is not put off for what other processes take of it


class Replay:
    """Grades one plan (see `grader.make_plan`) with workers of one zygote, and of its rooms."""

    def __init__(self, zygote: Zygote, plan: Mapping[str, Any], alarm: Callable[[float], AbstractContextManager]):
        self.zygote, self.plan, self.alarm = zygote, plan, alarm
        self.cells = plan["cells"]
        self.limits = Limits.of(plan["limits"])
        self.seed = bytes.fromhex(plan["seed"])
        self.imports = tuple(plan["imports"])
        self.until = time.monotonic() + self.limits.submission_seconds
        self.line = Line(zygote, plan, self.limits, self.until)
        self.line.killers.update({int(k): tuple(v) for k, v in plan.get("killers", {}).items()})
        self.rooms: dict[tuple[str, ...], Line] = {}  # for tests that are not asked of the worker with everything
        self.room = self.limits.total_output_bytes
        self.core: int | None = None

    def records(self) -> Iterator[dict[str, Any]]:
        """What came of each cell, in order; those before plan["start"] are taken as known."""
        everywhere, self.core = cores.allowed(), cores.stay()
        self.line.core = self.core
        try:
            for index in range(plan_start(self.plan), len(self.cells)):
                kind = self.cells[index]["kind"]
                runs = kind in CODE and not self.plan["verdict_only"]  # else when a test needs it: see `Line.ready`
                record = self._test(index) if kind == "test" else self._cell(index) if runs else {}
                self.zygote.demand_alive()
                if record.get("outcome") == "timeout" or (record.get("ended") or "_")[0] == "timeout":
                    record["late"] = self._machine_was_late()
                yield record
        finally:
            for line in (self.line, *self.rooms.values()):
                line.leave()
            cores.move(0, everywhere)

    def _cell(self, index: int) -> dict[str, Any]:
        worker = self.line.ready(index)
        if worker is None:
            return {"outputs": [], "ended": ["timeout", self._too_long()]}
        error = self.line.run(worker, index, self.room)
        self.room -= sum(_size(content) for _, content in worker.session.outputs)
        outputs = as_nbformat(worker.session.outputs, index, error)
        return {"outputs": outputs, "error": error[:2] if error else None, "ended": self.line.killers.get(index)}

    def _machine_was_late(self) -> bool:
        """May this submission have run out of time because other processes had the cores?"""
        lines = (self.line, *self.rooms.values())
        return any(line.late for line in lines) or sum(map(Line.lost, lines)) > MUCH * self.limits.submission_seconds

    def _left(self) -> float:
        return self.until - time.monotonic()

    def _too_long(self) -> str:
        return f"All cells together ran longer than {self.limits.submission_seconds:g} s."

    # ---- tests

    def _test(self, index: int) -> dict[str, Any]:
        cell = self.cells[index]
        test = self.plan["tests"][cell["grade_id"]]
        if misused := self._use_of_forbidden(test):
            return _record(TestResult("refused", law(test["forbid"]), misused, False))
        line = self._line_for(test)
        if line is None:
            return _record(TestResult("refused", "", ONLY_LABELS, False))
        worker = line.ready(index)
        if worker is None:
            return _record(TestResult("timeout", message=self._too_long(), visible=False))
        session = worker.session
        given = tuple(cell["source"] for cell in self.cells[:index] if cell["kind"] == "given")
        run = TestRun(session, test, self.imports, given, self.seed)
        result = run.run(self.alarm, min(self.limits.test_seconds, self._left()))
        line.late |= isinstance(session.ended, TimedOut) and session.ended.late
        if not session.alive and isinstance(session.ended, Died):
            result.outcome, result.message = ending_of(session.ended, line.stop(), self.limits)
        self._account_for_answers(test, result, self._told_by(line, index, result))
        if result.outcome == "right" and test["commitment"]:
            result.outcome = "committed"
        return _record(result)

    def _line_for(self, test: Mapping[str, Any]) -> Line | None:
        """The worker for a test: one without the packages that its exercise rules out, where there can be such, and
        with nothing but their labels of answers that put lines in order; None where there are no labels."""
        spared, ordered = tuple(test["spared"]), dict(test["ordered"])
        if not spared and not ordered:
            return self.line
        key = (*spared, *ordered)
        if key not in self.rooms:
            cells = only_labels(self.cells, ordered) if ordered else self.cells
            if cells is None:
                return None
            limits = replace(self.limits, rich_bytes=0)
            self.rooms[key] = Line(self.zygote.room(spared), {**self.plan, "cells": cells}, limits, self.until)
            self.rooms[key].core = self.core
        if not ordered:
            self.rooms[key].killers |= self.line.killers
        return self.rooms[key]

    def _use_of_forbidden(self, test: Mapping[str, Any]) -> str:
        """What to say of an answer whose source uses what it may not; "" when it does not."""
        try:
            with self.alarm(self.limits.test_seconds):
                use = use_in(test, self.cells)
        except TimedOut:
            return "The source of your answer is too large or too deep to be looked through."
        return str(use) if use else ""

    def _told_by(self, asked: Line, index: int, result: TestResult) -> Line:
        """Whose word it is what became of an answer: the worker's with everything, where its cells have run.

        It need not run for a wrong answer alone, which ran as well where the test asked.
        """
        if not self.plan["verdict_only"]:
            return self.line
        if result.outcome != "missing":
            return asked
        self.line.ready(index)
        return self.line

    def _account_for_answers(self, test: Mapping[str, Any], result: TestResult, line: Line) -> None:
        """A test that failed because its answer never ran says so, and what became of the answer."""
        if result.outcome == "right":
            return
        answers = test["answers"]
        place = {cell["grade_id"]: index for index, cell in enumerate(self.cells) if cell["kind"] == "answer"}
        if answers and all(answer in self.plan["unchanged"] for answer in answers):
            result.outcome, result.message = "stub", "This is still the stub."
            return
        for answer in answers:
            ended = line.killers.get(place.get(answer, -1))
            error = line.errors.get(answer)
            if ended and result.outcome in ("missing", "wrong"):
                result.outcome, result.message = ended
            elif error and error[0] == "NotImplementedError" and STUB in error[1]:
                result.outcome, result.message = "stub", "This is still the stub."
            elif error and result.outcome == "missing":
                result.message += f" Your cell {answer} stopped with {error[0]}: {clean(error[1], 300)}"
            elif answer not in place:
                result.outcome, result.message = "missing", f"The answer cell {answer} is not in the notebook."


def plan_start(plan: Mapping[str, Any]) -> int:
    return plan.get("start", 0)


def _record(result: TestResult) -> dict[str, Any]:
    return {
        "outcome": result.outcome,
        "law": result.law,
        "message": result.message,
        "visible": result.visible,
        "sites": result.sites,
        "data": result.data,
    }


def _size(content: Any) -> int:
    return len(content) if isinstance(content, str) else sum(len(part) for pair in content.items() for part in pair)


def as_nbformat(outputs: list[tuple[str, Any]], count: int, error: list[str] | None) -> list[dict[str, Any]]:
    """Outputs of a cell in the notebook format."""
    made: list[dict[str, Any]] = []
    for kind, content in outputs:
        if kind in ("stdout", "stderr"):
            made.append({"output_type": "stream", "name": kind, "text": clean(content, len(content))})
        else:
            data = {str(mime): str(value) for mime, value in content.items()}
            made.append({"output_type": "display_data", "data": data, "metadata": {}})
            if kind == "result":
                made[-1] |= {"output_type": "execute_result", "execution_count": count}
    if error:
        trace = error[2].rstrip("\n").split("\n")
        made.append({"output_type": "error", "ename": error[0], "evalue": error[1], "traceback": trace})
    return made
