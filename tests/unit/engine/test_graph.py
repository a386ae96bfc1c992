"""The graph: what is recorded, what it is called, and when it dies."""

import gc
import weakref

import numpy as np
import pytest

import minigrad as mg


def leaf(value, **kwargs):
    return mg.tensor(value, requires_grad=True, **kwargs)


def test_one_accumulate_grad_per_leaf_and_it_knows_its_variable():
    x = leaf(2.0)
    first, second = (x * 2).grad_fn.next_functions[0][0], (x * 3).grad_fn.next_functions[0][0]
    y = x * 5
    assert first.variable is x
    assert (x * 2).grad_fn.next_functions[0][0] is y.grad_fn.next_functions[0][0]
    assert second.name() == "torch::autograd::AccumulateGrad"


def test_an_edge_to_a_constant_is_none():
    y = leaf(2.0) * mg.tensor(3.0)
    assert y.grad_fn.next_functions[1] == (None, 0)
    assert y.grad_fn.name() == "MulBackward0"


def test_nothing_is_recorded_without_a_leaf_that_requires_grad():
    y = mg.tensor(2.0) * mg.tensor(3.0)
    assert y.grad_fn is None and y.is_leaf and not y.requires_grad


def test_only_what_a_wanted_gradient_needs_is_saved():
    x, c = leaf(2.0), mg.tensor(3.0)
    node = (x * c).grad_fn
    assert node._saved_self is None and node._saved_other is c


def test_outputs_of_one_node_are_numbered():
    a, b = leaf([1.0, 2.0]).unbind()
    assert a.grad_fn is b.grad_fn and (a.output_nr, b.output_nr) == (0, 1)


def test_a_graph_dies_with_its_last_name_without_the_garbage_collector():
    gc.disable()
    try:
        x = leaf(np.ones(10))
        y = (x * 2).exp() + 1
        y[0] = 1.0
        z = (y.view(2, 5) * y.view(2, 5)).sum()
        held = weakref.ref(y)
        z.backward(retain_graph=True)
        del y, z
        assert held() is None
    finally:
        gc.enable()


def test_a_long_chain_is_walked_and_freed_without_recursion():
    x = leaf(1.0)
    y = x
    for _ in range(100_000):
        y = y + 1.0
    y.backward()
    assert x.grad.item() == 1.0
    del y


def test_attributes_of_the_graph_are_read_only():
    x = leaf(1.0)
    for name in ("is_leaf", "grad_fn", "_version", "output_nr"):
        with pytest.raises(AttributeError, match=f"attribute '{name}' of"):
            setattr(x, name, None)


def test_a_node_can_be_called_by_hand():
    x = leaf(3.0)
    gradient, nothing = (x * 2).grad_fn(mg.tensor(1.0))
    assert gradient.item() == 2.0 and nothing is None


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [(mg.float32, mg.int64, mg.float32), (mg.float32, mg.float64, mg.float64), (mg.bool, mg.int64, mg.int64)],
)
def test_the_higher_category_decides_the_type(left, right, result):
    a, b = mg.tensor([1], dtype=left), mg.tensor([1], dtype=right)
    assert (a + b).dtype is result and (b + a).dtype is result


def test_a_tensor_without_dimensions_does_not_widen_one_with():
    assert (mg.tensor([1.0]) * mg.tensor(2.0, dtype=mg.float64)).dtype is mg.float32
    assert (mg.tensor([1]) * mg.tensor(2.5)).dtype is mg.float32
