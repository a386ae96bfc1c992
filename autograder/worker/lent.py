"""The test's things on the learner's side: functions it passed, and values it asked to keep."""

from __future__ import annotations

import inspect
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.worker.worker import Worker


class Callback:
    """A function of the test; calling it asks the judge."""

    def __init__(self, worker: Worker, number: int, name: str, signature: list | None):
        self.number = number
        self._ask = lambda args, kwargs: worker.call_back(number, args, kwargs)  # what is around it nobody looks up
        self.__name__ = self.__qualname__ = name
        self.__module__ = "__main__"
        if signature is not None:
            self.__signature__ = inspect.Signature([_parameter(*part) for part in signature])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask(args, kwargs)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"


def _parameter(name: str, kind: int, has_default: bool) -> inspect.Parameter:
    default = ... if has_default else inspect.Parameter.empty
    return inspect.Parameter(name, inspect._ParameterKind(kind), default=default)


class Held:
    """Wraps a plain value that must stay on the learner's side instead of being copied."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value
