"""One judge for all cases: what one submission does must not reach the next, and this is where it would show."""

import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "judge"))

from judging import make_master, submission, with_sites

from autograder.judge.grader import Judge
from autograder.limits import MB, Limits
from autograder.selftest.run import QUICK as LEVELLED
from autograder.selftest.wires import TripWires

QUICK = Limits(cell_seconds=2, test_seconds=2, submission_seconds=12, memory_bytes=1024 * MB)

# The exercise that most cases attack: return the three gradients of sum(a*b*c).
TEST = """
    a, b, c = (np.array([1.0, 2.0]), np.array([3.0, -1.0]), np.array([0.5, 4.0]))
    found = gradients(a, b, c)
    for grad, wanted in zip(found, (b * c, a * c, a * b)):
        close(grad, wanted, "product rule: each gradient is the product of the others")
"""
HIDDEN = """
    a, b, c = (rng.normal(size=(2, 3)) for _ in range(3))
    for grad, wanted in zip(gradients(a, b, c), (b * c, a * c, a * b)):
        close(grad, wanted, "product rule: each gradient is the product of the others", about="(2, 3) inputs")
        assert abs(grad[0, 0] - wanted[0, 0]) < 1e-6, "product rule: each gradient is the product of the others"
        assert np.allclose(grad, wanted), "product rule: each gradient is the product of the others"
        assert isinstance(grad, np.ndarray), "type: gradients are arrays"
"""
RIGHT = "def gradients(a, b, c):\n    return b * c, a * c, a * b"
WRONG = "def gradients(a, b, c):\n    return c * b, a + c, a * b"


@pytest.fixture(scope="session")
def judge():
    with Judge(limits=QUICK) as made:
        yield made


@pytest.fixture(scope="session", params=[0, 1, 2, 3], ids=lambda level: f"level{level}")
def levelled(request):
    """A judge at each level; one that this machine does not have is skipped, saying why."""
    with Judge(level=request.param, limits=LEVELLED) as made:
        if made.level < request.param:
            pytest.skip(made.reasons.get(request.param, "not here"))
        yield made


@pytest.fixture(scope="session")
def wires():
    with TripWires() as made:
        yield made


@dataclass(frozen=True)
class Without:
    """Why an attack has no control."""

    reason: str


@cache
def _built(judge, test, hidden, reference):
    return with_sites(judge, make_master(test, hidden), reference)


@pytest.fixture
def verdict_on(judge):
    """The verdict on an answer to the exercise, or to `test`, with check counts from the reference as a build has."""

    def run(answer, test=TEST, hidden=HIDDEN, reference=RIGHT, extra=()):
        master = _built(judge, test, hidden, reference)
        return judge.grade(master, submission(master, answer, *extra), b"seed").cell("ex1_test")

    return run


@pytest.fixture
def honest(verdict_on):
    """Judge honest work: full marks."""

    def run(answer, *asked, **more):
        verdict = verdict_on(answer, *asked, **more)
        assert (verdict.outcome, verdict.points) == ("right", 3), verdict
        return verdict

    return run


@pytest.fixture
def attack(verdict_on):
    """Judge an attack: no points, and one of the outcomes named.

    control: the same attack around a right answer, or with its harm alone taken out. It gets full marks right after;
        otherwise getting none would prove nothing. Without(reason) where there is none; then an honest answer must
        still get its points.
    """

    def run(answer, *asked, outcome, control, **more):
        verdict = verdict_on(answer, *asked, **more)
        outcomes = (outcome,) if isinstance(outcome, str) else outcome
        assert verdict.points == 0 and verdict.outcome in outcomes, verdict
        after = verdict_on(RIGHT) if isinstance(control, Without) else verdict_on(control, *asked, **more)
        assert (after.outcome, after.points) == ("right", 3), f"the control: {after}"
        return verdict

    return run


@pytest.fixture
def wrong():
    """A wrong answer to the exercise, to be dressed up."""
    return WRONG


@pytest.fixture
def right():
    return RIGHT
