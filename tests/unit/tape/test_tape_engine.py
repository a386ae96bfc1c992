"""The engine with its slots filled, held against minigrad and against differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tape_answers import ANSWERS

import minigrad as mg
from autograder.kit.tape import _module
from autograder.kit.tape.slots import engine_with

UNARY = ("exp", "cos", "tanh", "sum", "mean", "__neg__")
BINARY = ("__add__", "__sub__", "__mul__", "__truediv__", "__radd__", "__rsub__", "__rmul__", "__rtruediv__")
SHAPES = ((), (3,), (1, 3), (2, 1), (2, 3))


@pytest.mark.parametrize("name", UNARY)
def test_rules_of_one_input_are_minigrads(tape, name):
    data, upstream = np.array([[0.3, -1.2, 2.0], [0.7, 0.1, -0.4]]), np.array([[2.0, -1.0, 0.5], [1.5, 3.0, -2.0]])
    ours, theirs = tape.tensor(data, requires_grad=True), mg.tensor(data, requires_grad=True)
    made, expected = getattr(ours, name)(), getattr(theirs, name)()
    g = upstream if made.shape else np.array(-2.5)
    made.backward(tape.tensor(g))
    expected.backward(mg.tensor(g))
    np.testing.assert_allclose(made.data, expected.detach().numpy())
    np.testing.assert_allclose(ours.grad.data, theirs.grad.numpy())


@pytest.mark.parametrize("name", BINARY)
@pytest.mark.parametrize("left", SHAPES)
@pytest.mark.parametrize("right", SHAPES)
def test_rules_of_two_inputs_broadcast_as_minigrads(tape, name, left, right):
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=left) + 3, rng.normal(size=right) - 3
    ours = [tape.tensor(each, requires_grad=True) for each in (a, b)]
    theirs = [mg.tensor(each, requires_grad=True) for each in (a, b)]
    made, expected = getattr(ours[0], name)(ours[1]), getattr(theirs[0], name)(theirs[1])
    g = rng.normal(size=made.shape)
    made.backward(tape.tensor(g))
    expected.backward(mg.tensor(g))
    for mine, reference in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(mine.grad.data, reference.grad.numpy(), err_msg=name)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(["+", "*", "-", "exp", "tanh", "square", "again"]), min_size=1, max_size=12))
def test_any_program_has_the_gradient_that_minigrad_finds(steps):
    made, expected = _run_program(_filled(), steps), _run_program(mg, steps)
    np.testing.assert_allclose(made, expected, rtol=1e-9, atol=1e-12)


def _filled():
    return _module(engine_with(ANSWERS))


def _run_program(engine, steps):
    x = engine.tensor(np.array([[0.2, -0.4, 0.6]]), requires_grad=True)
    w = engine.tensor(np.array([[0.5], [-0.3]]), requires_grad=True)
    seen = [x, w]
    for step in steps:
        a, b = seen[-1], seen[-2]
        made = {
            "+": lambda a=a, b=b: a + b,
            "*": lambda a=a, b=b: a * b,
            "-": lambda a=a, b=b: 2.0 - a - b,
            "exp": lambda a=a: (a * 0.1).exp(),
            "tanh": lambda a=a: a.tanh(),
            "square": lambda a=a: a**2,
            "again": lambda a=a: a + a * seen[0],
        }[step]()
        seen.append(made)
    (seen[-1] * w + x).sum().backward()
    return np.concatenate([np.ravel(np.asarray(each.grad.detach().numpy())) for each in (x, w)])


def test_gradient_accumulates_over_two_uses_and_two_walks(tape):
    x = tape.tensor([2.0, -3.0], requires_grad=True)
    (x * x + x).sum().backward()
    np.testing.assert_allclose(x.grad.data, [5.0, -5.0])
    (x * 1.0).sum().backward()
    np.testing.assert_allclose(x.grad.data, [6.0, -4.0])


def test_only_leaves_collect_unless_asked(tape):
    x = tape.tensor(3.0, requires_grad=True)
    y, z = x * 2, x * 5
    z.retain_grad()
    (y * z).backward()
    assert y.grad is None and z.grad.item() == 6.0 and x.grad.item() == 60.0


def test_graph_has_pytorchs_names(tape):
    x, c = tape.tensor(2.0, requires_grad=True), tape.tensor(4.0)
    y = c * x
    assert y.grad_fn.name() == "MulBackward0" and not y.is_leaf and y.requires_grad
    (nowhere, _), (leaf, _) = y.grad_fn.next_functions
    assert nowhere is None and leaf.name() == "AccumulateGrad" and leaf.variable is x
    assert (x + 1).grad_fn.next_functions[0][0] is leaf, "a leaf collects in one place"
    assert repr(y) == "tensor(8., grad_fn=<MulBackward0>)" and repr(x) == "tensor(2., requires_grad=True)"


def test_nothing_is_recorded_under_no_grad_and_the_setting_comes_back(tape):
    x = tape.tensor(2.0, requires_grad=True)
    with pytest.raises(ZeroDivisionError), tape.no_grad():
        assert (x * x).grad_fn is None
        raise ZeroDivisionError
    assert (x * x).grad_fn is not None
    assert (x.detach() * 3).is_leaf


def test_what_saved_nothing_can_be_walked_twice(tape):
    x = tape.tensor(2.0, requires_grad=True)
    y = x + 1
    y.backward()
    y.backward()
    assert x.grad.item() == 2.0
    z = x * 3
    z.backward()
    with pytest.raises(RuntimeError, match="second time"):
        z.backward()
    kept = x * 3
    kept.backward(retain_graph=True)
    kept.backward()


def test_a_chain_of_twenty_thousand_is_no_trouble(tape):
    x = y = tape.tensor(1.0, requires_grad=True)
    for _ in range(20_000):
        y = y + 0.5
    y.backward()
    assert x.grad.item() == 1.0


def test_numpy_leaves_arithmetic_to_the_tensor(tape):
    x = tape.tensor([1.0, 2.0], requires_grad=True)
    made = np.array([3.0, 4.0]) * x
    assert isinstance(made, tape.Tensor) and made.requires_grad
