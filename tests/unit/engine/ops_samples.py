"""One or more uses of every operation, for the tests that hold for all of them.

A sample is a function of tensors, the shapes it takes, and where its inputs lie. Inputs keep away from kinks and
poles, where differences and derivatives rightly disagree; what happens there is recorded from PyTorch elsewhere.
"""

from __future__ import annotations

import numpy as np

import minigrad as mg
from minigrad.func.rules import rule_of, warned
from minigrad.nn import functional as F
from minigrad.operation import OPERATIONS


def unruled() -> list[str]:
    """The operations that have neither a kind nor a rule of their own, so that `vmap` loops."""
    return [name for name, op in OPERATIONS.items() if op.kind != "turn" and rule_of(op) is warned]


INDEX = mg.tensor([[0, 1, 1], [1, 0, 1]])
ROW = mg.tensor([1, 0, 1])
MASK = mg.tensor([[True, False, True], [False, True, True]])
M, V, B = (2, 3), (3,), (2, 2, 3)

# --- elementwise: any shapes that broadcast. name -> (function, number of tensors, low, high) ---

ANYWHERE = "neg exp expm1 sin cos tan asin acos atan sinh cosh tanh sigmoid erf floor ceil round"
POSITIVE = "log log1p log2 sqrt rsqrt reciprocal square sign abs relu"
BENDS = "silu gelu logsigmoid softplus elu leaky_relu"
OF_TWO = "add sub mul div atan2 logaddexp maximum minimum pow"
ELEMENTWISE = {
    **{name: (getattr(mg, name), 1, -0.9, 0.9) for name in ANYWHERE.split()},
    **{name: (getattr(mg, name), 1, 0.3, 2.0) for name in POSITIVE.split()},
    **{name: (getattr(F, name), 1, -2.0, 2.0) for name in BENDS.split()},
    **{name: (getattr(mg, name), 2, 0.3, 2.0) for name in OF_TWO.split()},
    "div floor": (lambda x, y: mg.div(x, y + 3, rounding_mode="floor"), 2, 0.3, 2.0),
    "div trunc": (lambda x, y: mg.div(x - 4, y + 0.1, rounding_mode="trunc"), 2, 0.35, 0.55),
    "remainder": (lambda x, y: (x + 3) % (y + 0.1), 2, 0.3, 0.7),
    "remainder_number": (lambda x: x % 5, 1, 0.3, 2.0),
    "add alpha": (lambda x, y: mg.add(x, y, alpha=2), 2, -1, 1),
    "sub alpha": (lambda x, y: mg.sub(x, y, alpha=2), 2, -1, 1),
    "rsub": (lambda x: 3 - x, 1, -1, 1),
    "rdiv": (lambda x: 3 / x, 1, 0.3, 1),
    "rpow": (lambda x: 2**x, 1, -1, 1),
    "pow 3": (lambda x: x**3, 1, -1, 1),
    "pow 0": (lambda x: x**0, 1, 0.3, 1),
    "pow -1.5": (lambda x: x**-1.5, 1, 0.3, 1),
    "clamp": (lambda x: x.clamp(-0.5, 0.5), 1, -1, 1),
    "clamp tensors": (lambda x, a, b: x.clamp(a - 1, b + 1), 3, -0.9, 0.9),
    "clamp_min": (lambda x, y: x.clamp(min=y), 2, -1, 1),
    "clamp_min 0.1": (lambda x: x.clamp(min=0.1), 1, 0.3, 1),
    "clamp_max 0.1": (lambda x: x.clamp(max=0.1), 1, 0.3, 1),
    "clamp_max": (lambda x, y: x.clamp(max=y), 2, -1, 1),
    "where": (lambda x, y: mg.where(x.detach() > y.detach(), x, y), 2, -1, 1),
    "masked_fill": (lambda x: x.masked_fill(x.detach() > 0, 0.5), 1, -1, 1),
    "masked_fill tensor": (lambda x, y: x.masked_fill(x.detach() > 0, y.sum()), 2, -1, 1),
    "lerp": (lambda x, y: mg.lerp(x, y, 0.3), 2, -1, 1),
    "lerp tensor": (mg.lerp, 3, -1, 1),
    "addcmul": (lambda x, y, z: mg.addcmul(x, y, z, value=0.5), 3, -1, 1),
    "addcdiv": (lambda x, y, z: mg.addcdiv(x, y, z, value=0.5), 3, 0.3, 1),
    "clone": (mg.clone, 1, -1, 1),
    "to": (lambda x: x.float().double() * 0 + x, 1, -1, 1),
    "relu both sides": (lambda x: mg.relu(x + 0.01), 1, 0.3, 1),
}

