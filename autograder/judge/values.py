"""Values between a test and the learner: plain ones are copied, all others lent, mirrored or refused."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Iterable
from typing import Any

from autograder.judge.mirrors import Mirrors
from autograder.judge.remotes import FrozenDict, FrozenList, freeze, is_remote, link_of
from autograder.testcell.errors import AuthorError
from autograder.wire.frames import Decoder, Encoder, ProtocolError
from autograder.wire.named import NAMED, builtin_exception, is_name, may_return, name_of


class AnswerTooLarge(Exception):
    """The learner's code answered with more than one message may hold."""


class _Encoder(Encoder):
    """Knows the judge's read-only copies, which go back as what they were."""

    _BY_TYPE: dict[type, Callable] = {
        **Encoder._BY_TYPE,
        FrozenList: lambda self, value: self._BY_TYPE[list](self, list(value)),
        FrozenDict: lambda self, value: self._BY_TYPE[dict](self, dict(value)),
    }


class Values:
    """What has gone to one worker and what has come from it."""

    def __init__(self, session: Any):
        self.session = session
        self.mirrors = Mirrors(session)
        self.functions: dict[int, Callable] = {}
        self.places: dict[int, Places] = {}
        self._function_ids: dict[int, int] = {}
        self._own_errors: dict[int, Exception] = {}
        self._lent = 0

    def encoder(self) -> Encoder:
        return _Encoder(self._encode_other)

    def decoder(self, blobs: bytes) -> Decoder:
        return Decoder(blobs, self._decode_other, freeze)

    def forget(self) -> None:
        """A test is over: its functions may not be called any more, its exceptions not come back."""
        self.functions.clear()
        self.places.clear()
        self._function_ids.clear()
        self._own_errors.clear()

    def error(self, tree: Any, decoder: Decoder) -> Exception:
        """The exception that an answer carries."""
        if tree == ["too large"]:
            return AnswerTooLarge("the value is too large to be looked at")
        if type(tree) is list and len(tree) == 2 and tree[0] == "yours":
            raised = self._own_errors.get(tree[1]) if type(tree[1]) is int else None
            if raised is None:
                raise ProtocolError("an exception of the test that was never sent")
            return raised
        return self.mirrors.error(tree, decoder)

    def _encode_other(self, value: Any) -> list:
        if is_remote(value):
            link = link_of(value)
            if link is None or link[0] is not self.session:
                raise AuthorError("an object of an earlier worker is used again: make objects inside the test")
            return ["object", link[1]]
        name = name_of(value)
        if name:
            return ["named", *name]
        if isinstance(value, Exception):
            return self.encode_error(value)
        if isinstance(value, types.FunctionType | types.MethodType | types.BuiltinFunctionType | functools.partial):
            return ["function", self._lend(value), getattr(value, "__name__", "function")[:60], _signature(value)]
        raise AuthorError(
            f"a {type(value).__name__} of the test cannot go to the learner's side; numbers, texts, lists, dicts, "
            "numeric arrays and functions can. Define it with @learner_side, or make it a list"
        )

    def _lend(self, function: Callable) -> int:
        number = self._function_ids.get(id(function))
        if number is None:  # numbers are never used twice: a kept one must not reach another test's function
            self._lent += 1
            number = self._function_ids[id(function)] = self._lent
            self.functions[number] = function
            self.places[number] = Places(function)
        return number

    def encode_error(self, error: Exception) -> list:
        """An exception on its way to the learner. The text of a test's own assertion never crosses."""
        key = getattr(error, "__dict__", {}).get("judge_key")
        if key is not None and self.session.raised(error):
            return ["object", key]
        self._lent += 1
        number = self._lent
        self._own_errors[number] = error
        kind = next((c.__name__ for c in type(error).__mro__ if builtin_exception(c.__name__) is c), "RuntimeError")
        text = "" if isinstance(error, AssertionError) else str(error)[:1000]
        return ["yours", kind, text, number]

    def _decode_other(self, tree: list) -> Any:
        if tree[0] == "handle":
            return self.mirrors.remote(tree)
        if tree[0] == "class":
            return self.mirrors.class_of(tree)
        if tree[0] == "named" and len(tree) == 3 and is_name(*tree[1:]) and may_return(NAMED[tree[1], tree[2]]):
            return NAMED[tree[1], tree[2]]
        if tree[0] == "callback" and len(tree) == 2 and type(tree[1]) is int and tree[1] in self.functions:
            return self.functions[tree[1]]
        raise ProtocolError("a value of no known kind")


def _signature(function: Callable) -> list | None:
    """Parameter names and kinds, so that `inspect.signature` and `functools.wraps` work on the learner's side.

    Without those in which a test keeps things of its own.
    """
    found = _parameters(function)
    if found is None:
        return None
    return [[p.name, int(p.kind), p.default is not p.empty] for p in found if not _is_own(p)][:20]


class Places:
    """What a learner may give a function of the test: nothing in the place of a default that is no number or text.

    In these a test keeps its notes, or what the function works with.
    """

    def __init__(self, function: Callable):
        found = _parameters(function) or []
        self.name = getattr(function, "__name__", "function")
        self.own = frozenset(p.name for p in found if _is_own(p))
        places = [p.name for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        self.most = next((k for k, name in enumerate(places) if name in self.own), None)

    def demand(self, positional: int, named: Iterable[str]) -> None:
        """TypeError, as Python would raise it for a function without them."""
        if extra := self.own.intersection(named):
            raise TypeError(f"{self.name}() got an unexpected keyword argument '{min(extra)}'")
        if self.most is not None and positional > self.most:
            raise TypeError(f"{self.name}() takes {self.most} positional arguments but {positional} were given")


def _is_own(parameter: inspect.Parameter) -> bool:
    return parameter.default is not parameter.empty and not isinstance(parameter.default, int | float | str | None)


def _parameters(function: Callable) -> list[inspect.Parameter] | None:
    try:
        return list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return None
