"""A function of a test's that an answer may call, and not look into."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any


def sealed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that does the same, and whose variables, defaults and code nobody can look up.

    What it does is done in the frame of a generator, and while a test runs nobody gets frames. It may not call itself.

    >>> def counted(x):
    ...     calls.append(x)
    ...     return 2 * x
    >>> calls, twice = [], sealed(counted)
    >>> twice(3), calls
    (6, [3])
    >>> [type(each.cell_contents).__name__ for each in twice.__closure__]
    ['builtin_function_or_method']
    """
    work = _at_work(function)
    next(work)
    ask = work.send

    def call(*given: Any, **named: Any) -> Any:
        result, error = ask((given, named))
        if error is not None:
            raise error
        return result

    call.__name__ = call.__qualname__ = function.__name__
    return call


def _at_work(function: Callable[..., Any]) -> Generator[Any, tuple[tuple, dict], None]:
    answer: Any = None
    while True:
        given, named = yield answer
        try:
            answer = function(*given, **named), None
        except Exception as error:
            answer = None, error
        del given, named
