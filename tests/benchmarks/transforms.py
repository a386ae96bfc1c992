"""What `bench_engine` measures of function transforms: the same programs for minigrad and for PyTorch."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import numpy as np

KINDS = ("jacrev", "jacfwd", "hessian", "hvp", "grad_and_value", "per-sample")  # how rows begin


def transform(name: str, what: str) -> Callable[[], object]:
    """A transform named as in the rows, `jacrev of 200`, ready to run with a framework."""
    t = importlib.import_module(name)
    importlib.import_module(f"{name}.nn.functional")
    func = importlib.import_module(f"{name}.func")
    if name == "torch":
        t.set_num_threads(1)
    if what.startswith("per-sample"):
        return per_sample(t, func)
    kind, _, size = what.partition(" of ")
    rng, n = np.random.default_rng(0), int(size)
    w = t.tensor((rng.standard_normal((n, n)) / n**0.5).astype("f4"))
    x, v = (t.tensor(rng.standard_normal(n).astype("f4")) for _ in range(2))

    def layer(x):
        return (w @ x).tanh()

    def total(x):
        return (layer(x) ** 2).sum()

    return {
        "jacrev": lambda: func.jacrev(layer)(x),
        "jacfwd": lambda: func.jacfwd(layer)(x),
        "hessian": lambda: func.hessian(total)(x),
        "hvp": lambda: func.jvp(func.grad(total), (x,), (v,)),
        "grad_and_value": lambda: func.grad_and_value(total)(x),
    }[kind]


def per_sample(t, func) -> Callable[[], object]:
    """The gradients of a network of two layers, for each of 64 examples its own."""
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal(s).astype("f4") * 0.2 for s in ((20, 32), (32,), (32, 5), (5,))]
    parameters = tuple(t.tensor(w) for w in weights)
    xs, ys = t.tensor(rng.standard_normal((64, 20)).astype("f4")), t.tensor(rng.integers(0, 5, 64))

    def loss(parameters, x, y):
        w1, b1, w2, b2 = parameters
        scores = (x @ w1 + b1).tanh() @ w2 + b2
        return t.nn.functional.cross_entropy(scores[None], y[None])

    each = func.vmap(func.grad(loss), in_dims=(None, 0, 0))
    return lambda: each(parameters, xs, ys)


def chains() -> tuple[Callable[[], object], Callable[[], object]]:
    """Ten elementwise operations, for 1,000 slices of 1,000 by `vmap`, and for the whole array."""
    t, func = importlib.import_module("minigrad"), importlib.import_module("minigrad.func")
    x = t.tensor(np.random.default_rng(0).uniform(0.5, 1, (1000, 1000)).astype("f4"))

    def chain(x):
        for _ in range(2):
            x = ((x * x + 1.0).sqrt() - 0.5).tanh()
        return x

    return lambda: func.vmap(chain)(x), lambda: chain(x)
