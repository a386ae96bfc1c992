"""A rule of a learner's for arrays, called again and again: what the tests of notebook 04 have in common.

These run on the learner's side (`learner.kit("rule_runs.told")`). The source travels, so it imports what it needs; no
expected value is in here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def told(
    rule: Callable[..., Any], things: Sequence[Any], ways: Sequence[Any], steps: Sequence[tuple], places: Sequence[int]
) -> tuple[list, list]:
    """What the rule says, call after call, each time with its shape or shapes; and what the things hold in the end.

    things, ways: arrays, and how each lies in memory: "plain", "read-only", "a part", "a transpose", "transposed
        matrices" (each of a batch), "backwards", "one number" (which is seen at every place, if all are equal); or the
        place of a thing of which it is a view
    steps: the arguments of a call; or, of length 2, the place of a thing and what is written into it
    places: which of the arguments are places among the things; where there are three, the rule returns a
        pair, a tuple or a list; what is none has False for its shapes

    >>> told(lambda g, n, m: g * n * m, [[1.0, 2.0]], ["plain"], [(0, 3, 1)], [0])
    ([((2,), array([3., 6.]))], [array([1., 2.])])
    """
    held: list[Any] = []
    for thing, way in zip(things, ways, strict=True):
        held.append(held[way][...] if isinstance(way, int) else _lying(np.array(thing), way))
    said, writes = [], any(len(step) == 2 for step in steps)
    for step in steps:
        if len(step) == 2:
            held[step[0]][...] = step[1]
        else:
            found = rule(*[held[each] if number in places else each for number, each in enumerate(step)])
            said.append(_of_pair(found, writes) if len(places) == 3 else _of_one(found, writes))
    return said, held


def _lying(thing: Any, way: str) -> Any:
    """The same entries, in memory that lies in this way."""
    if way == "a transpose":
        return thing.T.copy().T
    if way == "transposed matrices":
        return np.swapaxes(np.swapaxes(thing, -1, -2).copy(), -1, -2)
    if way == "a part" and thing.ndim:
        return np.repeat(thing, 2, axis=0)[::2]
    if way == "backwards" and thing.ndim:
        return thing[..., ::-1].copy()[..., ::-1]
    if way == "one number" and thing.size and np.all(thing == thing.flat[0]):
        return np.broadcast_to(thing.flat[0], thing.shape)
    thing.flags.writeable = way != "read-only"
    return thing


def _of_one(found: Any, copied: bool) -> tuple:
    found = np.array(found) if copied else found
    return np.shape(found), found


def _of_pair(found: Any, copied: bool) -> tuple:
    pair = isinstance(found, tuple | list) and len(found) == 2
    if pair and copied:  # a list stays a list
        found = (list if isinstance(found, list) else tuple)(np.array(each) for each in found)
    return pair and [np.shape(each) for each in found], found


def fits(rule: Callable[..., Any], *arguments: Any) -> Any:
    """What the rule says; or, twice, that there was no room for it.

    >>> fits(lambda g: g + 1, 2)
    3
    """
    try:
        return rule(*arguments)
    except (MemoryError, RecursionError):
        return ("more room than there is",) * 2
