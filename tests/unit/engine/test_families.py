"""Families of operations, held member by member: each in-place form to its plain twin, each default to its value."""

import numpy as np
import pytest
from ops_samples import INDEX, ROW, inputs

import minigrad as mg
from minigrad.ops.inplace import FORMS, OUT

M, SQUARE = (2, 3), (3, 3)
OF_TWO = "add sub mul div true_divide atan2 remainder pow"
ARGUMENTS = {  # what an in-place form takes besides the tensor: shapes of tensors, then the rest
    **{name: [((M,), {}), ((), {"other" if name != "pow" else "exponent": 3.0})] for name in OF_TWO.split()},
    "atan2": [((M,), {})],
    "addcmul": [((M, M), {}), ((M, M), {"value": 0.5})],
    "addcdiv": [((M, M), {}), ((M, M), {"value": 0.5})],
    "lerp": [((M, M), {}), ((M,), {"weight": 0.3})],
    "clamp": [((), {"min": 0.4}), ((), {"min": 0.4, "max": 0.6}), ((M,), {})],
    "cumsum": [((), {"dim": 1}), ((), {"dim": 0})],
    "cumprod": [((), {"dim": 1}), ((), {"dim": 0})],
    "tril": [((), {}), ((), {"diagonal": 1})],
    "triu": [((), {}), ((), {"diagonal": 1})],
    "index_add": [((), {"dim": 0, "index": ROW, "source": mg.ones(3, 3).double(), "alpha": 2})],
    "scatter": [
        ((), {"dim": 0, "index": INDEX, "src": mg.ones(2, 3).double() * 5}),
        ((), {"dim": 0, "index": INDEX, "src": 2.0}),
    ],
    "scatter_add": [((), {"dim": 0, "index": INDEX, "src": mg.ones(2, 3).double() * 5})],
    "masked_fill": [((), {"mask": INDEX == 1, "value": 0.5})],
}
for name in "add", "sub":
    ARGUMENTS[name].append(((M,), {"alpha": 2}))
for mode in "floor", "trunc":
    ARGUMENTS["div"].append(((M,), {"rounding_mode": mode}))
CASES = [(form[:-1], k) for form in FORMS for k in range(len(ARGUMENTS.get(form[:-1], [0])))]


def values_and_gradients(function, tensors) -> list:
    """A value, its gradients, and those of a function of both."""
    out = function(*tensors)
    grads = mg.autograd.grad((out * out).sum(), tensors, create_graph=True, materialize_grads=True)
    return [t.detach().numpy() for t in (out, *grads)] + [out.grad_fn.name()]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "k"), CASES)
def test_an_in_place_form_is_its_plain_twin(name, k):
    shapes, rest = ARGUMENTS.get(name, [((), {})])[k]

    def plain(x, *others):
        return getattr(mg, name)(x * 1, *others, **rest)

    def written(x, *others):
        y = x * 1
        assert getattr(y, f"{name}_")(*others, **rest) is y and y._version == 1
        return y

    tensors = inputs((M, *shapes), 5, 0.3, 0.9)
    for want, got in zip(values_and_gradients(plain, tensors), values_and_gradients(written, tensors), strict=True):
        np.testing.assert_array_equal(want, got)


@pytest.mark.parametrize("name", OUT)
def test_out_is_filled_with_what_the_function_returns(name):
    count = {"clamp": 1, "matmul": 2, "mm": 2, "maximum": 2, "minimum": 2}.get(name, 2 if name in OF_TWO.split() else 1)
    x, y = (t.detach() for t in inputs([SQUARE, (3,) if name == "mv" else SQUARE], 6, 0.3, 0.9))
    args = (x, y)[: 2 if name == "mv" else count]
    rest = {"min": 0.5} if name == "clamp" else {}
    want = OUT[name](*args, **rest)
    out = mg.zeros(want.shape).double()
    assert OUT[name](*args, **rest, out=out) is out
    np.testing.assert_array_equal(out.numpy(), want.numpy())


