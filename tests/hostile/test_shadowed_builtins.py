"""The learner defines abs, all, isinstance, close and the like: the test has its own."""

SHADOWS = "\n".join(
    f"def {name}(*args, **kwargs):\n    return True" for name in ("all", "any", "isinstance", "close", "same")
)


def test_names_of_the_learner_never_judge_the_learner(attack, wrong, right):
    shadows = f"{SHADOWS}\ndef abs(x):\n    return 0\nclass AssertionError(Exception): pass\n"
    attack(shadows + wrong, outcome="wrong", control=shadows + right)


def test_builtins_changed_in_place_change_the_learners_process_only(attack):
    """`isinstance` lies of what the test asks for alone: to lie of everything would end the learner's own process."""
    changed = """
import builtins
import numpy as np
ask = builtins.isinstance
builtins.isinstance = lambda thing, kind: kind is np.ndarray or ask(thing, kind)
builtins.abs = lambda x: 0
def gradients(a, b, c):
    assert isinstance([], np.ndarray) and abs(1) == 0
    return """
    lists = "(b * c).tolist(), (a * c).tolist(), (a * b).tolist()"
    test = "assert isinstance(gradients(*(np.ones((2, 3)) for _ in range(3)))[0], np.ndarray), 'type: arrays'"
    right = "def gradients(a, b, c):\n    return b * c, a * c, a * b"
    verdict = attack(changed + lists, test, "", right, outcome="wrong", control=changed + "b * c, a * c, a * b")
    assert verdict.law == "type: arrays"
    attack(changed + "b + c, a * c, a * b", outcome="wrong", control=changed + "b * c, a * c, a * b")
