"""The operations that need slots of 04, held against minigrad; and what a mistake in such a slot is told."""

import time

import numpy as np
import pytest

import minigrad as mg

DATA = np.random.default_rng(5).normal(size=(2, 3, 4))
OPERATIONS = {
    "sum of one axis": lambda x: x.sum(1),
    "sum of two axes, kept": lambda x: x.sum((0, 2), keepdim=True),
    "sum, kept": lambda x: x.sum(-1, keepdim=True) * x,
    "mean of one axis": lambda x: x.mean(0),
    "mean of two axes": lambda x: x.mean((0, -1)),
    "matrix product": lambda x: x[0] @ x[1].transpose(0, 1),
    "batched matrix product": lambda x: x @ x.transpose(1, 2),
    "batch axes broadcast": lambda x: x @ x[1].transpose(0, 1),
    "one row": lambda x: x[1],
    "one entry": lambda x: x[1, 2, 3],
    "slices": lambda x: x[:, ::2, 1:],
    "repeated rows": lambda x: x[[0, 1, 0]],
    "rows and columns": lambda x: x[0][[0, 2, 2], [1, 1, 1]],
    "a new axis": lambda x: x[:, None] * x[..., None, :],
    "relu": lambda x: x.relu(),
    "softmax": lambda x: x.softmax(1),
    "log_softmax": lambda x: x.log_softmax(-1),
    "log and sin": lambda x: (x * x + 1).log() * x.sin(),
    "reshape": lambda x: x.reshape(4, 6) * x.reshape(1, 24)[0, :6],
    "transpose": lambda x: x.transpose(0, 2) * x.transpose(2, 0),
    "T": lambda x: x[0].T @ x[1],
    "a power": lambda x: (x * x) ** 1.5,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_values_and_gradients_are_minigrads(whole, name):
    ours, theirs = whole.tensor(DATA, requires_grad=True), mg.tensor(DATA, requires_grad=True)
    made, expected = OPERATIONS[name](ours), OPERATIONS[name](theirs)
    np.testing.assert_allclose(made.data, expected.detach().numpy())
    g = np.random.default_rng(6).normal(size=made.shape)
    made.backward(whole.tensor(g))
    expected.backward(mg.tensor(g))
    np.testing.assert_allclose(ours.grad.data, theirs.grad.numpy(), atol=1e-12)


def test_empty_slots_say_where_they_are_written(tape):
    x = tape.tensor(DATA, requires_grad=True)
    calls = {
        "sum_rule": lambda: x.sum(0),
        "mean_rule": lambda: x.mean(0),
        "matmul_rule": lambda: x @ x.transpose(1, 2),
        "index_rule": lambda: x[0],
        "softmax_rule": lambda: x.softmax(0),
        "log_softmax_rule": lambda: x.log_softmax(0),
    }
    for slot, call in calls.items():
        with pytest.raises(NotImplementedError, match=f"the slot {slot} is empty"):
            call().sum().backward()


def test_a_rule_put_in_later_is_used_at_once(tape):
    x, w = tape.tensor([2.0, 3.0], requires_grad=True), tape.tensor([5.0, 7.0])
    y = (x * w).sum()
    tape.mul_rule = lambda g, a, b: (100 * g * b, g * a)
    y.backward()
    assert x.grad.data.tolist() == [500.0, 700.0]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (lambda g, a, b: (g[:2] * b, g * a), r"invalid gradient at index 0 - got \[2\] but expected .* \[3\]"),
        (lambda g, a, b: g * b, r"incorrect number of gradients \(expected 2, got 1\)"),
    ],
)
def test_a_mistake_in_a_rule_names_its_slot(tape, rule, sentence):
    x = tape.tensor([2.0, 3.0, 4.0], requires_grad=True)
    tape.mul_rule = rule
    with pytest.raises(RuntimeError, match=r"MulBackward0 \(its rule is the slot mul_rule\) returned an " + sentence):
        (x * 2.0).sum().backward()


def test_vectors_are_refused_by_the_matrix_product_with_a_sentence(whole):
    x = whole.tensor([1.0, 2.0])
    with pytest.raises(ValueError, match="reshape a vector of n numbers"):
        x @ whole.tensor([[1.0], [2.0]])
    assert (np.ones((1, 2)) @ whole.tensor([[1.0], [2.0]])).shape == (1, 1)


def test_it_trains_the_moons_in_time(whole):
    rng = np.random.default_rng(0)
    angle, side = rng.uniform(0, np.pi, 400), np.arange(400) % 2
    points = np.stack([np.cos(angle) * (1 - 2 * side) + side, np.sin(angle) * (1 - 2 * side) + side / 2], 1)
    points, wanted = points + rng.normal(0, 0.1, points.shape), (2.0 * side - 1)[:, None]
    shapes = (2, 16), (1, 16), (16, 1), (1, 1)
    network = [whole.tensor(rng.normal(0, 0.5, shape), requires_grad=True) for shape in shapes]
    start = time.process_time()
    for _ in range(1000):
        w1, b1, w2, b2 = network
        said = (whole.tensor(points) @ w1 + b1).tanh() @ w2 + b2
        error = ((said - wanted) ** 2).mean()
        error.backward()
        with whole.no_grad():
            for each in network:
                each.sub_(0.1 * each.grad)
                each.grad = None
    assert error.item() < 0.1 and ((said.data > 0) == (wanted > 0)).mean() > 0.97
    assert time.process_time() - start < 10
