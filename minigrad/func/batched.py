"""A batched tensor, and what happens to operations on it.

Inside `vmap` a tensor that differs from slice to slice looks like one slice: its array is the first of them, and so
are its shape, its history and its version. What it stands for, the tensor of all slices with their dimension in front,
hangs on it (`Meta.batch`). An operation on batched tensors is run once, on the tensors of all, outside this level; how
its arguments have to change for that, its kind says (`rules.py`). Then the operation is recorded for the one slice, so
that a `grad` inside `vmap` finds a graph of slices; a `grad` around it finds that of the whole.
"""

from weakref import ref

import numpy as np

from .. import inplace, modes, ops, views
from ..errors import require
from ..operation import Operation
from ..tensor import Meta, Tensor, wrap
from . import custom
from .levels import INPUT, MADE, Level, listed, outwards, settle, tracked
from .rules import at_once, pull_all, rule_of, write_all

NO_MEMORY = "Cannot access data pointer of Tensor that doesn't have storage: a slice has no memory of its own."
BATCHED = "backward() called inside torch.vmap. This is not supported: use autograd.grad inside, or call it outside."
LOOKS = {  # what may not be done with a tensor that differs from slice to slice
    "random": "vmap: called random operation while in randomness error mode: use 'same' or 'different'.",
    "item": "vmap: It looks like you're calling .item() on a Tensor: compute with the tensor itself.",
    "bool": "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow: slices would "
    "go different ways. Compute both and choose with where(condition, a, b).",
    "mask": "vmap: We do not support batching operators that can support dynamic shape: use where(mask, a, b).",
    "nonzero": "vmap: We do not support batching operators that can output dynamic shape: slices would have their own.",
    **dict.fromkeys(("numpy", "tolist"), NO_MEMORY),
    "allclose": "vmap over torch.allclose isn't supported yet: compare with isclose or ==, and look outside.",
    "set data": "mutating directly with `.data` under vmap transform is not allowed: write in place.",
    "data": "accessing `data` under vmap transform is not allowed: use detach().",
}


