import sys
from pathlib import Path

import pytest

from autograder.judge.grader import Judge
from autograder.limits import Limits

sys.path.insert(0, str(Path(__file__).parent))

QUICK = Limits(cell_seconds=2, test_seconds=2, submission_seconds=15)


@pytest.fixture(scope="session")
def judge():
    """One judge for all tests, with short limits: that one case cannot spoil it for the next is part of its job."""
    with Judge(limits=QUICK) as made:
        yield made
