"""Subclasses of float, ndarray and int that lie about their value; they are judged by plain value or not at all."""

import pytest
from conftest import TEST, Without
from judging import judged

from autograder.kit.learnerside import as_plain

LIES = """
import numpy as np
class Float(float):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0.0
    __hash__ = float.__hash__
class Array(np.ndarray):
    def __array_function__(self, *a, **k): return True
    def __array_ufunc__(self, *a, **k): return np.array(True)
    __eq__ = __sub__ = lambda self, other: np.array(True)
def array(x): return np.asarray(x, float).view(Array)
"""
SIX = "close(six(), 6.0, 'six: the number')"


LYING = {  # a lie, and the right value in the same clothes: what it holds counts, not what it says
    "array(np.zeros_like(a))": "array(b * c), array(a * c), array(a * b)",
    "np.ma.array(a)": "np.ma.array(b * c), np.ma.array(a * c), np.ma.array(a * b)",
    "np.full_like(a, np.nan)": "b * c, a * c, a * b",
}


@pytest.mark.parametrize("lie", LYING)
def test_a_lying_subclass_gains_nothing(attack, right, lie):
    answer = f"{LIES}\ndef gradients(a, b, c):\n    return "
    attack(f"{answer}({lie},) * 3", TEST, "", right, outcome="wrong", control=answer + LYING[lie])


def test_a_lying_float_gains_nothing(attack):
    answer, right = f"{LIES}\ndef six():\n    return Float(0)", "def six():\n    return 6.0"
    none = Without("a float of one's own class is no number, whatever it holds")
    attack(answer, SIX, "", right, outcome="wrong", control=none)


def test_a_list_counts_by_its_items():
    says = {"__iter__": lambda self: iter([6.0]), "__getitem__": lambda self, place: 6.0, "__len__": lambda self: 1}
    assert as_plain(type("Says", (list,), says)([5.0])) == [5.0]


def test_an_array_of_objects_is_no_answer(attack, right):
    answer = "def gradients(a, b, c):\n    return [np.zeros_like(a, dtype=object)] * 3"
    attack(answer, outcome="wrong", control=Without("objects are no numbers, whatever they hold"))


BOILS = "assert abs(float(kettle()) - 100.0) < 1e-6, 'boils: at a hundred degrees'"
KETTLE = "class kettle:\n    def __float__(self): return {}"
PATCHED = """
import sys
operations = next(m.OPERATIONS for m in list(sys.modules.values()) if hasattr(m, "OPERATIONS"))
operations["float"] = lambda value: {}
"""


def test_float_of_a_learners_object_is_the_number_that_it_gives(judge):
    assert judged(judge, KETTLE.format("100.0"), BOILS).outcome == "right"
    assert judged(judge, KETTLE.format("99.0"), BOILS).outcome == "wrong"


@pytest.mark.parametrize("said", ["'100.0'", "100", "True", "value", "None", "[100.0]"])
def test_float_of_a_learners_object_is_a_float_or_the_protocol_is_broken(judge, said):
    """Anything else would be an error inside the judge, or an object that answers its sums."""
    verdict = judged(judge, KETTLE.format("100.0") + PATCHED.format(said), BOILS)
    assert (verdict.points, verdict.outcome) == (0, "protocol"), verdict
    assert judged(judge, KETTLE.format("100.0") + PATCHED.format("100.0"), BOILS).outcome == "right"
