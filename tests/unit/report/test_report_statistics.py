"""The numbers of a report: what numpy says, what a hand works out, and nothing where there are too few."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.report.statistics import EACH, ENOUGH, FEW, correlation, discrimination, quartiles, share

POINTS = st.integers(0, 40).map(lambda quarters: quarters / 4)
CLASSES = st.lists(st.tuples(st.booleans(), POINTS), min_size=ENOUGH, max_size=200)


@given(CLASSES)
def test_discrimination_is_the_correlation_with_the_rest(rows):
    item, rest = [float(right) for right, _ in rows], [points for _, points in rows]
    found = discrimination(item, rest)
    if min(sum(item), len(item) - sum(item)) < EACH or len(set(rest)) == 1:
        assert found is None
        return
    assert found.value == pytest.approx(np.corrcoef(item, rest)[0, 1], abs=1e-9)
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.n == len(rows)


@given(CLASSES)
def test_it_is_the_point_biserial_one(rows):
    right = [points for holds, points in rows if holds]
    wrong = [points for holds, points in rows if not holds]
    rest = [points for _, points in rows]
    found = correlation([float(holds) for holds, _ in rows], rest)
    if found is None:
        assert not right or not wrong or len(set(rest)) == 1
        return
    p = len(right) / len(rows)
    by_means = (np.mean(right) - np.mean(wrong)) / np.std(rest) * np.sqrt(p * (1 - p))
    assert found == pytest.approx(by_means, abs=1e-9)


def test_a_small_case_worked_out_by_hand():
    # Means 1/2 and 5/2; products of what is off: 3/4 + 1/4 + 1/4 + 3/4 = 2; squares: 1 and 5.
    assert correlation([0, 0, 1, 1], [1, 2, 3, 4]) == pytest.approx(2 / 5**0.5)


def test_the_interval_of_a_correlation_is_fishers():
    item, rest = [0.0] * 50 + [1.0] * 50, [0.0, 1.0] * 25 + [1.0] * 25 + [0.0] * 25
    found = discrimination(item, rest)
    assert (found.value, found.n) == (0, 100)
    assert found.high == -found.low == pytest.approx(np.tanh(1.959964 / 97**0.5), abs=1e-6)


def test_where_learners_are_few_nothing_pretends_to_mean_something():
    few = ENOUGH - 1
    assert discrimination([0.0] * 9 + [1.0] * (few - 9), [float(k) for k in range(few)]) is None
    assert discrimination([0.0] * (EACH - 1) + [1.0] * 30, [float(k) for k in range(EACH + 29)]) is None
    assert share(2, FEW - 1) is None and quartiles([1.0] * (FEW - 1)) is None


@given(st.integers(FEW, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_of_a_share_holds_it_and_stays_between_nobody_and_all(pair):
    part, n = pair
    found = share(part, n)
    assert 0 <= found.low <= found.value == part / n <= found.high <= 1
    assert found.low < found.high


def test_the_interval_of_a_share_is_wilsons():
    found = share(5, 10)
    assert (found.low, found.high) == (pytest.approx(0.2366, abs=1e-4), pytest.approx(0.7634, abs=1e-4))


@given(st.lists(POINTS, min_size=FEW, max_size=100))
def test_quartiles_are_numpys(values):
    assert quartiles(values) == pytest.approx(tuple(np.percentile(values, [25, 50, 75])))
