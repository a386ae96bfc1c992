"""Tensors as text, the way PyTorch prints them.

Numbers of one tensor share a format: integers as `1.`, else four decimals, or scientific when the sizes are far
apart. Lines break at 80 characters; of more than 1000 elements, the first and last three of each dimension are shown.
"""

import math

import numpy as np

from . import dtypes, modes

EDGE, THRESHOLD, WIDTH, PRECISION = 3, 1000, 80, 4


def number_formatter(shown: np.ndarray):
    """How the elements are written, all to the same width. Floats: as integers with a point, fixed, or scientific, as
    fits those that are finite and not zero."""
    floats = shown.dtype.kind == "f"
    counted = shown[np.isfinite(shown) & (shown != 0)] if floats else shown
    form, sizes = "{:.0f}." if floats else "{}", np.abs(counted.astype("f8"))
    if floats and sizes.size:
        large, small = sizes.max(), sizes.min()
        whole = bool((sizes == np.ceil(sizes)).all())
        if large / small > 1000 or large > 1e8 or (small < 1e-4 and not whole):
            form = f"{{:.{PRECISION}e}}"
        elif not whole:
            form = f"{{:.{PRECISION}f}}"

    def write(v) -> str:
        return form.format(v) if math.isfinite(v) else str(v)

    width = max((len(write(v)) for v in counted.ravel().tolist()), default=1)
    return (lambda v: write(v).rjust(width)), width


def edges(array: np.ndarray) -> np.ndarray:
    """The elements that a shortened print shows."""
    for axis, size in enumerate(array.shape):
        if size > 2 * EDGE:
            array = np.take(array, [*range(EDGE), *range(size - EDGE, size)], axis)
    return array


def body(shown: np.ndarray, shape: tuple, indent: int, write, width: int) -> str:
    """The nested brackets of the elements shown of an array of this shape."""
    if not shape:
        return write(shown.item())
    line = len(shape) == 1
    rows = [write(part.item()) if line else body(part, shape[1:], indent + 1, write, width) for part in shown]
    if len(rows) < shape[0]:
        rows.insert(EDGE, " ..." if line else "...")
    if line:
        count = max(1, (WIDTH - indent) // (width + 2))
        rows = [", ".join(rows[k : k + count]) for k in range(0, len(rows), count)]
    return "[" + ("," + "\n" * max(1, shown.ndim - 1) + " " * (indent + 1)).join(rows) + "]"


def array_text(array: np.ndarray, indent: int) -> str:
    """The numbers alone, continuation lines indented by `indent`."""
    shown = edges(array) if array.size > THRESHOLD else array
    return body(shown, array.shape, indent, *number_formatter(shown))


def tensor_text(t, prefix: str = "tensor(") -> str:
    """`tensor(…)` with what is worth knowing besides the numbers: type, history."""
    if t._meta is not None and t._meta.batch is not None:
        return t._meta.batch[0].text(t, tensor_text)
    array = t._array
    usual = dtypes.DEFAULT[0], dtypes.int64, dtypes.bool
    notes = [f"dtype={t.dtype}"] if t.dtype not in usual or (not array.size and t.dtype is not usual[0]) else []
    text = array_text(array, len(prefix)) if array.size else "[]"
    if not array.size and array.ndim != 1:
        notes.insert(0, f"size={tuple(array.shape)}")
    if (node := t.grad_fn) is not None:
        notes.append(f"grad_fn=<{type(node).__name__}>")
    elif t.requires_grad:
        notes.append("requires_grad=True")
    if (level := modes.current().level) is not None:
        notes += level.printed(t)
    return joined(prefix, text, notes)


def joined(prefix: str, text: str, notes: list[str]) -> str:
    """Notes follow on the last line while they fit, else on lines of their own."""
    out, last = prefix + text, len((prefix + text).rsplit("\n", 1)[-1]) + 1
    for note in notes:
        if last + len(note) + 2 > WIDTH:
            out += ",\n" + " " * len(prefix) + note
            last = len(prefix) + len(note)
        else:
            out += ", " + note
            last += len(note) + 2
    return out + ")"
