"""Judging one case with trip-wires around it."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from autograder.judge.forking import CONFINED
from autograder.judge.grader import Judge
from autograder.judge.verdict import CellResult, Result
from autograder.limits import MB, Limits
from autograder.sandbox.namespaces import starts_namespaces
from autograder.selftest.cases import ESCAPED, Case
from autograder.selftest.exercise import NEEDLE, POINTS, honest_is_right, master, submission
from autograder.selftest.stage import staged
from autograder.selftest.wires import TripWires

QUICK = Limits(cell_seconds=3, test_seconds=3, submission_seconds=12, memory_bytes=1024 * MB)
ENDING_SECONDS = 10


def faults(judge: Judge, case: Case, wires: TripWires) -> list[str]:
    """What came of a case that should not have; empty when everything held."""
    if case.faults:
        with staged(judge, wires) as stage:
            found = list(case.faults(stage))
            if not stage.honest and not case.uncontrolled:
                found.append("nothing honest was taken, so that what was not proves nothing")
    else:
        found = _faults_of_answer(judge, case, case.answer, wires)
    found += _traces(judge, wires)
    if not case.control:
        return found if honest_is_right(judge) else [*found, "an honest answer after it lost its points"]
    control = replace(case, points="full", outcomes=("right",))
    found += [f"its control: {what}" for what in _faults_of_answer(judge, control, case.control, wires)]
    return found + [f"its control: {what}" for what in _traces(judge, wires)]


def _traces(judge: Judge, wires: TripWires) -> list[str]:
    """What it changed, and what it left running."""
    found = [f"changed: {what}" for what in wires.sprung()]
    left = _left_for_good(judge)
    return [*found, f"{left} processes of it were left"] if left else found


def _faults_of_answer(judge: Judge, case: Case, answer: str, wires: TripWires) -> list[str]:
    result = judge.grade(master(), submission(answer, wires.names), b"selftest")
    found = _verdict(case, result.cell("ex1_test"))
    found += [f"it could {what}" for what in escapes(result)] if judge.level >= case.level else []
    if NEEDLE in repr(result.outputs) + repr(result.cells):
        found.append("a hidden test was shown")
    if "Inputs" in result.cell("ex1_test").message:  # cases that would carry hidden inputs out call them so
        found.append(f"hidden inputs were shown: {result.cell('ex1_test').message}")
    return found


def escapes(result: Result) -> list[str]:
    """The attempts that succeeded, in the learner's own words."""
    printed = "".join(output.get("text", "") for cell in result.outputs.values() for output in cell)
    return [line.removeprefix(ESCAPED).strip() for line in printed.splitlines() if line.startswith(ESCAPED)]


def _verdict(case: Case, verdict: CellResult) -> list[str]:
    if verdict.outcome == "ours":
        return [f"it made the judge fail: {verdict.message}"]
    points = POINTS if case.points == "full" else 0.0
    if verdict.points != points or verdict.outcome not in case.outcomes:
        wanted = f"{points:g}, {' or '.join(case.outcomes)}"
        return [f"{verdict.points:g} points, {verdict.outcome}, instead of {wanted}: {verdict.law} {verdict.message}"]
    return []


def _left_for_good(judge: Judge) -> int:
    """How many processes of a judge's do not go: it ends a worker while it goes on with the next."""
    waiting = judge.level >= CONFINED  # one stands ready for the next submission
    until = time.monotonic() + ENDING_SECONDS
    while (left := max(left_behind(judge.pid) - waiting, 0)) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def left_behind(top: int) -> int:
    """Processes below `top` that were forked for learners' code and are still there."""
    count, waiting = 0, [(top, False)]
    while waiting:
        pid, forked = waiting.pop()
        for child in _children(pid):
            command = _command(child)
            is_zygote = b"autograder.worker.zygote" in command and not starts_namespaces(command)
            count += is_zygote and forked
            # Below one that looks like a zygote, whatever looks like it was forked from it.
            waiting.append((child, forked or is_zygote))
    return count


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():  # each thread has children of its own
            found += [int(word) for word in (task / "children").read_bytes().split()]
    return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
