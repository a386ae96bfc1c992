"""Each operation's rule for batches equals the loop, whichever argument is batched, along whichever dimension."""

import itertools
import warnings

import numpy as np
import pytest
from ops_samples import ELEMENTWISE, SHAPED, inputs, unruled

import minigrad as mg
from minigrad.func import batched, grad, jvp, vmap
from minigrad.func.rules import by_loop, pull_all, rule_of, warned
from minigrad.operation import OPERATIONS

SIZE = 3
EACH = [(f"{name} {k}", *case) for name, cases in SHAPED.items() for k, case in enumerate(cases)]
each_shaped = pytest.mark.parametrize("name", [case[0] for case in EACH])
CASES = {name: (function, shapes) for name, function, *shapes in EACH}


def batches(shapes, dims, seed, low=-0.9, high=0.9) -> list:
    """Arguments, those of a dimension with slices along it."""
    full = [s if d is None else (*s[:d], SIZE, *s[d:]) for s, d in zip(shapes, dims, strict=True)]
    return inputs(full, seed, low, high, requires_grad=False)


def loop(function, dims, out_dim=0):
    """The specification: the function on each slice, and the results stacked."""

    def run(*args):
        parts = [[x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)] for k in range(SIZE)]
        return mg.stack([function(*part) for part in parts], out_dim)

    return run


def same(a, b):
    assert a.shape == b.shape
    assert a.dtype == b.dtype
    np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-9, atol=1e-11)


def choices(shapes):
    """Dimensions for the arguments, None for those that all slices share: each alone, all, at both ends."""
    last = [len(s) for s in shapes]
    ways = {tuple(0 for _ in shapes), tuple(last)}
    for pattern in itertools.product((True, False), repeat=len(shapes)):
        ways.add(tuple(n if p else None for p, n in zip(pattern, last, strict=True)))
    return sorted((w for w in ways if any(d is not None for d in w)), key=str)


def agree(function, shapes, seed=5, low=-0.9, high=0.9, written=False):
    """Values, gradients and tangents of slices, by rule and by loop."""

    def total(*xs):
        out = function(*xs)
        weights = mg.tensor(np.linspace(0.5, 1.5, out.numel())).reshape(tuple(out.shape))
        return (out * weights).sum() if out.is_floating_point() else (out * 1.0).sum()

    for dims in choices(shapes):
        if written and dims[0] is None:  # slices may not write to what they share
            with pytest.raises(RuntimeError, match="output with shape"):
                vmap(function, in_dims=dims)(*batches(shapes, dims, seed))
            continue
        args = batches(shapes, dims, seed, low, high)
        same(vmap(function, in_dims=dims)(*args), loop(function, dims)(*args))
        differentiable = function(*[x if d is None else x.select(d, 0) for x, d in zip(args, dims, strict=True)])
        if not differentiable.is_floating_point():
            continue
        for k in range(len(shapes)):
            same(vmap(grad(total, argnums=k), in_dims=dims)(*args), loop(grad(total, argnums=k), dims)(*args))

        def tangent(*xs):
            return jvp(function, xs, tuple(x * 0.3 + 0.7 for x in xs))[1]

        same(vmap(tangent, in_dims=dims)(*args), loop(tangent, dims)(*args))
    dims = tuple(len(s) for s in shapes)
    args = batches(shapes, dims, seed, low, high)
    same(vmap(function, in_dims=dims, out_dims=-1)(*args), loop(function, dims, -1)(*args))
    for k in range(len(shapes)):  # a derivative around the batch
        around = grad(lambda *xs: vmap(total, in_dims=dims)(*xs).sum(), argnums=k)(*args)
        same(around, grad(lambda *xs: loop(total, dims)(*xs).sum(), argnums=k)(*args))
    twice = [x.unsqueeze(0) * mg.tensor([[1.0], [1.1]]).double().reshape(2, *[1] * x.ndim) for x in args]
    nested = vmap(vmap(function, in_dims=dims), in_dims=0)(*twice)
    same(nested, mg.stack([loop(function, dims)(*[x[k] for x in twice]) for k in range(2)]))


@pytest.fixture(autouse=True)
def no_fallback():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.filterwarnings("error", message="There is a performance drop")
        yield


@pytest.mark.parametrize("shapes", [((2, 3),) * 3, ((2, 3), (3,), ()), ((), (2, 1), (3,))], ids=str)
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise_operations_on_batches_equal_the_loop(name, shapes):
    function, count, low, high = ELEMENTWISE[name]
    agree(function, shapes[:count], 5, low, high)


