"""A learner's `autograd.Function` as an engine uses it: called, walked back through, walked again, written into.

For the tests of notebook 05, on the learner's side: `learner.kit("function_runs.run_function")`. The source travels, so
it imports what it needs. No expected value is in here; what comes back are plain numbers, the texts of errors, and
words about what is the same memory: the word of the learner's process, which a test compares with numbers that it drew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Any

import minigrad
from autograder.kit.arrays import np
from autograder.kit.asmade import AsMade

mg: Any = minigrad
VIEWS: dict[str, Callable[[Any], Any]] = {
    "turned": lambda whole: whole.transpose(0, -1),
    "every other": lambda whole: whole[..., ::2],
    "part": lambda whole: whole[len(whole) // 2 :],
    "picked": lambda whole: whole[1],
}
MEMORY: dict[str, Callable[[Any], Any]] = {
    "turned": lambda entries: entries.swapaxes(0, -1),
    "every other": lambda entries: np.repeat(entries, 2, axis=-1),
    "part": lambda entries: np.concatenate([entries, entries]),
    "picked": lambda entries: np.stack([entries, entries]),
    "same rows": lambda entries: entries[:1],
    "same columns": lambda entries: entries[..., :1],
    "one number": lambda entries: entries.reshape(-1)[0],
}
#: What is done with the output so that its gradient arrives as such a view, and what arrives there then.
THROUGH: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "turned": (lambda y: y.transpose(0, -1), lambda g: g.transpose(0, -1)),
    "same rows": (lambda y: y.sum(0), lambda g: g[0]),
    "same columns": (lambda y: y.sum(-1), lambda g: g[..., 0]),
    "one number": (lambda y: y.sum(), lambda g: g.flatten()[0]),
}
MOST = 12  # calls in the other type, which are there for what a class or a memo notes of the last call


def memory(entries: Any, view: str = "") -> Any:
    """The array of which such a view shows these entries.

    >>> memory(np.array([1, 2]), "every other")
    array([1, 1, 2, 2])
    """
    return MEMORY[view](entries).copy() if view in MEMORY else entries.copy()


def apply_to(function: Any, *inputs: Any) -> tuple[Any, Any]:
    """Node and output of a call: what the apply of mg does, whatever else has that name."""
    usual = vars(mg.autograd.Function)
    for name in ("_apply", "_run", "_backward_rule"):
        if getattr(getattr(function, name), "__func__", None) is not usual[name].__func__:
            raise TypeError(f"{function.__name__} has a {name} of its own; leave it out")
    return mg.autograd.Function._apply.__func__(function, inputs, {})


def rule_of(function: Any) -> tuple[str, Any]:
    """The rule of a Function and its name, one of two."""
    name = "backward" if function.vjp is mg.autograd.Function.vjp else "vjp"
    return name, getattr(function, name)


def error_or(work: Callable[[], Any]) -> Any:
    """What comes of it, or the error in words."""
    try:
        return work()
    except RuntimeError as error:
        return str(error)


def changed(function: Any, seen: float, kept: Any, more: float) -> type:
    """A subclass: something is added to its first input x and to what it gets, and what it saves is that of another x.

    kept: how far the other x is from this one, a number or an array
    """

    name, rule = rule_of(function)
    usual = mg.autograd.Function.setup_context

    def forward(ctx: Any, x: Any, *others: Any) -> Any:
        other = (x + seen + (mg.tensor(kept) if isinstance(kept, np.ndarray) else kept)).detach()
        with mg.enable_grad():  # what belongs to another x comes from a call of its own
            node, _ = apply_to(function, other.requires_grad_(not others or ctx.needs_input_grad[0]), *others)
        if function.setup_context is usual:
            y = function.forward(ctx, x + seen, *others)
        else:
            y = function.forward(x + seen, *others)
            function.setup_context(ctx, (x + seen, *others), y)
        ctx.save_for_backward(*(getattr(each, "detach", lambda: None)() for each in node.saved_tensors))
        return y

    def backward(ctx: Any, g: Any) -> Any:
        return rule(ctx, g + more)

    own = {"forward": forward, "setup_context": usual, name: backward}
    return _below(function, own)


def run_function(function: Any, cases: list[dict], together: bool = False, factor: float = 1.0) -> list[dict]:
    """For each case what a call of the function and the walks back through it give.

    A case says `inputs`, each an (array, does it ask for a gradient?, view) or, in a list of its own, what is no
    tensor; `upstream`, the (array, view) that arrive, one for each walk; and, if it is not the usual, `mode`
    ("no_grad"), `write` (the place of an input, or "output"; before which walk; what is added), `made` (are the inputs
    results of an operation, or with "view" views of such?), `like` (the place of the case whose tensors come again,
    with these numbers in them) and `second` (weights: what comes back is differentiated again). Rows that are seen as
    "same rows" are equal, and so on. An engine hands over what a walk begins with in an order of its own, so what is to
    arrive as a view comes out of an operation after the function, where the engine's own rules are right.

    What comes of it is asked for as a learner's process is slow at: in few calls and few arrays.

    together: are all calls made before the first walk, then again in the other type, and the walks in another order?
    factor: by how much the engine's own rules are wrong, for a backward that may not ask it
    """
    again = AsMade(globals()).again
    with _own_rules(factor):
        runs: list[_Run] = []
        found: list[dict] = []
        returned: dict[int, list] = {}
        watched, places = _watched(function, returned), _Places()
        for case in cases:
            runs.append(_Run(function, case, runs, watched, returned, again))
            runs[-1].right_rules = factor == 1
            if not together:
                runs[-1].walk_all(bend_first=True)
                # What the engine's rules are changed to stays; all modules at each case would take too long.
                again(modules=factor == 1 and len(found) % 8 == 0)
                found.append(runs[-1].told(places))
        if together:
            ordered = sorted(runs, key=lambda run: run.value.itemsize)  # what was in float64 last, now in float32
            for run in ordered[-MOST:]:
                run.call_in_other_type()
            for run in reversed(runs):
                run.walk_all(bend_first=False)
            again(modules=factor == 1)
            found = [run.told(places) for run in runs]
        return found


class _Run:
    """One case."""

    def __init__(
        self,
        function: Any,
        case: dict,
        earlier: list[_Run],
        watched: Any,
        returned: dict[int, list],
        again: Callable[..., None],
    ) -> None:
        self.case, self.function, self.right_rules = case, function, True
        self.again = earlier[case["like"]] if case.get("like") is not None else None
        self.wholes, self.inputs = self._inputs()
        self.tensors = [one for one in self.inputs if isinstance(one, mg.Tensor)]
        self.asking = [one for one in self.tensors if one.requires_grad]
        self.upstream = self._upstream()
        before = _marks(self.tensors + self.upstream)
        with mg.set_grad_enabled(case.get("mode") != "no_grad"):
            self.node, self.output = apply_to(watched, *self.inputs)
        again()
        _make_plain(self.output)
        self.returned = returned.setdefault(id(self.node), [])  # no other has this number while this one is kept
        self.value = self.output._array.copy()
        self.kept = self._kept()
        self.before = before, _marks([self.output])
        self.gradients: list[Any] = []
        self.seconds: list[Any] = []

    def _seen(self, array: Any, view: str) -> tuple[Any, Any]:
        whole = mg.tensor(memory(array, view))
        if view in ("same rows", "same columns", "one number"):
            return whole, whole.expand(array.shape)
        return whole, VIEWS.get(view, lambda each: each)(whole)

    def _upstream(self) -> list:
        if self.again is None:
            return [self._seen(array, view)[1] for array, view in self.case["upstream"]]
        for one, (array, _) in zip(self.again.upstream, self.case["upstream"], strict=True):
            one.copy_(mg.tensor(array))
        return self.again.upstream

    def _inputs(self) -> tuple[list, tuple]:
        wholes, inputs = [], []
        for place, each in enumerate(self.case["inputs"]):
            whole = one = each[0]
            if len(each) == 3 and self.again is not None:
                whole, one = self.again.wholes[place], self.again.inputs[place]
                if not np.array_equal(one._array, each[0]):  # else nobody has written: the same x in several calls
                    whole.detach().copy_(mg.tensor(each[0]))
            elif len(each) == 3:
                whole, one = self._seen(each[0], each[2])
                one.requires_grad_(each[1])
                if each[1]:
                    one.grad = mg.ones_like(one).detach()  # from an earlier backward
                if self.case.get("made"):  # the result of an operation, or a view of one
                    whole = one = one.clone()
                    one = one[...] if self.case["made"] == "view" else one
            wholes.append(whole)
            inputs.append(one)
        return wholes, tuple(inputs)

    def _kept(self) -> list[str]:
        """What the node has kept: which input, the output, another tensor; and which tensors and arrays are on ctx."""
        known = {id(one): f"input {place}" for place, one in enumerate(self.inputs)}
        found = []
        for one in self.node.saved:
            if one is not None:
                own = getattr(one, "nr", None) == 0  # a node keeps the place of its own output, and not the output
                found.append(known.get(id(one), "the output" if own else "another"))
        waiting, seen = [self.node.__dict__], set()
        while waiting:
            one = waiting.pop()
            if isinstance(one, dict | list | tuple | set | frozenset) and id(one) not in seen:
                seen.add(id(one))
                waiting += one.values() if isinstance(one, dict) else one
            elif isinstance(one, mg.Tensor | np.ndarray):
                found.append("on ctx")
        return found

    def _shares(self, places: _Places) -> list[str]:
        """Whose memory the output has: none where it is a tensor of its own."""
        found = []
        for words, tensors in (("an input", self.tensors), ("what arrives", self.upstream)):
            found += [words] * any(_overlap(self.output, each) for each in tensors)
        found += ["an earlier output"] * places.hold(self.output)
        return found + ["it is a view"] * self.output._is_view()

    def call_in_other_type(self) -> None:
        """A call of somebody else's, with the same numbers in the other type, which no walk may notice."""
        others = [one.detach() if isinstance(one, mg.Tensor) else one for one in self.inputs]
        for place, one in enumerate(others):
            if isinstance(one, mg.Tensor):
                others[place] = one.to(mg.float64 if one.dtype == mg.float32 else mg.float32)
                others[place].requires_grad_(self.inputs[place].requires_grad)
        apply_to(self.function, *others)

    def walk_all(self, bend_first: bool) -> None:
        """Each walk, and what is differentiated again, before the walk or after it; somebody may write in between."""
        write: tuple[Any, Any, Any] = self.case.get("write") or (None, None, None)
        where, when, amount = write
        recorded = self.case.get("mode") != "no_grad" and self.asking
        for turn, (arriving, (_, view)) in enumerate(zip(self.upstream, self.case["upstream"], strict=True)):
            if turn == when:
                (self.output if where == "output" else self.wholes[where]).detach().add_(amount)
            walks = [(self.gradients, partial(self._walk, arriving, view))] if recorded else []
            if recorded and self.case.get("second"):
                walks.insert(0 if bend_first else 1, (self.seconds, partial(self._walk_twice, turn, arriving)))
            for found, walk in walks:
                found.append(error_or(walk))

    def _walk(self, arriving: Any, view: str) -> list:
        through, back = THROUGH.get(view if self.right_rules else "", (lambda y: y, lambda g: g))
        return list(mg.autograd.grad(through(self.output), self.asking, back(arriving), retain_graph=True))

    def _walk_twice(self, turn: int, arriving: Any) -> list:
        """The derivatives of the weighted gradient with respect to the inputs that ask, and to what arrived.

        In the first of three turns they come twice, the second time for a leaf of its own with equal entries; in the
        next for the inputs alone, since what arrives has no history then; and in the third once.
        """
        weights = [mg.tensor(each) for each in self.case["second"]]
        uppers = [arriving.clone()] if turn % 3 == 1 else [arriving.detach().requires_grad_()]
        if turn % 3 == 0:
            uppers.append(arriving.detach().clone().requires_grad_())
        firsts = [mg.autograd.grad(self.output, self.asking, upper, create_graph=True) for upper in uppers]
        found: list[Any] = []
        for upper, first in zip(uppers, firsts, strict=True):
            of = (*self.asking, upper) if upper.requires_grad else self.asking
            found += mg.autograd.grad(first, of, weights, retain_graph=True)
        return found

    def told(self, places: _Places) -> dict:
        """What there is to say at the end of all."""
        before, after = self.before, (_marks(self.tensors + self.upstream), _marks([self.output]))
        return {
            "value": self.value,
            "gradients": [_numbers(each) for each in self.gradients],
            "seconds": [_numbers(each) for each in self.seconds],
            "returned": self.returned,
            "kept": self.kept,
            "shares": self._shares(places),
            "stayed": all(
                old[0] == new[0] and all(a is b for a, b in zip(old[1], new[1], strict=True))
                for old, new in zip(before, after, strict=True)
            ),
            "end": np.concatenate([one._array.ravel() for one in (*self.tensors, *self.upstream, self.output)]),
        }


