"""Subclasses of float, ndarray and int that lie about their value; they are judged by plain value or not at all."""

import pytest

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


@pytest.mark.parametrize(
    "lie", ["array(np.zeros_like(a))", "Float(0)", "np.zeros_like(a, dtype=object)", "np.ma.array(a)"]
)
def test_a_lying_subclass_gains_nothing(attack, lie):
    verdict = attack(f"{LIES}\ndef gradients(a, b, c):\n    return ({lie},) * 3")
    assert verdict.points == 0 and verdict.outcome == "wrong"


def test_nan_is_never_close(attack):
    verdict = attack("import numpy as np\ndef gradients(a, b, c):\n    return (np.full_like(a, np.nan),) * 3")
    assert verdict.points == 0
