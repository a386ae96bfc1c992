"""Products of vectors and matrices, each with the derivative of a product: the other factor, transposed; and sums of
products over named dimensions, worked out as batched matrix products.

Types do not promote here. RuntimeError for shapes that do not fit.
"""

import math

import numpy as np

from ..declare import moving, operation
from ..errors import require
from ..tensor import Tensor, shared_counter
from .arithmetic import mul
from .common import array_of, broadcast_shape, name_of, refuses, wrapped
from .reduce import sum
from .views import _unsafe_view, expand, permute, reshape, transpose, unsqueeze, view


def same_type(name: str, *tensors) -> None:
    """RuntimeError unless all have one element type; NotImplementedError for booleans."""
    refuses("b", name)(*tensors)
    if len({x.dtype for x in tensors}) > 1:
        names = " != ".join(name_of(x).lower() for x in tensors)
        advice = f"{name} does not promote, convert one of them with .to()"
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {names}; {advice}")


def must_have(ndim: int, kind: str, **factors) -> None:
    """RuntimeError for a factor of another number of dimensions."""
    for name, x in factors.items():
        if x.ndim != ndim:
            raise RuntimeError(f"{name} must be {kind}: the shapes are {[list(x.shape) for x in factors.values()]}")


def must_follow(wanted: list, got: list) -> None:
    """RuntimeError for a batch of matrices that does not go with the one on its left."""
    if wanted != got:
        raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: {wanted} but got: {got}.")


def by(shape) -> str:
    return "x".join(map(str, shape))


def product(a, b):
    """`mm` in formulas, where the shapes are known to fit; of arrays also for many matrices at once."""
    if type(a) is not np.ndarray:
        return mm(a, b)
    return a.dot(b) if a.ndim == b.ndim == 2 else many(a, b)


def many(a, b):
    """The products of matrices in arrays, one or many on either side."""
    if b.ndim == 2:  # one tall matrix
        return a.reshape(math.prod(a.shape[:-1]), b.shape[0]).dot(b).reshape(*a.shape[:-1], b.shape[1])
    return a * b if a.shape[-1] == 1 else np.matmul(a, b)  # columns times rows in one go, instead of pair by pair


def factors(**slopes):
    """Declare a product of two factors, by the slopes in both."""
    return operation(kind="own", factors=tuple(slopes), **slopes)


@factors(self=lambda g, mat2: product(g, mat2.mT), mat2=lambda g, self: product(self.mT, g))
def mm(self, mat2):
    """The product of two matrices, (n, k) and (k, m) to (n, m).

    >>> mg.mm(mg.tensor([[1.0, 2.0]]), mg.tensor([[3.0], [4.0]]))
    tensor([[11.]])
    """
    if self.ndim != 2 or mat2.ndim != 2:
        must_have(2, "a matrix", self=self, mat2=mat2)
    if self.shape[1] != mat2.shape[0]:
        both = f"mat1 and mat2 shapes cannot be multiplied ({by(self.shape)} and {by(mat2.shape)})"
        raise RuntimeError(f"{both}: the second size of the one must be the first of the other")
    if self.dtype is not mat2.dtype or self.dtype.kind == "b":
        same_type("addmm_impl_cpu_", self, mat2)
    return self.dot(mat2)  # quicker than @


@factors(self=lambda g, mat2: bmm(g, transpose(mat2, 1, 2)), mat2=lambda g, self: bmm(transpose(self, 1, 2), g))
def bmm(self, mat2):
    """The products of as many pairs of matrices, (b, n, k) and (b, k, m) to (b, n, m).

    >>> mg.bmm(mg.ones(2, 1, 3), mg.ones(2, 3, 4)).shape
    torch.Size([2, 1, 4])
    """
    must_have(3, "a 3D tensor", batch1=self, batch2=mat2)
    must_follow([self.shape[0], self.shape[2]], list(mat2.shape[:2]))
    if self.dtype is not mat2.dtype or self.dtype.kind == "b":
        same_type("bmm", self, mat2)
    return many(self, mat2)


@factors(self=lambda g, vec: unsqueeze(g, 1) * vec, vec=lambda g, self: mv(transpose(self, 0, 1), g))
def mv(self, vec):
    """A matrix times a vector, (n, k) and (k) to (n).

    >>> mg.mv(mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([1.0, 10.0]))
    tensor([21., 43.])
    """
    require(self.ndim == 2 and vec.ndim == 1, f"vector + matrix @ vector expected, got 1, {self.ndim}, {vec.ndim}")
    if self.shape[1] != vec.shape[0]:
        raise RuntimeError(f"size mismatch, got input ({self.shape[0]}), mat ({by(self.shape)}), vec ({vec.shape[0]})")
    same_type("addmv_impl_cpu", self, vec)
    return self @ vec


