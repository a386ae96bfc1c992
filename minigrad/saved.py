"""Values that nodes keep for the way back.

An input is kept as the tensor it is. A node's own result is kept as its memory and counter alone, for the tensor holds
the node. Whatever is kept remembers the version it had; a write in between is noticed when it is asked for.
"""

from numpy import ndarray

from . import errors, modes
from .node import Counter, Node, Port
from .tensor import INFERENCE, Tensor, gradient_edge, shared_counter, wrap


class Output:
    """A node's own result. `edge` is set while a CopySlices runs the node: the result's place is there then."""

    __slots__ = ("array", "batch", "counter", "edge", "levels", "nr")

    def __init__(self, array: ndarray, counter: Counter, nr: int = 0) -> None:
        self.array, self.counter, self.nr, self.edge = array, counter, nr, None
        self.levels: dict | None = None  # what function transforms have noted on the result
        self.batch: tuple | None = None  # inside `vmap`: the result of all slices


class Packed:
    """A value that `saved_tensors_hooks` has taken into its care. `nr` is set for a node's own result; `edge` is that
    of an input."""

    __slots__ = ("edge", "nr", "unpack", "value")

    def __init__(self, value, unpack, nr: int | None, edge) -> None:
        self.value, self.unpack, self.nr, self.edge = value, unpack, nr, edge


PACK_WROTE = "A saved tensor pack hook is modifying its input in place. clone() it there: others need it."


def keep(t: Tensor, nr: int | None):
    """What a node holds on to for the tensor `t`: an input, or its own result `nr`."""
    errors.require(t._counter is not INFERENCE, errors.INFERENCE_SAVED)
    mode = modes.current()
    if mode.pack:
        hooks, given = mode.pack[-1], t if nr is None else t.detach()
        version, before = shared_counter(given).n, modes.change(grad=False, pack=())
        try:
            packed = hooks.pack_hook(given)
        finally:
            modes.restore(before, "grad", "pack")
        errors.require(given._counter.n == version, PACK_WROTE)
        return Packed(packed, hooks.unpack_hook, nr, gradient_edge(t) if nr is None else None)
    if nr is None:
        return t
    output = Output(t._array, shared_counter(t), nr)
    output.batch = t._meta and t._meta.batch
    return output


def unpack(node: Node, create: bool) -> list:
    """What the node saved, as arrays, or as Tensors in their place in the graph for `create`.

    RuntimeError if it has been let go, or written since.
    """
    if node.saved is None:
        raise errors.freed(node)
    values: list = []
    versions = node.versions
    for s in node.saved:
        version = versions[len(values)] if versions else 0
        if isinstance(s, Tensor):
            counter = s._counter
            if counter is not None and counter.n != version:
                raise errors.modified(node, s._array, counter, version, s._edge)
            s = s if create else s._array
        elif type(s) is Output:
            if s.counter.n != version:
                raise errors.modified(node, s.array, s.counter, version, s.edge or node)
            s = own_result(node, s, s.array, s.counter) if create else s.array
        elif type(s) is Packed:
            s = unpack_packed(node, s, create)
        values.append(s)
    return values


def unpack_packed(node: Node, packed: Packed, create: bool):
    t = packed.unpack(packed.value)
    wrong = f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {type(t).__name__}"
    errors.require(isinstance(t, Tensor), wrong, TypeError)
    if not create:
        return t._array
    if packed.nr is not None:
        return own_result(node, packed, t._array, t._counter)
    return t if packed.edge is None else wrap(t._array, packed.edge)


def own_result(node: Node, saved, array: ndarray, counter) -> Tensor:
    """The node's own result, an Output or Packed, as a Tensor in its place in the graph."""
    edge = saved.edge or (Port(node, saved.nr, array.shape, array.dtype) if node.several else node)
    t = wrap(array, edge)
    t._counter = counter
    if getattr(saved, "levels", None):
        t._special().levels = dict(saved.levels)
    if getattr(saved, "batch", None):
        t._special().batch = saved.batch
    return t


# --- where a formula's parameter finds its value, from the arguments and results of a call ---


def argument(args, outs, index: int):
    return args[index]


def result(args, outs, index: int):
    return outs[index]


def shape_of(args, outs, index: int):
    value = args[index]
    if isinstance(value, Tensor):
        return value._array.shape
    return [tuple(t.shape) for t in value] if isinstance(value, (tuple, list)) else tuple(getattr(value, "shape", ()))
