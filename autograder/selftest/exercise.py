"""The exercise that every case answers: the three gradients of sum(a * b * c)."""

from __future__ import annotations

from functools import cache

from autograder.judge.grader import Judge
from autograder.master import Master, MasterCell
from autograder.selftest.cases import prelude
from autograder.weave import ReplayCell

LAW = "product rule: each gradient is the product of the others"
VISIBLE = f"""
a, b, c = (np.array([1.0, 2.0]), np.array([3.0, -1.0]), np.array([0.5, 4.0]))
for grad, wanted in zip(gradients(a, b, c), (b * c, a * c, a * b)):
    close(grad, wanted, "{LAW}")
""".strip()
HIDDEN = f"""
hidden = "{{needle}}"
a, b, c = (rng.normal(size=(2, 3)) for _ in range(3))
for grad, wanted in zip(gradients(a, b, c), (b * c, a * c, a * b)):
    close(grad, wanted, "{LAW}", about="(2, 3) inputs")
    assert np.allclose(grad, wanted) and isinstance(grad, np.ndarray), "{LAW}"
""".strip()
NEEDLE = "hidden-needle-" + "7319"  # what no process of a learner's may ever hold
RIGHT = "def gradients(a, b, c):\n    return b * c, a * c, a * b"
IMPORTS = "import numpy as np"
POINTS = 3.0
_SITES = {"L3:4": 3, "L8:4": 3, "L9:4": 3}


@cache
def master() -> Master:
    """A notebook of one given cell, one answer and one test."""
    hidden = HIDDEN.format(needle=NEEDLE)
    source = f"{VISIBLE}\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    stub = 'raise NotImplementedError("still the stub")'
    test = MasterCell(
        *(2, "ex1_test", "code", "test", source, VISIBLE, 1, "ex1_test", "C", ("ex1",), POINTS, False),
        *(VISIBLE, hidden),
        sites=_SITES,
    )
    given = MasterCell(0, "given", "code", "given", IMPORTS, IMPORTS, 1)
    answer = MasterCell(1, "ex1", "code", "answer", RIGHT, stub, 1, grade_id="ex1")
    return Master("selftest", "0", (given, answer, test), imports=(IMPORTS,))


def submission(answer: str, names: tuple = ("",) * 6) -> list[ReplayCell]:
    """The notebook with this answer; `names` are where the trip-wires are."""
    given, _, test = master().cells
    return [
        ReplayCell("given", None, "given", given.source),
        ReplayCell("extra", None, "prelude", prelude(names)),
        ReplayCell("answer", "ex1", "ex1", answer),
        ReplayCell("test", "ex1_test", "ex1_test", test.release_source),
    ]


def honest_is_right(judge: Judge) -> bool:
    """Does the plain right answer still get its points?"""
    return judge.grade(master(), submission(RIGHT), b"honest").score == POINTS