def _watched(function: Any, returned: dict[int, list]) -> Any:
    """A subclass whose backward is the function's, and notes for each node what it returns. One for all cases."""
    name, rule = rule_of(function)

    def backward(ctx, *arriving):
        found = rule(ctx, *arriving)
        parts = found if isinstance(found, tuple) else (found,)
        noted = [list(part.shape) if hasattr(part, "shape") else part for part in parts]
        returned.setdefault(id(ctx), []).append(noted)
        return found

    return _below(function, {name: backward})


def _below(function: Any, own: dict[str, Any]) -> Any:
    """A subclass with functions of ours, which an `__init_subclass__` of the learner's does not get to see."""
    kind = type(function.__name__, (function,), {})
    for name, each in own.items():
        type.__setattr__(kind, name, staticmethod(each))
    mg.autograd.Function.__init_subclass__.__func__(kind)  # which looks at what is there now  # type: ignore
    return kind


def _marks(tensors: list) -> tuple:
    """What there is to say of tensors besides their numbers, and the very objects that they hold."""
    said, held = [], []
    for t in tensors:
        meta, counter = t._meta, t._counter
        grad = None if meta is None else meta.grad
        retains = meta is not None and meta.retains_grad
        said.append(
            (
                counter.n if counter else 0,
                t.requires_grad,
                retains,
                t._array.shape,
                None if grad is None else grad._version,
            )
        )
        held += [grad, t._edge]
    return said, held


