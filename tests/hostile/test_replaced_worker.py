"""The learner finds our own worker and replaces what it does: it can change values, no more."""

import pytest
from judging import judged


def test_a_replaced_dispatcher_sends_other_values_only(attack):
    verdict = attack("""
import sys
Worker = sys.modules["autograder.judge.worker"].Worker
Worker.do_names = lambda self, names: {name: True for name in names}
Worker.do_call = lambda self, *a: True
gradients = True""")
    assert verdict.points == 0 and verdict.outcome == "wrong"


def test_what_a_name_answers_must_be_a_dict(attack):
    verdict = attack("""
import sys
sys.modules["autograder.judge.worker"].Worker.do_names = lambda self, names: 7""")
    assert verdict.points == 0 and verdict.outcome == "protocol"


@pytest.mark.parametrize("answer", ["7", "[1, 2]", "[7 for point in points]", "[[] for point in points]"])
def test_a_gradcheck_believes_no_answer_of_another_form(judge, answer):
    verdict = judged(
        judge,
        f"""
        import minigrad as mg, sys
        sys.modules["autograder.judge.worker"].Worker.do_values_at = lambda self, f, points, order: {answer}
        f = mg.exp""",
        'gradcheck(f, [np.ones(3)], "slope: as the differences")',
    )
    assert verdict.points == 0 and verdict.outcome in ("protocol", "wrong", "crashed")
