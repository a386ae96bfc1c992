"""What an answer may not use is found in its source, through its helpers, and while it runs; with a plain sentence."""

import time
from dataclasses import replace

import pytest
from judging import make_master, submission

from autograder.judge.forbid import find_use

TEST = """
    close(slope(np.array([0.0, 1.0, 4.0])), np.array([1.0, 2.0, 3.0]), "slope: as differences")
"""
ALLOWED = "def slope(y):\n    d = np.diff(y)\n    return np.array([d[0], (d[0] + d[1]) / 2, d[1]])"
GIVEN = "import numpy as np\nimport minigrad as mg"


@pytest.mark.parametrize(
    "answer",
    [
        "np.gradient(y)",
        "import numpy\nnumpy.gradient(y)",
        "from numpy import gradient as g\ng(y)",
        "getattr(np, 'gradient')(y)",
        "f = np.gradient",
        "mg.tensor(y)",
        "import minigrad.nn",
        "from minigrad import tensor",
        "import importlib\nimportlib.import_module('minigrad')",
        "__import__('minigrad.nn')",
        "helper(y)",
        "earlier(y)",
    ],
)
def test_a_forbidden_name_is_found_however_it_is_written(answer):
    helpers = [GIVEN, "def helper(y):\n    return deeper(y)\ndeeper = lambda y: np.gradient(y)"]
    use = find_use(("numpy.gradient", "minigrad", "earlier"), [("ex1", answer)], helpers)
    assert use is not None and "without `" in str(use)


@pytest.mark.parametrize(
    "answer", ["np.gradients(y)", "minigrads = 1", "x.gradient", "%timeit x\ny = 1", "((((", "np.diff(y)"]
)
def test_other_names_are_free(answer):
    unused = "def unused(y):\n    return np.gradient(y)"
    assert find_use(("numpy.gradient", "minigrad"), [("ex1", answer)], [GIVEN, unused]) is None


def judged(judge, answer, *extra, forbid=("numpy.gradient", "minigrad")):
    master = make_master(TEST, given=GIVEN)
    given, stub, test = master.cells
    master = replace(master, cells=(given, stub, replace(test, forbid=forbid)))
    return judge.grade(master, submission(master, answer, *extra), b"").cell("ex1_test")


def test_an_allowed_answer_is_right(judge):
    assert judged(judge, ALLOWED).outcome == "right"


def test_a_forbidden_one_is_refused_with_a_sentence(judge):
    verdict = judged(judge, "def slope(y):\n    return np.gradient(y)")
    assert (verdict.outcome, verdict.points) == ("refused", 0)
    assert verdict.message == (
        "This exercise is to be solved without `numpy.gradient`, and line 2 of your cell ex1 uses it."
    )


@pytest.mark.parametrize(
    "trick", ["vars(np)['grad' + 'ient'](y)", "getattr(np, name)(y)", "eval('np.grad' + 'ient')(y)"]
)
def test_what_the_source_hides_is_seen_while_it_runs(judge, trick):
    verdict = judged(judge, f"name = 'grad' + 'ient'\ndef slope(y):\n    return {trick}")
    assert verdict.outcome == "refused" and "called it while it was tested" in verdict.message


def test_a_hidden_module_is_seen_while_it_runs(judge):
    answer = (
        ALLOWED
        + "\nimport sys\ninner = slope"
        + "\ndef slope(y):\n    sys.modules['mini' + 'grad'].tensor(1.0)\n    return inner(y)"
    )
    assert judged(judge, answer).outcome == "refused"


def test_a_function_of_another_exercise_is_seen(judge):
    helper = "def earlier(y):\n    return np.gradient(y)"
    assert judged(judge, "def slope(y):\n    return earlier(y)", helper, forbid=("earlier",)).outcome == "refused"
    trick = "def slope(y):\n    return globals()['ear' + 'lier'](y)"
    assert judged(judge, trick, helper, forbid=("earlier",)).outcome == "refused"


@pytest.mark.parametrize(
    "source", [("x = a" + ".b" * 800 + "\n") * 600, "x = f" + "()" * 2000, "x = " + "-" * 50_000 + "1", "(" * 10**6]
)
def test_a_source_made_to_be_slow_is_looked_through_in_time(source):
    started = time.process_time()
    assert find_use(("numpy.gradient",), [("ex1", source)], []) is None
    assert time.process_time() - started < 5
