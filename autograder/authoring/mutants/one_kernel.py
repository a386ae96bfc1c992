"""The same cells and the same full tests in one plain process, with the kit's twins in place of the judge.

This is how a notebook runs in a kernel, and how stock nbgrader would grade it. The build holds it against the judge:
a test that says one thing here and another there is written in a way that the judge cannot see through.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from autograder.judge.forbid import law, misuse, use_in
from autograder.judge.workers import isolated
from autograder.kit.asjudged import is_theirs
from autograder.kit.cells import TestCells, translated
from autograder.kit.laws import THE_CELL, find_checks, place_of
from autograder.kit.watching import Watch
from autograder.limits import Limits, restrict_judge
from autograder.sandbox.cores import allowed
from autograder.sandbox.datafiles import write_files
from autograder.testcell.cell import compiled_test, hidden_from
from autograder.testcell.rewrite import Definition, is_learner_side

if TYPE_CHECKING:
    from autograder.intake import ReplayCell
    from autograder.master import Master

Verdict = tuple[str, str, bool]  # outcome, law, did the visible part hold?
SECONDS = 60
STUB = {"outcome": "stub"}
SAME = ("kind", "grade_id", "source", "unwatched")  # cells that are alike in these do the same
TEST = "<test cell>"
NOT_THE_LEARNERS = ("<given cell ", TEST)  # how the files of their code begin


def run(master: Master, cells: Sequence[ReplayCell], seconds: float = SECONDS) -> dict[str | None, Verdict]:
    """The verdict on each test, by grade_id. A process that ends or hangs gives the rest "crashed" or "timeout"."""
    return run_all(master, [cells], seconds)[0]


def run_all(
    master: Master,
    notebooks: Sequence[Sequence[ReplayCell]],
    seconds: float = SECONDS,
    watched: Collection[int] | None = None,
) -> list[dict[str | None, Verdict]]:
    """The same for many notebooks, each in a process of its own, forked where it begins to differ from the others.

    watched: which of them are watched for calls of what is forbidden, by default all. Watching is what takes most of
    the time; without it, a forbidden function is found only by looking at the source.
    """
    tests = {cell.grade_id: cell for cell in master.cells if cell.role == "test"}
    plans = [_plan(cells, tests, master) for cells in notebooks]
    for number, plan in enumerate(plans):
        for cell in plan if watched is not None and number not in watched else ():
            cell["unwatched"] = True
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder), master.files)
        subprocess.run(
            isolated("autograder.authoring.mutants.one_kernel"),
            input=json.dumps({"plans": plans, "seconds": seconds, "imports": master.imports}),
            cwd=folder,
            text=True,
            check=True,
        )
        return [_verdicts(_said(number, Path(folder)), tests, master) for number in range(len(plans))]


def _plan(cells: Sequence[ReplayCell], tests: Mapping[str | None, Any], master: Master) -> list[dict[str, Any]]:
    return [
        {
            "kind": cell.kind,
            "grade_id": cell.grade_id,
            "source": tests[cell.grade_id].source if cell.kind == "test" else cell.source,
        }
        | (_rules(tests[cell.grade_id], master) if cell.kind == "test" else {})
        for cell in cells
        if cell.kind != "manual"
    ]


def _rules(test: Any, master: Master) -> dict[str, Any]:
    """What an answer to this test may not use, and what the test takes from the notebook."""
    taken = compiled_test(test.source, master.imports).exports if test.forbid else ()
    return {"forbid": test.forbid, "calls": test.calls, "answers": test.answers, "takes": taken}


def _verdicts(said: Path, tests: Mapping[str | None, Any], master: Master) -> dict[str | None, Verdict]:
    lines = said.read_text(encoding="utf-8").splitlines()
    found = dict(json.loads(line) for line in reversed(lines))  # so that of several ends the first one counts
    verdicts: dict[str | None, Verdict] = {}
    for grade_id, cell in tests.items():
        ending = found.get(grade_id, {"outcome": found["end"]})
        if ending["outcome"] != "right" and any(found.get(answer) == STUB for answer in cell.answers):
            ending = ending | {"outcome": "stub"}
        verdicts[grade_id] = _verdict(cell, ending, master)
    return verdicts


def _verdict(cell: Any, ending: dict[str, Any], master: Master) -> Verdict:
    outcome = ending["outcome"]
    if outcome == "right":
        return ("committed" if cell.commitment else "right"), "", True
    places = ending.get("places", [(THE_CELL, 1)])
    law = ending.get("law") or compiled_test(cell.source, master.imports).law_at(places)
    return outcome, law, places[0][1] >= hidden_from(cell.source, cell.visible)


def main() -> None:
    """The process: notebooks from standard input as JSON; for each a file with one line for each answer and test."""
    job = json.load(sys.stdin)
    restrict_judge(Limits())  # a table of 40,000 by 40,000 ends at once there, and would fill this machine here
    with suppress(ImportError):  # before forking, so that each child has it
        import IPython.core.inputtransformer2  # noqa: F401
        import matplotlib.pyplot  # noqa: F401

        import minigrad  # noqa: F401
    kernel = _Kernel(job["seconds"])
    kernel.translate(
        {cell["source"] for plan in job["plans"] for cell in plan if cell["kind"] == "test"}, job["imports"]
    )
    gc.freeze()
    with open("printed", "w", encoding="utf-8") as sys.stdout:  # noqa: PTH123
        sys.stderr = sys.stdout
        kernel.fork([dict(enumerate(job["plans"]))], 0)


class _Test:
    """A test cell, translated before the notebooks part, since that takes longer than most tests.

    shipped: the lines that the judge ships to the learner's side; an error in them is told by who called them
    """

    def __init__(self, source: str, theirs: Callable[[str], bool]):
        """theirs: whether a name means the learner's code, as it does in most of the notebooks"""
        self.source = source
        self._theirs: dict[str, bool] = {}
        tree = ast.parse(source)
        self.checks = find_checks(tree)
        definitions = [node for node in ast.walk(tree) if isinstance(node, Definition) and is_learner_side(node)]
        self.shipped = {line for node in definitions for line in range(node.lineno, (node.end_lineno or 0) + 1)}
        self._code = self._compiled(lambda name: self._theirs.setdefault(name, theirs(name)))

    def code(self, names: Mapping[str, Any]) -> CodeType:
        """What runs in a notebook with these names."""
        if all(is_theirs(names, name) == theirs for name, theirs in self._theirs.items()):
            return self._code
        return self._compiled(lambda name: is_theirs(names, name))

    def _compiled(self, theirs: Callable[[str], bool]) -> CodeType:
        return compile(translated(ast.parse(self.source), theirs), TEST, "exec")


