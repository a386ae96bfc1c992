"""Sums of products over named dimensions, worked out as batched matrix products."""

from __future__ import annotations

import math

from .elementwise import mul
from .linear import bmm
from .reduce import sum
from .views import diagonal, permute, reshape

__all__ = ["einsum", "tensordot"]


def einsum(equation, *operands):
    """The sum of products that `equation` names, "ij,jk->ik": a letter for each dimension, those missing on the right
    are summed over. Without "->", the letters that stand once, in alphabetical order. RuntimeError if sizes disagree.

    >>> import minigrad as mg
    >>> mg.einsum("ij,j->i", mg.tensor([[1.0, 2.0], [3.0, 4.0]]), mg.tensor([1.0, 10.0]))
    tensor([21., 43.])
    """
    operands = operands[0] if len(operands) == 1 and isinstance(operands[0], (tuple, list)) else operands
    left, arrow, out = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if "." in equation:
        raise NotImplementedError("einsum: '...' is not there; name the dimensions")
    if len(terms) != len(operands):
        raise RuntimeError(f"einsum(): {'more' if len(terms) < len(operands) else 'fewer'} operands were provided than "
                           "specified in the equation")
    if not arrow:
        out = "".join(sorted(c for c in set(left) - {","} if left.count(c) == 1))
    parts = [once(x, term) for x, term in zip(operands, terms, strict=True)]
    x, labels = parts[0]
    for k, (y, other) in enumerate(parts[1:], 1):
        later = set(out).union(*(p[1] for p in parts[k + 1:]))
        x, labels = contract(x, labels, y, other, later)
    x, labels = drop(x, labels, set(out))
    return permute(x, [labels.index(c) for c in out]) if labels != out else x


def once(x, labels: str):
    """A letter that stands twice in one term means the diagonal."""
    if x.ndim != len(labels):
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(labels)}) does not match the number "
                           f"of dimensions ({x.ndim}) for operand {labels}")
    for c in labels:
        while labels.count(c) > 1:
            i = labels.index(c)
            j = labels.index(c, i + 1)
            x, labels = diagonal(x, 0, i, j), labels[:i] + labels[i + 1:j] + labels[j + 1:] + c
    return x, labels


def drop(x, labels: str, wanted: set):
    """Sum over the letters that nobody wants any more."""
    gone = [k for k, c in enumerate(labels) if c not in wanted]
    return (sum(x, gone), "".join(c for c in labels if c in wanted)) if gone else (x, labels)


def contract(x, a: str, y, b: str, later: set):
    """The product of two operands, summed over the letters that only they share."""
    x, a = drop(x, a, later | set(b))
    y, b = drop(y, b, later | set(a))
    both = [c for c in a if c in b and c in later]
    summed = [c for c in a if c in b and c not in later]
    only_a, only_b = [c for c in a if c not in b], [c for c in b if c not in a]
    size = dict(zip(a, x.shape, strict=True))
    for c, n in zip(b, y.shape, strict=True):
        if size.setdefault(c, n) != n:
            raise RuntimeError(f"einsum(): subscript {c} has size {n} for operand 1 which does not broadcast with "
                               f"previously seen size {size[c]}")

    def matrices(t, labels, *groups):
        t = permute(t, [labels.index(c) for group in groups for c in group])
        return reshape(t, [math.prod(size[c] for c in group) for group in groups])

    if not summed and not both:
        x = reshape(x, (*x.shape, *(1,) * len(only_b)))
        return mul(x, y), a + b
    product = bmm(matrices(x, a, both, only_a, summed), matrices(y, b, both, summed, only_b))
    order = [*both, *only_a, *only_b]
    return reshape(product, [size[c] for c in order]), "".join(order)


def tensordot(a, b, dims=2):
    """The sum of products over `dims`: the last so many of a and the first of b, or two lists that pair them."""
    if isinstance(dims, int):
        dims = list(range(a.ndim - dims, a.ndim)), list(range(dims))
    over_a, over_b = ([d % t.ndim for d in ([ds] if isinstance(ds, int) else ds)] for ds, t in zip(dims, (a, b), strict=True))
    if [a.shape[d] for d in over_a] != [b.shape[d] for d in over_b]:
        raise RuntimeError("contracted dimensions need to match, but the sizes differ")
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    of_a, of_b = list(letters[:a.ndim]), list(letters[a.ndim:a.ndim + b.ndim])
    for i, j in zip(over_a, over_b, strict=True):
        of_b[j] = of_a[i]
    out = [c for k, c in enumerate(of_a) if k not in over_a] + [c for k, c in enumerate(of_b) if k not in over_b]
    return einsum(f"{''.join(of_a)},{''.join(of_b)}->{''.join(out)}", a, b)


