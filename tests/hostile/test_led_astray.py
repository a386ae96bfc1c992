"""What our helpers say beside a learner is not changed by a hook, by what modules hold, or by a copied function."""

import pytest
from judging import judged

GIVEN = "import numpy as np\nimport minigrad as mg"
TEST = """
from autograder.kit.arrays import np as arrays
@learner_side
def told(grow):
    import numpy
    from contextlib import contextmanager
    @contextmanager
    def block():
        yield
    before = numpy.array([1.0, 2.0])
    with block():
        after = grow(before.copy())
    kept = numpy.array_equal(before, after)
    said = {"kept": kept, "grown": len(after) > len(before)}
    return [said["kept"], said["grown"], isinstance(mg.autograd.graph.Node, type)]
same(told(grow), [False, True, True], "grow: one more entry")
"""
RIGHT = "def grow(x):\n    return np.append(x, 3.0)"
WRONG = "def grow(x):\n    return x"
LOOK = """
def look(frame, event, arg):
    if event == "return" and frame.f_code.co_name == "told" and type(arg) is list:
        arg[:] = [False, True, True]
    return look
"""
LED_ASTRAY = {
    "a profile hook of a cell's": LOOK + "import sys\nsys.setprofile(look)",
    "a trace hook of a cell's": LOOK + "import sys\nsys.settrace(look)",
    "a comparison exchanged in numpy": "np.array_equal = lambda *a, **k: False\nold = len",
    "a block exchanged in the library": "import contextlib\ncontextlib.contextmanager = lambda f: (lambda *a: 1 / 0)",
    "a class exchanged in the engine": "mg.autograd.graph.Node = 3",
}
WITHIN = {
    "a profile hook of the answer's": LOOK + "import sys\ndef grow(x):\n    sys.setprofile(look)\n    return x",
    "a trace hook of the answer's": LOOK + "import sys\ndef grow(x):\n    sys.settrace(look)\n    return x",
    "a hook by C code": LOOK + "import ctypes, sys\ndef grow(x):\n    ctypes.pythonapi.PyEval_SetProfile(None, None)\n"
    "    sys.setprofile(look)\n    return x",
}


@pytest.mark.parametrize("cell", LED_ASTRAY.values(), ids=LED_ASTRAY)
def test_what_a_cell_leaves_behind_earns_nothing(judge, cell):
    verdict = judged(judge, WRONG, TEST, given=GIVEN, extra=[cell])
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict


@pytest.mark.parametrize("cell", LED_ASTRAY.values(), ids=LED_ASTRAY)
def test_and_costs_a_right_answer_nothing(judge, cell):
    assert judged(judge, RIGHT, TEST, given=GIVEN, extra=[cell]).outcome == "right"


@pytest.mark.parametrize("answer", WITHIN.values(), ids=WITHIN)
def test_what_an_answer_does_while_it_is_tested_earns_nothing(judge, answer):
    assert judged(judge, answer, TEST, given=GIVEN).points == 0


def test_a_hook_that_an_answer_sets_when_its_cell_runs_costs_nothing(judge):
    answer = f"import sys\ncalls = []\nsys.setprofile(lambda frame, *_: calls.append(frame.f_lineno))\n{RIGHT}"
    assert judged(judge, answer, TEST, given=GIVEN).outcome == "right"
