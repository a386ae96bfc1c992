"""Stories of functions that transform functions: calls again and again, with the very same functions and tensors.

For the tests of notebook 08, on the learner's side: `learner.kit("transform_stories.transforms_run")`. The source
travels, so it imports what it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import minigrad

mg: Any = minigrad
WEIGHTS = (0.7, -1.3, 0.4)


def curve(kind: str, p: Any, q: Any, grad: Any = None) -> Callable[..., Any]:
    """A function of tensors with one number as its value; `grad` is what the functions use that nest."""
    return {**_of_one(p, q), **_of_two(p, q), **_of_three(p, q), **_nested(p, grad)}[kind]


def _of_one(p: Any, q: Any) -> dict[str, Callable[..., Any]]:
    return {
        "wave": lambda x: ((p * x).sin() * q).sum(),
        "cubes": lambda x: (p * x * x * x + q * x * x).sum(),
        "line": lambda x: (p * x).sum() + q,
        "flat": lambda x: (x.detach() * p).sum() + q,
        "coupled": lambda x: (p * x.sum()).sin() * (x * x).sum() * q,
        "sized": lambda x: (x * x * x).sum() * ((p if "64" in str(x.dtype) else q) + len(x.shape)),
        "in parts": lambda x: (x * x * p).sum() if x.detach().sum().item() > 0 else (x.detach() * q).sum(),
        "growing": lambda x: ((p * x).exp() + q * (-x).exp()).sum(),
        "far": lambda x: p * (q + x * x).sqrt().sum(),
        "parabola": lambda x: ((x.new_tensor(p) @ (x - x.new_tensor(q))) ** 2).sum(),
        "leaning": lambda x: p * (x.exp() - 2.0 * x).sum() + q,
        "high valley": lambda x: q * ((1.0 - x[0]) ** 2 + p * (x[1] - x[0] ** 2) ** 2),
        "level": lambda x: p * ((x - 2.0) ** 2).sum() + q,
        "valley": lambda x: (p - x[0]) ** 2 + q * (x[1] - x[0] ** 2) ** 2,
    }


def _of_two(p: float, q: float) -> dict[str, Callable[..., Any]]:
    def refuses(x: Any, y: Any) -> Any:
        if x.detach().sum().item() < 0:
            raise ValueError("no negative sums")
        return (p * x * x * y).sum()

    return {
        "product": lambda x, y: (p * x * y).sin().sum() + q,
        "squares": lambda x, y: (p * x * x * y).sum() + q * y.sum(),
        "second": lambda x, y: (p * y * y).sum(),
        "neither": lambda x, y: (p * x.detach()).sum(),
        "either": lambda x, y: (p * x * y).sum() if x.detach().sum().item() > 0 else (q * y * y).sum(),
        "refuses": refuses,
    }


def _of_three(p: float, q: float) -> dict[str, Callable[..., Any]]:
    return {"three": lambda x, y, z: (p * x * y * z).sin().sum() + q * z.sum()}


def _nested(p: float, grad: Any) -> dict[str, Callable[..., Any]]:
    def after_an_error(x: Any, y: Any) -> Any:
        def refuses(a: Any) -> Any:
            raise ValueError("refused")

        try:
            grad(refuses)(x)
        except ValueError:
            return (p * x * x * y).sum()
        return None

    return {
        "inner": lambda x, y: (grad(lambda a, b: (p * a * a * b).sum())(x, y) * y).sum(),
        "inner second": lambda x, y: (grad(lambda a, b: (a * b * b).sum() * p, 1)(x, y) ** 2).sum(),
        "inner unused": lambda x, y: (grad(lambda a, b: (p * b * b).sum())(x, y) + x * y).sum(),
        "inner twice": lambda x, y: (grad(lambda a, b: (p * a * b * b).sum())(x, x) * y).sum(),
        "inner of inner": lambda x, y: grad(lambda a, b: (p * grad(lambda c, d: (c**3 * d).sum())(a, b)).sum())(
            x, y
        ).sum(),
        "inner made": lambda x, y: (grad(lambda a, b: (p * a * b).sin().sum())(x, x * y)).sum(),
        "after an error": after_an_error,
    }


def tensors(pool: Sequence[Any]) -> list:
    """Leaves of (numbers, does it ask), and tensors of (numbers, place): these times the tensor at that place."""
    made: list[Any] = []
    for numbers, how in pool:
        if isinstance(how, bool):
            made.append(mg.tensor(numbers, requires_grad=how))
        else:
            made.append(made[how] * mg.tensor(numbers))
    return made


def slopes_of(parts: Sequence[Any], leaves: Sequence[Any]) -> list:
    """The parts, bent and summed with weights, differentiated by the leaves."""
    bent = [w * (each * each + each).sum() for w, each in zip(WEIGHTS, parts, strict=False)]
    total: Any = sum(bent)
    if not (leaves and total.requires_grad):
        return [each.detach().numpy() * 0 for each in leaves]
    return [each.numpy() for each in mg.autograd.grad(total, leaves, retain_graph=True, materialize_grads=True)]


def transforms_run(grad: Any, grad_and_value: Any, curves: Any, pool: Any, steps: Any) -> list:
    """For each step what came back, whether it requires grad, its slopes in the leaves, and the runs of the function.

    A step is (place of the function, with its value, argnum, has_aux, places of the arguments). A function is
    transformed when the story comes to it first, and what comes of that is called from there on.
    """
    made, runs, told, known = tensors(pool), [0], [], {}
    leaves = [each for each in made if each.requires_grad and each.is_leaf]
    functions = [curve(kind, p, q, grad) for kind, p, q in curves]

    def noting(f: Any, has_aux: bool) -> Callable[..., Any]:
        def noted(*x: Any) -> Any:
            runs[0] += 1
            return (f(*x), x[0] * x[-1] + x[0]) if has_aux else f(*x)

        return noted

    for place, with_value, argnum, has_aux, places in steps:
        key = (place, with_value, argnum, has_aux)
        if key not in known:
            known[key] = (grad_and_value if with_value else grad)(noting(functions[place], has_aux), argnum, has_aux)
        runs[0] = 0
        try:
            came = known[key](*[made[each] for each in places])
        except ValueError:
            told.append(["ValueError", [], [], runs[0]])
            continue
        parts = [came] if not (with_value or has_aux) else [came[0], *came[1]] if with_value and has_aux else [*came]
        numbers = [each.detach().numpy() for each in parts]
        told.append([numbers, [each.requires_grad for each in parts], slopes_of(parts, leaves), runs[0]])
    return [told, [[each.detach().numpy(), each.requires_grad, each.is_leaf and each.grad is None] for each in made]]


def bends_run(answer: Any, curves: Any, pool: Any, steps: Any) -> list:
    """What `answer` gives of functions and tensors, call after call, and whether it requires grad; then the tensors.

    A step is (place of the function, places of the tensors).
    """
    made, told = tensors(pool), []
    functions = [curve(*each) for each in curves]
    for place, places in steps:
        came = answer(functions[place], *[made[each] for each in places])
        told.append([came.detach().numpy(), came.requires_grad])
    return [told, [[each.detach().numpy(), each.requires_grad, each.grad is None] for each in made]]


def rules_run(functions: Any, pool: Any, steps: Any) -> list:
    """Calls and walks of Functions: for each walk the gradients, and those of the gradients, of two orders.

    A step is ("call", place of the Function, places of its inputs), or (how, number of the call, place of what
    arrives), where how is "walk" for one that is not recorded, else "twice" or "thrice". The last of these walks
    lets go of what it goes through.
    """
    made, calls, told = tensors(pool), [], []
    leaves = [each for each in made if each.requires_grad]
    for how, which, where in steps:
        if how == "call":
            calls.append(functions[which].apply(*[made[each] for each in where]))
            told.append([calls[-1].detach().numpy()])
            continue
        y, g = calls[which], made[where]
        if how == "walk":
            found = mg.autograd.grad(y, leaves, g, retain_graph=True, materialize_grads=True)
            told.append([each.detach().numpy() for each in found])
            continue
        found = mg.autograd.grad(y, leaves, g, create_graph=True, materialize_grads=True)
        orders = [each.detach().numpy() for each in found]
        for last in {"twice": (True,), "thrice": (False, True)}[how]:
            total: Any = sum([w * (each * each + each).sum() for w, each in zip(WEIGHTS * 3, found, strict=False)])
            if not total.requires_grad:
                break
            try:
                found = mg.autograd.grad(total, leaves, create_graph=not last, materialize_grads=True)
            except RuntimeError:  # what is missing says so
                break
            orders += [each.detach().numpy() for each in found]
        told.append(orders)
    return told


def verdicts_run(symmetric: Any, tables: Any, steps: Any) -> list:
    """For each (place of the table, tolerance) the verdict, True or False; then the tables."""
    made = [mg.tensor(table) for table in tables]
    return [[symmetric(made[place], tolerance) for place, tolerance in steps], [each.numpy() for each in made]]


def paths_run(newton: Any, curves: Any, starts: Any, steps: Any) -> list:
    """For each (place of the function, place of the start) the calls of the function that were made, and the path: is
    it a list of tensors, its points, whether they require grad, and how many are the same tensor as one before.

    Then the starts. A function ends in an error when it has been called 3,000 times.
    """
    calls = [0]

    def noting(f: Any) -> Callable[..., Any]:
        def noted(x: Any) -> Any:
            calls[0] += 1
            if calls[0] > 3000:
                raise RuntimeError("f has been called 3,000 times: which loop of yours does not end?")
            return f(x)

        return noted

    functions, made, told = [noting(curve(*each)) for each in curves], tensors([(at, False) for at in starts]), []
    for each in made:
        each.grad = mg.ones_like(each)  # from some earlier walk
    kept = [each.grad for each in made]
    for place, where in steps:
        calls[0] = 0
        try:
            path = newton(functions[place], made[where])
        except RuntimeError:
            if calls[0] <= 3000:
                raise
            path = None
        if not (isinstance(path, list) and all(isinstance(each, mg.Tensor) for each in path)):
            told.append([calls[0], False, [], [], 0])
            continue
        again = sum([new is old for k, new in enumerate(path) for old in path[:k]])
        points = [each.detach().numpy() for each in path]
        told.append([calls[0], True, points, [each.requires_grad for each in path], again])
    stay = [each.grad is grad and bool((grad.numpy() == 1).all()) for each, grad in zip(made, kept, strict=True)]
    return [told, [[each.detach().numpy(), each.requires_grad, now] for each, now in zip(made, stay, strict=True)]]


def steps_run(after_steps: Any, curves: Any, pool: Any, steps: Any) -> list:
    """Losses after steps, their slopes and second slopes, and the calls that were made; then the tensors.

    A step is (place of the loss, places of x and of the rate, number of steps).
    """
    made, calls, told = tensors(pool), [0], []

    def noting(f: Any) -> Callable[..., Any]:
        def noted(x: Any) -> Any:
            calls[0] += 1
            return f(x)

        return noted

    functions = [noting(curve(*each)) for each in curves]
    leaves = [each for each in made if each.requires_grad and each.is_leaf]
    for place, x, rate, many in steps:
        calls[0] = 0
        value = after_steps(functions[place], made[x], made[rate], many)
        found = mg.autograd.grad(value, leaves, create_graph=True, materialize_grads=True)
        told.append(
            [
                value.detach().numpy(),
                [each.detach().numpy() for each in found],
                slopes_of([sum([(each * each).sum() for each in found])], leaves),
                calls[0],
            ]
        )
    return [told, [[each.detach().numpy(), each.requires_grad, *_grads_of(each)] for each in made]]


def _grads_of(one: Any) -> tuple[bool, bool]:
    """Is it a leaf without a .grad, and has a tensor that was computed been told to retain its own?"""
    return one.is_leaf and one.grad is None, bool(one.retains_grad)
