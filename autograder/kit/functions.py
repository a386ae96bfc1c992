"""A Function of the learner's, called and walked in many ways: what the tests of notebook 05 have in common.

Each of these runs on the learner's side (`learner.kit("functions.tried")`), and what it says is the word of the
learner's process; the test compares it with numbers that it drew. The source travels, so it imports what it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import minigrad

mg: Any = minigrad


def apply_to(function: Any, x: Any) -> tuple[Any, Any]:
    """Node and output of a call: what the apply of mg does, whatever else has that name."""
    return mg.autograd.Function._apply.__func__(function, (x,), {})


def changed(function: Any, seen: float, kept: float, more: float) -> type:
    """A subclass: something is added to what it sees and gets, and what it saves is what it would save of another x."""

    def forward(ctx: Any, x: Any) -> Any:
        with mg.enable_grad():  # what belongs to another x comes from a call of its own
            node, _ = apply_to(function, (x + seen + kept).detach().requires_grad_())
        y = function.forward(ctx, x + seen)
        ctx.save_for_backward(*(getattr(each, "detach", lambda: None)() for each in node.saved_tensors))
        return y

    def backward(ctx: Any, g: Any) -> Any:
        return function.backward(ctx, g + more)

    both = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(function.__name__, (function,), both)


# ---- one call after the other, or all before the first walk


def tried(
    function: Any, cases: Any, together: bool = True, write: Any = ("", (0,), (0.0,)), factor: float = 1.0
) -> list:
    """For each case the value and three gradients, or the errors; then what is there at the end of all.

    cases: (memory of x, how it is looked at, memory of what arrives, how that is, mode); modes are "recorded",
        "no_grad" and "asks for none"
    together: are all calls made before the first walk?
    write: what is overwritten ("x" or "output"; "" for nothing), before which walk and by how much, in turn
    factor: by which every rule of the engine's own is wrong meanwhile, and so a backward that asks the engine
    """
    (which, whens, amounts), runs = write, []
    with _rules_wrong_by(factor):
        for number, case in enumerate(cases):
            runs.append(_called(function, *case))
            runs[-1] |= {"when": whens[number % len(whens)], "amount": amounts[number % len(amounts)]}
            if not together:
                _walk_three_times(runs[-1], which)
        for run in reversed(runs if together else []):  # the walks in another order than the calls
            _walk_three_times(run, which)
    return [_told(run) for run in runs]


def _called(function: Any, base: Any, view: str, above: Any, upper_view: str, mode: str) -> dict[str, Any]:
    """One call, and all that is to be known of it afterwards."""
    whole, x = _look(base, view)
    if mode != "asks for none":
        x.requires_grad_()
        x.grad = mg.ones_like(x).detach()  # from an earlier backward
    if view == "made":  # the result of an operation
        whole = x = x.clone()
    g = _look(above, upper_view)[1]
    before = _marks(x, g)
    with mg.set_grad_enabled(mode != "no_grad"):
        node, y = apply_to(function, x)
    return {
        "whole": whole, "x": x, "y": y, "g": g, "gradients": [], "recorded": mode == "recorded",
        "value": y.detach().numpy().copy(), "before": (before, _marks(y)), "kept": _kept(node, x),
    }  # fmt: skip


def _look(array: Any, view: str) -> tuple[Any, Any]:
    """A tensor with this memory, and what is seen of it."""
    whole = mg.tensor(array)
    ways = {
        "turned": lambda: whole.transpose(0, -1),
        "every other": lambda: whole[..., ::2],
        "part": lambda: whole[len(whole) // 2 :],
        "same rows": lambda: whole.expand(3, *whole.shape[1:]),
    }
    return whole, ways.get(view, lambda: whole)()


def _marks(*tensors: Any) -> tuple[list, list]:
    """What there is to say of tensors besides their numbers."""
    grads = [(t.is_leaf or t.retains_grad) and t.grad for t in tensors]
    said: list = [[t._version, t.requires_grad, t.is_leaf, t.retains_grad, list(t.shape)] for t in tensors]
    return [*said, [getattr(g, "_version", None) for g in grads]], [*grads, *(t.grad_fn for t in tensors)]


def _stayed(before: tuple[list, list], now: tuple[list, list]) -> bool:
    return before[0] == now[0] and all(a is b for a, b in zip(before[1], now[1], strict=True))


def _kept(node: Any, x: Any) -> list:
    """For each tensor that the node saved, whether it is x or the output; and what is kept on ctx in other ways."""
    kept: list = [t is x or getattr(t, "nr", None) == 0 for t in node.saved if t is not None]
    for one in list(node.__dict__.values()):
        several = one.values() if isinstance(one, dict) else one if isinstance(one, list | tuple) else [one]
        kept += ["on ctx" for each in several if isinstance(each, mg.Tensor | np.ndarray)]
    return kept


def _walk_three_times(run: dict[str, Any], which: str) -> None:
    x, y, g = run["x"], run["y"], run["g"]
    for turn, arriving in enumerate((g, 1 - g, 2 * g + 1)):
        if which and turn == run["when"]:  # somebody overwrites x or the output
            (run["whole"] if which == "x" else y).detach().add_(run["amount"])
        if run["recorded"]:
            run["gradients"].append(_gradient_or_error(x, y, arriving))


def _gradient_or_error(x: Any, y: Any, g: Any) -> Any:
    try:
        (found,) = mg.autograd.grad(y, x, g, retain_graph=True)
    except RuntimeError as error:
        return str(error)
    else:
        return found


@contextmanager
def _rules_wrong_by(factor: float) -> Iterator[None]:
    """Meanwhile all that the engine itself differentiates is wrong by a factor."""
    kinds = [mg.autograd.graph.Node]
    for kind in kinds:
        kinds += kind.__subclasses__()
    own = [kind for kind in kinds if "vjp" in kind.__dict__ and kind.__name__ != "BackwardCFunction"]
    rules = [(kind, kind.vjp) for kind in own if factor != 1]

    def wrong(rule: Any) -> Any:
        return lambda *given: [d if d is None else (factor * d).reshape(d.shape) for d in rule(*given)]

    try:
        for kind, rule in rules:
            kind.vjp = wrong(rule)
        yield
    finally:
        for kind, rule in rules:
            kind.vjp = rule


def _told(run: dict[str, Any]) -> tuple:
    """Value, gradients, the numbers at the end, did all else stay, what was kept."""
    (before, of_output), x, y, g = run["before"], run["x"], run["y"], run["g"]
    return (
        run["value"],
        [d if isinstance(d, str) else d.detach().numpy() for d in run["gradients"]],
        [t.detach().numpy() for t in (x, g, y)],
        _stayed(before, _marks(x, g)) and _stayed(of_output, _marks(y)),
        run["kept"],
    )


# ---- stories


def stories_run(function: Any, stories: Any) -> list[list]:
    """What each step of each story gives: a value, a gradient, an error in words, or nothing.

    A step is (what, which call, numbers); what is "new x", "x" or "new g", "g" (other numbers in the same tensor),
    "output", "call", "quiet call", or a walk from the output of that call.
    """
    told = []
    for story in stories:
        there: dict[str, Any] = {"calls": []}
        told.append([_step(function, there, *step) for step in story])
    return told


def _step(function: Any, there: dict[str, Any], what: str, which: int, numbers: Any) -> Any:
    calls = there["calls"]
    if what == "new x":
        there["x"] = mg.tensor(numbers, requires_grad=True)
    elif what == "x":
        there["x"].detach().copy_(mg.tensor(numbers))
    elif what == "new g":
        there["g"] = mg.tensor(numbers)
    elif what == "g":
        there["g"].copy_(mg.tensor(numbers))
    elif what == "output":
        calls[which][1].detach().add_(numbers)
    elif what == "call":
        calls.append((there["x"], apply_to(function, there["x"])[1]))
        return calls[-1][1].detach().numpy().copy()
    elif what == "quiet call":
        with mg.no_grad():
            y = apply_to(function, there["x"])[1]
        came = y.numpy().copy()
        y.zero_()
        return came
    else:
        x, y = calls[which]
        gradient = _gradient_or_error(x, y, there["g"])
        if isinstance(gradient, str):
            return gradient
        came = gradient.detach().numpy().copy()
        gradient.detach().zero_()  # whoever got the gradient may write into it
        return came
    return None


def reused(function: Any, first: Any, second: Any, upper: Any) -> list:
    """One x: two results multiplied; one in the other; without recording; then with other numbers in it."""
    x, g = mg.tensor(first, requires_grad=True), mg.tensor(upper)

    def apply(x: Any) -> Any:
        return apply_to(function, x)[1]

    (apply(x) * apply(x)).backward(g)
    found = [x.grad.numpy().copy()]
    x.grad = None
    apply(apply(x)).backward(g)
    found.append(x.grad.numpy().copy())
    x.grad = None
    apply(x).detach().zero_()  # whoever got the result may write into it
    found.append(apply(x).detach().numpy())
    with mg.no_grad():
        apply(x).zero_()
        apply(mg.tensor(first)).zero_()
        found.append(apply(mg.tensor(first)).numpy())
        x.copy_(mg.tensor(second))
    y = apply(x)
    y.backward(g)
    found += [y.detach().numpy(), x.grad.numpy()]
    for numbers in (first, first.ravel()[::-1].reshape(first.shape), first.T.copy().reshape(first.shape), second):
        with mg.no_grad():
            x.copy_(mg.tensor(numbers))
        found.append(apply(x).detach().numpy())
    return found
