"""What a test is told of a rule for arrays: what it says, call after call, and what it does to its arguments."""

import numpy as np
import pytest

from autograder.kit.rule_runs import fits, told

G, A = np.array([[1.0, -2.0, 3.0], [0.5, 0.0, 4.0]]), np.array([[2.0, 1.0, -1.0], [3.0, 5.0, 7.0]])


def times(g, a, b):
    return g * b, g * a


def test_a_rule_of_three_arrays_gives_two_and_their_shapes():
    ((shapes, found),), after = told(times, [G, A], ["plain"] * 2, [(0, 1, 1)], (0, 1, 2))
    assert shapes == [(2, 3), (2, 3)]
    np.testing.assert_array_equal(found, [G * A, G * A])
    np.testing.assert_array_equal(after, [G, A])


@pytest.mark.parametrize("rule", [lambda g, a, b: g * b, lambda g, a, b: (g * b,)])
def test_what_is_no_pair_is_told_as_such(rule):
    (said,), _ = told(rule, [G, A], ["plain"] * 2, [(0, 1, 1)], (0, 1, 2))
    assert said[0] is False


@pytest.mark.parametrize("steps", [[(0, 1, 1)], [(0, 1, 1), (0, -G)]])
@pytest.mark.parametrize("form", [list, tuple])
def test_a_list_stays_a_list_and_a_tuple_a_tuple(form, steps):
    ((_, found),), _ = told(lambda *each: form(times(*each)), [G, A], ["plain"] * 2, steps, (0, 1, 2))
    assert type(found) is form


def test_what_is_no_place_comes_as_it_is():
    ((shape, found),), _ = told(lambda g, dim, keep: g.sum(dim, keepdims=keep), [G], ["plain"], [(0, 1, True)], (0,))
    assert shape == (2, 1)
    np.testing.assert_array_equal(found, G.sum(1, keepdims=True))


@pytest.mark.parametrize("way", ["plain", "read-only", "a part", "a transpose", "transposed matrices"])
def test_entries_are_the_same_however_they_lie(way):
    seen = []
    told(lambda g, y, dim: seen.append(g) or g, [G], [way], [(0, 0, 1)], (0, 1))
    np.testing.assert_array_equal(seen[0], G)
    assert seen[0].flags.writeable is (way != "read-only")
    assert seen[0].flags.c_contiguous is (way in ("plain", "read-only"))


def test_a_result_is_what_it_was_before_the_next_write():
    (first, second), after = told(lambda g, y, dim: g, [G], ["plain"], [(0, 0, 1), (0, -G), (0, 0, 1)], (0, 1))
    np.testing.assert_array_equal([first[1], second[1], after[0]], [G, -G, -G])


def test_a_rule_without_room_says_so_once_for_each_gradient():
    def greedy(g):
        raise MemoryError

    assert fits(greedy, G) == ("more room than there is",) * 2


@pytest.mark.parametrize(
    ("way", "holds"), [("backwards", lambda a: a.strides[-1] < 0), ("one number", lambda a: not any(a.strides))]
)
def test_arrays_lie_in_memory_as_the_way_says(way, holds):
    seen, thing = [], np.full((2, 3), 4.0)
    ((_, found),), _ = told(lambda g, dim, more: seen.append(holds(g)) or g * 2, [thing], [way], [(0, 1, 2)], (0,))
    np.testing.assert_array_equal(found, 2 * thing)
    assert seen == [True]


def test_a_thing_may_be_a_view_of_an_earlier_one():
    ((_, found),), _ = told(
        lambda g, a, b: (np.shares_memory(a, b), a is b), [G, A, A], ["plain", "plain", 1], [(0, 1, 2)], (0, 1, 2)
    )
    assert [bool(each) for each in found] == [True, False]
