"""How much memory a learner's long chain of steps holds: for the test of exercise 10.4, on the learner's side.

`learner.kit("memory_runs.memory_of_chain")`. The source travels, so it imports what it needs.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

import minigrad
from autograder.kit.arrays import np

mg: Any = minigrad


def memory_of_chain(made: Callable[..., Any], size: int, steps: int, every: int) -> tuple[float, float]:
    """How many states' worth of memory is in use when `made` has come there, and at most on the walk back.

    A state has `size` numbers, and a step of the chain that is recorded keeps one.

    >>> def unrolled(advance, state, steps, every):
    ...     for _ in range(steps):
    ...         state = advance(state)
    ...     return state
    >>> held, most = memory_of_chain(unrolled, 10_000, 20, 5)
    >>> held > 20 and most > 20
    True
    """
    state = mg.tensor(np.linspace(-1.0, 1.0, size), requires_grad=True)
    one = 8 * size
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        came = made(lambda s: s + 0.01 * s.sin(), state, steps, every)
        held = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.reset_peak()
        came.sum().backward()
        most = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    return held / one, most / one
