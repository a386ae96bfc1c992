"""The way back through writes to views: what the two nodes of `views.py` do with a gradient.

It stands apart from them since it needs operations, and operations need views. `attach.py` makes it their `vjp`.
"""

from . import errors, ops
from .views import AsStridedBackward0, CopySlices


def vjp_of_reading(node: AsStridedBackward0, g, create: bool) -> tuple:
    """The gradient of the base: that of the view, at the places where the view lies."""
    return (None if g is None or node.edges[0] is None else ops.put_back(g, node.places, node.base_shape),)


def vjp_of_writing(node: CopySlices, g, create: bool) -> tuple:
    """The gradient of the base as it was, nothing of it where it was written; and those of what was written there."""
    if g is None:
        return (None,) * len(node.edges)
    inner, *others = run_function(node, ops.read_at(g, node.places), create)
    if node.edges[0] is None or inner is None:  # a custom backward may give None; PyTorch passes nothing on then
        return (None, *others)
    errors.require(not node.overlapping, errors.EXPANDED_WRITTEN)
    return (ops.write_at(g, ops.cast(inner, node.dtype), node.places), *others)


def run_function(node: CopySlices, g, create: bool):
    """The written operation's own gradients. Its result, if it saved that, is now read out of the node's output."""
    own = [s for s in node.function.saved or () if hasattr(s, "edge") and hasattr(s, "nr")] if create else []
    for s in own:
        s.edge = node.reader() or AsStridedBackward0(node, (node.function.shape, node.dtype), node.shape, node.places)
    try:
        return node.function.vjp(g, create)
    finally:
        for s in own:
            s.edge = None
