"""Laws of the transforms that hold for every declared operation, each in one use or several (`ops_samples.py`)."""

import warnings

import numpy as np
import pytest
from ops_samples import ELEMENTWISE, SHAPED, inputs, unruled

import minigrad as mg
from minigrad.declare import operation
from minigrad.func import counted, grad, hessian, jacfwd, jacrev, jvp, vjp, vmap
from minigrad.operation import OPERATIONS

USES = {name: (f, [(2, 3), (3,), ()][:n], low, high) for name, (f, n, low, high) in ELEMENTWISE.items()}
USES |= {f"{name} {k}": (f, shapes, -0.9, 0.9) for name in SHAPED for k, (f, *shapes) in enumerate(SHAPED[name])}
each = pytest.mark.parametrize("name", USES)
WRITES = [name for name in USES if name.startswith("writing")]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.filterwarnings("error", message="There is a performance drop")
        yield


def use(name: str) -> tuple:
    """The function, its arguments, and directions for them."""
    function, shapes, low, high = USES[name]
    xs = inputs(shapes, 7, low, high, requires_grad=False)
    return function, xs, [x * 0.3 + 0.7 for x in xs]


def total(function, xs, k: int):
    """The function as one of its argument `k` alone, and with one number as its value."""

    def of_one(x):
        out = function(*[x if i == k else other for i, other in enumerate(xs)])
        return (out * mg.tensor(np.linspace(0.5, 1.5, out.numel())).reshape(tuple(out.shape)) + out * out).sum()

    return of_one


def close(a, b, tolerance=1e-9):
    assert a.shape == b.shape
    np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=tolerance, atol=tolerance)


@each
def test_jvp_is_the_limit_of_differences(name):
    function, xs, vs = use(name)
    value, tangent = jvp(function, tuple(xs), tuple(vs))
    h = 1e-6
    ahead, back = (function(*[x + s * h * v for x, v in zip(xs, vs, strict=True)]) for s in (1, -1))
    close(value, function(*xs), 0)
    close(tangent, (ahead - back) / (2 * h), 1e-6)


@each
def test_jacobians_by_rows_and_by_columns_are_the_same(name):
    function, xs, _ = use(name)
    places = tuple(range(len(xs)))
    for rows, columns in zip(jacrev(function, places)(*xs), jacfwd(function, places)(*xs), strict=True):
        close(rows, columns)


@each
def test_hessians_are_symmetric_whichever_way_they_are_made(name):
    function, xs, _ = use(name)
    for k, x in enumerate(xs):
        f = total(function, xs, k)
        h = hessian(f)(x).reshape(x.numel(), x.numel())
        close(h, h.T)
        close(h, jacrev(jacfwd(f))(x).reshape(x.numel(), x.numel()))


def in_all_orders(f, points, v) -> list:
    """The derivative of a gradient in a direction, at several points."""
    vs = mg.stack([v] * len(points))
    return [
        vmap(lambda x: jvp(grad(f), (x,), (v,))[1])(points),
        vmap(grad(lambda x: jvp(f, (x,), (v,))[1]))(points),
        jvp(vmap(grad(f)), (points,), (vs,))[1],
        jvp(grad(lambda xs: vmap(f)(xs).sum()), (points,), (vs,))[1],
        grad(lambda xs: vmap(lambda x: jvp(f, (x,), (v,))[1])(xs).sum())(points),
        grad(lambda xs: jvp(vmap(f), (xs,), (vs,))[1].sum())(points),
    ]


@each
def test_transforms_nest_in_any_order(name):
    function, xs, vs = use(name)
    for k in range(len(xs) if name not in WRITES else 1):  # slices may not write to what they share
        f, x, v = total(function, xs, k), xs[k], vs[k]
        points = mg.stack([x, x * 0.9, x * 1.05])
        alone = mg.stack([vjp(grad(f), p)[1](v)[0] for p in points])  # the Hessian is symmetric
        for found in in_all_orders(f, points, v):
            close(found, alone)


# --- what it costs ---


def cost(run) -> counted:
    with counted() as found:
        run()
    return found


@each
def test_a_tangent_walks_no_graph_and_costs_no_more_than_the_way_back_and_a_run(name):
    function, xs, vs = use(name)
    seed = mg.ones_like(function(*xs))
    alone, back = cost(lambda: function(*xs)), cost(lambda: vjp(function, *xs)[1](seed))
    ahead = cost(lambda: jvp(function, tuple(xs), tuple(vs)))
    assert (ahead.forward, ahead.backward) == (1, 0)
    assert ahead.operations <= alone.operations + back.operations + 4


X = mg.tensor([[0.3, -0.7, 1.1], [0.2, 0.9, -0.4]]).double()
COSTS = {  # operations for the tangent alone
    "a product, one factor": (lambda x: x @ X.T, 2 - 1),
    "a product, both": (lambda x: mg.mm(x, x), 2 + 1),  # two terms and their sum
    "a sum": (lambda x: x.sum(0), 1),
    "a view": (lambda x: x.t(), 1),
    "softmax": (lambda x: x.softmax(1), 4),
    "log_softmax": (lambda x: x.log_softmax(1), 4),
    "sort": (lambda x: x.sort(1)[0], 2),
    "topk": (lambda x: x.topk(2)[0], 2),
    "max along": (lambda x: x.max(1)[0], 3),
    "cumprod": (lambda x: x.cumprod(1), 3),
    "pad": (lambda x: mg.nn.functional.pad(x, (1, 1)), 1),
    "scatter": (lambda x: x.scatter(0, mg.tensor([[0, 1, 0]]), 2.0), 1),
}


@pytest.mark.parametrize("name", COSTS)
def test_a_tangent_costs_what_its_rule_says(name):
    f, operations = COSTS[name]
    x = X[:, :2] if name == "a product, both" else X
    ahead, alone = cost(lambda: jvp(f, (x,), (x,))), cost(lambda: f(x))
    # besides: another name for the argument
    assert ahead.operations - alone.operations - cost(lambda: jvp(lambda x: x, (x,), (x,))).operations == operations


def has_forward_rule(op) -> bool:
    own = op.linear or op.factors or op.tangent is not None or op.elementwise
    return bool(own or op.kind == "loss" or (op.kind == "reduction" and not op.tuple))


def test_every_operation_with_a_gradient_says_its_forward_rule():
    assert not [name for name, op in OPERATIONS.items() if op.formulas and not has_forward_rule(op)]


def test_an_operation_that_says_nothing_is_noticed():
    try:
        operation(name="says_nothing", self=lambda g: g)(lambda self: self)
        assert unruled() == ["says_nothing"]
        assert not has_forward_rule(OPERATIONS["says_nothing"])
    finally:
        del OPERATIONS["says_nothing"]
    assert not unruled()
