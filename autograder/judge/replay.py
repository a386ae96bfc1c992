"""One submission in notebook order: the learner's cells in a worker, the tests here.

A worker that dies, hangs or breaks the protocol costs the cell or test at which it happened. A fresh one is started,
the cells before are run again (without those that killed a worker), and it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any

from autograder.judge import cores
from autograder.judge.forbid import law, use_in
from autograder.judge.limits import Limits
from autograder.judge.session import Died, TimedOut
from autograder.judge.testrun import STUB, TestResult, TestRun
from autograder.judge.text import clean, clean_name
from autograder.judge.wire import ProtocolError
from autograder.judge.workers import Worker, Zygote

CODE = ("given", "answer", "extra")
ENDINGS = (Died, TimedOut, ProtocolError)


class Replay:
    """Grades one plan (see `grader.make_plan`) with workers of one zygote."""

    def __init__(self, zygote: Zygote, plan: Mapping[str, Any], alarm: Callable[[float], AbstractContextManager]):
        self.zygote, self.plan, self.alarm = zygote, plan, alarm
        self.cells = plan["cells"]
        self.limits = Limits.of(plan["limits"])
        self.seed = bytes.fromhex(plan["seed"])
        self.imports = tuple(plan["imports"])
        self.until = time.monotonic() + self.limits.submission_seconds
        self.worker: Worker | None = None
        self.killers: dict[int, tuple[str, str]] = {int(k): tuple(v) for k, v in plan.get("killers", {}).items()}
        self.room = self.limits.total_output_bytes
        self.core: int | None = None
        self.errors: dict[str, list[str]] = {}  # by answer: name and text of the exception that its cell stopped with

    def records(self) -> Iterator[dict[str, Any]]:
        """What came of each cell, in order; those before plan["start"] are taken as known."""
        everywhere, self.core = cores.allowed(), cores.stay()
        try:
            for index in range(plan_start(self.plan), len(self.cells)):
                kind = self.cells[index]["kind"]
                record = self._test(index) if kind == "test" else self._cell(index) if kind in CODE else {}
                self.zygote.demand_alive()
                yield record
        finally:
            if self.worker:
                self.worker.leave()
            cores.move(0, everywhere)

    # ---- cells

    def _cell(self, index: int) -> dict[str, Any]:
        worker = self._ready(index)
        if worker is None:
            return {"outputs": [], "ended": ["timeout", self._too_long()]}
        error = self._run(worker, index)
        self.room -= sum(_size(content) for _, content in worker.session.outputs)
        outputs = as_nbformat(worker.session.outputs, index, error)
        return {"outputs": outputs, "error": error[:2] if error else None, "ended": self.killers.get(index)}

    def _run(self, worker: Worker, index: int) -> list[str] | None:
        """Run a code cell; None or name, text and traceback of its exception. One that ends the worker is noted."""
        cell, session = self.cells[index], worker.session
        room = min(self.limits.output_characters, self.room)
        kept = min(room + 2 * self.limits.rich_bytes, self.room)
        session.begin(min(self.limits.cell_seconds, self._left()), kept)
        try:
            error = session.request("cell", cell["source"], room, self.limits.rich_bytes, cell["kind"] == "given")
            error = _as_error(error)
        except ENDINGS as ending:
            self._note_killer(index, ending)
            return None
        except Exception as failure:
            error = [type(failure).__name__, clean(str(failure), 1000), ""]
        if error and cell["grade_id"]:
            self.errors[cell["grade_id"]] = error
        return error

    def _note_killer(self, index: int, ending: BaseException) -> None:
        how = self._stop()
        self.killers[index] = _ending(ending, how, self.limits)

    def _ready(self, index: int) -> Worker | None:
        """A live worker in which all cells before `index` have run; None when the time is used up."""
        while self.worker is None or not self.worker.session.alive:
            self._stop()
            if self._left() <= 0:
                return None
            self.worker = worker = self.zygote.spawn(self.limits, self.plan.get("files", {}), self.core)
            for before in range(index):
                if self.cells[before]["kind"] in CODE and before not in self.killers:
                    self._run(worker, before)
                    if self.worker is None:
                        break
        return self.worker if self._left() > 0 else None

    def _left(self) -> float:
        return self.until - time.monotonic()

    def _too_long(self) -> str:
        return f"All cells together ran longer than {self.limits.submission_seconds:g} s."

    def _stop(self) -> dict[str, Any]:
        worker, self.worker = self.worker, None
        return worker.stop() if worker else {}

    # ---- tests

    def _test(self, index: int) -> dict[str, Any]:
        cell = self.cells[index]
        test = self.plan["tests"][cell["grade_id"]]
        if misused := self._use_of_forbidden(test):
            return _record(TestResult("refused", law(test["forbid"]), misused, False))
        worker = self._ready(index)
        if worker is None:
            return _record(TestResult("timeout", message=self._too_long(), visible=False))
        session = worker.session
        run = TestRun(session, test, self.imports, self.seed)
        result = run.run(self.alarm, min(self.limits.test_seconds, self._left()))
        if not session.alive and isinstance(session.ended, Died):
            how = self._stop()
            result.outcome, result.message = _ending(session.ended, how, self.limits)
        self._account_for_answers(test, result)
        if result.outcome == "right" and test["commitment"]:
            result.outcome = "committed"
        return _record(result)

    def _use_of_forbidden(self, test: Mapping[str, Any]) -> str:
        """What to say of an answer whose source uses what it may not; "" when it does not."""
        try:
            with self.alarm(self.limits.test_seconds):
                use = use_in(test, self.cells)
        except TimedOut:
            return "The source of your answer is too large or too deep to be looked through."
        return str(use) if use else ""

    def _account_for_answers(self, test: Mapping[str, Any], result: TestResult) -> None:
        """A test that failed because its answer never ran says so, and what became of the answer."""
        if result.outcome == "right":
            return
        answers = test["answers"]
        place = {cell["grade_id"]: index for index, cell in enumerate(self.cells) if cell["kind"] == "answer"}
        if answers and all(answer in self.plan["unchanged"] for answer in answers):
            result.outcome, result.message = "stub", "This is still the stub."
            return
        for answer in answers:
            ended = self.killers.get(place.get(answer, -1))
            error = self.errors.get(answer)
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


_OVER = {
    "scratch": "Your code put more than {mb} MB or {limits.scratch_files} files into its folder and was stopped.",
    "tasks": "Your code started more than {limits.tasks} threads and processes and was stopped.",
}


def _ending(ending: BaseException, how: Mapping[str, Any], limits: Limits) -> tuple[str, str]:
    """Outcome and sentence for a worker that was stopped or ended, from what the operating system says of it."""
    if isinstance(ending, TimedOut):
        return "timeout", f"Your code ran longer than {limits.cell_seconds:g} s and was stopped."
    if isinstance(ending, ProtocolError):
        return "protocol", f"The process with your code sent what it must not: {ending}."
    status = how.get("status")
    signal = status & 0x7F if isinstance(status, int) else 0
    if how.get("over"):
        return "refused", _OVER[how["over"]].format(mb=limits.scratch_bytes >> 20, limits=limits)
    if signal == 24:  # SIGXCPU
        return "timeout", "Your code used up its computing time and was stopped."
    if how.get("peak_kb", 0) > 0.9 * limits.memory_bytes / 1024:
        return "memory", "Your code ran out of memory."
    return "crashed", "Your code ended the process that it ran in."


def _as_error(error: Any) -> list[str] | None:
    """What a worker says of a cell's exception, or None; hostile as all that it says."""
    if isinstance(error, list) and len(error) == 3 and all(type(part) is str for part in error):
        return [clean_name(error[0]), clean(error[1], 1000), clean(error[2], 6000)]
    return None


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
