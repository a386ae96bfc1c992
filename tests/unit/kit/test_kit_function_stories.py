"""What the steps of a story give: calls and walks of a Function, and what somebody writes in between."""

import numpy as np
import pytest

import minigrad as mg
from autograder.kit.function_stories import many, reused, stories_run, written_by_numpy


class Square(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        return 2 * g * ctx.saved_tensors[0]


class KeepsG(Square):
    """What arrives is squared, and kept for that."""

    @staticmethod
    def backward(ctx, g):
        return g * g * ctx.saved_tensors[0]


X, G, W = np.array([1.0, -2.0]), np.array([10.0, 0.5]), np.array([1.0, 3.0])
BEGINS = [("new x", 0, X), ("new g", 0, G), ("call", 0, None)]


def told(*steps):
    (found,) = stories_run(Square, [[*BEGINS, *steps]])
    return found[2:]


def test_a_call_gives_its_value_and_a_walk_the_gradient_for_the_newest_g():
    value, first, change, second = told(("walk", 0, None), ("g", 0, -G), ("walk", 0, None))
    np.testing.assert_allclose([value, first, second], [X * X, 2 * G * X, -2 * G * X])
    assert change is None


def test_each_walk_is_that_of_its_own_call():
    *_, earlier, later = told(("new x", 0, 3 * X), ("call", 0, None), ("walk", 0, None), ("walk", 1, None))
    np.testing.assert_allclose([earlier, later], [2 * G * X, 6 * G * X])


def test_a_write_into_what_was_kept_ends_the_walk_in_words():
    assert "modified by an inplace operation" in told(("x", 0, 5 * X), ("walk", 0, None))[-1]
    np.testing.assert_allclose(told(("output", 0, 1.0), ("walk", 0, None))[-1], 2 * G * X)


def test_a_quiet_call_leaves_nothing_to_walk_from():
    *_, quiet, walk = told(("quiet call", 0, None), ("walk", 0, None))
    np.testing.assert_allclose([quiet, walk], [X * X, 2 * G * X])


def test_a_gradient_is_differentiated_again_for_x_and_for_what_arrived():
    first, both, alone = told(("first of both", 0, None), ("second", 0, W), ("second for g", 0, W))[1:]
    np.testing.assert_allclose(first, 2 * G * X)
    np.testing.assert_allclose([*both, *alone], [2 * W * G, 2 * W * X, 2 * W * X])
    (only,) = told(("first", 0, None), ("second", 0, W))[-1]
    np.testing.assert_allclose(only, 2 * W * G)


def test_a_write_into_what_arrived_ends_the_second_derivative_in_words():
    found = stories_run(KeepsG, [[*BEGINS, ("first of both", 0, None), ("upper", 0, 2.0), ("second for g", 0, W)]])
    assert "modified by an inplace operation" in found[0][-1]


def test_an_unknown_step_is_refused():
    with pytest.raises(ValueError, match="no step of a story: 'dance'"):
        told(("dance", 0, None))


def test_one_x_in_several_calls():
    found = reused(Square, X, W, G)
    right = [4 * G * X**3, 4 * G * X**3, X**2, X**2, W**2, 2 * G * W, X**2, X[::-1] ** 2, X**2, W**2]
    for each, wanted in zip(found, right, strict=True):
        np.testing.assert_allclose(each, wanted)


def test_many_calls_come_before_the_first_walk_and_each_walk_is_that_of_its_own_call():
    numbers, uppers = np.linspace(-2.0, 2.0, 60), np.linspace(1.0, 3.0, 60)
    values, slopes, one_call, one_x = many(Square, numbers, uppers)
    np.testing.assert_allclose(values, numbers**2)
    np.testing.assert_allclose(slopes, 2 * uppers * numbers)
    np.testing.assert_allclose([one_call, one_x], [2 * uppers[:40] * numbers[0]] * 2)


def test_numpy_writes_into_one_tensor_without_a_version():
    rows, versions = np.array([X, -X, X + 1]), []

    class Notes(Square):
        @staticmethod
        def forward(ctx, x):
            versions.append((id(x), x._version))
            return Square.forward(ctx, x)

    found = written_by_numpy(Notes, rows, G)
    np.testing.assert_allclose(found, [(row * row, 2 * G * row) for row in rows])
    assert len(set(versions)) == 1
