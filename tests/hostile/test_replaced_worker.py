"""The learner finds our own worker and replaces what it does: it can change values, no more."""


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
