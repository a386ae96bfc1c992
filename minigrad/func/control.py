"""`cond`: a choice that is part of the program, not of Python."""

from __future__ import annotations

from ..tensor import Tensor
from .trees import flatten


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
    if not isinstance(pred, (bool, Tensor)):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if isinstance(pred, Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    operands = tuple(operands)
    chosen = bool(pred._array.item()) if isinstance(pred, Tensor) else pred
    result = (true_fn if chosen else false_fn)(*operands)
    given = [t for t in flatten(operands)[0] if isinstance(t, Tensor)]
    if any(t is x for t in flatten(result)[0] for x in given):
        raise UncapturedHigherOrderOpError(
            "This higher order operator doesn't work unless its branches return new tensors: this one returns an "
            "operand itself. Return x.clone()."
        )
    return result
