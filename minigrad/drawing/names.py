"""What the caller calls things: tensors found in a frame's variables."""

from __future__ import annotations

from collections.abc import Iterator
from types import FrameType, ModuleType
from typing import Any

MANY = 200  # elements of one container, beyond which nobody names tensors by position


def is_tensor(value: Any) -> bool:
    """Whether `value` follows the protocol of a tensor: an object, not a class, with `grad_fn` and `is_leaf`."""
    kind = type(value)
    return (
        not isinstance(value, type | ModuleType)
        and (hasattr(kind, "is_leaf") or "is_leaf" in getattr(value, "__dict__", ()))
        and (hasattr(kind, "grad_fn") or "grad_fn" in getattr(value, "__dict__", ()))
    )


def given(names: dict[str, Any]) -> list[tuple[str, Any]]:
    """The pairs of `names={"x": x}`; a list of tensors gives x[0], x[1], ..."""
    if not isinstance(names, dict):
        raise TypeError("names is a dictionary from a name to a tensor, as in draw(y, names={'x': x, 'y': y})")
    return [pair for name, value in names.items() for pair in within(name, value)]


def of_frame(frame: FrameType | None) -> list[tuple[str, Any]]:
    """Name and tensor for the variables that `frame` sees: locals first, plain tensors before those in containers."""
    if frame is None:
        return []
    scopes = [frame.f_locals] if frame.f_locals is frame.f_globals else [frame.f_locals, frame.f_globals]
    visible = [(n, v) for scope in scopes for n, v in list(scope.items()) if not n.startswith("_") and n not in NOISE]
    plain = [(n, v) for n, v in visible if is_tensor(v)]
    return plain + [pair for n, v in visible if not is_tensor(v) for pair in within(n, v)]


NOISE = {"In", "Out", "exit", "quit", "get_ipython"}


def within(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """`value` itself, or the tensors directly inside a list, tuple, dictionary or plain object."""
    if is_tensor(value):
        yield name, value
    elif isinstance(value, list | tuple) and len(value) <= MANY:
        yield from ((f"{name}[{k}]", v) for k, v in enumerate(value) if is_tensor(v))
    elif isinstance(value, dict) and len(value) <= MANY:
        yield from ((f"{name}[{k!r}]", v) for k, v in list(value.items()) if is_tensor(v))
    elif not isinstance(value, type | ModuleType):
        attributes = getattr(value, "__dict__", None)
        if isinstance(attributes, dict) and len(attributes) <= MANY:
            yield from ((f"{name}.{k}", v) for k, v in list(attributes.items()) if is_tensor(v))
