"""The learner kills the process that workers are forked from, or itself and all beside it: the batch goes on."""

import pytest
from judging import judged, make_master, submission

from autograder.judge.forking import CONFINED
from autograder.judge.grader import Judge
from autograder.limits import Limits
from autograder.sandbox.landlock import version as landlock_version

SIGNALS = 6  # the first version of Landlock that keeps signals in
TEST = "assert gradients(1, 2, 3) == (6, 3, 2)"

KILL = """
import os, signal
try:
    os.kill({target}, signal.SIGKILL)
except OSError:
    pass
"""


@pytest.mark.parametrize("target", ["os.getppid()", "0"])
def test_killing_our_processes_costs_the_learner_only(levelled, right, target):
    """Where nothing keeps signals in, whose process is killed is the learner's own loss, and the next is judged."""
    kept_in = levelled.level >= CONFINED or (levelled.level == 1 and landlock_version() >= SIGNALS and target != "0")
    outcome = "right" if kept_in else {"0": "crashed", "os.getppid()": "refused"}[target]
    verdict = judged(levelled, right + KILL.format(target=target), TEST)
    assert (verdict.outcome, verdict.points) == (outcome, 3 if kept_in else 0), verdict
    assert judged(levelled, right + KILL.replace("SIGKILL", "SIGCONT").format(target="os.getpid()"), TEST).points == 3


def test_signals_do_not_leave_the_sandbox(judge):
    if not judge.writes_confined or landlock_version() < SIGNALS:
        pytest.skip("this kernel's Landlock does not confine signals")
    master = make_master('same((beside, own), (False, True), "signals: to oneself, and none to processes outside")')
    answer = """
import os
def sent(pid):
    try:
        os.kill(pid, 0)
    except PermissionError:
        return False
    return True
beside, own = sent(os.getppid()), sent(os.getpid())"""
    result = judge.grade(master, submission(master, answer), b"")
    assert result.cell("ex1_test").outcome == "right", result.cells


def test_at_level_zero_a_killed_zygote_costs_its_cell_and_is_replaced(right):
    with Judge(level=0, limits=Limits(cell_seconds=2, test_seconds=2, submission_seconds=12)) as judge:
        verdict = judged(judge, right + KILL.format(target="os.getppid()"), TEST)
        assert (verdict.outcome, verdict.points) == ("refused", 0)
        assert judged(judge, right, TEST).outcome == "right"
