"""What nodes keep for the way back, and who has written the memory since.

Asking a node for `_saved_self` raises when the value is stale, which is right for backward and useless for a drawing
that wants to show it. So the two slots `saved` and `versions` of a node are read as they are.
"""

from __future__ import annotations

import linecache
from dataclasses import replace
from typing import Any

from . import torch_nodes
from .model import Saved
from .names import is_tensor
from .values import array_of, described


def held(node: Any) -> list[tuple[str, Any, int | None]]:
    """`(word, what is kept, version at that time)` for each value that `node` keeps; empty once let go."""
    if torch_nodes.is_torch(node):
        return torch_nodes.held(node)
    kept = getattr(node, "saved", None) or ()
    versions = getattr(node, "versions", None) or (0,) * len(kept)
    words = getattr(operation_of(node), "saves", None) or words_of(node, len(kept))
    found = zip(words, kept, versions, strict=False)
    return [(w, k.tensor, k.then) if hasattr(k, "tensor") and hasattr(k, "then") else (w, k, v) for w, k, v in found]


def words_of(node: Any, count: int) -> list[str]:
    """What the values are to a node whose function says what it needs: its inputs, or its output."""
    if needs_of(node) == "output":
        return ["its result"] * count
    order = ("first", "second", "third") if needs_of(node) == "inputs" else ()
    return [f"its {word} input" for word in order[:count]] + [f"tensor {k}" for k in range(len(order), count)]


def needs_of(node: Any) -> str | None:
    """What a node's function says that it needs; behind a write through a view the written function does."""
    function = getattr(node, "function", None)
    return getattr(function, "needs", None) if writing(node) is None else needs_of(writing(node))


def writing(node: Any) -> Any:
    """The node of the write, where `node` is that of a base written through a view."""
    return getattr(getattr(node, "function", None), "writing", None)


def operation_of(node: Any) -> Any:
    """The declaration behind a node, also behind a write into a view; None where there is none."""
    return getattr(node, "operation", None) or getattr(getattr(node, "function", None), "operation", None)


def version_of(t: Any) -> int | None:
    """How often a tensor's memory has been written; None where nobody counts."""
    try:
        return t._version if hasattr(t, "_version") else getattr(counter_of(t), "number", None)
    except RuntimeError:  # made in inference mode
        return None


def counter_of(t: Any) -> Any:
    """What counts the writes to a tensor's memory, and remembers them."""
    return getattr(t, "_counter", getattr(t, "version", None))


def is_output(kept: Any) -> bool:
    """Whether a node keeps its own result, which it holds as memory and counter, not as a tensor."""
    return hasattr(kept, "array") and hasattr(kept, "counter")


def pins(node: Any, name_of) -> list[Saved]:
    """The values that are worth showing: tensors, not the shapes and numbers that a formula needs besides."""
    out = []
    numbers = torch_nodes.is_torch(node) and any(after is None for after, _ in node.next_functions)
    constants = [after is None for after, _ in node.next_functions] if needs_of(node) == "inputs" else []
    for k, (word, kept, then) in enumerate(held(node)):
        if constants[k : k + 1] == [True] and is_tensor(kept) and not name_of(kept):
            continue  # a constant without a name has its own box
        if numbers and torch_nodes.is_number(kept) and not name_of(kept):
            continue  # so has a number
        if isinstance(kept, torch_nodes.Overwritten):
            out.append(Saved(name_of(kept) or word, "", then, kept.now))
        elif is_output(kept):
            out.append(pin("its result", array_of(kept.array), then, kept.counter.n, kept.counter))
        elif is_tensor(kept) and then is not None:
            out.append(pin(name_of(kept) or word, array_of(kept), then, version_of(kept), counter_of(kept)))
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
    for n, change in enumerate(getattr(counter, "changes", ()), 1):
        if isinstance(change, str):
            out.append((n, change))
            continue
        n, operation, code, lasti = change
        text = operation
        if code is not None:
            number = next((line for start, end, line in code.co_lines() if start <= lasti < end and line), 0)
            source = linecache.getline(code.co_filename, number).strip()
            text += f", line {number}" + (f": {source[:60]}" if source else "")
        out.append((n, text))
    return out
