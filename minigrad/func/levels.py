"""What happens to operations inside a transform.

Each running transform is a `Level`; the mode points to the innermost, and each to the one around it. An operation goes
to the innermost level, which hands it outwards and then notes on the results what it wants to know of them: that they
were made inside (`grad`), that they differ from slice to slice (`vmap`), their tangent (`jvp`). The outermost has it
run as usual. The notes sit with the tensor, under the level that made them, so levels cannot be confused and a level
that is over is forgotten.
"""

from __future__ import annotations

from .. import engine, errors, inplace, modes, ops
from ..errors import require
from ..tensor import Tensor, batched, gradient_edge, shared_counter, wrap
from .trees import map_tree

INPUT, MADE = "input", "made"  # notes: an input of a reverse transform, anything else made inside a transform

ANYWHERE = {  # what no transform lets be done inside
    "backward": "backward() called inside a functorch transform. This is not supported: use func.grad or func.vjp.",
    "requires_grad_": "You are attempting to call Tensor.requires_grad_(), perhaps through autograd.functional, inside "
    "a transform: give the tensor to it as an argument.",
}


class Level:
    """One transform at work. Used as a context manager: inside, operations come here first."""

    tracks = True  # what is made inside can be differentiated inside
    functional = True  # a transform of minigrad.func; forward_ad has levels that are none
    refused: dict[str, str] = {}  # what may not be done inside, if it is none
    outer: Level | None = None
    active = False

    def __enter__(self):
        self.modes: dict = {}  # the modes of operations inside: modes.moved makes them
        self.before = modes.change(level=self)
        self.outer, self.active = self.before.level, True
        return self

    def __exit__(self, *_) -> None:
        modes.restore(self.before, "level")
        self.active, self.modes = False, {}

    # --- notes ---

    def note(self, t: Tensor, value) -> None:
        """Note something on a tensor."""
        meta = t._special()
        meta.levels = {**(meta.levels or {}), self: value}

    def of(self, t: Tensor):
        """What is noted on a tensor, or on the base of a view; None if nothing."""
        meta = t._meta
        if meta is None or (meta.levels and self in meta.levels):
            return meta and meta.levels[self]
        return None if meta.view is None else self.of(meta.view.base)

    def after(self, outs) -> None:
        """Note on the results of an operation that they were made inside."""
        for t in outs:
            if isinstance(t, Tensor):
                meta = t._special()
                if meta.view is None and not (meta.levels and self in meta.levels):
                    meta.levels = {**meta.levels, self: MADE} if meta.levels else {self: MADE}

    def born(self, t: Tensor) -> None:
        """A tensor that was made from no other."""
        self.after((t,))
        if self.outer is not None:
            self.outer.born(t)

    def keeps(self, t: Tensor, new: Tensor, detached: bool = True) -> None:
        """`new` is `t` outside the graph: what is noted on both; `detached`, it is no input and has no tangent."""
        if (note := self.of(t)) is not None:
            with modes.at(self.outer):
                self.note(new, self.kept(note, detached))
        if self.outer is not None:
            self.outer.keeps(t, new, detached)

    def kept(self, note, detached: bool):
        """What a note on a tensor says of it outside the graph."""
        return MADE if detached and note is INPUT else note

    # --- what the engine asks ---

    def run(self, op, args):
        """An operation."""
        outer = self.outer
        before = modes.move(outer)  # as `with at(outer)`, quicker
        try:
            outs = op.quick(*args) if outer is None else outer.run(op, args)
        finally:
            modes.move_back(before)
        self.after(listed(outs))
        return outs

    def pull(self, node, g):
        """A node on the way back."""
        return node.vjp(g, True)

    def write(self, op, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        """An operation in place."""
        with modes.at(self.outer):
            inplace.write(op, target, args, *rest)
        self.after((target,))
        return target

    def turn(self, call, view, target: Tensor, args: tuple) -> Tensor:
        """A view in place: `call` makes the target what `view` returns."""
        with modes.at(self.outer):
            return call(target, *args)

    def apply(self, function, args: tuple, kwargs: dict) -> tuple:
        """A custom Function: its ctx and what it returns."""
        able = function._separate or not self.functional
        ways = f"it must override the setup_context staticmethod, and {function.__name__}.forward takes no ctx then."
        require(able, f"In order to use an autograd.Function with functorch transforms (vmap, grad, jvp), {ways}")
        with modes.at(self.outer):
            ctx, outs = function._apply(args, kwargs)
        self.after(listed(outs))
        return ctx, outs

    def look(self, t: Tensor | None, how: str) -> None:
        """Refuse to give a value away, or to act, where the transform cannot follow."""
        refused = ANYWHERE if self.functional else self.refused
        require(how not in refused, refused.get(how, ""))
        if self.outer is not None:
            self.outer.look(t, how)

    def draw(self, make, shape: tuple) -> Tensor:
        """Random numbers of a shape, which `make` draws."""
        with modes.at(self.outer):
            t = make(shape)
        self.after((t,))
        return t

    def printed(self, t: Tensor) -> list[str]:
        """What is to be printed of a tensor besides its history."""
        return []


def outwards(level: Level | None):
    """A level, and those around it."""
    while level is not None:
        yield level
        level = level.outer


def listed(outs):
    return outs if isinstance(outs, (tuple, list)) else (outs,)


class Reverse(Level):
    """A reverse transform: nothing but arguments and what was made inside may be written in place."""

    def write(self, op, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        note = self.of(target)
        if modes.current().grad and note is INPUT:
            raise errors.leaf_written(target._is_view())
        call = "During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place"
        mutates = f"{call} {rest[0]}, that would mutate a captured Tensor: hand it over as an argument."
        require(note is not None, mutates)
        return super().write(op, target, args, rest)


def one_more(way):
    """A way through a level that counts, with what goes there."""

    def counting(self, *args):
        self.operations += 1
        return way(self, *args)

    return counting


class counted(Level):
    """A block in which passes and operations are counted: `forward`, `backward` and `operations`.

    `backward` is how many walks back through a graph there were, `forward` how many runs of a function with tangents,
    and `operations` how many operations have run on arrays, those of both kinds of passes among them. An operation on
    a batch counts once, however many slices it has.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0, 3.0])
    >>> with mg.func.counted() as all_at_once:
    ...     _ = mg.func.jacrev(lambda x: x.exp())(x)
    >>> with mg.func.counted() as one_by_one:
    ...     _ = mg.autograd.functional.jacobian(lambda x: x.exp(), x)
    >>> all_at_once.backward, one_by_one.backward
    (1, 3)
    >>> all_at_once.operations < one_by_one.operations
    True
    """

    functional = False

    def __init__(self) -> None:
        self.operations = self.forward = self.backward = 0

    def __repr__(self) -> str:
        return f"counted(operations={self.operations}, forward={self.forward}, backward={self.backward})"

    def after(self, outs) -> None:
        """Nothing is noted on tensors."""

    run, write, turn = map(one_more, (Level.run, Level.write, Level.turn))

    def look(self, t: Tensor | None, how: str) -> None:
        self.forward += how == "push"
        self.backward += how == "walk"
        super().look(t, how)


# --- in and out ---


def alias(t: Tensor) -> Tensor:
    """The same memory and history under another name. Not a view, so that notes on it are not notes on `t`."""
    if tracked(t):
        new = ops.views._unsafe_view(t, tuple(t.shape))
        count_together(new, t)
        return new
    new = renamed(t)
    if (level := modes.current().level) is not None and not batched(new):
        level.born(new)
    return new


def renamed(t: Tensor) -> Tensor:
    """The same memory, without a history, and with all that the levels at work have noted."""
    new = wrap(t._array)
    new._counter = shared_counter(t)
    if t._meta is not None and (level := modes.current().level) is not None:
        level.keeps(t, new, False)
    return new


def count_together(new: Tensor, t: Tensor) -> None:
    """Have a write to the one count for both, and inside `vmap` for all their slices."""
    new._counter = shared_counter(t)
    if batched(new):
        count_together(new._meta.batch[1], t._meta.batch[1])


def inside(level: Level, tree):
    """Arguments that are not differentiated by, under names that are known inside the level."""

    def known(t):
        if isinstance(t, Tensor):
            t = alias(t)
            level.note(t, MADE)
        return t

    return map_tree(known, tree)


def variable(t, level: Level) -> Tensor:
    """An alias of `t` that requires grad, as an input of the reverse level."""
    require(isinstance(t, Tensor), f"Thing passed to transform API must be Tensor, got {type(t)}", ValueError)
    require(t.is_floating_point(), f"only Tensors of floating point dtype can require gradients. This one is {t.dtype}")
    new = alias(t)
    if not new.requires_grad:
        new._special().requires_grad = True
    level.note(new, INPUT)
    return new


def leads_out(t: Tensor) -> bool:
    """Whether the history of `t` leads to a leaf that is the user's, or an input of a transform still at work."""
    edge = gradient_edge(t)
    here = edge is not None and any(not n.sequence and alive(n.variable) for n in engine.below([edge]))
    return here or (batched(t) and leads_out(t._meta.batch[1]))


def alive(leaf: Tensor) -> bool:
    return not any(note is INPUT and not level.active for level, note in (leaf._meta.levels or {}).items())


def tracked(t: Tensor) -> bool:
    """Whether `t` has a history, or inside `vmap` the tensor of all slices has."""
    return t.requires_grad or (batched(t) and tracked(t._meta.batch[1]))


def settle(t: Tensor) -> Tensor:
    """A result as it leaves a transform: without a history that matters only inside."""
    return t if not tracked(t) or (modes.current().grad and leads_out(t)) else renamed(t)
