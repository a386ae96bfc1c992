"""Sums of products over named dimensions, worked out as batched matrix products."""

import math

from ..errors import require
from .arithmetic import mul
from .common import wrapped
from .linear import bmm, mm
from .reduce import sum
from .views import permute, reshape, unsqueeze, view


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

    def matrices(t, *groups):
        order = [d for group in groups for d in group]
        t = permute(t, order + [d for d in range(t.ndim) if d not in order])
        return reshape(t, [math.prod(size[d] for d in group) for group in groups])

    product = bmm(matrices(x, both, left, over), matrices(y, both, over, right))
    order = [*both, *left, *right, *over]
    product = reshape(product, [1 if d in over else size[d] for d in order])
    return permute(product, [order.index(d) for d in range(x.ndim)])


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
    rows, columns = [a.shape[d] for d in free_a], [b.shape[d] for d in free_b]
    inner = math.prod(a.shape[d] for d in over_a)
    left = reshape(permute(a, free_a + over_a), (math.prod(rows), inner))
    return reshape(mm(left, reshape(permute(b, over_b + free_b), (inner, math.prod(columns)))), (*rows, *columns))
