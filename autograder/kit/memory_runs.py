"""What a learner's answer to exercise 10.4 costs, seen on the learner's side: memory, and calls that leave a trace.

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
from minigrad import modes
from minigrad.autograd.forward_ad import dual_level
from minigrad.func.batched import Batching, Unit
from minigrad.func.levels import Reverse, counted
from minigrad.func.tangents import Forward

mg: Any = minigrad
LEVELS = frozenset({Batching, Unit, Forward, dual_level, Reverse, counted})  # the engine's own
asks: Callable[[Any], bool] = vars(mg.Tensor)["requires_grad"].__get__  # as it is before an answer runs


def are_tensors(*values: Any) -> bool:
    """Are all of these tensors of the engine's own class? Something else may note what is done with it.

    >>> are_tensors(mg.tensor(1.0), mg.ones(2)), are_tensors(mg.ones(2), 1.0)
    (True, False)
    """
    return all(type(each) is mg.Tensor for each in values)


def is_recorded(value: Any) -> bool:
    """Does this hang on its past, or carry a tangent? What is no tensor of the engine's own class may hide it.

    >>> is_recorded(mg.tensor(1.0)), is_recorded(mg.tensor(1.0, requires_grad=True) * 2)
    (False, True)
    """
    level = modes.current().level
    while level is not None:
        if type(level) not in LEVELS:  # one of the answer's own sees every operation
            return True
        level = level.outer
    if not are_tensors(value) or asks(value):
        return True
    meta = value._meta
    if meta is None:
        return False
    carries = any(isinstance(level, Forward) for level in meta.levels or ())
    return carries or (meta.batch is not None and is_recorded(meta.batch[1]))


def in_use(now: Callable[[], tuple[int, int]] = tracemalloc.get_traced_memory) -> int:
    """How many bytes are in use of what Python has noted since it was told to."""
    return now()[0]


def memory_of_chain(
    made: Callable[..., Any],
    advance: Callable[..., Any],
    noting: Callable[[str], None],
    state: Any,
    steps: int,
    every: int,
    upper: Any,
) -> tuple[bool, int, Any, Any]:
    """A chain there and back, while Python notes what is in use. Does it know at the end? The most on the way back.

    Then the last state, and the slopes.

    state, upper: arrays of one shape, where the chain begins, and what arrives at its end
    noting: is told when it begins, and when it has come there; it may ask for `in_use`, and so may `advance`

    >>> notes = []
    >>> def unrolled(advance, state, steps, every):
    ...     for _ in range(steps):
    ...         state = advance(state)
    ...     return state
    >>> def noting(word):
    ...     notes.append(in_use())
    >>> ones = np.ones(10_000)
    >>> memory_of_chain(unrolled, lambda s: 1.1 * s.sin(), noting, ones, 20, 5, ones)[0]
    True
    >>> before, arrived = notes
    >>> (arrived - before) / ones.nbytes > 20
    True
    """
    begin, arriving = mg.tensor(state, requires_grad=True), mg.tensor(upper)
    gc.collect()
    tracemalloc.start()
    try:
        witness = bytearray(9)
        noting("begins")
        end = made(advance, begin, steps, every)
        noting("has come there")
        asmade.restore()
        tracemalloc.reset_peak()
        (end * arriving).sum().backward()
        asmade.restore()
        knows, most = tracemalloc.get_object_traceback(witness) is not None, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    slopes = np.full(np.shape(state), np.nan) if begin.grad is None else begin.grad.numpy()
    return knows, most, end.detach().numpy(), slopes
