"""Tensors as text, the way PyTorch prints them."""

from __future__ import annotations

import numpy as np

from . import dtypes


def number_formatter(array: np.ndarray):
    """How each element is written: integers, floats that are integers, fixed or scientific."""
    if array.dtype.kind != "f":
        texts = [str(v) for v in array.ravel().tolist()]
        width = max(map(len, texts), default=0)
        return lambda v: str(v).rjust(width)
    finite = array[np.isfinite(array) & (array != 0)].astype("float64")
    if finite.size == 0:
        write = "{:.0f}."
        plain = True
    else:
        plain = bool((finite == np.ceil(finite)).all())
        large, small = np.abs(finite).max(), np.abs(finite).min()
        science = large / small > 1000 or large > 1e8 or small < 1e-4
        if plain:
            write = "{:.4e}" if (large / small > 1000 and large > 1e8) or large > 1e8 else "{:.0f}."
        else:
            write = "{:.4e}" if science else "{:.4f}"
    def one(v):
        return write.format(v) if np.isfinite(v) else ("nan" if v != v else "inf" if v > 0 else "-inf")
    width = max((len(one(v)) for v in array.ravel().tolist()), default=0)
    return lambda v: one(v).rjust(width)


def body(array: np.ndarray, indent: int, write) -> str:
    if array.ndim == 0:
        return write(array.item())
    if array.ndim == 1:
        return "[" + ", ".join(write(v) for v in array.tolist()) + "]"
    gap = "," + "\n" * (array.ndim - 1) + " " * (indent + 1)
    return "[" + gap.join(body(part, indent + 1, write) for part in array) + "]"


def tensor_text(t) -> str:
    """`tensor(…)` with what is worth knowing besides the numbers."""
    array = t._array
    write = number_formatter(array)
    parts = [body(array, 7, write)]
    if t.dtype not in (dtypes.DEFAULT[0], dtypes.int64, dtypes.bool):
        parts.append(f"dtype={t.dtype}")
    if t.grad_fn is not None:
        parts.append(f"grad_fn=<{type(t.grad_fn).__name__}>")
    elif t.requires_grad:
        parts.append("requires_grad=True")
    return f"tensor({', '.join(parts)})"
