"""What stands beside a tensor in an operator, and is neither a number nor a tensor."""

from __future__ import annotations

import operator

import numpy as np
import pytest

import minigrad as mg

BINARY = ("add", "sub", "mul", "truediv", "mod", "floordiv", "pow", "matmul")


def reflecting(name: str, answer) -> object:
    """An object of a class of its own whose reflected operator gives `answer(self, tensor)`."""
    return type("Own", (), {f"__r{name}__": answer, "shape": (), "ndim": 0})()


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("shape", [(), (3,), (0, 2)])
def test_a_tensor_on_the_left_leaves_it_to_the_class_of_the_other(name, shape):
    own, x = reflecting(name, lambda self, other: (self, other)), mg.ones(shape)
    came = getattr(operator, name)(x, own)
    assert came[0] is own and came[1] is x


@pytest.mark.parametrize("name", BINARY)
def test_a_class_that_leaves_it_too_ends_in_an_error_of_pythons(name):
    own = reflecting(name, lambda self, other: NotImplemented)
    with pytest.raises(TypeError, match=r"unsupported operand type.*: 'Tensor' and 'Own'"):
        getattr(operator, name)(mg.ones(3), own)


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("other", [None, {}, object()])
def test_a_class_without_the_operator_is_an_error(name, other):
    with pytest.raises(TypeError, match="unsupported operand type"):
        getattr(operator, name)(mg.ones(3), other)


def test_numbers_arrays_and_lists_are_not_asked():
    assert (mg.ones(2) * np.float64(2)).tolist() == (mg.ones(2) * np.full(2, 2.0)).tolist() == [2.0, 2.0]
    with pytest.raises(TypeError, match="must be Tensor, not list"):
        mg.ones(2) * [1.0, 2.0]


def test_inside_a_transform_it_is_the_same():
    own = reflecting("mul", lambda self, other: other + 1)
    assert mg.func.vmap(lambda x: x * own)(mg.zeros(2)).tolist() == [1.0, 1.0]
