"""The learner finds our own worker and replaces what it does: it can change values, no more."""

import pytest
from judging import judged

WORKER = """
import sys
Worker = sys.modules["autograder.worker.worker"].Worker
def other(a, b, c):
    return {}
def gradients(a, b, c):
    return None
"""
WRONG, RIGHT = WORKER.format("b + c, a * c, a * b"), WORKER.format("b * c, a * c, a * b")
REPLACED = {  # what it sends is judged, whoever sends it
    "calls": "Worker.do_call = lambda self, function, args, kwargs: other(*args)",
    "names": "Worker.do_names = lambda self, names: {name: other for name in names}",
    "both, and all else agrees": """
Worker.do_call = lambda self, function, args, kwargs: other(*args)
Worker.do_operate = Worker.do_get = Worker.do_plain = Worker.do_used = lambda self, *a: True""",
}


@pytest.mark.parametrize("replaced", REPLACED.values(), ids=REPLACED)
def test_a_replaced_dispatcher_sends_other_values_only(attack, replaced):
    attack(WRONG + replaced, outcome="wrong", control=RIGHT + replaced)


def test_what_a_name_answers_must_be_a_dict(attack):
    names = RIGHT + "Worker.do_names = lambda self, names: "
    verdict = attack(names + "7", outcome="protocol", control=names + "{name: other for name in names}")
    assert "names" in verdict.message, verdict


ANSWERS = {
    "7": "protocol",
    "[1, 2]": "protocol",
    "[7 for point in points]": "protocol",
    "[[] for point in points]": "wrong",
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_gradcheck_believes_no_answer_of_another_form(judge, answer):
    replaced = """
        import minigrad as mg, sys
        Worker = sys.modules["autograder.worker.worker"].Worker
        real = Worker.do_values_at
        sys.modules["autograder.worker.guard"].Guard.restore = lambda self: None  # else it is as it was again
        Worker.do_values_at = lambda self, f, points, order: {}
        f = mg.exp"""
    test = 'gradcheck(f, [np.ones(3)], "slope: as the differences")'
    verdict = judged(judge, replaced.format(answer), test)
    assert (verdict.points, verdict.outcome) == (0, ANSWERS[answer]), verdict
    assert judged(judge, replaced.format("real(self, f, points, order)"), test).outcome == "right"
