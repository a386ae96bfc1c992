"""What a behaviour is, what its program sees, and the words that programs are written in."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

#: Words by which an error is known: PyTorch's messages have them, and the exercises ask for them.
WORDS = (
    "does not require grad",
    "a second time",
    "only for scalar outputs",
    "one of the variables needed for gradient computation has been modified by an inplace operation",
    "a leaf Variable that requires grad is being used in an in-place operation",
)
LONGEST = 90  # characters of an error with other words

MATRIX = [[0.5, -1.5, 2.0], [1.0, 0.25, -0.75]]
WEIGHTS = [[1.0, -2.0, 3.0], [4.0, 0.5, -6.0]]


@dataclass(frozen=True)
class Behaviour:
    """What PyTorch does, the slots of the engine that it takes (the first one most of all), and the program."""

    name: str
    slots: tuple[str, ...]
    program: Callable[[Any], list]


BEHAVIOURS: dict[str, Behaviour] = {}


def behaviour(name: str, *slots: str) -> Callable[[Callable[[Any], list]], Callable[[Any], list]]:
    """Put a program into BEHAVIOURS."""

    def put(program: Callable[[Any], list]) -> Callable[[Any], list]:
        assert name not in BEHAVIOURS, name
        BEHAVIOURS[name] = Behaviour(name, slots, program)
        return program

    return put


def seen(engine: Any, name: str) -> list:
    """What the program of this behaviour sees with an engine; an error that ends it is told in its place."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return BEHAVIOURS[name].program(engine)
        except Exception as error:
            return [told(error)]


def agree(one: Any, other: Any) -> bool:
    """Equality, of numbers up to rounding."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    if type(one) in (int, float) and type(other) in (int, float):
        return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-9) or (one != one and other != other)
    return type(one) is type(other) and bool(one == other)


def plain(what: Any) -> Any:
    """What a program saw, as JSON has it: of what cannot be there, the name of its class."""
    return json.loads(json.dumps(what, default=lambda each: type(each).__name__))


def leaf(engine: Any, data: Any) -> Any:
    """A tensor that wants a gradient, in double precision everywhere."""
    return engine.tensor(np.array(data, dtype=float), requires_grad=True)


def given(engine: Any, data: Any) -> Any:
    """A tensor that wants none."""
    return engine.tensor(np.array(data, dtype=float))


def numbers(x: Any) -> Any:
    """The numbers of a tensor, or None for a .grad that is not there."""
    return None if x is None else np.asarray(x.detach().numpy(), dtype=float).tolist()


def version(x: Any) -> Any:
    """How often the memory of x was written; None where nobody counts."""
    number = x._version if hasattr(x, "_version") else x.version.number
    return None if number is None else int(number)


def told(error: Exception) -> str:
    """An error in short: its kind, as Python has it, and the words that it is known by, or else its first ones."""
    kind = next(each.__name__ for each in type(error).__mro__ if each.__module__ == "builtins")
    try:
        text = str(error)
    except Exception:  # of a class of the engine's own, which cannot say it
        text = ""
    words = next((each for each in WORDS if each in text), " ".join(text.split())[:LONGEST])
    return f"{kind}: {words}"


def said(call: Callable[[], Any]) -> str:
    """How a call ends: in an error, which is told, or "runs"."""
    try:
        call()
    except Exception as error:
        return told(error)
    return "runs"


def function(engine: Any) -> Any:
    """What Functions of one's own are made from."""
    return engine.autograd.Function if hasattr(engine, "autograd") else engine.Function


def edges(x: Any) -> list[bool]:
    """Of each input of the node that made x, whether a gradient goes there."""
    return [after is not None for after, _ in x.grad_fn.next_functions]
