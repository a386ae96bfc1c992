"""The learner kills the process that workers are forked from, or itself and all beside it: the batch goes on."""

import pytest
from judging import judged, make_master, submission

from autograder.judge.grader import Judge
from autograder.judge.limits import Limits

KILL = """
import os, signal
try:
    os.kill({target}, signal.SIGKILL)
except OSError:
    pass
"""


@pytest.mark.parametrize("target", ["os.getppid()", "0"])
def test_killing_our_processes_costs_the_learner_only(attack, right, target):
    verdict = attack(right + KILL.format(target=target))
    assert verdict.outcome in ("right", "crashed", "refused")


def test_signals_do_not_leave_the_sandbox(judge, right):
    if not judge.writes_confined:
        pytest.skip("this kernel has no Landlock")
    master = make_master('same(sent, False, "signals: none to processes outside")')
    answer = "import os\nsent = True\ntry:\n    os.kill(os.getppid(), 0)\nexcept PermissionError:\n    sent = False"
    from autograder.sandbox.landlock import version as landlock_version

    if landlock_version() < 6:
        pytest.skip("this kernel's Landlock does not confine signals")
    assert judge.grade(master, submission(master, answer), b"").cell("ex1_test").outcome == "right"


def test_at_level_zero_a_killed_zygote_costs_its_cell_and_is_replaced(right):
    with Judge(level=0, limits=Limits(cell_seconds=2, test_seconds=2, submission_seconds=12)) as judge:
        verdict = judged(judge, right + KILL.format(target="os.getppid()"), "assert gradients(1, 2, 3) == (6, 3, 2)")
        assert verdict.outcome == "refused" and verdict.points == 0
        assert judged(judge, right, "assert gradients(1, 2, 3) == (6, 3, 2)").outcome == "right"
