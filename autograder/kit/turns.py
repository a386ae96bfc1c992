"""A function that is called again and again with the very same objects, in ever other company, and after changes.

What comes of it is asked of a learner's answer, on the learner's side, and of what finds the expected values, in the
judge. It stands alone, since its source travels: it uses builtins and its arguments, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def in_turn(
    answer: Callable[..., Any], choices: Sequence[Sequence[Any]], calls: Sequence[tuple[Any, Any]]
) -> list[Any]:
    """What `answer` returns, call after call.

    choices: for each argument the objects that it can be; of dictionaries, copies serve, the same ones in every call
    calls: pairs of (what is changed before, for each argument the place of its object). A change is (number of the
        argument, place of the dictionary, name, entry to be put there); where the entry is None, it is taken out.

    >>> in_turn(lambda table, name: table[name], [[{"a": 1}], ["a"]], [((), (0, 0)), ([(0, 0, "a", 2)], (0, 0))])
    [1, 2]
    """
    choices = [[dict(each) if isinstance(each, dict) else each for each in some] for some in choices]
    results = []
    for changes, picked in calls:
        for argument, place, name, entry in changes:
            if entry is None:
                del choices[argument][place][name]
            else:
                choices[argument][place][name] = entry
        results.append(answer(*(some[place] for some, place in zip(choices, picked, strict=True))))
    return results
