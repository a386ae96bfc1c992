"""An empty list, or one right gradient, where three were due: a loop over it would check nothing."""

import pytest

RETURNED = {  # too few, and as many as are due
    "[]": "[b * c, a * c, a * b]",
    "()": "(b * c, a * c, a * b)",
    "[b * c]": "[b * c] + [a * c, a * b]",
    "iter([])": "iter([b * c, a * c, a * b])",
    "{}": "{0: b * c, 1: a * c, 2: a * b}.values()",
}


@pytest.mark.parametrize("returned", RETURNED)
def test_checks_that_are_not_reached_count_as_failed(attack, returned):
    answer = "def gradients(a, b, c):\n    return "
    verdict = attack(answer + returned, outcome="wrong", control=answer + RETURNED[returned])
    assert "product rule" in verdict.law