class Batching(Level):
    """A `vmap` at work on `size` slices; it also notes which other tensors were made inside."""

    def __init__(self, size: int, randomness: str = "error") -> None:
        self.size, self.randomness = size, randomness
        self.faces: list = []  # weak references to all of them, some long gone
        self.room = 1000  # how many of these are kept before one looks which are there

    def __enter__(self):
        self.arrays = Arrays(self)
        return super().__enter__()

    def __exit__(self, *_) -> None:
        super().__exit__()
        del self.arrays  # which refers to this
        for face in self.faces:
            if (t := face()) is not None:
                t._array = Escaped(t._array)
        self.faces = []

    # --- tensors of one slice, and of all ---

    def show(self, t: Tensor, whole: Tensor) -> Tensor:
        """Have `t` stand for `whole`, until this level is over."""
        t._meta = t._meta or Meta()
        t._meta.batch = (self, whole)
        self.faces.append(ref(t))
        if len(self.faces) > self.room:
            self.faces = [face for face in self.faces if face() is not None]
            self.room = 1000 + 2 * len(self.faces)
        return t

    def face(self, whole) -> Tensor:
        """What is seen inside of the tensor of all slices, or of its array: one of them."""
        whole = whole if isinstance(whole, Tensor) else wrap(whole)
        return self.show(wrap(whole._array[0, ...]), whole)

    def whole(self, t):
        """The tensor of all slices that `t` stands for; None if all slices share `t` itself, or it is no tensor."""
        batch = t._meta.batch if isinstance(t, Tensor) and t._meta is not None else None
        return batch[1] if batch is not None and batch[0] is self else None

    def full(self, t) -> Tensor:
        """The tensor of all slices, also of a tensor that they share."""
        t = t if isinstance(t, Tensor) else wrap(t)
        found = self.whole(t)
        return ops.expand(t, (self.size, *t.shape)) if found is None else found

    def do(self, op: Operation, *args):
        """The operation itself, for its rule."""
        return op.quick(*args)

    def looked_at(self, op: Operation, args) -> tuple[bool, list | None]:
        """Whether the operation differs from slice to slice. And its arguments, shared tensors as arrays, if nobody
        outside wants to know of it: its rule may run on arrays then."""
        differs, wanted, arrays = False, False, []
        grad = modes.current().grad
        for a in args:
            if isinstance(a, Tensor):
                batch = None if a._meta is None else a._meta.batch
                if batch is not None and batch[0] is self:
                    differs = True
                    wanted = wanted or (grad and batch[1].requires_grad)
                else:
                    wanted = wanted or (grad and self.bare(a).requires_grad)
                    a = a._array
            elif isinstance(a, (tuple, list)):
                differs = differs or self.differs(a)
                wanted = wanted or (grad and op.variadic and a is args[0] and any(map(tracked, a)))
            arrays.append(a)
        return differs, None if wanted or op.kind == "composed" or not self.alone() else arrays

    def alone(self) -> bool:
        """Whether no level is around, nor any mode that asks for more than to record or not."""
        mode = modes.current()
        return self.outer is None and self.modes.get(mode.grad) is mode

    def pull(self, node, g):
        op = getattr(node, "operation", None)
        if op is None or g is None or modes.current().grad or not (at_once(op) and self.alone()):
            return super().pull(node, g)
        return pull_all(self, op, node, g)

    def bare(self, t):
        """A shared input of a derivative inside, without its history: that is no matter of the tensors of all."""
        leaf = isinstance(t, Tensor) and t._edge is None and t._meta is not None
        if not leaf or not t._meta.requires_grad or t._meta.batch is not None:
            return t
        notes = t._meta.levels or {}
        inputs = [level for level, note in notes.items() if note is INPUT]
        alone = all(note is INPUT or note is MADE for note in notes.values())
        within = any(level.active and self in outwards(level) for level in inputs)
        return wrap(t._array) if alone and within else t

    def differs(self, values) -> bool:
        """Whether a tensor, or one in a sequence, differs from slice to slice."""
        if isinstance(values, (tuple, list)):
            return any(map(self.differs, values))
        return self.whole(values) is not None

    def keeps(self, t: Tensor, new: Tensor, detached: bool = True) -> None:
        super().keeps(t, new, detached)
        if (whole := self.whole(t)) is not None:
            with modes.at(self.outer):
                self.show(new, whole.detach() if detached else settle(whole))

    # --- operations ---

    def run(self, op: Operation, args):
        differs, arrays = self.looked_at(op, args)
        if not differs:
            return super().run(op, args)
        if arrays is not None:
            found = rule_of(op)(self.arrays, op, *arrays)
        else:
            bare = [self.bare(a) for a in args]
            before = modes.move(self.outer)
            try:
                found = rule_of(op)(self, op, *bare)
            finally:
                modes.move_back(before)
        outs = tuple(map(self.face, listed(found)))
        if op.view and arrays is not None:
            views.mark(self.whole(args[0]), tuple(map(self.whole, outs)), op.outputs == "many")
        op.record(args, outs)
        return outs if op.tuple else outs[0]

    def write(self, op: Operation, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        inputs, (name, separate, overlap) = (target, *args), rest
        if not self.differs(inputs):
            known = self.of(target) is not None or not self.functional
            require(known, f"vmap: {name} would write to a tensor that all slices share, once for each: clone() it.")
            return super().write(op, target, args, rest)
        whole = self.whole(target)
        shapes = f"shape {list(target.shape)} doesn't match the broadcast shape {[self.size, *target.shape]}"
        require(whole is not None, f"output with {shapes}: that of all slices.")
        edges, own = inplace.begin(op, inputs, separate, overlap), None
        with modes.at(self.outer):
            if edges and op.inputs[0] in op.saves:
                own = self.face(ops.clone(whole))
                own._edge = edges[0]
            write_all(self, op, whole, (target, *map(self.bare, args)), rest)
        return inplace.end(op, inputs, edges, own, name)

    def turn(self, call, view, target: Tensor, args: tuple) -> Tensor:
        if not self.differs(target):
            return super().turn(call, view, target, args)
        with modes.at(self.outer):
            turned = rule_of(view.operation)(self, view.operation, target, *args)
        with modes.at(None):  # the slice's own shape and history
            call(target, *args)
        return self.show(target, turned)

    def apply(self, function, args: tuple, kwargs: dict) -> tuple:
        own, made = hasattr(function, "vmap"), function.generate_vmap_rule
        ways = "Please override and implement the vmap staticmethod or set generate_vmap_rule=True."
        able = own or made or not function._separate
        require(able, f"You tried to vmap over {function.__name__}, but it does not have vmap support. {ways}")
        both = "it has both generate_vmap_rule=True and an overriden vmap staticmethod: delete one of them."
        require(not (own and made), f"You tried to vmap over {function.__name__}, but {both}")
        if not function._separate or not self.differs((*args, *kwargs.values())):
            return super().apply(function, args, kwargs)
        return custom.apply(self, function, args, kwargs)

    # --- what else is asked ---

    def look(self, t: Tensor | None, how: str) -> None:
        bad = self.randomness == "error" if how == "random" else t is not None and self.differs(t)
        require(how not in LOOKS or not bad, LOOKS.get(how, ""))
        super().look(t, how)

    def draw(self, make, shape: tuple) -> Tensor:
        """Random numbers: drawn once for all slices, or each its own."""
        if self.randomness != "different":
            return super().draw(make, shape)
        with modes.at(self.outer):
            return self.face(make((self.size, *shape)))

    def text(self, t: Tensor, write) -> str:
        """A batched tensor as PyTorch prints it: the tensor of all slices, as seen from outside."""
        with modes.at(self.outer):
            inner = write(self.whole(t)).replace("\n", "\n    ")
        return f"BatchedTensor(lvl={len(list(outwards(self)))}, bdim=0, value=\n    {inner}\n)"


class Arrays:
    """The level as rules see it that run on arrays."""

    def __init__(self, level: Batching) -> None:
        self.level, self.size, self.differs = level, level.size, level.differs

    def whole(self, t):
        found = self.level.whole(t)
        return None if found is None else found._array

    def full(self, t):
        found = self.whole(t)
        array = np.asarray(ops.common.array_of(t))
        return np.broadcast_to(array, (self.size, *array.shape)) if found is None else found

    do = staticmethod(Operation.on_arrays)


class Escaped:
    """What stands in place of a slice's array once its `vmap` is over: it has a shape and a type, and refuses all else.
    So tensors need not be asked, whenever they are used, whether they are such slices."""

    def __init__(self, array) -> None:
        self.shape, self.dtype, self.ndim, self.size = array.shape, array.dtype, array.ndim, array.size

    def refuse(self, *_, **__):
        either = "Either your tensor may have escaped from inside a function being vmapped and this is a user error"
        stands = "while vmap runs it stands for all slices, afterwards for none. Return it from the function instead."
        raise RuntimeError(f"{either}, or minigrad is wrong: {stands}")

    __getattr__ = __getitem__ = __array__ = __array_ufunc__ = __array_function__ = refuse


class Unit(Batching):
    """The `vmap` over unit vectors that `autograd` makes by itself: what it runs need not know of transforms."""

    functional, refused = False, {"backward": BATCHED}