class _Kernel:
    """Notebooks that are the same so far: their cells run once, and where they part, each goes on in a child."""

    def __init__(self, seconds: float):
        self.seconds, self.folder = seconds, Path.cwd()
        self.namespace: dict[str, Any] = {"__name__": "__main__", "display": print}
        self.watch, self.cells = Watch(), TestCells(self.namespace)
        self.tests: dict[str, _Test] = {}

    def translate(self, sources: Iterable[str], imports: Iterable[str]) -> None:
        """Get ready the tests of all notebooks. imports: the statements of the given cells, the judge has copies of"""
        names: dict[str, Any] = {}
        for statement in imports:
            exec(statement, names)
        known = names.keys()
        self.tests = {
            source: _Test(source, lambda name: name not in known or is_theirs(names, name)) for source in sources
        }

    def fork(self, parts: Iterable[dict[int, list[dict[str, Any]]]], number: int) -> None:
        """Run each part from that cell on in a child, and write down how it ended for those that it did not hand on."""
        signal.setitimer(signal.ITIMER_REAL, 0)  # the children's time is not this process's
        running: dict[int, dict[int, list[dict[str, Any]]]] = {}
        for part in sorted(parts, key=len):  # so that what goes on to part again is alone
            while running and (len(part) > 1 or len(running) >= len(allowed())):
                self._wait(running)
            child = os.fork()
            if child == 0:
                signal.setitimer(signal.ITIMER_REAL, self.seconds)  # whose default is to end the process
                self.go_on(part, number)
                os._exit(0)
            running[child] = part
        while running:
            self._wait(running)

    def _wait(self, running: dict[int, dict[int, list[dict[str, Any]]]]) -> None:
        child, status = os.wait()
        if plans := running.pop(child, None):
            self._say(plans, "end", "timeout" if status & 0x7F == signal.SIGALRM else "crashed")

    def go_on(self, plans: dict[int, list[dict[str, Any]]], number: int) -> None:
        while len(parted := self._parted(plans, number)) == 1:
            (plan, *_) = plans.values()
            if number == len(plan):
                return
            cell = plan[number]
            ending = self._run_cell(plan, number)
            if cell["grade_id"]:
                self._say(plans, cell["grade_id"], ending)
            number += 1
        self.fork(parted, number)

    @staticmethod
    def _parted(plans: dict[int, list[dict[str, Any]]], number: int) -> list[dict[int, list[dict[str, Any]]]]:
        """The notebooks by what their next cell is."""
        parts: dict[Any, dict[int, list[dict[str, Any]]]] = {}
        for name, plan in plans.items():
            key = tuple(tuple(cell.get(each) for each in SAME) for cell in plan[number : number + 1])
            parts.setdefault(key, {})[name] = plan
        return list(parts.values())

    def _run_cell(self, plan: list[dict[str, Any]], number: int) -> dict[str, Any]:
        cell, namespace = plan[number], self.namespace
        test = self.tests.get(cell["source"]) if cell["kind"] == "test" else None
        file = TEST if test else f"<{cell['kind']} cell {number}>"
        forbidden = () if cell.get("unwatched") else cell.get("forbid", ())
        self.watch.begin(forbidden, cell.get("calls", ()), namespace, NOT_THE_LEARNERS)
        self.watch.look_at({name: namespace[name] for name in cell.get("takes", ()) if name in namespace})
        if test is None:
            return _ending(_error_of(lambda: exec(_compiled(cell["source"], file), namespace)), file, set())
        self.cells.provide(test.checks)
        ending = _ending(_error_of(lambda: exec(test.code(namespace), namespace)), file, test.shipped)
        return _by_allowed_means(cell, plan, ending, self.watch)

    def _say(self, notebooks: Iterable[int], name: str, what: Any) -> None:
        for number in notebooks:
            with _said(number, self.folder).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps([name, what]) + "\n")


