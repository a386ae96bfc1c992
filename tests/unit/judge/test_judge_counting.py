"""Calls of a function are counted while a test runs: for a limit in the exercise's metadata, and for the test to read.

Each answer is judged remotely and in one kernel, and both say the same.
"""

from dataclasses import replace

import pytest
from judging import judged_both_ways, make_master, submission, with_sites

from autograder.kit import learner
from autograder.source.cells import parse
from autograder.source.shape import problems

GIVEN = """
import numpy as np
import math
from autograder.kit import close, same, learner

def f(x):
    return x * x

def slope_of(g, x):
    return (g(x + 1e-6) - g(x - 1e-6)) / 2e-6
"""
TEST = """
x = np.array([1.0, 2.0])
with learner.counting("f") as calls:
    found = twice(3.0)
close(found, 18.0, "value: twice the square")
same(calls.number, 1, "one call: f is evaluated once")
"""
ONCE = "def twice(x):\n    return 2 * f(x)"
TWICE = "def twice(x):\n    return f(x) + f(x)"
HIDDEN_TWICE = "again = globals()['f']\ntwice = lambda x: sum([again(x) for _ in range(2)])"
NEVER = "def twice(x):\n    return 2 * x * x"


PLAIN = """
close(twice(3.0), 18.0, "value: twice the square")
close(twice(2.0), 8.0, "value: twice the square")
"""


def both(judge, answers, test=PLAIN, reference=ONCE, **rules):
    """The verdict on each answer, which is the same on both sides."""
    master = make_master(test, given=GIVEN)
    if reference:
        master = with_sites(judge, master, reference)
    given, stub, tested = master.cells
    master = replace(master, cells=(given, stub, replace(tested, **rules)))
    return judged_both_ways(judge, master, [submission(master, answer) for answer in answers])


def outcomes(*args, **rules):
    return [verdict.outcome for verdict in both(*args, **rules)]


def test_a_test_reads_how_often_a_function_was_called(judge):
    right, *others = both(judge, [ONCE, TWICE, HIDDEN_TWICE, NEVER], TEST)
    assert right.outcome == "right"
    assert {(it.outcome, it.law) for it in others} == {("wrong", "one call: f is evaluated once")}


def test_more_calls_than_the_exercise_allows_are_refused_with_a_sentence(judge):
    *right, twice, hidden = both(judge, [ONCE, NEVER, TWICE, HIDDEN_TWICE], calls={"f": 3})
    assert [it.outcome for it in right] == ["right", "right"]
    assert (twice.outcome, twice.points, twice.law) == ("refused", 0, "allowed calls: at most 3 of f")
    sentence = "This exercise is to be solved with at most 3 calls of `f`; 4 were made while it was tested."
    assert twice.message == hidden.message == sentence


def test_builtins_and_functions_of_modules_are_counted_by_their_full_name(judge):
    once, other = "def twice(x):\n    return math.prod([2, x, x])", "from math import prod as p\ntwice = "
    more = other + "lambda x: p([2, p([x, x])])"
    assert outcomes(judge, [once, other + "lambda x: p([2, x, x])", more], calls={"math.prod": 2}) == [
        *("right", "right", "refused"),
    ]


def test_switching_the_counting_off_is_refused(judge):
    off = "import sys\ndef twice(x):\n    old = sys.getprofile(); sys.setprofile(None)\n    y = f(x) + f(x)\n"
    found = both(judge, [f"{off}{back}    return y" for back in ("", "    sys.setprofile(old)\n")], calls={"f": 2})
    assert all(it.outcome == "refused" and "sys.setprofile" in it.message for it in found)


def test_forbidden_names_are_refused_in_one_kernel_too(judge):
    assert outcomes(judge, [ONCE, HIDDEN_TWICE, NEVER], forbid=("f",)) == ["refused", "refused", "right"]


def test_counts_inside_and_over_the_whole_test_do_not_disturb_each_other(judge):
    assert outcomes(judge, [ONCE], TEST, calls={"f": 1}) == ["right"]
    assert outcomes(judge, [ONCE], TEST, calls={"f": 0}) == ["refused"]


def test_methods_of_the_notebooks_classes_are_counted(judge):
    test = """
with learner.counting("Doubling.of") as calls:
    found = Doubling.of(3.0)
close(found, 6.0, "value: twice")
same(calls.number, 1, "own: Doubling.of is what ran")
"""
    own = "class Doubling:\n    @staticmethod\n    def of(x):\n        return 2 * x"
    other = "class Doubling:\n    of = staticmethod((2.0).__mul__)"
    right, wrong = both(judge, [own, other], test, reference=own)
    assert right.outcome == "right" and wrong.points == 0


def test_what_cannot_be_counted_says_so(judge):
    (verdict,) = both(judge, [ONCE], TEST.replace('"f"', '"numpy.exp"'), reference=None)
    assert verdict.outcome == "wrong" and "cannot be counted" in verdict.message


def test_a_kernel_keeps_a_profiler_that_was_there():
    import sys

    seen = []
    sys.setprofile(lambda frame, event, value: seen.append(event))
    before = sys.getprofile()
    try:
        with learner.counting("both") as calls:
            [f() for f in [lambda: 1]]
        assert calls.number == 0 and sys.getprofile() is before and seen
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize(
    ("calls", "fine"),
    [
        ('{"f": 20, "numpy.linalg.solve": 0}', True),
        ('["f"]', False),
        ('{"f": None}', False),
        ('{"a b": 1}', False),
        ('{"f": True}', False),
    ],
)
def test_the_build_knows_the_key(tmp_path, calls, fine):
    source = f"""# %% [markdown]
# # Title

# %% nbgrader={{"grade_id": "ex1_1", "solution": True}}
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION

# %% nbgrader={{"grade_id": "ex1_1_test", "grade": True, "points": 1}} exercise={{"kind": "C", "calls": {calls}}}
assert double(2) == 4, "value: twice"
### BEGIN HIDDEN TESTS
assert double(3) == 6, "value: twice"
### END HIDDEN TESTS
"""
    file = tmp_path / "01_doubling.py"
    file.write_text(source)
    said = [
        finding.message
        for finding in problems(parse(source, "01_doubling", str(file)))
        if "calls says" in finding.message
    ]
    assert bool(said) is not fine