X, Y, Q = inputs([M, M, SQUARE], 7, 0.3, 0.9)
F = mg.nn.functional
DEFAULTS = {  # what is left out, and what that means
    "add": (lambda: X.add(Y), lambda: X.add(Y, alpha=1)),
    "sub": (lambda: X.sub(Y), lambda: X.sub(Y, alpha=1)),
    "div": (lambda: X.div(Y), lambda: X.div(Y, rounding_mode=None)),
    "addcmul": (lambda: X.addcmul(X, Y), lambda: X.addcmul(X, Y, value=1)),
    "addcdiv": (lambda: X.addcdiv(X, Y), lambda: X.addcdiv(X, Y, value=1)),
    "addmm": (lambda: mg.addmm(Q, Q, Q), lambda: mg.addmm(Q, Q, Q, beta=1, alpha=1)),
    "index_add": (lambda: Q.index_add(0, ROW, Q), lambda: Q.index_add(0, ROW, Q, alpha=1)),
    "tensordot": (lambda: mg.tensordot(Q, Q), lambda: mg.tensordot(Q, Q, dims=2)),
    "tensordot, pairs": (lambda: mg.tensordot(Q, Q, 2), lambda: mg.tensordot(Q, Q, ([0, 1], [0, 1]))),
    "sum": (lambda: X.sum(), lambda: X.sum(dim=(0, 1), keepdim=False, dtype=mg.float64)),
    "mean": (lambda: X.mean(), lambda: X.mean(dim=(0, 1), keepdim=False)),
    "var": (lambda: X.var(), lambda: X.var(dim=(0, 1), correction=1, keepdim=False)),
    "std": (lambda: X.std(1), lambda: X.std(dim=1, correction=1, keepdim=False)),
    "unbiased": (lambda: X.var(1, unbiased=False), lambda: X.var(1, correction=0)),
    "unbiased alone": (lambda: X.std(False), lambda: X.std(correction=0)),
    "var_mean": (lambda: mg.stack(mg.var_mean(X, 1)), lambda: mg.stack([X.var(1), X.mean(1)])),
    "norm": (lambda: X.norm(), lambda: X.norm(p=2, dim=None, keepdim=False)),
    "amax": (lambda: X.amax(), lambda: X.amax(dim=(0, 1), keepdim=False)),
    "sort": (lambda: X.sort()[0], lambda: X.sort(dim=-1, descending=False)[0]),
    "topk": (lambda: X.topk(2)[0], lambda: X.topk(2, dim=-1, largest=True, sorted=True)[0]),
    "flip": (lambda: X.flip(0, 1), lambda: X.flip(dims=(0, 1))),
    "diagonal": (lambda: X.diagonal(), lambda: X.diagonal(offset=0, dim1=0, dim2=1)),
    "diagflat": (lambda: X.diagflat(), lambda: X.flatten().diag()),
    "tril": (lambda: X.tril(), lambda: X.tril(diagonal=0)),
    "triu": (lambda: X.triu(), lambda: X.triu(diagonal=0)),
    "roll": (lambda: X.roll(1), lambda: X.flatten().roll(1, 0).view(2, 3)),
    "unbind": (lambda: X.unbind()[1], lambda: X.unbind(dim=0)[1]),
    "split": (lambda: X.split(1)[1], lambda: X.split(1, dim=0)[1]),
    "cat": (lambda: mg.cat([X, Y]), lambda: mg.cat([X, Y], dim=0)),
    "stack": (lambda: mg.stack([X, Y]), lambda: mg.stack([X, Y], dim=0)),
    "flatten": (lambda: X.flatten(), lambda: X.flatten(start_dim=0, end_dim=-1)),
    "expand_as": (lambda: X[0].expand_as(X), lambda: X[0].expand(2, 3)),
    "swapdims": (lambda: X.swapdims(0, 1), lambda: X.transpose(0, 1)),
    "true_divide": (lambda: X.true_divide(Y), lambda: X / Y),
    "leaky_relu": (lambda: F.leaky_relu(X - 0.6), lambda: F.leaky_relu(X - 0.6, negative_slope=0.01)),
    "elu": (lambda: F.elu(X - 0.6), lambda: F.elu(X - 0.6, alpha=1.0)),
    "softplus": (lambda: F.softplus(30 * X), lambda: F.softplus(30 * X, beta=1.0, threshold=20.0)),
    "mse_loss": (lambda: F.mse_loss(X, Y), lambda: F.mse_loss(X, Y, reduction="mean")),
    "smooth_l1_loss": (
        lambda: F.smooth_l1_loss(3 * X, Y),
        lambda: F.smooth_l1_loss(3 * X, Y, reduction="mean", beta=1.0),
    ),
    "pad": (lambda: F.pad(X, (1, 1)), lambda: F.pad(X, (1, 1), mode="constant", value=0)),
    "to": (lambda: X.to(mg.float32), lambda: X.to("cpu", dtype=mg.float32, copy=False)),
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_default_is_its_explicit_value(name):
    left_out, explicit = (case() for case in DEFAULTS[name])
    np.testing.assert_array_equal(left_out.detach().numpy(), explicit.detach().numpy())
    grads = [mg.autograd.grad((t * t).sum(), (X, Y, Q), allow_unused=True) for t in (left_out, explicit)]
    for a, b in zip(*grads, strict=True):
        assert (a is None) == (b is None) and (a is None or mg.allclose(a, b))


@pytest.mark.parametrize("name", ["zeros", "ones", "full", "empty", "tensor"])
def test_new_tensors_have_the_type_of_the_old(name):
    args = {"full": ((2,), 3), "tensor": ([1, 2],)}.get(name, ((2,),))
    new = getattr(X, f"new_{name}")
    assert new(*args).dtype is mg.float64 and new(*args, dtype=mg.int64).dtype is mg.int64
    assert new(*args, requires_grad=True).is_leaf and new(*args).shape == (2,)


def test_a_device_is_taken_and_ignored():
    assert X.to(device="cpu") is X and X.to("cpu") is X and X.to("cpu", mg.float32).dtype is mg.float32
    assert X.to(mg.ones(1)).dtype is mg.float32 and not mg.is_inference(X)
