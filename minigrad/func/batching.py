"""`vmap`: a function of single examples applied to a batch.

The specification is the code: the function runs once for each slice, and the results are stacked. What a loop could do
and a vectorised run could not, choosing a path by a slice's values, is refused as PyTorch refuses it, so that a program
that works here works there.
"""

from __future__ import annotations

import functools
from copy import deepcopy

from .. import ops
from ..random import default_generator
from ..tensor import Tensor
from .levels import MADE, Level
from .trees import flatten, spread, unflatten

SLICE = "slice"
LOOKS = {
    "item": "vmap: It looks like you're calling .item() on a Tensor that differs from slice to slice. Compute with the "
    "tensor itself.",
    "bool": "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow, and slices "
    "would go different ways. Compute both and choose with where(condition, a, b).",
    "mask": "vmap: We do not support batching operators that can support dynamic shape: what a boolean mask selects "
    "differs in number from slice to slice. Use where(mask, a, b).",
    "nonzero": "vmap: We do not support batching operators that can output dynamic shape: nonzero finds more in one "
    "slice than in another.",
    "numpy": "Cannot access data pointer of Tensor that doesn't have storage: inside vmap a slice has no memory of its "
    "own.",
    "tolist": "tolist() shouldn't be called on a tensor with unallocated storage: inside vmap a slice has no memory of "
    "its own.",
}


class Batching(Level):
    """Notes which tensors differ from slice to slice."""

    def __init__(self, size: int, randomness: str) -> None:
        self.size, self.randomness = size, randomness

    def differs(self, t) -> bool:
        """Whether a tensor, or one in a sequence, differs from slice to slice."""
        return (
            self.of(t) == SLICE if isinstance(t, Tensor) else isinstance(t, (tuple, list)) and any(map(self.differs, t))
        )

    def after(self, args, outs) -> None:
        note = SLICE if self.differs(args) else MADE
        for t in outs:
            if isinstance(t, Tensor) and (note == SLICE or not (t._is_view() or self.of(t))):
                self.note(t, note)

    def born(self, t: Tensor) -> None:
        self.note(t, MADE)
        super().born(t)

    def keeps(self, t: Tensor, new: Tensor) -> None:
        if self.of(t) is not None:
            self.note(new, self.of(t))
        if self.outer is not None:
            self.outer.keeps(t, new)

    def write(self, op, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        if self.of(target) is None and not self.differs(args):
            raise RuntimeError(
                f"vmap: {rest[0]} would write to a tensor that all slices share, and minigrad runs the "
                "function once for each of them. Write to a clone() of it."
            )
        if not self.differs(target) and self.differs(args):
            shape = list(target.shape)
            raise RuntimeError(
                f"output with shape {shape} doesn't match the broadcast shape {[self.size, *shape]}: "
                "every slice would write its own value to the same memory."
            )
        return super().write(op, target, args, rest)

    def apply(self, function, args: tuple, kwargs: dict):
        self.refuse_old_style(function)
        if not function.generate_vmap_rule and not hasattr(function, "vmap"):
            raise RuntimeError(
                f"You tried to vmap over {function.__name__}, but it does not have vmap support. Please "
                "override and implement the vmap staticmethod or set generate_vmap_rule=True."
            )
        return super().apply(function, args, kwargs)

    def look(self, t: Tensor | None, how: str) -> None:
        if how == "random" and self.randomness == "error":
            raise RuntimeError(
                "vmap: called random operation while in randomness error mode. Please either use the "
                "'same' or 'different' randomness flags on vmap or draw outside of it."
            )
        if how == "backward":
            raise RuntimeError("backward() called inside torch.vmap. This is not supported: call it outside.")
        if how in LOOKS and t is not None and self.differs(t):
            raise RuntimeError(LOOKS[how])
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
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size is not None and not (isinstance(chunk_size, int) and chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")
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
    here = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>)"
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{here}: expected `in_dims` to be int or a (potentially nested) tuple matching the structure "
            f"of inputs, got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(f"vmap({name})(<inputs>): got no inputs. There is nothing to cut into slices.")
    dims = spread(in_dims, args)
    if dims is None:
        raise ValueError(
            f"{here}: in_dims is not compatible with the structure of `inputs`: one for each of the "
            f"{len(args)} arguments, nested as they are."
        )
    for k, (t, dim) in enumerate(zip(leaves, dims, strict=True)):
        if dim is None:
            continue
        if not isinstance(dim, int):
            raise ValueError(
                f"{here}: Got in_dim={dim} for an input but in_dim must be either an integer dimension or None."
            )
        if not isinstance(t, Tensor):
            raise ValueError(
                f"{here}: Got in_dim={dim} for an input but the input is of type {type(t)}. Only tensors "
                "can be cut: use None as its in_dim."
            )
        if not -t.ndim <= dim < t.ndim:
            raise ValueError(
                f"{here}: Got in_dim={dim} for some input, but that input is a Tensor of dimensionality "
                f"{t.ndim} so expected in_dim to satisfy -{t.ndim} <= in_dim < {t.ndim}."
            )
        dims[k] = dim % t.ndim
    return dims


def common_size(leaves: list, dims: list) -> int:
    """How many slices there are."""
    sizes = [t.shape[dim] for t, dim in zip(leaves, dims, strict=True) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over: every in_dim is None")
    if len(set(sizes)) > 1:
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, got sizes "
            f"{sizes} for the mapped dimension"
        )
    if not sizes[0]:
        raise ValueError(
            "vmap: minigrad runs the function once for each slice, and here there is none: the shape of "
            "the result cannot be known."
        )
    return sizes[0]


def sliced(level: Batching, t, dim: int | None, k: int):
    """Slice `k` of an argument, noted as one of many."""
    if dim is None:
        return t
    part = ops.select(t, dim, k)
    level.note(part, SLICE)
    return part


def gathered(level: Batching, name: str, out_dims, results: list):
    """The results of all slices as one, their new dimension where `out_dims` says."""
    here = f"vmap({name}, ...)"
    columns, structure = zip(*[flatten(r)[0] for r in results], strict=True), flatten(results[0])[1]
    dims = spread(out_dims, results[0])
    if dims is None and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = spread(out_dims[0], results[0])
    if dims is None:
        raise ValueError(
            f"vmap({name}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the "
            "structure of `outputs`: one for each result, nested as they are."
        )
    answer = []
    for column, dim in zip(columns, dims, strict=True):
        first = column[0]
        if dim is None:
            if level.differs(first):
                raise ValueError(
                    f"{here}: `{name}` can not return a BatchedTensor when out_dim is None: it differs "
                    "from slice to slice"
                )
            answer.append(first)
        elif not isinstance(first, Tensor):
            raise ValueError(
                f"{here}: `{name}` must only return Tensors, got type {type(first)}. Did you mean to set "
                "out_dims= to None for output?"
            )
        else:
            answer.append(ops.stack(column, dim))
    return unflatten(answer, structure)
