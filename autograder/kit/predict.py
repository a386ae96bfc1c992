"""Shows a learner's prediction beside what the run gave. Marks nothing: the test cell does that."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

ERROR = "error"


def outcome(call: Callable[[], Any]) -> Any:
    """Call `call` and return its value; if it raises, print the first words of the error and return "error".

    >>> outcome(lambda: 6.0)
    6.0
    >>> outcome(lambda: float("six"))
    ValueError: could not convert string to float
    'error'
    """
    try:
        return call()
    except Exception as error:
        print(f"{type(error).__name__}: {first_words(str(error))}")
        return ERROR


def told(call: Callable[[], Any]) -> Any:
    """Call `call` and return its value; if it raises, return the kind of error and its whole first sentence.

    Nothing is printed, so that a label comes before it: `outcome` is for a table, this is for a line.

    >>> print("six:", told(lambda: float("six")))
    six: ValueError: could not convert string to float: 'six'
    """
    try:
        return call()
    except Exception as error:
        return f"{type(error).__name__}: {first_sentence(str(error))}"


def first_sentence(message: str) -> str:
    """An error message as far as its first full stop or line break; the shapes that it names stand there."""
    return re.split(r"\.\s|\n", message.strip(), maxsplit=1)[0].rstrip(".")


def first_words(message: str) -> str:
    """The part of an error message before its first colon, full stop or line break; the colon after the name of a
    function (`vmap: ...`) does not count.

    That part names the kind of failure. What follows (shapes, names, advice) is longer than a table needs.
    """
    named = re.match(r"[a-z_.]+(\(\))?: ", message := message.strip())
    start = named.end() if named else 0
    return (message[:start] + re.split(r":\s|\.\s|\n", message[start:], maxsplit=1)[0]).rstrip(".")


def beside(prediction: Mapping[str, Any], seen: Mapping[str, Any]) -> None:
    """Print one line for each key of `seen`: what was predicted, what happened, and whether they agree.

    >>> beside({"a": 6, "b": None}, {"a": 206.0, "b": "error"})
       you said  it was
    a  6         206.0   not as predicted
    b  (none)    error   no prediction
    """
    rows = [
        (key, _said(prediction.get(key)), str(value), _verdict(prediction.get(key), value))
        for key, value in seen.items()
    ]
    table = [("", "you said", "it was", ""), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(3)]
    for row in table:
        padded = [text.ljust(width) for text, width in zip(row, widths, strict=False)]
        print("  ".join([*padded, row[3]]).rstrip())


def _said(value: Any) -> str:
    return "(none)" if value is None else str(value)


def _verdict(said: Any, was: Any) -> str:
    if said is None:
        return "no prediction"
    return "as predicted" if said == was else "not as predicted"