@factors(self=lambda g, tensor: g * tensor, tensor=lambda g, self: g * self)
def dot(self, tensor):
    """The inner product of two vectors, (n) and (n) to ().

    >>> mg.dot(mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]))
    tensor(11.)
    """
    require(self.ndim == tensor.ndim == 1, f"1D tensors expected, but got {self.ndim}D and {tensor.ndim}D tensors")
    refuses("b", "dot")(self, tensor)
    both = f"dot : expected both vectors to have same dtype, but found {name_of(self)} and {name_of(tensor)}"
    require(self.dtype == tensor.dtype, both)
    both = f"tensor {list(self.shape)} and src {list(tensor.shape)}"
    require(self.shape == tensor.shape, f"inconsistent tensor size, expected {both} to have as many elements")
    return np.dot(self, tensor)


@operation(
    kind="composed",
    factors=("mat1", "mat2"),
    self=lambda g, beta: times(g, beta),
    mat1=lambda g, mat2, alpha: times(mm(g, transpose(mat2, 0, 1)), alpha),
    mat2=lambda g, mat1, alpha: times(mm(transpose(mat1, 0, 1), g), alpha),
)
def addmm(self, mat1, mat2, beta=1, alpha=1):
    """`beta * self + alpha * (mat1 @ mat2)`; self broadcasts to (n, m).

    >>> mg.addmm(mg.tensor([10.0]), mg.tensor([[1.0, 2.0]]), mg.tensor([[3.0], [4.0]]))
    tensor([[21.]])
    """
    same_type("addmm", self, mat1, mat2)
    return times(self, beta) + times(mm(mat1, mat2), alpha)


def times(x, factor):
    return x if factor == 1 else x * factor


# --- in terms of those ---