# --- along dimensions: function and shapes ---

SHAPED = {
    "sum": [(mg.sum, M), (lambda x: x.sum(1), M), (lambda x: x.sum((0, -1), keepdim=True), B)],
    "mean": [(mg.mean, M), (lambda x: x.mean(0, keepdim=True), M), (lambda x: x.mean((0, 2)), B)],
    "prod": [
        (mg.prod, M),
        (lambda x: x.prod(1), M),
        (lambda x: (x * MASK).prod(1), M),
        (lambda x: (x * MASK).prod(), M),
        (lambda x: x.prod(), ()),
    ],
    "var": [(mg.var, M), (lambda x: x.var(1, correction=0), M), (lambda x: mg.std(x), M), (lambda x: x.std(0), M)],
    "norm": [
        (mg.norm, M),
        (lambda x: x.norm(1, 1), M),
        (lambda x: x.norm(3, 0), M),
        (lambda x: x.norm(1.5), M),
        (lambda x: x.norm(float("inf"), 1), M),
        (lambda x: x.norm(0), M),
    ],
    "extremes": [
        (mg.max, M),
        (mg.min, M),
        (lambda x: x.amax(1), M),
        (lambda x: x.amin((0, 1)), M),
        (lambda x: x.max(1).values, M),
        (lambda x: x.min(0, keepdim=True)[0], M),
    ],
    "logsumexp": [(lambda x: x.logsumexp(1), M), (lambda x: x.logsumexp((0, 1), keepdim=True), M)],
    "running": [
        (lambda x: x.cumsum(1), M),
        (lambda x: x.cumprod(1), M),
        (lambda x: (x * MASK).cumprod(1), M),
        (lambda x: x.flip(0, 1), M),
    ],
    "sorting": [
        (lambda x: x.sort(1)[0], M),
        (lambda x: x.sort(dim=0, descending=True, stable=True)[0], M),
        (lambda x: x.topk(2).values, M),
    ],
    "softmax": [(lambda x: x.softmax(0), M), (lambda x: x.log_softmax(1), M)],
    "products": [
        (mg.mm, M, (3, 2)),
        (mg.mv, M, V),
        (mg.dot, V, V),
        (mg.bmm, (2, 2, 3), (2, 3, 1)),
        (mg.outer, V, V),
        (mg.matmul, V, (3, 2)),
        (mg.matmul, B, (3, 2)),
        (mg.matmul, (2, 1, 2, 3), (3, 3, 2)),
        (mg.matmul, V, (2, 3, 2)),
        (mg.matmul, B, V),
        (mg.addmm, V, (2, 2), (2, 3)),
        (lambda a, b: mg.einsum("ij,kj->ki", a, b), M, M),
        (lambda a, b: mg.einsum("ij,kj->i", a, b), M, M),
        (lambda a: mg.einsum("ij->j", a), M),
        (lambda a, b: mg.tensordot(a, b, ([0], [0])), M, M),
    ],
    "diagonals": [
        (mg.trace, (3, 3)),
        (mg.trace, M),
        (mg.diag, V),
        (mg.diag, M),
        (mg.tril, M),
        (lambda x: x.triu(1), M),
        (lambda x: x.diagonal(1), M),
    ],
    "views": [
        (lambda x: x.view(3, 2), M),
        (lambda x: x.t().reshape(6), M),
        (lambda x: x[...], M),
        (lambda x: x.unsqueeze(1).squeeze(1), M),
        (lambda x: x.squeeze(), (2, 1, 3)),
        (mg.t, M),
        (lambda x: x.squeeze((0, 2)), (1, 2, 1)),
        (lambda x: x.transpose(0, 1), M),
        (lambda x: x.permute(2, 0, 1), B),
        (lambda x: x.expand(4, 2, 3), M),
        (lambda x: x[1], M),
        (lambda x: x[:, ::2], M),
        (lambda x: x.unbind(1)[2], M),
        (lambda x: x.split(2, 1)[1], M),
        (lambda x: x.split([1, 2], 1)[0], M),
        (lambda x: x.t().contiguous(), M),
        (lambda x: x.mT.flatten(), B),
    ],
    "views in place": [
        (lambda x: x.clone().t_(), M),
        (lambda x: x.clone().transpose_(0, 1), M),
        (lambda x: x.clone().unsqueeze_(0).squeeze_(0), M),
        (lambda x: x.clone().squeeze_(), (1, 3)),
    ],
    "joining": [(lambda x, y: mg.cat([x, y], 1), M, (2, 1)), (lambda x, y: mg.stack([x, y], -1), M, M)],
    "indexing": [
        (lambda x: x[INDEX[0]], M),
        (lambda x: x[MASK], M),
        (lambda x: x[:, [2, 0]], M),
        (lambda x: x.gather(0, INDEX), M),
        (lambda x: mg.take_along_dim(x, INDEX[:, :1], 1), M),
        (lambda x: x.index_select(1, ROW), M),
        (lambda x: x.masked_select(MASK), M),
        (lambda x, y: x.scatter(0, INDEX[:1], y), M, M),
        (lambda x: x.scatter(0, INDEX, 2.0), M),
        (lambda x, y: x.scatter_add(0, INDEX, y), M, M),
        (lambda x, y: x.index_add(0, ROW, y, alpha=2), M, (3, 3)),
    ],
    "writing": [
        (lambda x, y: put(x, 0, y), M, V),
        (lambda x, y: put(x, ROW[:2], y), M, M),
        (lambda x: put(x, MASK, 1.0), M),
        (lambda x, y: x.clone().copy_(y), M, V),
        (lambda x: x.clone().fill_(2.0) * x, M),
        (lambda x, y: x.clone().fill_(y) * x, M, ()),
        (lambda x: x.clone().zero_() + x, M),
        (lambda x: put_through_view(x), M),
    ],
    "arranging": [
        (lambda x: x.repeat(2, 1, 2), M),
        (lambda x: x.roll(1), M),
        (lambda x: x.roll((1, 2), (0, 1)), M),
        (lambda x: F.pad(x, (1, -1)), M),
        (lambda x: F.pad(x, (1, 0), value=2.0), M),
        (lambda x: x.tile(2), M),
    ],
    "losses": [
        (F.mse_loss, M, M),
        (lambda x, y: F.mse_loss(x, y, reduction="none"), M, M),
        (F.smooth_l1_loss, M, M),
        (F.l1_loss, M, M),
        (lambda x: F.cross_entropy(x, mg.tensor([2, 0])), M),
        (lambda x: F.nll_loss(x, mg.tensor([2, 0]), reduction="none"), M),
        (lambda x: F.cross_entropy(x, mg.tensor([2, 0]), weight=mg.tensor([1.0, 2.0, 3.0]).double()), M),
        (lambda x, y: F.binary_cross_entropy(x.sigmoid(), y.sigmoid()), M, M),
        (F.binary_cross_entropy_with_logits, M, M),
    ],
    "layers": [
        (F.linear, M, (4, 3), (4,)),
        (lambda x, w, b: F.conv1d(x, w, b, stride=2, padding=1), (2, 2, 5), (3, 2, 2), (3,)),
        (lambda x, w: F.conv1d(x, w, dilation=2), (1, 2, 5), (2, 2, 2)),
    ],
}


def put(x, index, value):
    """x with an assignment."""
    y = x * 1
    y[index] = value
    return y


def put_through_view(x):
    """A write to a view, then reads of base and stale view."""
    y = x * 1
    v = y.t()
    y[0].mul_(2)
    return y * v.t()


def inputs(shapes, seed: int, low: float = -0.9, high: float = 0.9, dtype=np.float64, requires_grad=True) -> list:
    """Tensors of these shapes with numbers that differ from each other and from 0."""
    rng = np.random.default_rng(seed)
    arrays = [rng.uniform(low, high, shape).astype(dtype) for shape in shapes]
    return [mg.tensor(np.where(abs(a) < 0.05, a + dtype(0.1), a), requires_grad=requires_grad) for a in arrays]