def _said(number: int, folder: Path) -> Path:
    """The file of one notebook: a line for each answer and test, and how the processes ended that it ran in."""
    return folder / f"{number}.said"


def _by_allowed_means(
    cell: dict[str, Any], plan: list[dict[str, Any]], ending: dict[str, Any], watch: Watch
) -> dict[str, Any]:
    """How a test ended; "refused" where its answer used what it may not."""
    used, counts = watch.used, dict(watch.counts)
    watch.end()
    if use_in(cell, plan):
        return {"outcome": "refused", "law": law(cell["forbid"])}
    found = misuse(cell, used, counts) if ending["outcome"] == "right" else None
    return {"outcome": "refused", "law": found[0]} if found else ending


def _compiled(source: str, file: str) -> CodeType:
    """A cell as a kernel compiles it: magics through IPython's own translation."""
    from IPython.core.inputtransformer2 import TransformerManager

    return compile(TransformerManager().transform_cell(source), file, "exec")


def _error_of(run: Callable[[], None]) -> BaseException | None:
    try:
        run()
    except BaseException as error:
        return error
    return None


def _ending(error: BaseException | None, file: str, shipped: set[int]) -> dict[str, Any]:
    from autograder.kit.checks import CheckFailed

    if error is None:
        return {"outcome": "right"}
    places, trace = [], error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file and trace.tb_lineno not in shipped:
            places.append(place_of(trace.tb_frame.f_code, trace.tb_lineno))
        trace = trace.tb_next
    law = error.law if isinstance(error, CheckFailed) else str(error) if isinstance(error, AssertionError) else ""
    if isinstance(error, NotImplementedError) and "still the stub" in str(error):
        return STUB
    outcome = "missing" if isinstance(error, NameError) else "wrong"
    return {"outcome": outcome, "law": law, "places": places or [(THE_CELL, 1)]}