def _make_plain(tensor: Any) -> None:
    """Its array is one of numpy's own class, on the same memory: another class may say of it what it likes."""
    if type(tensor._array) is not np.ndarray:
        tensor._array = np.ndarray.view(tensor._array, np.ndarray)


def _overlap(tensor: Any, other: Any) -> bool:
    """Does it lie on the other's memory? Without entries: is it a view of the other, or of what that one views?"""
    base = tensor._base
    if base is not None and (base is other or base is other._base):
        return True
    return bool(np.may_share_memory(tensor._array, other._array))


class _Places:
    """Where the outputs so far lie: from which address to which, and what they are views of."""

    def __init__(self) -> None:
        self.bounds: list[tuple[int, int]] = []
        self.bases: set[int] = set()

    def hold(self, tensor: Any) -> bool:
        """Does it lie on the memory of an earlier one? It is noted itself. All of them are kept by their runs."""
        array, base = tensor._array, tensor._base
        low = high = array.__array_interface__["data"][0]
        for size, step in zip(array.shape, array.strides, strict=True):
            low, high = (low, high + (size - 1) * step) if step > 0 else (low + (size - 1) * step, high)
        high += array.itemsize
        found = base is not None and id(base) in self.bases
        if array.size:
            found = found or any(low < after and before < high for before, after in self.bounds)
            self.bounds.append((low, high))
        self.bases |= {id(tensor)} if base is None else {id(tensor), id(base)}
        return found


