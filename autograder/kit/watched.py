"""A learner's function as a test calls it, watched for what it does to others.

The class stands alone, since its source travels: it uses builtins and its arguments, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Watched:
    """Calls `function` with copies, and notes what it changes and what it gives out twice.

    After each call the arguments must be as they were, entry by entry and in their order. A result that can be changed
    is neither an argument, nor a part of one, nor an earlier result; and earlier results stay as they were, until the
    next call spoils them, as whoever got them may do.

    >>> rests = Watched(lambda numbers: numbers.pop() and numbers)
    >>> rests([1, 2])
    [1]
    >>> rests.broken()
    ['an argument was changed', 'an argument was returned']
    """

    def __init__(self, function: Callable[..., Any]):
        self.function = function
        self.results: list[tuple[Any, Any]] = []  # each with what it held when it came
        self.said: list[str] = []

    def __call__(self, *arguments: Any) -> Any:
        """What the function returns for copies of these."""
        self._look_back()
        for result, _ in self.results:
            self._spoil(result)
        self.results = [(result, self._held(result)) for result, _ in self.results]
        handed = [self._copy(each) for each in arguments]
        before = [self._held(each) for each in handed]
        result = self.function(*handed)
        if [self._held(each) for each in handed] != before:
            self._say("an argument was changed")
        if self._can_change(result):
            if any(result is each for each in self._parts(handed)):
                self._say("an argument was returned")
            if any(result is earlier for earlier, _ in self.results):
                self._say("an earlier result was returned again")
            self.results.append((result, self._held(result)))
        return result

    def broken(self) -> list[str]:
        """What was noted, in words; once each."""
        self._look_back()
        return list(self.said)

    def _look_back(self) -> None:
        if any(self._held(result) != held for result, held in self.results):
            self._say("an earlier result was changed")

    def _say(self, words: str) -> None:
        if words not in self.said:
            self.said.append(words)

    def _can_change(self, value: Any) -> bool:
        return isinstance(value, (list, dict, set)) or (hasattr(value, "tobytes") and hasattr(value, "setflags"))

    def _copy(self, value: Any) -> Any:
        if type(value) in (list, tuple):
            return type(value)(self._copy(each) for each in value)
        if type(value) is dict:
            return {key: self._copy(each) for key, each in value.items()}
        return value.copy() if hasattr(value, "setflags") else value

    def _held(self, value: Any) -> list[Any]:
        """What a value holds, in a form that equals that of another one only if both hold the same."""
        found: list[Any] = []
        waiting = [value]
        while waiting:
            each = waiting.pop()
            kind = type(each)
            if kind is str:
                found.append(each)
            elif isinstance(each, (list, tuple)):
                found += [kind, len(each)]
                waiting += each
            elif isinstance(each, dict):
                found += [kind, len(each)]
                waiting += [part for pair in each.items() for part in pair]
            elif hasattr(each, "tobytes") and hasattr(each, "dtype"):
                found += [kind, str(each.dtype), each.shape, each.tobytes()]
            elif isinstance(each, (int, float, complex, str)):
                found += [kind, repr(each)]  # nan is what it was, and 0.0 is not -0.0
            else:
                found.append(id(each))
        return found

    def _parts(self, values: Any) -> list[Any]:
        """The values and everything in them."""
        found = []
        for value in values.values() if isinstance(values, dict) else values:
            found += [value, *(self._parts(value) if isinstance(value, (list, tuple, dict)) else [])]
        return found

    def _spoil(self, value: Any) -> None:
        if hasattr(value, "setflags"):
            if value.flags.writeable:
                value[...] = 7
        else:  # by no method of its own, which may be more than that
            from collections import OrderedDict  # whose entries are not only those of a dict

            next(kind for kind in (list, OrderedDict, dict, set) if isinstance(value, kind)).clear(value)
