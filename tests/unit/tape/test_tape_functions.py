"""Functions of one's own go the way that the engine's operations go: through `apply`, and around it `run`."""

import numpy as np
import pytest


def cube(tape):
    class Cube(tape.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return (g * 3 * x.data**2,)

    return Cube


def test_a_function_of_ones_own_is_one_node(whole):
    x = whole.tensor([2.0, -1.0], requires_grad=True)
    y = cube(whole).apply(x * 2)
    assert y.grad_fn.name() == "CubeBackward" and y.grad_fn.next_functions[0][0].name() == "MulBackward0"
    y.sum().backward()
    assert x.grad.data.tolist() == [96.0, 24.0]


def test_apply_alone_makes_the_same_graph(whole):
    x = whole.tensor([2.0, -1.0], requires_grad=True)
    whole.apply(cube(whole), x).sum().backward()
    assert x.grad.data.tolist() == [12.0, 3.0]


def test_until_apply_is_written_only_the_engines_operations_are_called(tape):
    x = tape.tensor([2.0], requires_grad=True)
    assert (x * 3).requires_grad
    for call in (lambda: cube(tape).apply(x), lambda: tape.apply(cube(tape), x)):
        with pytest.raises(NotImplementedError, match="the slot apply is empty"):
            call()


def test_every_operation_goes_through_the_slot(whole):
    seen, usual = [], whole.apply
    whole.apply = lambda function, *inputs: seen.append(function.function) or usual(function, *inputs)
    x = whole.tensor([[2.0, 1.0]], requires_grad=True)
    (x.T @ x)[0].sum(0, keepdim=True).backward()
    assert [each.name for each in seen] == ["Transpose", "MatMul", "Index", "Sum"]


def test_inputs_that_are_no_tensors_come_as_they_are(whole):
    class Scale(whole.Function):
        def forward(ctx, x, factor, words):
            ctx.factor, ctx.words = factor, words
            return whole.Tensor(x.data * factor)

        def backward(ctx, g):
            return ctx.factor * g, None, None

    x, words = whole.tensor([1.0, 2.0], requires_grad=True), ["kept"]
    y = Scale.apply(x, 3, words)
    assert y.grad_fn.words is words and [after for after, _ in y.grad_fn.next_functions][1:] == [None, None]
    y.sum().backward()
    assert x.grad.data.tolist() == [3.0, 3.0]


def test_a_gradient_is_summed_to_its_input_and_a_missing_one_is_zero(whole):
    class Odd(whole.Function):
        def forward(ctx, x, y):
            return whole.Tensor(x.data + y.data)

        def backward(ctx, g):
            return whole.Tensor(g), None

    x, y = whole.tensor(1.0, requires_grad=True), whole.tensor([1.0, 2.0], requires_grad=True)
    Odd.apply(x, y).sum().backward()
    assert x.grad.data.tolist() == 2.0 and y.grad.data.tolist() == [0.0, 0.0]


def test_what_forward_must_return_is_said(whole):
    class Array(whole.Function):
        def forward(ctx, x):
            return np.exp(x.data)

    with pytest.raises(TypeError, match="forward of ArrayBackward returned no Tensor, but ndarray"):
        Array.apply(whole.tensor([1.0]))


def test_a_node_knows_its_line(whole):
    x = whole.tensor(1.0, requires_grad=True)
    y = x * 3  # this one
    assert y.grad_fn.where().endswith(": y = x * 3  # this one")
    z = cube(whole).apply(x)  # and this
    assert z.grad_fn.where().endswith("z = cube(whole).apply(x)  # and this")


def test_after_a_walk_saved_tensors_are_refused(whole):
    x = whole.tensor(1.0, requires_grad=True)
    y = x * 3
    y.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        _ = y.grad_fn.saved_tensors
