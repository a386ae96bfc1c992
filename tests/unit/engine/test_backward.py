"""The walk: what arrives where, what is freed, and what is refused."""

import warnings

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import grad, gradcheck, gradgradcheck


def leaf(value, **kwargs):
    return mg.tensor(value, requires_grad=True, **kwargs)


def test_gradient_accumulates_over_two_uses():
    x = leaf(3.0)
    (x * x + x).backward()
    assert x.grad.item() == 7.0


def test_a_second_backward_adds_in_place_to_the_same_grad():
    x = leaf(3.0)
    (x * 2).backward()
    first = x.grad
    (x * 5).backward()
    assert x.grad is first and first.item() == 7.0


def test_gradients_of_two_leaves_never_share_memory():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    seed = mg.ones(2)
    (x + y).backward(seed)
    x.grad.zero_()
    assert y.grad.tolist() == [1.0, 1.0] and seed.tolist() == [1.0, 1.0]


def test_a_broadcast_gradient_is_summed_to_its_target():
    x, y = leaf([[1.0], [2.0]]), leaf([1.0, 2.0, 3.0])
    (x * y).sum().backward()
    assert x.grad.tolist() == [[6.0], [6.0]] and y.grad.tolist() == [3.0, 3.0, 3.0]


def test_a_promoted_gradient_is_cast_to_its_target():
    x, y = leaf([1.0]), leaf([2.0], dtype=mg.float64)
    (x * y).sum().backward()
    assert x.grad.dtype is mg.float32 and y.grad.dtype is mg.float64


def test_saved_values_are_freed_unless_kept():
    y = leaf(3.0).exp()
    y.backward(retain_graph=True)
    y.backward()
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        y.backward()


def test_a_node_that_saves_nothing_can_be_walked_twice():
    x = leaf([1.0, 2.0])
    y = (x + 1).sum()
    y.backward()
    y.backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_grad_leaves_the_grad_attribute_alone():
    x = leaf(3.0)
    assert grad(x * x, x)[0].item() == 6.0 and x.grad is None


def test_grad_with_respect_to_an_intermediate_value():
    x = leaf(3.0)
    y = x * 2
    assert grad(y * y, y)[0].item() == 12.0


def test_an_input_that_is_not_used():
    x, y = leaf(1.0), leaf(2.0)
    with pytest.raises(RuntimeError, match="The differentiated Tensor at index 1"):
        grad(x * 2, [x, y])
    assert grad(x * 2, [x, y], allow_unused=True)[1] is None
    assert grad(x * 2, [x, y], materialize_grads=True)[1].item() == 0.0


def test_a_view_made_under_no_grad_requires_grad_and_no_gradient_arrives():
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    with mg.no_grad():
        view = y.view(2, 1)
    assert view.requires_grad
    assert grad(y.sum(), view, allow_unused=True) == (None,)
    with pytest.raises(RuntimeError, match="One of the differentiated Tensors does not require grad"):
        grad(x.sum(), view.detach())


def test_create_graph_gives_every_higher_derivative():
    x = leaf(2.0)
    y = x**4
    values = []
    for _ in range(4):
        (y,) = grad(y, x, create_graph=True)
        values.append(y.item())
    assert values == [32.0, 48.0, 48.0, 24.0]


def test_backward_with_inputs_fills_only_these():
    x, y = leaf(2.0), leaf(3.0)
    z = x * y
    (z * z).backward(inputs=[x, z])
    assert (x.grad.item(), y.grad, z.grad.item()) == (36.0, None, 12.0)


def test_create_graph_in_backward_warns_of_the_cycle():
    x = leaf(2.0)
    with pytest.warns(UserWarning, match="create_graph=True"):
        (x * x).backward(create_graph=True)
    assert x.grad.requires_grad
    x.grad = None


@pytest.mark.parametrize(
    ("action", "error", "words"),
    [
        (lambda x: x.backward(), RuntimeError, "grad can be implicitly created only for scalar outputs: "),
        (lambda x: x.backward(mg.ones(3)), RuntimeError, r"Mismatch in shape: grad_output\[0\]"),
        (lambda x: x.detach().sum().backward(), RuntimeError, "element 0 of tensors does not require grad"),
        (lambda x: x.sum().backward(inputs=[]), RuntimeError, "`inputs` argument to `backward"),
        (lambda x: grad(x.sum(), x.detach()), RuntimeError, "One of the differentiated Tensors"),
    ],
)
def test_refusals_open_with_pytorchs_words(action, error, words):
    with pytest.raises(error, match=words):
        action(leaf([1.0, 2.0]))


def test_grads_batched_is_one_walk_for_each_row():
    x = leaf([1.0, 2.0])
    (rows,) = grad(x * x, x, mg.tensor([[1.0, 0.0], [0.0, 1.0]]), is_grads_batched=True)
    assert rows.tolist() == [[2.0, 0.0], [0.0, 4.0]]


def written(x, w):
    y = x * 1
    y[0] = w[1] * x[0]
    y[1:].mul_(w[0])
    column = y.view(2, 1)
    y.exp_()
    return (column * column).sum() * y


def view_written(x, w):
    y = x * w
    part = y[1:]
    part.exp_()
    return (part * y).sum() * part


def joined(x, w):
    return mg.cat([mg.stack([x, w]), (x * w)[None]]).split([1, 2])[1].t()[0]


@pytest.mark.parametrize("function", [written, view_written, joined])
def test_first_and_second_derivatives_agree_with_differences(function):
    rng = np.random.default_rng(3)
    inputs = [leaf(rng.uniform(0.5, 1.5, 2)) for _ in range(2)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gradcheck(function, inputs)
        assert gradgradcheck(function, inputs)


def test_a_leaf_does_not_share_its_grad_with_what_a_hook_keeps():
    x, kept = mg.tensor([1.0, 2.0], requires_grad=True), []

    def double(g):
        kept.append(g * 2)
        return kept[-1]

    y = x + 1
    y.register_hook(double)
    y.sum().backward()
    x.grad.add_(1)
    assert kept[0].tolist() == [2.0, 2.0]
