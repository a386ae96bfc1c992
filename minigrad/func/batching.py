"""`vmap`: a function of single examples applied to a batch.

The specification is the code: the function runs once for each slice, and the results are stacked. What a loop could do
and a vectorised run could not, choosing a path by a slice's values, is refused as PyTorch refuses it, so that a program
that works here works there.
"""

from __future__ import annotations

import functools
from copy import deepcopy
from typing import Any

from .. import ops
from ..errors import require
from ..random import default_generator
from ..tensor import Tensor
from .levels import Level, separate
from .trees import flatten, spread, unflatten

SLICE = "slice"
LOOKS = {  # what may not be done with a tensor that differs from slice to slice
    "item": "vmap: It looks like you're calling .item() on a Tensor: compute with the tensor itself.",
    "bool": "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow, and slices "
    "would go different ways. Compute both and choose with where(condition, a, b).",
    "mask": "vmap: We do not support batching operators that can support dynamic shape: use where(mask, a, b).",
    "nonzero": "vmap: We do not support batching operators that can output dynamic shape: slices would have their own.",
    "numpy": "Cannot access data pointer of Tensor that doesn't have storage: a slice has no memory of its own.",
    "tolist": "tolist() shouldn't be called on a tensor with unallocated storage: a slice has no memory of its own.",
}


