"""Jacobians are vmaps over unit vectors: one pass, in chunks if asked; and what a transform costs is counted."""

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import functional
from minigrad.func import counted, grad, hessian, jacfwd, jacrev, jvp, vmap

X = mg.tensor([0.3, -0.7, 1.1, 0.2, 0.9], dtype=mg.float64)
W = mg.tensor(np.random.default_rng(0).standard_normal((4, 5)))


def layer(x):
    return (W @ x).tanh()


def test_a_jacobian_costs_one_pass_whichever_way():
    counts = {}
    for name, run in {
        "jacrev": lambda: jacrev(layer)(X),
        "jacfwd": lambda: jacfwd(layer)(X),
        "rows": lambda: functional.jacobian(layer, X),
        "at once": lambda: functional.jacobian(layer, X, vectorize=True),
        "columns": lambda: functional.jacobian(layer, X, vectorize=True, strategy="forward-mode"),
        "hessian": lambda: hessian(lambda x: layer(x).sum())(X),
    }.items():
        with counted() as counts[name]:
            run()
    passes = {name: (c.forward, c.backward) for name, c in counts.items()}
    assert passes.pop("columns")[1] == 0
    assert passes == {"jacrev": (0, 1), "jacfwd": (1, 0), "rows": (0, 4), "at once": (0, 1), "hessian": (1, 1)}
    assert counts["rows"].operations > 2 * counts["at once"].operations


def test_what_is_counted_does_not_depend_on_the_size():
    def count(n):
        with counted() as c:
            vmap(grad(lambda x: (x * x).sum()))(mg.ones(n, 3))
        return repr(c)

    assert count(2) == count(50)
    with counted() as nothing:
        pass
    assert repr(nothing) == "counted(operations=0, forward=0, backward=0)"


@pytest.mark.parametrize("chunk", [1, 2, 3, 7])
def test_chunks_change_memory_and_nothing_else(chunk):
    for transform in (jacrev, jacfwd):
        with counted() as c:
            found = transform(layer, chunk_size=chunk)(X)
        assert mg.allclose(found, transform(layer)(X))
        size = 4 if transform is jacrev else 5
        assert max(c.forward, c.backward) == -(-size // chunk)


def test_rows_given_together_are_those_given_one_by_one():
    x = X.clone().requires_grad_()
    y, z = layer(x), (x**3).sum()
    seeds = (mg.tensor(np.random.default_rng(1).standard_normal((3, 4))), mg.tensor([1.0, 2.0, 3.0]).double())
    (together,) = mg.autograd.grad((y, z), x, seeds, retain_graph=True, is_grads_batched=True)
    for k in range(3):
        (one,) = mg.autograd.grad((y, z), x, [s[k] for s in seeds], retain_graph=True)
        assert mg.allclose(together[k], one)
    (recorded,) = mg.autograd.grad(y, x, seeds[0], create_graph=True, is_grads_batched=True)
    (twice,) = mg.autograd.grad((recorded**2).sum(), x)
    by_hand = mg.autograd.grad(((seeds[0] @ jacrev(layer)(x)) ** 2).sum(), x)[0]
    assert mg.allclose(twice, by_hand)


def test_jacobians_by_several_arguments_and_of_several_values():
    def f(x, p):
        return {"a": x * p["w"].sum(), "b": (x[:2] @ p["w"]).reshape(1)}

    p = {"w": mg.tensor([2.0, 3.0]).double()}
    rows, columns = (t(f, argnums=(0, 1))(X, p) for t in (jacrev, jacfwd))
    for key, shape in {"a": (5,), "b": (1,)}.items():
        assert rows[key][0].shape == (*shape, 5)
        assert rows[key][1]["w"].shape == (*shape, 2)
        assert mg.allclose(rows[key][0], columns[key][0])
        assert mg.allclose(rows[key][1]["w"], columns[key][1]["w"])


@pytest.mark.parametrize(
    "f",
    [
        lambda x: mg.addmm(x[:2], x[1:].reshape(2, 2), W[:2, :2] * x[0]),
        lambda x: mg.nn.functional.conv1d(x.reshape(1, 1, 5), x[:2].reshape(1, 1, 2), x[2:3]),
        lambda x: mg.stack(
            [x.prod(), x.var(), x.norm(3), x.logsumexp(0), x.amax(), mg.nn.functional.mse_loss(x, x * x)]
        ),
        lambda x: x.log_softmax(0) + x.softmax(0) * mg.nn.functional.smooth_l1_loss(x, 2 * x, reduction="none"),
    ],
)
def test_declared_forward_rules_agree_with_reverse_mode_also_twice(f):
    assert mg.allclose(jacfwd(f)(X), jacrev(f)(X))
    assert mg.allclose(jacfwd(jacfwd(f))(X), jacrev(jacrev(f))(X), atol=1e-7)
    assert mg.allclose(jvp(jacrev(f), (X,), (X,))[1], jacfwd(jacfwd(f))(X) @ X, atol=1e-7)


def test_the_jacobian_of_a_batch_has_a_block_for_each_slice():
    xs = mg.stack([X, 2 * X])
    each = mg.stack([jacrev(layer)(x) for x in xs])
    assert mg.allclose(vmap(jacrev(layer))(xs), each)
    assert mg.allclose(vmap(jacfwd(layer))(xs), each)
    h = vmap(hessian(lambda x: (layer(x) ** 2).sum()))(xs)
    assert mg.allclose(h, mg.stack([hessian(lambda x: (layer(x) ** 2).sum())(x) for x in xs]))
    whole = jacrev(vmap(layer))(xs)
    assert mg.allclose(whole[0, :, 0], each[0])
    assert whole[0, :, 1].abs().sum().item() == 0
