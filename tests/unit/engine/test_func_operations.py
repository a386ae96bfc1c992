"""Forward mode of every operation: what is declared linear or elementwise is taken at its word there."""

import warnings

import numpy as np
import pytest
from ops_samples import ELEMENTWISE, SHAPED, inputs

import minigrad as mg
from minigrad.func import jvp, vjp


def is_adjoint(function, tensors):
    """<u, J v> = <J^T u, v>."""
    vs = tuple(x.detach() * 0.3 + 0.7 for x in tensors)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value, tangent = jvp(function, tuple(tensors), vs)
        if not isinstance(value, mg.Tensor) or not value.is_floating_point():
            return
        u = mg.tensor(np.random.default_rng(0).uniform(0.5, 1.5, value.shape)).to(value.dtype)
        pulled = vjp(function, *tensors)[1](u)
    assert tangent.shape == value.shape
    forward = (u * tangent).sum().item()
    assert forward == pytest.approx(sum((g * v).sum().item() for g, v in zip(pulled, vs, strict=True)), rel=1e-7)


@pytest.mark.parametrize("shapes", [((2, 3),) * 3, ((2, 3), (3,), (2, 1)), ((3,), (2, 3), (1,))], ids=str)
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_forward_mode_of_elementwise_operations_is_adjoint_to_reverse_mode(name, shapes):
    function, count, low, high = ELEMENTWISE[name]
    is_adjoint(function, inputs(shapes[:count], 3, low, high, requires_grad=False))


@pytest.mark.parametrize(("name", "k"), [(name, k) for name in SHAPED for k in range(len(SHAPED[name]))])
def test_forward_mode_of_shaped_operations_is_adjoint_to_reverse_mode(name, k):
    function, *shapes = SHAPED[name][k]
    is_adjoint(function, inputs(shapes, 3, requires_grad=False))
