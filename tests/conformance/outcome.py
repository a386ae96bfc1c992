"""What a piece of code does, as data: the same for PyTorch, when recording, and for minigrad, when replaying."""

from __future__ import annotations

import math
import warnings

SETTING = """
a = torch.tensor([[.5, -1.2, .3], [2., .7, -.4]], requires_grad=True)
b = torch.tensor([[1.5, .2, -.3], [.8, -.7, 1.4]], requires_grad=True)
p = torch.tensor([[.5, 1.2, .3], [2., .7, .4]], requires_grad=True)
u = torch.tensor([[.5, -.2, .3], [-.9, .7, .1]], requires_grad=True)
M = torch.tensor([[2., .5, .1], [.3, 1.5, -.2], [.4, -.6, 3.]], requires_grad=True)
v = torch.tensor([1., -2., 3.], requires_grad=True)
B = (torch.arange(12.).reshape(2, 3, 2) * .25 - 1).requires_grad_()
i = torch.tensor([[0, 1, 0], [1, 0, 1]])
m = torch.tensor([[True, False, True], [False, True, True]])
leaves = [a, b, p, u, M, v, B]
"""  # what expressions are evaluated on
WORDS = 4  # of an error message: enough for a search to find it; the rest may be our own


def number(v, digits: int):
    """A float rounded to so many digits, as what JSON can hold."""
    if not isinstance(v, float):
        return v
    return float(f"{v:.{digits}g}") if math.isfinite(v) else str(v)


def flat(v) -> list:
    return [e for part in v for e in flat(part)] if isinstance(v, list) else [v]


def history(node, depth: int):
    """A node's name, with those of the nodes it leads to."""
    if node is None:
        return None
    name = type(node).__name__
    if depth == 0 or name == "AccumulateGrad":
        return name
    return [name, *[history(n, depth - 1) for n, _ in node.next_functions]]


def describe(torch, value, depth: int = 1):
    """A value as JSON: of a tensor its type, shape, numbers, and place in the graph."""
    if isinstance(value, torch.Tensor):
        digits = 5 if str(value.dtype) in ("torch.float32", "torch.float16") else 9
        numbers = {
            "dtype": str(value.dtype),
            "shape": list(value.shape),
            "requires_grad": value.requires_grad,
            "values": [number(v, digits) for v in flat(value.detach().tolist())],
        }
        return (
            numbers
            if depth < 0
            else {
                **numbers,
                "leaf": value.is_leaf,
                "history": history(value.grad_fn, depth),
                "version": value._version,
                "nr": value.output_nr,
                "view": value._is_view(),
            }
        )
    if isinstance(value, (list, tuple)):
        return [describe(torch, v, depth) for v in value]
    return (
        value
        if value is None or isinstance(value, (bool, int, str))
        else number(value, 9)
        if isinstance(value, float)
        else repr(value)
    )


def failure(error: Exception) -> dict:
    """An exception as JSON: its class and the first words."""
    return {"error": type(error).__name__, "opening": " ".join(str(error).lower().split()[:WORDS])}


def outcome(torch, code: str) -> list:
    """Run `code`; what `show` and `tell` were given, and the exception that ended it, if one did.

    `show` looks at the tensor's place in the graph too, `tell` only at the numbers: right for gradients, whose own
    graph is each implementation's business.
    """
    shown: list = []
    names: dict = {
        "torch": torch,
        "F": torch.nn.functional,
        "show": lambda *vs: shown.extend(describe(torch, v) for v in vs),
        "tell": lambda *vs: shown.extend(describe(torch, v, -1) for v in vs),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if "leaves" in code:
                exec(SETTING, names)
            exec(compile(code, "behaviour", "exec"), names)
        except Exception as error:  # whatever is raised is what we want to know
            shown.append(failure(error))
    return shown


def agree(a, b) -> bool:
    """Equality, numbers up to rounding."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(agree(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(agree, a, b))
    if isinstance(a, float) or isinstance(b, float):
        return (
            type(a) in (int, float) and type(b) in (int, float) and math.isclose(a, b, rel_tol=2e-4, abs_tol=1e-6)
            if not isinstance(a, str) and not isinstance(b, str)
            else a == b
        )
    return a == b and type(a) is type(b)
