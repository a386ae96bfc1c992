"""Judging notebooks: the one entrance for commands, the nbgrader bridge and the build.

    with Judge() as judge:
        result = judge.grade(master, cells, seed)

`Judge` itself runs nothing of anybody's. It sends plans to the judge process (see `process`), waits for one record a
cell, and replaces the process when it hangs or dies: the cell at which that happened has cost itself its points.
"""

from __future__ import annotations

import json
import os
import queue
import socket
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from autograder.errors import OurFault
from autograder.judge.plans import make_plan
from autograder.judge.verdict import FULL, CellResult, Result
from autograder.limits import LONGEST, Limits
from autograder.sandbox import scratch

if TYPE_CHECKING:
    from autograder.intake import ReplayCell
    from autograder.judge.pictures import Pictures
    from autograder.master import Master, MasterCell

START_SECONDS = 90
GRACE_SECONDS = 10  # beyond the limits that the judge process keeps itself
MAX_RESTARTS = 5


class Judge:
    """A judge process and its workers; usable for many submissions, from any thread but one at a time.

    level: None for the highest sandbox level that holds on this machine; a number asks for at most that one
    limits: for every notebook, over those in its master
    require: refuse to judge, with OurFault, below this level

    While it runs, `level` is the one in force, and `reasons` says for each higher one that was tried why it is not;
    `way` is what makes the namespaces of level 3.
    """

    def __init__(self, level: int | None = None, limits: Limits | None = None, require: int | None = None):
        self._wanted, self._limits, self._require = level, limits, require
        self.reasons: dict[int, str] = {}
        self._process: _Process | None = None
        self.level, self.way = 0, ""
        self.writes_confined = False

    def __enter__(self) -> Judge:
        _demand_posix()
        self._start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """End the judge process and everything below it."""
        if self._process:
            self._process.close()
            self._process = None

    def grade(
        self,
        master: Master,
        cells: Sequence[ReplayCell],
        seed: bytes,
        problem: str | None = None,
        verdict_only: bool = False,
        pictures: Pictures | None = None,
    ) -> Result:
        """The verdict on a rebuilt submission. `problem` is the sentence for one that could not be read at all.

        pictures: those of plots that need not be drawn again

        verdict_only leaves out what decides nothing: pictures, what comes after the last test, and cells in a worker
        that no test is asked of. There are no outputs then, and no notes on cells that ended their worker.
        """
        if problem is not None:
            return _refused(master, seed, problem, self.level)
        limits = self._limits or Limits.of(master.limits)
        if verdict_only:
            limits = replace(limits, rich_bytes=0)
        known = None if pictures is None else pictures.drawn
        plan = make_plan(master, cells, seed, limits, verdict_only, known)
        records, notes = self._records(plan, limits)
        result = _result(master, plan, records, notes, self.level)
        if pictures is not None:
            for outputs in result.outputs.values():
                pictures.settle(outputs)
        return result

    # ---- the process

    @property
    def pid(self) -> int:
        """Of the judge process; whatever it started is below it."""
        return (self._process or self._start()).process.pid

    def _start(self) -> _Process:
        process = self._process = _Process(self._limits or Limits(), self._wanted)
        try:
            hello = process.answer(START_SECONDS)
        except (EOFError, queue.Empty):
            self.close()
            raise OurFault("the judge could not be started; what it said is above") from None
        if "fault" in hello:
            self.close()
            raise OurFault(hello["fault"])
        self.level, self.way, self.writes_confined = hello["level"], hello["way"], hello["writes_confined"]
        self.reasons = {int(level): reason for level, reason in hello["reasons"].items()}
        if self._require is not None and self.level < self._require:
            self.close()
            raise OurFault(self._too_low())
        return process

    def _too_low(self) -> str:
        why = [f"level {level}: {reason}" for level, reason in sorted(self.reasons.items())]
        return (
            f"the sandbox holds at level {self.level} here, and level {self._require} is required"
            + "".join(f"; {part}" for part in why)
            + ". Nothing was judged. `autograder doctor` says how to get a higher level. On a machine where nothing "
            f"is to be read but public files, `--require {self.level}` judges all the same (for nbgrader and "
            f"formgrader: c.RebuildExporter.require = {self.level} in nbgrader_config.py)."
        )

    def _records(self, plan: dict[str, Any], limits: Limits) -> tuple[list[dict[str, Any]], list[str]]:
        """One record for each cell of the plan, and notes."""
        records: list[dict[str, Any]] = []
        count = len(plan["cells"])
        for _ in range(MAX_RESTARTS):
            process = self._process or self._start()
            ending = _ask(process, plan | {"start": len(records)}, limits, records)
            if ending == "done":
                return records, []
            self.close()
            if ending:
                return records + [_OURS] * (count - len(records)), [f"The judge failed: {ending}"]
            if len(records) < count:
                ended = ("refused", "The processes of the judge ended or hung while they looked at this cell.")
                plan["killers"][str(len(records))] = ended
                records.append({"outcome": ended[0], "message": ended[1], "visible": False, "ended": ended})
        note = "The judge had to be started too often; the cells after that were not looked at."
        return records + [_GIVEN_UP] * (count - len(records)), [note]


