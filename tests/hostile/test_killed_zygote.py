"""The learner kills the process that workers are forked from, or the judge: the batch goes on."""

import pytest


@pytest.mark.parametrize("target", ["os.getppid()", "-1", "0"])
def test_killing_our_processes_costs_the_learner_only(attack, right, target, request):
    import os

    if target == "-1":
        pytest.skip("would end every process of this user where signals are not confined")
    verdict = attack(
        f"import os, signal\n{right}\ntry:\n    os.kill({target}, signal.SIGKILL)\nexcept OSError:\n    pass"
    )
    assert verdict.outcome in ("right", "crashed", "refused") and os.getpid()
