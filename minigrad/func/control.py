"""`cond`: a choice that is part of the program, not of Python."""

from __future__ import annotations

from .. import ops
from ..errors import require
from ..tensor import Tensor, batched
from .trees import flatten, unflatten


class UncapturedHigherOrderOpError(RuntimeError):
    """What PyTorch raises for a `cond` that it cannot compile; here for the one reason that matters without a
    compiler: a branch that returns an operand itself."""


def cond(pred, true_fn, false_fn, operands=()):
    """`true_fn(*operands)` if `pred`, a bool or a tensor with one boolean, else `false_fn(*operands)`.

    Unlike `if` it may be used inside `vmap`, also when `pred` differs from slice to slice. A branch returns new
    tensors, not an operand itself.

    >>> import minigrad as mg
    >>> mg.cond(mg.tensor(True), lambda x: x * x, lambda x: x.clone(), (mg.tensor(3.0),))
    tensor(9.)
    """
    require(isinstance(pred, (bool, Tensor)), f"Expected pred to be bool or tensor, but got {type(pred)}.")
    one = isinstance(pred, bool) or pred.numel() == 1
    require(one, "Expected pred to be bool or single-element tensor, but it has several.")
    require(callable(true_fn) and callable(false_fn), "Expect both branches to be callable.")
    given = [t for t in flatten(tuple(operands))[0] if isinstance(t, Tensor)]
    if isinstance(pred, Tensor) and batched(pred):  # slices differ: both, and each its own
        (outs, structure), (others, _) = (flatten(ran(f, operands, given)) for f in (true_fn, false_fn))
        return unflatten([ops.where(pred, t, u) for t, u in zip(outs, others, strict=True)], structure)
    chosen = pred if isinstance(pred, bool) else pred._array.item()
    return ran(true_fn if chosen else false_fn, operands, given)


def ran(branch, operands, given: list):
    """What a branch returns, if that is new."""
    result = branch(*operands)
    require(
        not any(t is x for t in flatten(result)[0] for x in given),
        "This higher order operator doesn't work unless its branches return new tensors: this one returns an operand "
        "itself. Return x.clone().",
        UncapturedHigherOrderOpError,
    )
    return result
