"""One submission's cells in one worker, in notebook order.

A worker that dies, hangs or breaks the protocol costs the cell at which it happened. A fresh one is started, the cells
before are run again (without those that ended a worker), and it goes on.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from autograder.judge.forking import Forker, Worker
from autograder.judge.session import Died, TimedOut
from autograder.judge.text import clean, clean_name
from autograder.limits import Limits
from autograder.wire.frames import ProtocolError

CODE = ("given", "answer", "extra")
ENDINGS = (Died, TimedOut, ProtocolError)


class Line:
    """The cells of a plan, as far as they have run in a worker of `zygote`.

    killers: by index, outcome and sentence for each cell that ended its worker, and is not run again
    errors: by answer, name and text of the exception that its cell stopped with
    until: when the time for the whole submission is used up
    late: a cell or test ran out of time, and the machine may have been the reason
    """

    def __init__(self, zygote: Forker, plan: Mapping[str, Any], limits: Limits, until: float):
        self.zygote, self.plan, self.limits, self.until = zygote, plan, limits, until
        self.cells = plan["cells"]
        self.worker: Worker | None = None
        self.core: int | None = None
        self._pictures = plan.get("pictures") if limits.rich_bytes else None
        self.killers: dict[int, tuple[str, str]] = {}
        self.errors: dict[str, list[str]] = {}
        self.late = False
        self._lost = 0.0  # seconds that other processes took from workers that are gone
        self._next = 0  # the first cell that this worker has not run

    def ready(self, index: int) -> Worker | None:
        """A live worker in which all cells before `index` have run; None when the time is used up."""
        while self._left() > 0:
            if self.worker is None or not self.worker.session.alive:
                self.stop()
                self.worker, self._next = self._begin()
            while self.worker and self._next < index:
                if self.cells[self._next]["kind"] in CODE and self._next not in self.killers:
                    self.run(self.worker, self._next, self.limits.output_characters)
                else:
                    self._next += 1
            if self.worker:
                return self.worker
        return None

    def _begin(self) -> tuple[Worker, int]:
        """A worker, and how many cells it has behind it: those of the course's own that stand first may have run once
        for many notebooks."""
        count, files = self.plan["ours"], self.plan.get("files", {})
        begun = self.zygote.begun(self.cells[:count], files) if count else None
        return (begun or self.zygote).spawn(self.limits, files, self.core), count if begun else 0

    def run(self, worker: Worker, index: int, room: int) -> list[str] | None:
        """Run a code cell; None or name, text and traceback of its exception. One that ends the worker is noted.

        room: how much of what it prints and shows is kept
        """
        cell, session = self.cells[index], worker.session
        self._next = index + 1
        characters = min(self.limits.output_characters, room)
        kept = min(characters + 2 * self.limits.rich_bytes, room)
        session.begin(min(self.limits.cell_seconds, self._left()), kept)
        try:
            given = cell["kind"] == "given"
            more = () if self._pictures is None else (self._has_picture,)
            error = _as_error(session.request("cell", cell["source"], characters, self.limits.rich_bytes, given, *more))
        except ENDINGS as ending:
            self.late |= isinstance(ending, TimedOut) and ending.late
            self.killers[index] = ending_of(ending, self.stop(), self.limits)
            return None
        except Exception as failure:
            error = [type(failure).__name__, clean(str(failure), 1000), ""]
        if error and cell["grade_id"]:
            self.errors[cell["grade_id"]] = error
        return error

    def _has_picture(self, digest: Any) -> bool:
        """Asked by the worker before it draws a figure."""
        return type(digest) is str and digest in (self._pictures or ())

    def stop(self) -> dict[str, Any]:
        """End the worker; how it ended."""
        worker, self.worker = self.worker, None
        self._lost += worker.lost if worker else 0.0
        return worker.stop() if worker else {}

    def leave(self) -> None:
        """End the worker, and wait for nothing."""
        if self.worker:
            self.worker.leave()

    def lost(self) -> float:
        """For how many seconds its workers were without a core, as far as anybody asked."""
        if self.worker and self.worker.session.alive:
            self.worker.starved()
        return self._lost + (self.worker.lost if self.worker else 0.0)

    def _left(self) -> float:
        return self.until - time.monotonic()


_OVER = {
    "scratch": "Your code put more than {mb} MB or {limits.scratch_files} files into its folder and was stopped.",
    "tasks": "Your code started more than {limits.tasks} threads and processes and was stopped.",
}


def ending_of(ending: BaseException, how: Mapping[str, Any], limits: Limits) -> tuple[str, str]:
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
