"""One judge for all cases: what one submission does must not reach the next, and this is where it would show."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "judge"))

from judging import judged

from autograder.judge.grader import Judge
from autograder.judge.limits import MB, Limits
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


@pytest.fixture
def attack(judge):
    """Judge an answer to the exercise (or to `test`), and make sure that an honest one afterwards is not harmed."""

    def run(answer, test=TEST, hidden=HIDDEN, reference=RIGHT, **more):
        verdict = judged(judge, answer, test, hidden, reference=reference, **more)
        assert verdict.outcome != "ours", verdict
        assert judged(judge, RIGHT, TEST, HIDDEN).outcome == "right"
        return verdict

    return run


@pytest.fixture
def wrong():
    """A wrong answer to the exercise, to be dressed up."""
    return WRONG


@pytest.fixture
def right():
    return RIGHT
