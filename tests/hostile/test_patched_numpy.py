"""numpy and numpy.testing patched to agree with everything: the judge has its own copies."""


def test_a_patched_numpy_changes_nothing(attack, wrong, right):
    patched = """
import numpy as np, numpy.testing, math
np.allclose = np.isclose = np.array_equal = math.isclose = lambda *a, **k: True
numpy.testing.assert_allclose = numpy.testing.assert_array_equal = lambda *a, **k: None
"""
    attack(patched + wrong, outcome="wrong", control=patched + right)
