"""While a test runs, a learner's code gets no frame of it, and cannot lead the findings of our helpers astray."""

import pytest
from judging import judged

GIVEN = "import numpy as np\nimport minigrad as mg\nfrom autograder.kit import close, learner, plain, same"
TEST = 'close(grow(np.array([1.0, 2.0])), [1.0, 2.0, 3.0], "grow: one more entry")'
WITH = """
import gc, inspect, logging, sys, traceback
def generator():
    yield
def caught():
    try:
        raise LookupError
    except LookupError as error:
        return error"""
GROW = """
def grow(x):
    looked = {way}
    return np.append(x, 3.0)"""
WAYS = {
    "the interpreter's own": "sys._getframe()",
    "by a library": "inspect.currentframe()",
    "by another": "logging.currentframe()",
    "all that is open": "inspect.stack()",
    "an error's": "caught().__traceback__.tb_frame",
    "an error's, by name": "getattr(caught().__traceback__, 'tb_' + 'frame')",
    "a walk through an error": "list(traceback.walk_tb(caught().__traceback__))",
    "a walk through the stack": "next(traceback.walk_stack(None))",
    "a generator's": "generator().gi_frame",
    "those of all threads": "sys._current_frames()",
    "all objects": "gc.get_objects()",
    "whatever holds a value": "gc.get_referrers(x)",
    "numpy in between": "np.apply_along_axis(lambda row: [sys._getframe() and 1.0], 0, np.ones(3))",
    "a builtin in between": "list(map(sys._getframe, [0]))",
    "the interpreter's functions": "__import__('ctypes').pythonapi.PyFrame_LocalsToFast",
    "memory of nobody's": "__import__('mmap').mmap(-1, 4096)",
}


@pytest.mark.parametrize("how", [how for how in WAYS if not how.startswith("the interpreter's f")])
def test_frames_are_free_while_a_cell_runs(judge, how):
    answer = f"{WITH}\nx = np.ones(2)\nlooked = {WAYS[how]}\ndef grow(x):\n    return np.append(x, 3.0)"
    assert judged(judge, answer, TEST, given=GIVEN).outcome == "right"


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_no_frame_is_had_where_the_judge_calls(judge, way):
    verdict = judged(judge, WITH + GROW.format(way=way), TEST, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert "cannot be used where work is judged" in verdict.message


def test_the_interpreters_functions_are_not_to_be_had_in_a_cell_either(judge):
    kept = "import ctypes\ntry:\n    got = ctypes.pythonapi.PyFrame_LocalsToFast\nexcept RuntimeError:\n    got = None"
    answer = f"{kept}\ndef grow(x):\n    return np.append(x, 3.0) if got is None else x"
    assert judged(judge, answer, TEST, given=GIVEN).outcome == "right"


HONEST = {
    "the text of an error": "traceback.format_exc()",
    "a named tuple": "__import__('collections').namedtuple('Pair', 'a b')(1, 2)",
    "an enumeration": "__import__('enum').Enum('Kind', 'one two')",
    "a warning": "__import__('warnings').warn('it grows')",
    "a line in a log": "logging.getLogger('mine').warning('it grows')",
    "what an error says": "str(caught()), caught().__traceback__.tb_lineno",
    "an engine that records": "(mg.tensor([1.0]) * 2).sum()",
    "a signature": "inspect.signature(generator)",
}


# What a Function keeps is the word of the learner's process; these change what is said of it.
KEEPS = """
run_function = learner.kit("function_runs.run_function")
cases = [{"inputs": [(np.array([0.5, at]), True, "")], "upstream": [(np.array([1.0, 2.0]), "")]} for at in range(9)]
for told, at in zip(plain(run_function(Exp, cases)), range(9), strict=True):
    close(told["gradients"][0][0], [1.0, 2.0] * np.exp([0.5, at]), "slope: that of exp")
    same(told["kept"], ["the output"], "kept: the output alone")
    same(told["shares"], [], "memory: the result has its own")
"""
EXP = """
class Exp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        {first}
        y = x.exp()
        ctx.save_for_backward({kept})
        return {returned}
    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]"""


def looking(way):
    """An answer whose forward looks there."""
    return WITH + EXP.format(first=f"looked = {way}", kept="y", returned="y")


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_no_frame_is_had_while_a_helper_looks_on(judge, way):
    verdict = judged(judge, looking(way), KEEPS, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert "cannot be used where work is judged" in verdict.message


@pytest.mark.parametrize("way", HONEST.values(), ids=HONEST)
def test_what_looks_at_frames_for_itself_may(judge, way):
    verdict = judged(judge, looking(way), KEEPS, given=GIVEN)
    assert verdict.outcome == "right", verdict


FORGED = {
    "a method of ours": "[setattr(k, '_kept', lambda self: ['the output']) for k in object.__subclasses__() "
    "if '_kept' in vars(k)]",
    "a name of ours": "[vars(k)['told'].__globals__.update(mg=None) for k in object.__subclasses__() "
    "if '_kept' in vars(k)]",
}


@pytest.mark.parametrize("first", FORGED.values(), ids=FORGED)
def test_what_is_exchanged_in_our_helpers_meanwhile_changes_no_word(judge, first):
    forged = judged(judge, EXP.format(first=first, kept="y, y.clone()", returned="y"), KEEPS, given=GIVEN)
    assert (forged.outcome, forged.law) == ("wrong", "kept: the output alone"), forged
    right = judged(judge, EXP.format(first=first, kept="y", returned="y"), KEEPS, given=GIVEN)
    assert right.outcome == "right", right


def test_nor_what_is_exchanged_in_numpy(judge):
    first = "np.may_share_memory = lambda *arrays: False"
    shared = "x.detach().copy_(y)"
    forged = judged(judge, EXP.format(first=first, kept="y", returned=shared), KEEPS, given=GIVEN)
    assert (forged.points, forged.outcome) == (0, "wrong"), forged
    right = judged(judge, EXP.format(first=first, kept="y", returned="y"), KEEPS, given=GIVEN)
    assert right.outcome == "right", right
