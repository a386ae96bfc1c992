"""The same cells and the same full tests in one plain process, with the kit's twins in place of the judge.

This is how a notebook runs in a kernel, and how stock nbgrader would grade it. The build holds it against the judge:
a test that says one thing here and another there is written in a way that the judge cannot see through.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autograder.judge.testcell import compile_test, hidden_from
from autograder.judge.workers import isolated

if TYPE_CHECKING:
    from autograder.authoring.master import Master
    from autograder.intake import ReplayCell

Verdict = tuple[str, str, bool]  # outcome, law, did the visible part hold?
SECONDS = 60


def run(master: Master, cells: Sequence[ReplayCell], seconds: float = SECONDS) -> dict[str, Verdict]:
    """The verdict on each test, by grade_id. A process that ends or hangs gives the rest "crashed" or "timeout"."""
    tests = {cell.grade_id: cell for cell in master.cells if cell.role == "test"}
    plan = [
        {"kind": "test", "grade_id": cell.grade_id, "source": tests[cell.grade_id].source}
        if cell.kind == "test"
        else {"kind": cell.kind, "grade_id": cell.grade_id, "source": cell.source}
        for cell in cells
        if cell.kind != "manual"
    ]
    with tempfile.TemporaryDirectory() as folder:
        command = isolated("autograder.judge.inkernel")
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, text=True)
        try:
            said, _ = child.communicate(json.dumps(plan), timeout=seconds)
            rest = "crashed"
        except subprocess.TimeoutExpired:
            child.kill()
            said, _ = child.communicate()
            rest = "timeout"
    found = dict(json.loads(line) for line in said.splitlines() if line.startswith('["'))
    verdicts = {}
    for grade_id, cell in tests.items():
        ending = found.get(grade_id, {"outcome": rest})
        if ending["outcome"] != "right" and any(
            found.get(answer, {}).get("outcome") == "stub" for answer in cell.answers
        ):
            ending = ending | {"outcome": "stub"}
        verdicts[grade_id] = _verdict(cell, ending, master)
    return verdicts


def _verdict(cell: Any, ending: dict[str, Any], master: Master) -> Verdict:
    outcome = ending["outcome"]
    if outcome == "right":
        return ("committed" if cell.commitment else "right"), "", True
    line = ending.get("line", 1)
    law = ending.get("law") or compile_test(cell.source, master.imports).law_at(line)
    return outcome, law, line >= hidden_from(cell.source, cell.visible)


def main() -> None:
    """The process: cells from standard input as JSON, one line for each answer and test on standard output."""
    plan = json.load(sys.stdin)
    say, sys.stdout = sys.stdout, open("printed", "w")  # noqa: PTH123, SIM115
    sys.stderr = sys.stdout
    namespace: dict[str, Any] = {"__name__": "__main__", "display": print}
    for number, cell in enumerate(plan):
        file = f"<cell {number}>"
        ending = _ending(_run(cell["source"], namespace, file), file)
        if cell["grade_id"]:
            say.write(json.dumps([cell["grade_id"], ending]) + "\n")
            say.flush()


def _run(source: str, namespace: dict[str, Any], file: str) -> BaseException | None:
    """Run a cell as a kernel would: plain code by plain Python, magics through IPython's own translation."""
    from IPython.core.inputtransformer2 import TransformerManager

    try:
        exec(compile(TransformerManager().transform_cell(source), file, "exec"), namespace)
    except BaseException as error:
        return error
    return None


def _ending(error: BaseException | None, file: str) -> dict[str, Any]:
    from autograder.kit.checks import CheckFailed

    if error is None:
        return {"outcome": "right"}
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    law = error.law if isinstance(error, CheckFailed) else str(error) if isinstance(error, AssertionError) else ""
    stub = isinstance(error, NotImplementedError) and "still the stub" in str(error)
    missing = isinstance(error, NameError)
    return {"outcome": "stub" if stub else "missing" if missing else "wrong", "law": law, "line": line}