def _numbers(found: Any) -> Any:
    if isinstance(found, str):
        return found
    for each in found:
        _make_plain(each)
    return [each._array.copy() for each in found]


@contextmanager
def _own_rules(factor: float) -> Iterator[None]:
    """In the block the rules of the engine's own operations are wrong by a factor, but not those of Functions.

    By another one each time, so that what one rule gives does not tell by how much the next is wrong. So are the
    formulas that the rules were made of.
    """
    factors = (factor + turn % 97 / 50 for turn in count())

    def changed_by_some(d):
        return d if d is None else (next(factors) * d).reshape(d.shape)

    def wrong(rule):
        return lambda *given: [changed_by_some(d) for d in rule(*given)]

    kinds: list[Any] = [mg.autograd.graph.Node] if factor != 1 else []
    for kind in kinds:
        kinds += kind.__subclasses__()
    rules = [(kind, kind.vjp) for kind in kinds if "vjp" in kind.__dict__ and kind.__name__ != "BackwardCFunction"]
    public = [getattr(mg.ops, name) for name in mg.ops.__all__] if kinds else []
    declared = [each.operation.formulas for each in public if hasattr(each, "operation")]
    written = [(formulas, dict(formulas)) for formulas in declared]
    try:
        for kind, rule in rules:
            kind.vjp = wrong(rule)
        for formulas, right in written:
            formulas.update(
                (name, lambda *given, f=formula: changed_by_some(f(*given))) for name, formula in right.items()
            )
        yield
    finally:
        for kind, rule in rules:
            kind.vjp = rule
        for formulas, right in written:
            formulas.update(right)
