"""Every operation's derivatives, first and second, against differences."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ops_samples import ELEMENTWISE, SHAPED, inputs

import minigrad as mg
from minigrad.operation import OPERATIONS

FEW = settings(max_examples=5, deadline=None, derandomize=True)
SEEDS = st.integers(0, 2**32 - 1)
# no gradient of their own to check: zeros only, refused, or the other half of a pair that is checked
EXEMPT = {
    "floor_divide",
    "kept_gradient",
    "reshape_alias",
}


@st.composite
def broadcasting_shapes(draw, count: int):
    """Shapes that broadcast against each other, of zero to three dimensions."""
    full = draw(st.lists(st.integers(1, 3), max_size=2))
    return [
        tuple(1 if draw(st.booleans()) and k else n for k, n in enumerate(full))[draw(st.integers(0, len(full))) :]
        for _ in range(count)
    ]


def check(function, tensors):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if function(*tensors).requires_grad:
            assert mg.autograd.gradcheck(function, tensors)
            assert mg.autograd.gradgradcheck(function, tensors)


@pytest.mark.parametrize("name", ELEMENTWISE)
@FEW
@given(data=st.data(), seed=SEEDS)
def test_gradients_of_elementwise_operations_agree_with_differences(name, data, seed):
    function, count, low, high = ELEMENTWISE[name]
    check(function, inputs(data.draw(broadcasting_shapes(count)), seed, low, high))


@pytest.mark.parametrize(("name", "k"), [(name, k) for name in SHAPED for k in range(len(SHAPED[name]))])
@settings(FEW, max_examples=2)
@given(seed=SEEDS)
def test_gradients_of_shaped_operations_agree_with_differences(name, k, seed):
    function, *shapes = SHAPED[name][k]
    check(function, inputs(shapes, seed))


def nodes(*tensors):
    """All nodes behind tensors."""
    found, waiting = {}, [t.grad_fn for t in tensors if t is not None]
    while waiting:
        node = waiting.pop()
        if node is not None and id(node) not in found:
            found[id(node)] = node
            waiting += [n for n, _ in node.next_functions]
            waiting += [getattr(node, "function", None)]
    return found.values()


def test_every_operation_of_the_registry_has_a_sample():
    samples = [(f, [()] * n) for f, n, *_ in ELEMENTWISE.values()]
    samples += [(f, shapes) for rows in SHAPED.values() for f, *shapes in rows]
    used = set()
    for function, shapes in samples:
        xs = inputs(shapes, 1, 0.3, 0.7)
        out = function(*xs)
        seed = mg.ones_like(out).requires_grad_()
        firsts = mg.autograd.grad(out, xs, seed, create_graph=True, allow_unused=True) if out.requires_grad else ()
        used |= {type(n).operation.name for n in nodes(out, *firsts) if hasattr(type(n), "operation")}
    missing = {name for name, op in OPERATIONS.items() if op.formulas} - used - EXEMPT
    assert not missing, sorted(missing)


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_float32_in_gives_float32_out_and_float32_gradients(name):
    function, count, low, high = ELEMENTWISE[name]
    xs = inputs([(2, 3)] * count, 5, low, high, dtype=np.float32)
    out = function(*xs)
    assert out.dtype in (mg.float32, mg.float64) and (name == "to" or out.dtype is mg.float32)
    if out.requires_grad:
        assert all(g.dtype is mg.float32 for g in mg.autograd.grad(out.sum(), xs, materialize_grads=True))