def outer(self, vec2):
    """All products of an element of one vector and one of the other, (n) and (m) to (n, m).

    >>> mg.outer(mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    both = f"{self.ndim}-D and {vec2.ndim}-D"
    require(self.ndim == vec2.ndim == 1, f"outer: Expected 1-D argument self and vec2, but got {both}")
    return mul(reshape(self, (-1, 1)), vec2)


def matmul(self, other):
    """The matrix product, `@`. A vector counts as a row on the left and a column on the right; further dimensions in
    front broadcast.

    >>> (mg.ones(2, 3) @ mg.ones(3)).shape, (mg.ones(5, 2, 3) @ mg.ones(3, 4)).shape
    (torch.Size([2]), torch.Size([5, 2, 4]))
    """
    if isinstance(self, Tensor) and isinstance(other, Tensor) and self._array.ndim == other._array.ndim == 2:
        return mm.of_two(self, other)  # takes no names, so quicker
    if not isinstance(other, (Tensor, np.ndarray)):
        return NotImplemented
    kinds = array_of(self).ndim, array_of(other).ndim
    if 0 in kinds:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {kinds[0]}D and {kinds[1]}D")
    if kinds == (1, 2):
        return without_row(mm(unsqueeze(self, 0), other))
    return {(2, 2): mm, (1, 1): dot, (2, 1): mv}.get(kinds, batched)(self, other)


@moving(kind="leading", node="SqueezeBackward4", self=lambda g: unsqueeze(g, -2))
def _without_row(self):
    return self[..., 0, :]


def without_row(product):
    """The only row of a matrix; PyTorch squeezes in place here, which counts as a write."""
    row = _without_row(product)
    if isinstance(row, Tensor):
        shared_counter(row).increase("squeeze_")
    return row


def batched(self, other):
    """matmul where one has three dimensions or more."""
    a, b = tuple(self.shape), tuple(other.shape)
    if other.ndim <= 2:  # the batch is one tall matrix
        tall = reshape(self, (math.prod(a[:-1]), a[-1]))
        return _unsafe_view(mm(tall, other) if other.ndim == 2 else mv(tall, other), (*a[:-1], *b[1:]))
    if self.ndim == 1:
        return batched(transpose(other, -2, -1), self)
    must_follow([math.prod(b[:-2]), a[-1]], [math.prod(b[:-2]), b[-2]])
    lead = broadcast_shape(*[np.broadcast_to(0, shape[:-2]) for shape in (a, b)])
    left, right = (reshape(expand(x, (*lead, *x.shape[-2:])), (math.prod(lead), *x.shape[-2:])) for x in (self, other))
    return _unsafe_view(bmm(left, right), (*lead, a[-2], b[-1]))


# --- over named dimensions ---


def einsum(equation, *operands):
    """The sum of products that `equation` names, "ij,jk->ik": a letter for each dimension; those missing on the right
    are summed over. Without "->", the letters that stand once remain, in alphabetical order.

    RuntimeError if letters and dimensions do not match; no letter may stand twice in one operand.

    >>> mg.einsum("ij,j->i", mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([1.0, 10.0]))
    tensor([21., 43.])
    """
    left, arrow, out = equation.replace(" ", "").partition("->")
    terms, letters = left.split(","), sorted(set(left) - {","})
    out = out if arrow else "".join(c for c in letters if left.count(c) == 1)
    labels = out + "".join(c for c in letters if c not in out)
    check_sizes(operands, terms)
    x, *others = [laid_out(x, term, labels) for x, term in zip(operands, terms, strict=True)]
    summed: tuple[int, ...] | list[int] = tuple(range(len(out), len(labels)))
    if not others:
        return sum(x, summed) if summed else x
    for k, y in enumerate(others, 2):
        over = [d for d in summed if not any(labels[d] in term for term in terms[k:])]
        summed = [d for d in summed if d not in over]
        alone = [d for d in over if 1 in (x.shape[d], y.shape[d])]  # only one of the two has more than one element
        x, y = (sum(t, ds, True) if (ds := [d for d in alone if t.shape[d] > 1]) else t for t in (x, y))
        over = [d for d in over if d not in alone]
        x = pair(x, y, over) if over else mul(x, y)
    return view(x, tuple(x.shape[: len(out)])) if len(labels) > len(out) else x


def check_sizes(operands, terms) -> None:
    """RuntimeError unless each letter means one size, and each dimension has a letter."""
    how = "more" if len(terms) < len(operands) else "fewer"
    require(len(terms) == len(operands), f"einsum(): {how} operands were provided than specified in the equation")
    sizes: dict = {}
    for k, (x, term) in enumerate(zip(operands, terms, strict=True)):
        both = f"({len(set(term))}) does not match the number of dimensions ({x.ndim}) for operand {k}"
        require(x.ndim == len(set(term)), f"einsum(): the number of subscripts in the equation {both}")
        for c, n in zip(term, x.shape, strict=True):
            sizes.setdefault(c, n)
            both = f"{n} for operand {k} which does not broadcast with previously seen size {sizes[c]}"
            require(sizes[c] == n, f"einsum(): subscript {c} has size {both}")


def laid_out(x, term: str, labels: str):
    """An operand with a dimension for every label, in their order; size 1 for those it has not."""
    for c in labels:
        if c not in term:
            x, term = unsqueeze(x, x.ndim), term + c
    return permute(x, [term.index(c) for c in labels])


def pair(x, y, over):
    """The product of two operands of one rank, summed over dimensions, which become 1."""
    size = [max(a, b) for a, b in zip(x.shape, y.shape, strict=True)]
    free = [d for d in range(x.ndim) if d not in over]
    both = [d for d in free if (x.shape[d] > 1) == (y.shape[d] > 1)]
    left = [d for d in free if d not in both and x.shape[d] > 1]
    right = [d for d in free if d not in both and y.shape[d] > 1]
    if left and right and right[0] < left[0]:  # so that the product has its dimensions in the order of the result
        x, y, left, right = y, x, right, left
    product = bmm(grouped(x, both, left, over), grouped(y, both, over, right))
    order = [*both, *left, *right, *over]
    product = reshape(product, [1 if d in over else size[d] for d in order])
    return permute(product, [order.index(d) for d in range(x.ndim)])


def grouped(x, *groups):
    """A dimension for each group of dimensions; those in none of them have size 1."""
    order = [d for group in groups for d in group]
    sizes = [math.prod(x.shape[d] for d in group) for group in groups]
    return reshape(permute(x, order + [d for d in range(x.ndim) if d not in order]), sizes)


def tensordot(a, b, dims=2):
    """The sum of products over `dims`: the last so many of a and the first of b, or two lists that pair them.

    >>> mg.tensordot(mg.tensor([1.0, 2.0]), mg.tensor([3.0, 4.0]), 1)
    tensor(11.)
    """
    dims = (range(a.ndim - dims, a.ndim), range(dims)) if isinstance(dims, int) else dims
    over_a, over_b = ([wrapped(d, x.ndim) for d in ds] for x, ds in zip((a, b), dims, strict=True))
    same = [a.shape[d] for d in over_a] == [b.shape[d] for d in over_b]
    require(same, "contracted dimensions need to match, but their sizes differ")
    free_a, free_b = ([d for d in range(x.ndim) if d not in over] for x, over in ((a, over_a), (b, over_b)))
    product = mm(grouped(a, free_a, over_a), grouped(b, over_b, free_b))
    return reshape(product, [x.shape[d] for x, free in ((a, free_a), (b, free_b)) for d in free])
