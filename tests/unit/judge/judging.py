"""Masters made by hand: an answer and its test in a few lines, judged without building a course."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from autograder.authoring.mutants import one_kernel
from autograder.intake import ReplayCell
from autograder.master import Master, MasterCell

IMPORTS = "import numpy as np"
STUB = 'raise NotImplementedError("still the stub")'


def dedent(source: str) -> str:
    return textwrap.dedent(source).strip()


def make_master(test: str, hidden: str = "", given: str = IMPORTS, commitment: bool = False) -> Master:
    """A notebook of one given cell, one answer `ex1` and its test `ex1_test`, worth three points."""
    visible, hidden = dedent(test), dedent(hidden)
    source = f"{visible}\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS" if hidden else visible
    cells = (
        MasterCell(0, "given", "code", "given", dedent(given), dedent(given), 1),
        MasterCell(1, "ex1", "code", "answer", "", STUB, 1, grade_id="ex1"),
        MasterCell(
            *(2, "ex1_test", "code", "test", source, visible, 1, "ex1_test", "C", ("ex1",), 3.0, commitment),
            *(visible, hidden),
        ),
    )
    return Master("handmade", "0", cells, imports=(IMPORTS,))


def submission(master: Master, answer: str, *extra: str) -> list[ReplayCell]:
    """The learner's notebook: `extra` cells stand before the answer."""
    given, _, test = master.cells
    return [
        ReplayCell("given", None, "given", given.source),
        *(ReplayCell("extra", None, f"own-{number}", dedent(source)) for number, source in enumerate(extra)),
        ReplayCell("answer", "ex1", "ex1", dedent(answer)),
        ReplayCell("test", "ex1_test", "ex1_test", test.release_source),
    ]


def with_sites(judge, master: Master, reference: str) -> Master:
    """The master as a build would leave it: the reference passes, and its check counts are known."""
    result = judge.grade(master, submission(master, reference), b"reference")
    assert result.score == 3, result.cells
    given, answer, test = master.cells
    return replace(
        master,
        cells=(given, answer, replace(test, sites=result.sites["ex1_test"], data=tuple(result.data["ex1_test"]))),
    )


def judged(judge, answer: str, test: str, hidden: str = "", *, extra=(), reference=None, seed=b"seed", **more):
    """The verdict on the one exercise."""
    master = make_master(test, hidden, **more)
    if reference is not None:
        master = with_sites(judge, master, reference)
    return judge.grade(master, submission(master, answer, *extra), seed).cell("ex1_test")


def judged_both_ways(judge, master: Master, notebooks: list[list[ReplayCell]]) -> list:
    """The judge's verdict on each notebook, which is what one kernel says too."""
    here = [said["ex1_test"] for said in one_kernel.run_all(master, notebooks)]
    there = [judge.grade(master, cells, b"").cell("ex1_test") for cells in notebooks]
    assert [(outcome, visible) for outcome, _, visible in here] == [(it.outcome, it.visible) for it in there], there
    assert [law for _, law, _ in here] == [it.law for it in there]
    return there
