"""Gradients made smaller before a step."""

import math

from ..modes import no_grad
from ..ops import clamp, norm, stack
from ..tensor import Tensor, wrap

__all__ = ["clip_grad_norm_"]


def clip_grad_norm_(parameters, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False) -> Tensor:
    """Scale all gradients, in place and together, so that their norm as one vector is at most `max_norm`.

    Returns the norm they had; RuntimeError, if asked for, when that is not finite.

    >>> w = mg.tensor([3.0, 4.0], requires_grad=True)
    >>> (w * w).sum().backward()
    >>> mg.nn.utils.clip_grad_norm_([w], 1.0), w.grad
    (tensor(10.), tensor([0.6000, 0.8000]))
    """
    grads = [p.grad for p in ([parameters] if isinstance(parameters, Tensor) else parameters) if p.grad is not None]
    if not grads:
        return wrap(0.0).float()
    with no_grad():
        total = norm(stack([norm(g, norm_type).to(grads[0]) for g in grads]), norm_type)
        if error_if_nonfinite and not math.isfinite(total.item()):
            what = f"The total norm of order {norm_type} for gradients from `parameters`"
            raise RuntimeError(f"{what} is non-finite: it cannot be clipped")
        factor = clamp(max_norm / (total + 1e-6), max=1.0)
        for g in grads:
            g.mul_(factor)
    return total
