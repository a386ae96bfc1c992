"""Values as the few characters a box of a drawing has room for."""

from __future__ import annotations

from typing import Any

import numpy as np


def array_of(t: Any) -> np.ndarray | None:
    """The numbers in a tensor of any engine: its `.data`, or what that turns into; None when that is no array."""
    data: Any = getattr(t, "data", None) if not isinstance(t, np.ndarray | np.generic) else t
    try:
        array = np.asarray(data.numpy() if hasattr(data, "numpy") else data)
    except (TypeError, ValueError, RuntimeError):
        return None
    return array if array.dtype.kind in "biufc" else None


def number(value: Any) -> str:
    """Four significant digits; a float shows that it is one.

    >>> number(6.0), number(1 / 3), number(1e-9), number(7)
    ('6.0', '0.3333', '1e-09', '7')
    """
    if isinstance(value, bool | int):
        return str(value)
    text = f"{value:.4g}"
    return text if any(c in text for c in ".enaj") else text + ".0"


def short(array: np.ndarray | None) -> str:
    """The elements of a small array, '' for one that is too large to be read in a box.

    >>> import numpy as np
    >>> short(np.array([1.0, 2.5])), short(np.zeros((8, 8)))
    ('[1.0, 2.5]', '')
    """
    if array is None or array.size > 6 or array.ndim > 2:
        return ""

    def write(part: Any) -> str:
        return "[" + ", ".join(map(write, part)) + "]" if isinstance(part, list) else number(part)

    text = write(array.tolist())
    return text if len(text) <= 34 else ""


def described(array: np.ndarray | None) -> str:
    """The elements, or the shape where there are too many.

    >>> import numpy as np
    >>> described(np.zeros((8, 8)))
    'shape (8, 8)'
    """
    if array is None:
        return "nothing"
    return short(array) or f"shape {array.shape}"


def brief(array: np.ndarray | None) -> str:
    """The elements, or the bare shape where there are too many: for boxes.

    >>> import numpy as np
    >>> brief(np.zeros((8, 8)))
    '(8, 8)'
    """
    return described(array).removeprefix("shape ")
