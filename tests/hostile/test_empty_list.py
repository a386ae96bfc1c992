"""An empty list, or one right gradient, where three were due: a loop over it would check nothing."""

import pytest


@pytest.mark.parametrize("returned", ["[]", "()", "[b * c]", "iter([])", "{}"])
def test_checks_that_are_not_reached_count_as_failed(attack, returned):
    verdict = attack(f"def gradients(a, b, c):\n    return {returned}")
    assert verdict.points == 0 and verdict.outcome == "wrong"
    assert "product rule" in verdict.law
