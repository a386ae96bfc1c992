"""A batched tensor, and what happens to operations on it.

Inside `vmap` a tensor that differs from slice to slice looks like one slice: its array is the first of them, and so
are its shape, its history and its version. What it stands for, the tensor of all slices with their dimension in front,
hangs on it (`Meta.batch`). An operation on batched tensors is run once, on the tensors of all, outside this level; how
its arguments have to change for that, its kind says (`rules.py`). Then the operation is recorded for the one slice, so
that a `grad` inside `vmap` finds a graph of slices; a `grad` around it finds that of the whole.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import errors, inplace, modes, ops
from ..errors import require
from ..modes import at
from ..operation import Operation
from ..ops.common import array_of
from ..tensor import Meta, Tensor, wrap
from . import custom
from .levels import INPUT, MADE, Level, listed, separate, tracked
from .rules import rule_of, write_all

LOOKS = {  # what may not be done with a tensor that differs from slice to slice
    "item": "vmap: It looks like you're calling .item() on a Tensor: compute with the tensor itself.",
    "bool": "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow, and slices "
    "would go different ways. Compute both and choose with where(condition, a, b).",
    "mask": "vmap: We do not support batching operators that can support dynamic shape: use where(mask, a, b).",
    "nonzero": "vmap: We do not support batching operators that can output dynamic shape: slices would have their own.",
    "numpy": "Cannot access data pointer of Tensor that doesn't have storage: a slice has no memory of its own.",
    "tolist": "Cannot access data pointer of Tensor that doesn't have storage: a slice has no memory of its own.",
    "allclose": "vmap over torch.allclose isn't supported yet: compare with isclose or ==, and look outside.",
    "set data": "mutating directly with `.data` under vmap transform is not allowed: write in place.",
    "data": "accessing `data` under vmap transform is not allowed: use detach().",
}


class Batching(Level):
    """A `vmap` at work on `size` slices; it also notes which other tensors were made inside."""

    def __init__(self, size: int, randomness: str = "error") -> None:
        self.size, self.randomness = size, randomness

    # --- tensors of one slice, and of all ---

    def face(self, whole) -> Tensor:
        """What is seen inside of the tensor of all slices, or of its array: one of them."""
        whole = whole if isinstance(whole, Tensor) else wrap(whole)
        t = wrap(whole._array[0, ...])
        t._meta = Meta()
        t._meta.batch = (self, whole)
        return t

    def whole(self, t: Tensor) -> Tensor | None:
        """The tensor of all slices that `t` stands for; None if all slices share `t` itself."""
        batch = None if t._meta is None else t._meta.batch
        return batch[1] if batch is not None and batch[0] is self else None

    def full(self, t) -> Tensor:
        """The tensor of all slices, also of a tensor that they share."""
        t = t if isinstance(t, Tensor) else wrap(t)
        found = self.whole(t)
        return ops.expand(t, (self.size, *t.shape)) if found is None else found

    def do(self, op: Operation, *args):
        """The operation itself, for its rule."""
        return op.quick(*args)

    def unseen(self, op: Operation, args) -> list | None:
        """The arguments, shared tensors as arrays, if nobody outside wants to know of the operation: its rule may run
        on arrays then."""
        mode = modes.current()
        if self.outer is not None or op.view or op.kind == "composed" or mode[1:5] != modes.USUAL:
            return None
        arrays = []
        for a in args:
            if isinstance(a, Tensor):
                whole = self.whole(a)
                if mode.grad and (whole if whole is not None else self.bare(a)).requires_grad:
                    return None
                a = a._array if whole is None else a
            elif mode.grad and op.variadic and a is args[0] and any(tracked(t) for t in a):
                return None
            arrays.append(a)
        return arrays

    def bare(self, t):
        """A shared input of a derivative inside, without its history: that is no matter of the tensors of all."""
        if not isinstance(t, Tensor) or t._edge is not None or t._meta is None:
            return t
        if not t._meta.requires_grad or t._meta.batch is not None:
            return t
        notes = t._meta.levels or {}
        inputs = [level for level, note in notes.items() if note is INPUT]
        alone = all(note is INPUT or note is MADE for note in notes.values()) and inputs
        return wrap(t._array) if alone and any(level.lies_in(self) for level in inputs) else t

    def differs(self, values) -> bool:
        """Whether a tensor, or one in a sequence, differs from slice to slice."""
        if isinstance(values, Tensor):
            return self.whole(values) is not None
        if not isinstance(values, (tuple, list)):
            return False
        for t in values:
            if isinstance(t, Tensor):
                if t._meta is not None and t._meta.batch is not None and t._meta.batch[0] is self:
                    return True
            elif isinstance(t, (tuple, list)) and self.differs(t):
                return True
        return False

    def note(self, t: Tensor, value) -> None:
        if isinstance(value, Tensor):
            t._special().batch = (self, value)
        else:
            super().note(t, value)

    def of(self, t: Tensor):
        found = self.whole(t)
        return super().of(t) if found is None else found

    def inherited(self, view: Tensor, note):
        return None if isinstance(note, Tensor) else note

    def keeps(self, t: Tensor, new: Tensor) -> None:
        found = self.whole(t)
        if found is None:
            super().keeps(t, new)
            return
        with at(self.outer):
            self.note(new, found.detach())

    # --- operations ---

    def run(self, op: Operation, args):
        if not self.differs(args):
            return super().run(op, args)
        arrays = self.unseen(op, args)
        if arrays is not None:
            found = rule_of(op)(Arrays(self), op, *arrays)
        else:
            bare = [self.bare(a) for a in args]
            before = modes.move(self.outer)
            try:
                found = rule_of(op)(self, op, *bare)
            finally:
                modes.move_back(before)
        outs = tuple([self.face(t) for t in listed(found)])
        op.record(args, outs)
        return outs if op.tuple else outs[0]

    def write(self, op: Operation, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        differs, shape = self.differs((target, *args)), list(target.shape)
        name, separate, overlap = rest
        known = differs or self.of(target) is not None or not self.functional
        require(known, f"vmap: {name} would write to a tensor that all slices share, once for each: clone() it.")
        whole = self.whole(target)
        if not differs:
            return super().write(op, target, args, rest)
        sizes = f"output with shape {shape} doesn't match the broadcast shape {[self.size, *shape]} of all slices."
        require(whole is not None, sizes)
        assert whole is not None
        inputs, own = (target, *args), None
        edges = inplace.begin(op, inputs, separate, overlap)
        with at(self.outer):
            if edges and op.inputs[0] in op.saves:
                own = self.face(ops.clone(whole))
                own._edge = edges[0]
            write_all(self, op, whole, (target, *map(self.bare, args)), rest)
        return inplace.end(op, inputs, edges, own, name)

    def turn(self, call, view, target: Tensor, args: tuple) -> Tensor:
        if not self.differs(target):
            return super().turn(call, view, target, args)
        with at(self.outer):
            turned = rule_of(view.operation)(self, view.operation, target, *args)
        with at(None):  # the slice's own shape and history
            call(target, *args)
        self.note(target, turned)
        return target

    def apply(self, function, args: tuple, kwargs: dict) -> tuple:
        own, made = hasattr(function, "vmap"), function.generate_vmap_rule
        ways = "Please override and implement the vmap staticmethod or set generate_vmap_rule=True."
        able = own or made or not separate(function)
        require(able, f"You tried to vmap over {function.__name__}, but it does not have vmap support. {ways}")
        both = "it has both generate_vmap_rule=True and an overriden vmap staticmethod: delete one of them."
        require(not (own and made), f"You tried to vmap over {function.__name__}, but {both}")
        if not separate(function) or not self.differs((*args, *kwargs.values())):
            return super().apply(function, args, kwargs)
        return custom.apply(self, function, args, kwargs)

    # --- what else is asked ---

    def look(self, t: Tensor | None, how: str) -> None:
        drawn = how == "random" and self.randomness == "error"
        require(not drawn, "vmap: called random operation while in randomness error mode: use 'same' or 'different'.")
        require(how not in LOOKS or t is None or not self.differs(t), LOOKS.get(how, ""))
        inside = (
            "backward() called inside torch.vmap. This is not supported: use autograd.grad inside, or call it outside."
        )
        require(how != "backward" or self.functional, inside)
        super().look(t, how)

    def draw(self, make, shape: tuple) -> Tensor:
        """Random numbers: drawn once for all slices, or each its own."""
        if self.randomness != "different":
            return super().draw(make, shape)
        with at(self.outer):
            return self.face(make((self.size, *shape)))

    def text(self, t: Tensor, write) -> str:
        """A batched tensor as PyTorch prints it: the tensor of all slices, as seen from outside."""
        with at(self.outer):
            inner = write(self.whole(t)).replace("\n", "\n    ")
        return f"BatchedTensor(lvl={depth(self)}, bdim=0, value=\n    {inner}\n)"


class Arrays:
    """The level as rules see it that run on arrays."""

    def __init__(self, level: Batching) -> None:
        self.level, self.size, self.differs = level, level.size, level.differs

    def whole(self, t) -> Any:
        found = self.level.whole(t) if isinstance(t, Tensor) else None
        return None if found is None else found._array

    def full(self, t) -> Any:
        found = self.whole(t)
        array = np.asarray(array_of(t))
        return np.broadcast_to(array, (self.size, *array.shape)) if found is None else found

    def do(self, op: Operation, *args):
        arrays = op.cast(list(args)) if op.casts else args
        try:
            return op.forward(*arrays)
        except (TypeError, ValueError) as error:
            raise errors.of_numpy(error, arrays) from None


class Unit(Batching):
    """The `vmap` over unit vectors that `autograd` makes by itself: what it runs need not know of transforms."""

    functional = False


def depth(level: Any) -> int:
    """How many transforms are around what runs at this level, itself among them."""
    count = 0
    while level is not None:
        count, level = count + 1, level.outer
    return count
