"""Stories of a learner's `autograd.Function` of one input: calls and walks, and what somebody does in between.

For the tests of notebook 05, on the learner's side: `learner.kit("function_stories.stories_run")`. The source travels,
so it imports what it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import minigrad
from autograder.kit.arrays import np
from autograder.kit.function_runs import apply_to, error_or

mg: Any = minigrad


def stories_run(function: Any, stories: Any) -> list[list]:
    """What each step of each story gives: a value, gradients, an error in words, or nothing.

    A step is (what, which, numbers); what is

    - "new x", "x" or "new g", "g": a tensor of these numbers, or these numbers in the same tensor;
    - "call", "quiet call" (without recording), "output" (something is added to that of call `which`);
    - "walk": the gradient of call `which`, for the g that there is;
    - "first", "first of both": a gradient that is to be differentiated again, for x alone or for what arrives too;
    - "upper": something is added to what arrived at gradient `which`;
    - "second", "second for g": the derivatives of that gradient, with these weights.
    """
    return [_Story(function).told(story) for story in stories]


class _Story:
    """One of them, as far as it has gone."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.x: Any = None
        self.g: Any = None
        self.calls: list[tuple[Any, Any]] = []  # x and output
        self.firsts: list[tuple[Any, Any, Any]] = []  # x, what arrived, and the gradient or an error in words

    def told(self, story: Any) -> list:
        """What its steps give."""
        return [self._step(*step) for step in story]

    def _step(self, what: str, which: int, numbers: Any) -> Any:
        ways: dict[str, Callable[[], Any]] = {
            "call": self._call,
            "quiet call": self._quiet_call,
            "walk": lambda: error_or(lambda: self._walk(*self.calls[which])),
            "first": lambda: self._first(*self.calls[which], self.g),
            "first of both": lambda: self._first(*self.calls[which], self.g.clone().requires_grad_()),
            "second": lambda: error_or(lambda: self._second(*self.firsts[which], numbers, False)),
            "second for g": lambda: error_or(lambda: self._second(*self.firsts[which], numbers, True)),
        }
        return ways[what]() if what in ways else self._change(what, which, numbers)

    def _change(self, what: str, which: int, numbers: Any) -> None:
        if what == "new x":
            self.x = mg.tensor(numbers, requires_grad=True)
        elif what == "x":
            self.x.detach().copy_(mg.tensor(numbers))
        elif what == "new g":
            self.g = mg.tensor(numbers)
        elif what == "g":
            self.g.copy_(mg.tensor(numbers))
        elif what == "output":
            self.calls[which][1].detach().add_(numbers)
        elif what == "upper":
            self.firsts[which][1].detach().add_(numbers)
        else:
            raise ValueError(f"no step of a story: {what!r}")

    def _call(self) -> Any:
        self.calls.append((self.x, apply_to(self.function, self.x)[1]))
        return self.calls[-1][1].detach().numpy().copy()

    def _quiet_call(self) -> Any:
        with mg.no_grad():
            y = apply_to(self.function, self.x)[1]
        came = y.numpy().copy()
        y.zero_()
        return came

    def _walk(self, x: Any, y: Any) -> Any:
        (gradient,) = mg.autograd.grad(y, x, self.g, retain_graph=True)
        came = gradient.detach().numpy().copy()
        gradient.detach().zero_()  # whoever got the gradient may write into it
        return came

    def _first(self, x: Any, y: Any, upper: Any) -> Any:
        first = error_or(lambda: mg.autograd.grad(y, x, upper, create_graph=True)[0])
        self.firsts.append((x, upper, first))
        return first if isinstance(first, str) else first.detach().numpy().copy()

    def _second(self, x: Any, upper: Any, first: Any, numbers: Any, of_g_alone: bool) -> Any:
        if isinstance(first, str):
            return first
        both: Sequence[Any] = (upper,) if of_g_alone else (x, upper) if upper.requires_grad else (x,)
        return [d.numpy().copy() for d in mg.autograd.grad(first, both, mg.tensor(numbers), retain_graph=True)]


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


def many(function: Any, numbers: Any, uppers: Any, *more: Any) -> list:
    """A call for each of the numbers, all before the first walk, and a walk from each; then one again, 40 times."""
    xs = [mg.tensor(each, requires_grad=True) for each in numbers]
    ys = [apply_to(function, x, *more)[1] for x in xs]
    found = [[y.detach().numpy() for y in ys], [_slope(y, x, g) for y, x, g in zip(ys, xs, uppers, strict=True)]]
    found.append([_slope(ys[0], xs[0], g) for g in uppers[:40]])
    found.append([_slope(apply_to(function, xs[0], *more)[1], xs[0], g) for g in uppers[:40]])
    return [np.stack(each) for each in found]


def written_by_numpy(function: Any, rows: Any, upper: Any) -> list:
    """Values and gradients for one x into which numpy writes each of the rows: no version counts that."""
    x, found = mg.tensor(rows[0], requires_grad=True), []
    for row in rows:
        x.detach().numpy()[...] = row
        y = apply_to(function, x)[1]
        (gradient,) = mg.autograd.grad(y, x, mg.tensor(upper))
        found.append((y.detach().numpy().copy(), gradient.numpy().copy()))
    return found


def _slope(y: Any, x: Any, upper: Any) -> Any:
    (gradient,) = mg.autograd.grad(y, x, mg.tensor(upper), retain_graph=True)
    return gradient.numpy().copy()
