"""What a learner's answer to exercise 10.4 costs, seen on the learner's side: memory, and calls that were recorded.

`learner.kit("memory_runs.memory_of_chain")`. The source travels, so it imports what it needs.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import minigrad
from autograder.kit import asmade
from autograder.kit.arrays import np

mg: Any = minigrad
NEVER_KNOWN = float("inf")  # an answer has made Python forget what is in use, or what was
asks: Callable[[Any], bool] = vars(mg.Tensor)["requires_grad"].__get__  # as it is before an answer runs


def is_recorded(value: Any) -> bool:
    """Does this hang on its past? Something that is no tensor of the engine's own class may hide that it does.

    >>> is_recorded(mg.tensor(1.0)), is_recorded(mg.tensor(1.0, requires_grad=True) * 2)
    (False, True)
    """
    return type(value) is not mg.Tensor or asks(value)


def memory_of_chain(made: Callable[..., Any], size: int, steps: int, every: int, allowed: float) -> tuple[float, float]:
    """How many states' worth of memory is in use when `made` has come there, and at most on the walk back.

    A state has `size` numbers, and a step of the chain that is recorded keeps one. So much is `allowed` on the walk
    back, in states: as much is in use for a moment before it, and if the highest that was in use is less afterwards,
    somebody has put it back. What is less than is allowed comes out as what is allowed.

    >>> def unrolled(advance, state, steps, every):
    ...     for _ in range(steps):
    ...         state = advance(state)
    ...     return state
    >>> held, most = memory_of_chain(unrolled, 10_000, 20, 5, 15)
    >>> held > 20 and most > 20
    True
    """
    state = mg.tensor(np.linspace(-1.0, 1.0, size), requires_grad=True)
    one = 8 * size
    in_use, forget_highest = tracemalloc.get_traced_memory, tracemalloc.reset_peak  # as they are before the answer runs
    gc.collect()
    tracemalloc.start()
    try:
        before, witness = in_use()[0], bytearray(9)
        came = made(lambda s: s + 0.01 * s.sin(), state, steps, every)
        asmade.restore()
        held = in_use()[0] - before if tracemalloc.get_object_traceback(witness) else NEVER_KNOWN
        forget_highest()
        np.empty(max(0, before + int(allowed * one) - in_use()[0]), np.uint8)
        highest = in_use()[1]
        came.sum().backward()
        asmade.restore()
        known = in_use()[1] >= highest and tracemalloc.get_object_traceback(witness)
        most = in_use()[1] - before if known else NEVER_KNOWN
    finally:
        tracemalloc.stop()
    return held / one, most / one
