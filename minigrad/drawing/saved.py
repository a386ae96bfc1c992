"""What nodes keep for the way back, and who has written the memory since.

Asking a node for `_saved_self` raises when the value is stale, which is right for backward and useless for a drawing
that wants to show it. So the two slots `saved` and `versions` of a node are read as they are.
"""

from __future__ import annotations

import linecache
from dataclasses import replace
from typing import Any

from .model import Saved
from .names import is_tensor
from .values import array_of, described


def held(node: Any) -> list[tuple[str, Any, int | None]]:
    """`(word, what is kept, version at that time)` for each value that `node` keeps; empty once let go."""
    kept = getattr(node, "saved", None) or ()
    versions = getattr(node, "versions", None) or (0,) * len(kept)
    words = getattr(operation_of(node), "saves", None) or [f"tensor {k}" for k in range(len(kept))]
    return list(zip(words, kept, versions, strict=False))


def operation_of(node: Any) -> Any:
    """The declaration behind a node, also behind a write into a view; None where there is none."""
    return getattr(node, "operation", None) or getattr(getattr(node, "function", None), "operation", None)


def version_of(t: Any) -> int | None:
    """How often a tensor's memory has been written; None where nobody counts."""
    try:
        return getattr(t, "_version", None)
    except RuntimeError:  # made in inference mode
        return None


def is_output(kept: Any) -> bool:
    """Whether a node keeps its own result, which it holds as memory and counter, not as a tensor."""
    return hasattr(kept, "array") and hasattr(kept, "counter")


def pins(node: Any, name_of) -> list[Saved]:
    """The values that are worth showing: tensors, not the shapes and numbers that a formula needs besides."""
    out = []
    for word, kept, then in held(node):
        if is_output(kept):
            out.append(pin("its result", array_of(kept.array), then, kept.counter.n, kept.counter))
        elif is_tensor(kept):
            counter = getattr(kept, "_counter", None)
            out.append(pin(name_of(kept) or word, array_of(kept), then, version_of(kept), counter))
        elif hasattr(kept, "unpack"):
            out.append(Saved(f"{word}, packed by a hook"))
    return [replace(s, times=out.count(s)) for k, s in enumerate(out) if s not in out[:k]]


def pin(what: str, array: Any, then: int | None, now: int | None, counter: Any) -> Saved:
    then = None if now is None else then or 0
    changed = "; ".join(text for n, text in changes(counter) if then is not None and n > then)
    return Saved(what, described(array), then, now, changed=changed)


def changes(counter: Any) -> list[tuple[int, str]]:
    """The writes that a version counter remembers: `(version it made, "add_, line 3: y.add_(1)")`."""
    out = []
    for n, operation, code, lasti in getattr(counter, "changes", ()):
        text = operation
        if code is not None:
            number = next((line for start, end, line in code.co_lines() if start <= lasti < end and line), 0)
            source = linecache.getline(code.co_filename, number).strip()
            text += f", line {number}" + (f": {source[:60]}" if source else "")
        out.append((n, text))
    return out