@each_shaped
def test_shaped_operations_on_batches_equal_the_loop(name):
    function, shapes = CASES[name]
    agree(function, shapes, written=name.startswith("writing"))


def test_every_operation_has_a_kind_or_a_rule():
    assert not unruled()


def beside_the_loop(seen: set):
    """Rules that run the specification too, and compare."""

    def rule(op):
        def both(level, op, *args):
            found, loop = (f(level, op, *args) for f in (rule_of(op), by_loop))
            found = found if isinstance(found, tuple) else (found,)
            for a, b in zip(found, loop, strict=True):
                a, b = (t._array if isinstance(t, mg.Tensor) else t for t in (a, b))
                assert a.shape == b.shape, op.name
                assert a.dtype == b.dtype, op.name
                np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-11, err_msg=op.name)
            seen.add(op.name)
            return found if len(found) > 1 or op.tuple else found[0]

        return both

    return rule


WRITES = mg.ops.memory
MORE = [  # what the samples leave out
    (lambda x: mg.stack([(x > 0.2), (x >= 0), (x < 0), (x <= 0), (x == x), (x != 0.1)]).any(0) * x, (2, 3)),
    (lambda x: ((x > 0) & (x < 0.5) | ~(x > 0.3) ^ x.isnan()) * x.isfinite() * x, (2, 3)),
    (lambda x: x * x.argmax(1, keepdim=True) + x.argmin() + (x > -2).all(), (2, 3)),
    (lambda x: (x.detach() * 10) // 2.0 + 0 * x, (2, 3)),
    (lambda x, y: WRITES._copy(x, y) + WRITES._fill(x, y.sum()) + WRITES._fill(x, 2.0) * WRITES._zero(y), (2, 3), (3,)),
    (lambda x: WRITES.kept_gradient(x), (2, 3)),  # a leaf's, and no leaf is inside
]


def all_cases():
    """Functions, and batches for each."""
    cases = [(f, [(2, 3)] * n, low, high) for f, n, low, high in ELEMENTWISE.values()]
    cases += [(f, shapes, -0.9, 0.9) for f, *shapes in [*(case[1:] for case in EACH), *MORE]]
    for function, shapes, low, high in cases:
        yield function, batches(shapes, [0] * len(shapes), 5, low, high)


def gradients_of_slices(function, args) -> tuple:
    """The gradients of a sum of squares for each slice; none where the function gives whole numbers."""
    if not function(*[x[0] for x in args]).is_floating_point():
        return ()
    return vmap(grad(lambda *xs: (function(*xs) ** 2).sum(), argnums=tuple(range(len(args)))))(*args)


def test_formulas_of_all_slices_at_once_equal_them_operation_by_operation(monkeypatch):
    at_once, went = [], set()
    monkeypatch.setattr(
        batched, "pull_all", lambda level, op, *rest: (went.add(op.name), pull_all(level, op, *rest))[1]
    )
    for function, args in all_cases():
        at_once.append(gradients_of_slices(function, args))
    monkeypatch.setattr(batched, "at_once", lambda op: False)
    for (function, args), found in zip(all_cases(), at_once, strict=True):
        for a, b in zip(found, gradients_of_slices(function, args), strict=True):
            assert (a.shape, a.dtype) == (b.shape, b.dtype)
            np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-9, atol=1e-11)
    assert {"mul", "div", "tanh", "where", "softmax", "log_softmax", "cumsum", "flip", "mm"} <= went


def test_every_rule_equals_the_loop_where_it_is_used(monkeypatch):
    seen: set = set()
    monkeypatch.setattr(batched, "rule_of", beside_the_loop(seen))
    monkeypatch.setattr(batched, "at_once", lambda op: False)  # so that rules run the operations of all formulas
    for function, args in all_cases():
        vmap(function)(*args)
        gradients_of_slices(function, args)
    ruled = {name for name, op in OPERATIONS.items() if op.kind != "turn"}
    assert not ruled - seen


def test_an_operation_without_a_rule_runs_by_loop_and_says_so(monkeypatch):
    monkeypatch.setattr(batched, "rule_of", lambda op: warned)
    with pytest.warns(UserWarning, match="batching rule for cumsum"), warnings.catch_warnings():
        warnings.simplefilter("always")
        found = vmap(lambda x: x.cumsum(0))(mg.ones(2, 3))
    assert found.tolist() == [[1.0, 2.0, 3.0]] * 2