class Batching(Level):
    """Notes which tensors differ from slice to slice, and which were made inside."""

    def __init__(self, size: int, randomness: str) -> None:
        self.size, self.randomness = size, randomness

    def differs(self, t) -> bool:
        """Whether a tensor, or one in a sequence, differs from slice to slice."""
        if isinstance(t, (tuple, list)):
            return any(map(self.differs, t))
        return isinstance(t, Tensor) and self.of(t) is SLICE

    def after(self, args, outs) -> None:
        if not self.differs(args):
            super().after(args, outs)
            return
        for t in outs:
            if isinstance(t, Tensor):
                self.note(t, SLICE)

    def write(self, op, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        differs, shape = self.differs(args), list(target.shape)
        known = differs or self.of(target) is not None
        require(known, f"vmap: {rest[0]} would write to a tensor that all slices share, once for each: clone() it.")
        own = self.differs(target) or not differs
        require(
            own, f"output with shape {shape} doesn't match the broadcast shape {[self.size, *shape]} of all slices."
        )
        return super().write(op, target, args, rest)

    def apply(self, function, args: tuple, kwargs: dict) -> tuple:
        able = function.generate_vmap_rule or hasattr(function, "vmap") or not separate(function)
        ways = "Please override and implement the vmap staticmethod or set generate_vmap_rule=True."
        require(able, f"You tried to vmap over {function.__name__}, but it does not have vmap support. {ways}")
        return super().apply(function, args, kwargs)

    def look(self, t: Tensor | None, how: str) -> None:
        drawn = how == "random" and self.randomness == "error"
        require(not drawn, "vmap: called random operation while in randomness error mode: use 'same' or 'different'.")
        require(how not in LOOKS or t is None or not self.differs(t), LOOKS.get(how, ""))
        super().look(t, how)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """The function that applies `func` to every slice of its arguments and stacks the results.

    `in_dims` says along which dimension an argument is cut, None that every slice gets all of it; a number for all, or
    a tuple with one for each. `out_dims` likewise says where the results' new dimension goes. Inside, tensors lack
    that dimension. Values may not decide which way the function goes: RuntimeError for `if`, `.item()`, masks.
    ValueError if the sizes differ, or for what is no tensor. `randomness` is "error", "same" or "different".

    >>> import minigrad as mg
    >>> mg.func.vmap(mg.dot)(mg.ones(2, 3), mg.ones(2, 3))
    tensor([3., 3.])
    >>> mg.func.vmap(mg.func.grad(lambda x: x ** 3))(mg.tensor([1.0, 2.0]))
    tensor([ 3., 12.])
    """
    known = randomness in ("error", "different", "same")
    require(known, f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    positive = chunk_size is None or (isinstance(chunk_size, int) and chunk_size > 0)
    require(positive, f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})", ValueError)
    name = getattr(func, "__name__", repr(func))

    @functools.wraps(func)
    def mapped(*args, **kwargs):
        leaves, structure = flatten(args)
        dims = in_dimensions(name, in_dims, args, leaves)
        size = common_size(leaves, dims)
        level = Batching(size, randomness)
        state = deepcopy(vars(default_generator)) if randomness == "same" else {}
        results = []
        for k in range(size):
            vars(default_generator).update(deepcopy(state))
            slices = [sliced(level, t, dim, k) for t, dim in zip(leaves, dims, strict=True)]
            with level:
                results.append(func(*unflatten(slices, structure), **kwargs))
        return gathered(level, name, out_dims, results)

    return mapped


def in_dimensions(name: str, in_dims, args: tuple, leaves: list) -> list:
    """The dimension along which each leaf is cut, counted from the front; None for the whole."""

    def check(condition, message: str) -> None:
        require(condition, f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): {message}", ValueError)

    check(isinstance(in_dims, (int, tuple)), f"expected `in_dims` to be int or a tuple, got: {type(in_dims)}.")
    require(args, f"vmap({name})(<inputs>): got no inputs. There is nothing to cut into slices.", ValueError)
    dims: Any = spread(in_dims, args)
    check(dims is not None, "in_dims is not compatible with the structure of `inputs`: nest it as they are.")
    for k, (t, dim) in enumerate(zip(leaves, dims, strict=True)):
        if dim is not None:
            check(isinstance(dim, int), f"Got in_dim={dim} for an input but in_dim must be an integer or None.")
            check(isinstance(t, Tensor), f"Got in_dim={dim} for an input of type {type(t)}: only tensors can be cut.")
            n = t.ndim
            check(-n <= dim < n, f"Got in_dim={dim} for some input, a Tensor of {n} dimensions: -{n} <= in_dim < {n}.")
            dims[k] = dim % n
    return dims


def common_size(leaves: list, dims: list) -> int:
    """How many slices there are."""
    sizes = [t.shape[dim] for t, dim in zip(leaves, dims, strict=True) if dim is not None]
    require(sizes, "vmap: Expected at least one Tensor to vmap over: every in_dim is None", ValueError)
    same = len(set(sizes)) == 1
    require(same, f"vmap: Expected all tensors to have the same size in the mapped dimension, got {sizes}", ValueError)
    require(sizes[0], "vmap: minigrad runs the function for each slice, and here there is none.", ValueError)
    return sizes[0]


def sliced(level: Batching, t, dim: int | None, k: int):
    """Slice `k` of an argument, noted as one of many."""
    if dim is None:
        return t
    part = ops.select(t, dim, k)  # type: ignore[operator]  # taken for the file of that name
    level.note(part, SLICE)
    return part


def gathered(level: Batching, name: str, out_dims, results: list):
    """The results of all slices as one, their new dimension where `out_dims` says."""

    def check(condition, message: str) -> None:
        require(condition, f"vmap({name}, ...): {message}", ValueError)

    columns, structure = zip(*[flatten(r)[0] for r in results], strict=True), flatten(results[0])[1]
    dims: Any = spread(out_dims, results[0])
    if dims is None and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = spread(out_dims[0], results[0])
    check(dims is not None, f"out_dims={out_dims} is not compatible with the structure of `outputs`.")
    answer = []
    for column, dim in zip(columns, dims, strict=True):
        first = column[0]
        if dim is None:
            check(not level.differs(first), f"`{name}` can not return a BatchedTensor when out_dim is None.")
        else:
            wrong = f"`{name}` must only return Tensors, got type {type(first)}. Did you mean out_dims=None for it?"
            check(isinstance(first, Tensor), wrong)
        answer.append(first if dim is None else ops.stack(column, dim))
    return unflatten(answer, structure)
