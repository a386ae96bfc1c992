"""What PyTorch's nodes tell a drawing: their outputs, and what they have saved.

A node of PyTorch's has `_saved_self` and the like, a Function's has `saved_tensors`. Reading one gives the tensor, or
an error that says at which version it was saved, or that it was let go. Nothing here imports torch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .names import is_tensor

RAW, VALUE = "_raw_saved_", "_saved_"
FIRST = ("self", "input", "mat1", "other", "mat2", "weight")  # words of arguments, in the order of arguments
ARGUMENT = {"self": 0, "input": 0, "mat1": 0, "other": 1, "mat2": 1, "weight": 1, "exponent": 1}
STALE = re.compile(
    r"\[(?:\S+Tensor )?\[(?P<shape>[\d, ]*)\]\], which is output (?P<output>\d+) of (?P<maker>\w+?)(?:Backward\d*)?, "
    r"is at version (?P<now>\d+); expected version (?P<then>\d+)"
)


@dataclass(frozen=True)
class Overwritten:
    """A saved tensor that PyTorch no longer gives, since its memory was written: what its error says."""

    then: int
    now: int
    maker: str
    output: int
    shape: tuple[int, ...]

    def is_now(self, t: Any) -> bool:
        """Whether `t` may be the tensor of which the error speaks."""
        node = t.grad_fn
        return (
            node is not None
            and re.sub(r"Backward\d*$", "", node.name()) == self.maker
            and (t.output_nr, t._version, tuple(t.shape)) == (self.output, self.now, self.shape)
        )


def is_torch(node: Any) -> bool:
    """Is it a node of PyTorch's?"""
    return hasattr(node, "_input_metadata")


def outputs(node: Any) -> list[tuple[int, ...]]:
    """The shapes of a node's outputs."""
    return [tuple(each.shape) for each in node._input_metadata]


def held(node: Any) -> list[tuple[str, Any, int | None]]:
    """`(word, what is kept, version at that time)` for each tensor that a node keeps, as `saved.held` says it."""
    found: list[tuple[str, Any, int | None]] = []
    for word, kept in _kept(node):
        if isinstance(kept, Overwritten):
            found.append((word, kept, kept.then))
        elif is_tensor(kept):
            found.append((word, kept, None if kept.is_inference() else kept._version))
    return found


def let_go(node: Any) -> bool:
    """Whether a backward pass has let the saved values go."""
    return any(kept is None and word == "let go" for word, kept in _kept(node))


def constants(node: Any) -> dict[int, Any]:
    """The constants among the arguments that the node has kept, by place."""
    found: dict[int, Any] = {}
    for word, kept in _kept(node):
        place = ARGUMENT.get(word)
        if place is None or not is_tensor(kept) or place >= len(node.next_functions):
            continue
        if node.next_functions[place][0] is None:
            found[place] = kept
    return found


def is_number(kept: Any) -> bool:
    """Is it what PyTorch makes of a Python number that stands beside a tensor?"""
    return is_tensor(kept) and kept.dim() == 0 and not kept.requires_grad


def _kept(node: Any) -> list[tuple[str, Any]]:
    """Words and what is kept; an Overwritten for what is stale, ("let go", None) for what was freed."""
    if hasattr(node, "saved_tensors"):
        try:
            return [(f"tensor {k}", each) for k, each in enumerate(node.saved_tensors)]
        except RuntimeError as error:
            return [("tensor", _refused(error))] if STALE.search(str(error)) else [("let go", None)]
    words = [name.removeprefix(RAW) for name in dir(node) if name.startswith(RAW)]
    words.sort(key=lambda word: (FIRST.index(word) if word in FIRST else len(FIRST), word))
    found: list[tuple[str, Any]] = []
    for word in words:
        try:
            kept = getattr(node, VALUE + word)
        except RuntimeError as error:
            if "freed" in str(error):
                return [("let go", None)]
            kept = _refused(error)
        several = kept if isinstance(kept, tuple) else (kept,)
        found += [(spoken(word), each) for each in several if each is not None]
    return found


def spoken(word: str) -> str:
    """PyTorch's word for what is saved, as a drawing says it."""
    return "its result" if re.fullmatch(r"result\d*|output\d*", word) else word


def _refused(error: Exception) -> Overwritten | None:
    said = STALE.search(str(error))
    if said is None:
        return None
    shape = tuple(int(each) for each in said["shape"].split(",") if each.strip())
    return Overwritten(int(said["then"]), int(said["now"]), said["maker"], int(said["output"]), shape)