def _ask(process: _Process, plan: dict[str, Any], limits: Limits, records: list[dict[str, Any]]) -> str:
    """Append the records of a plan as they come. "done", "" when the process was lost, or a fault of ours."""
    # A judge that was just started replays the cells before, which may take all the submission's time.
    first = limits.submission_seconds if plan["start"] else 0
    patience = LONGEST * max(limits.cell_seconds, limits.test_seconds) + first + GRACE_SECONDS
    try:
        process.ask(plan)
        answer = process.answer(START_SECONDS)  # that it begins: there may have been much to import
        while "fault" not in answer:
            answer = process.answer(patience)
            if "end" in answer:
                return "done"
            if "fault" not in answer:
                records.append(answer)
        return str(answer["fault"]) or "no reason given"
    except (EOFError, OSError, queue.Empty):
        return ""


_OURS = {"outcome": "ours", "message": "The judge failed; nothing was decided about this cell."}
_GIVEN_UP = {"outcome": "refused", "message": "The judge was ended too often by the cells before.", "visible": False}


class _Process:
    """The judge process and the thread that reads its answers, so that waiting has a limit on every system."""

    def __init__(self, limits: Limits, level: int | None):
        from autograder.judge.workers import isolated

        # Ours, so that it is removed also when the judge process had to be killed.
        self.folder = tempfile.mkdtemp(prefix="judge-")
        self.process = subprocess.Popen(
            isolated("autograder.judge.process", json.dumps(limits.as_dict()), self.folder, level),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={name: value for name, value in os.environ.items() if name in _KEPT} | _ONE_THREAD,
        )
        assert self.process.stdin and self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(self.stdout,), daemon=True).start()

    def _read(self, stream: IO[bytes]) -> None:
        from autograder.judge.process import LENGTH

        with suppress(OSError, ValueError):
            while header := stream.read(LENGTH.size):
                self.answers.put(json.loads(stream.read(LENGTH.unpack(header)[0])))
        self.answers.put(None)

    def ask(self, plan: dict[str, Any]) -> None:
        from autograder.judge.process import write_message

        write_message(self.stdin, plan)

    def answer(self, seconds: float) -> dict[str, Any]:
        found = self.answers.get(timeout=seconds)
        if found is None:
            raise EOFError
        return found

    def close(self) -> None:
        with suppress(OSError):
            self.stdin.close()
        try:
            self.process.wait(3)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        scratch.remove(Path(self.folder))


_KEPT = ("PATH", "HOME", "TMPDIR", "LANG", "XDG_CACHE_HOME")
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _demand_posix() -> None:
    if not hasattr(os, "fork") or not hasattr(socket, "send_fds"):
        raise OurFault(
            "judging needs a system that can fork, such as Linux or macOS; here, use `autograder check` for the "
            "visible checks, or run the judge in WSL"
        )


# ------------------------------------------------------------------------------------------------ results


def _result(
    master: Master, plan: dict[str, Any], records: Sequence[Mapping[str, Any]], notes: list[str], level: int
) -> Result:
    by_test = {}
    outputs = {}
    for cell, record in zip(plan["cells"], records, strict=True):
        if cell["kind"] == "test":
            by_test[cell["grade_id"]] = record
        elif record.get("outputs") is not None:
            outputs[cell["cell_id"]] = record["outputs"]
        if cell["kind"] != "test" and record.get("ended"):
            notes.append(f"Cell {cell['grade_id'] or cell['cell_id']}: {record['ended'][1]}")
    results = [
        _cell_result(cell, by_test.get(cell.grade_id)) for cell in master.cells if cell.role in ("test", "manual")
    ]
    sites = {grade_id: record.get("sites", {}) for grade_id, record in by_test.items()}
    data = {grade_id: record.get("data", []) for grade_id, record in by_test.items()}
    late = any(record.get("late") is True for record in records)
    return Result(level, plan["seed"], results, outputs, notes, sites, data, late)


def _cell_result(cell: MasterCell, record: Mapping[str, Any] | None) -> CellResult:
    grade_id, kind = cell.grade_id or cell.cell_id, cell.kind or "X"
    if cell.role == "manual":
        message = "A person reads this answer."
        return CellResult(grade_id, kind, None, cell.points, "manual", None, "", message)
    if record is None:
        record = {"outcome": "ours", "message": "The test was not run."}
    outcome = record["outcome"]
    points = None if outcome == "ours" else cell.points if outcome in FULL else 0.0
    visible = None if outcome == "ours" else True if outcome in FULL else bool(record.get("visible"))
    law, message = record.get("law", ""), record.get("message", "")
    return CellResult(grade_id, kind, points, cell.points, outcome, visible, law, message)


def _refused(master: Master, seed: bytes, problem: str, level: int) -> Result:
    """A submission that could not be read: nothing ran; what a person grades still awaits one."""
    results = [
        CellResult(cell.grade_id or cell.cell_id, cell.kind or "X", 0.0, cell.points, "refused", None, "", problem)
        if cell.role == "test"
        else _cell_result(cell, None)
        for cell in master.cells
        if cell.role in ("test", "manual")
    ]
    return Result(level, seed.hex(), results, notes=[problem])
