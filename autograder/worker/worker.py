"""The untrusted end: runs the learner's cells and does what the judge asks.

It lives in the learner's process, so nothing here is to be relied on: a learner may replace all of it, and then sends
other values, no more. It must therefore hold nothing worth having.
"""

from __future__ import annotations

import builtins
import importlib
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from autograder.kit.arrays import np
from autograder.kit.compare import plain_copy
from autograder.kit.gradients import gradients_at, values_at
from autograder.kit.learnerside import as_plain, define_in, evaluate_in, names_for, run_in
from autograder.kit.watching import SWITCH, Watch
from autograder.wire.channel import Channel
from autograder.wire.frames import Decoder, Encoder, TooLarge
from autograder.wire.messages import CALL, CALLBACK, CALLBACK_RESULT, ERROR, RESULT, SPECIAL
from autograder.wire.named import NAMED, may_return, name_of
from autograder.wire.operations import OPERATIONS
from autograder.worker.guard import Guard
from autograder.worker.lent import Callback, Held
from autograder.worker.outputs import Outputs
from autograder.worker.told import MAX_TEXT, args_of, short, text_of, trace_of


def ordinary(value: Any) -> Any:
    """What crosses as a plain copy though its class is another: a defaultdict is a dictionary to any test.

    The wire knows no number wider than numpy's usual ones; an array of such is an array of these to any test.
    """
    copy = plain_copy(value)
    if copy is not None:
        return copy
    kind = value.dtype.type if type(value) is np.ndarray else type(value)
    return as_plain(value) if kind in (np.longdouble, np.clongdouble) else value


class Worker:
    """Answers one judge."""

    def __init__(self, outputs: Outputs, shell: Any):
        self.outputs, self.shell = outputs, shell
        self.channel: Channel
        self._objects: dict[int, Any] = {}
        self._keys: dict[int, int] = {}  # id of an exported object -> its key
        self._count = 0
        self._told: set[int] = set()  # classes that the judge has the description of
        self._telling: set[int] = set()  # those described in the frame being made
        self._callbacks: dict[int, Callback] = {}
        self._calls = 0
        self._watch = Watch()
        self._given: list[str] = []  # how the files of the given cells' code begin
        self._guard = Guard(self._watch, self._given)
        self._depth = 0  # messages that are being answered

    def serve(self, channel: Channel) -> None:
        """Answer until the judge closes the connection."""
        self.channel = channel
        try:
            while True:
                self._answer(*channel.receive())
        except (EOFError, OSError):
            os._exit(0)

    def warm(self, sources: Iterable[str]) -> None:
        """Run what will be fast in every worker forked after; nothing else of it stays."""
        for source in sources:
            self.do_cell(source, 1 << 20, 1 << 20)
        self.shell.reset(new_session=True)
        self.shell.user_ns["__name__"] = "__main__"
        self.outputs.take()

    # ---- messages

    def _answer(self, message: list, blobs: bytes) -> None:
        _, number, what, trees, released = message
        for key in released:
            self._forget(key)
        self._depth += 1
        try:
            decoder = self._decoder(blobs)
            args = [decoder.value(tree) for tree in trees]
            self._guard.before(what, args, nested=self._depth > 1)
            value = getattr(self, f"do_{what}")(*args)
            del args  # so that an object released by the judge is really gone
            self._send_value(RESULT, number, value)
        except TooLarge:
            self._send(ERROR, number, lambda encoder: ["too large"])
        except BaseException as error:
            self._send_error(number, error)
        finally:
            self._depth -= 1

    def _send_value(self, kind: int, number: int, value: Any) -> None:
        self._send(kind, number, lambda encoder: encoder.value(value))

    def _send_error(self, number: int, error: BaseException) -> None:
        raised = getattr(error, "__dict__", {}).get("judge_own")
        if type(raised) is int:  # the test's own exception on its way back
            self._send(ERROR, number, lambda encoder: ["yours", raised])
        else:
            self._send(ERROR, number, lambda encoder: self._error_tree(encoder, error))

    def _send(self, kind: int, number: int, make: Any, *more: Any) -> None:
        encoder = Encoder(self._encode_other, ordinary)
        self._telling = set()
        tree = make(encoder)
        frame = encoder.frame([kind, number, *(tree if kind == CALLBACK else [tree]), self._side(encoder)])
        self.channel.send(frame)
        self._told |= self._telling  # only now: a frame that was never sent has described nothing

    def _side(self, encoder: Encoder) -> list:
        pieces, warned = self.outputs.take()
        return [[[kind, encoder.value(content)] for kind, content in pieces], warned]

    def call_back(self, function: int, args: tuple, kwargs: dict) -> Any:
        """Call a function of the test, and answer the judge's questions until it returns."""
        self._calls -= 1
        number = self._calls

        def make(encoder: Encoder) -> list:
            named = [[name, encoder.value(value)] for name, value in kwargs.items()]
            return [function, [encoder.value(arg) for arg in args], named]

        self._send(CALLBACK, number, make)
        while True:
            message, blobs = self.channel.receive()
            if message[0] == CALL:
                self._answer(message, blobs)
                continue
            value = self._decoder(blobs).value(message[2])
            if message[0] == CALLBACK_RESULT:
                return value
            raise value

    # ---- values

    def _decoder(self, blobs: bytes) -> Decoder:
        # Arrays arrive over the frame's own bytes: copied, so that the learner may write into them.
        return Decoder(blobs, self._decode_other, lambda value: value.copy() if type(value) is np.ndarray else value)

    def _decode_other(self, tree: list) -> Any:
        kind, *rest = tree
        if kind == "object":
            return self._objects[rest[0]]
        if kind == "named":
            return NAMED[rest[0], rest[1]]
        if kind == "function":
            return self._callbacks.setdefault(rest[0], Callback(self, *rest))
        error: Any = getattr(builtins, rest[0], RuntimeError)(rest[1])
        error.judge_own = rest[2]
        return error

    def _encode_other(self, value: Any) -> list:
        if type(value) is Callback:
            return ["callback", value.number]
        if type(value) is Held:
            return ["handle", self._export(value.value), self._class_tree(type(value.value))]
        if may_return(value):
            return ["named", *(name_of(value) or ())]
        if isinstance(value, type):
            return self._class_tree(value)
        return ["handle", self._export(value), self._class_tree(type(value))]

    def _export(self, value: Any) -> int:
        key = self._keys.get(id(value))
        if key is None:
            self._count += 1
            key = self._keys[id(value)] = self._count
            self._objects[key] = value
        return key

    def _forget(self, key: int) -> None:
        value = self._objects.pop(key, None)
        self._keys.pop(id(value), None)

    def _class_tree(self, cls: type) -> list:
        if may_return(cls):
            return ["named", *(name_of(cls) or ())]
        key = self._export(cls)
        if key in self._told or key in self._telling:
            return ["class", key]
        self._telling.add(key)
        special = 0
        for bit, method in enumerate(SPECIAL):
            found = next(
                (base.__dict__[f"__{method}__"] for base in type.mro(cls) if f"__{method}__" in base.__dict__), None
            )
            special |= (found is not None) << bit
        module = type.__dict__["__module__"].__get__(cls)
        bases = [self._class_tree(base) for base in type.__dict__["__bases__"].__get__(cls)[:8]]
        return ["class", key, short(type.__dict__["__name__"].__get__(cls), 80), short(module, 80), bases, special]

    def _error_tree(self, encoder: Encoder, error: BaseException) -> list:
        text, trace = text_of(error), trace_of(error)
        args: Any = args_of(error)[:8]  # not `error.args`, which a class may redefine
        if all(type(arg) in (str, int, float, bool, type(None)) for arg in args):
            args = encoder.value([short(arg, MAX_TEXT) if type(arg) is str else arg for arg in args])
        else:
            args = None
        kind = self._class_tree(type(error))
        return ["raised", kind, encoder.value(text), args, self._export(error), encoder.value(trace)]

    # ---- what the judge may ask for

    def do_cell(
        self,
        source: str,
        characters: int,
        rich_bytes: int,
        given: bool = False,
        known: Callable[[str], bool] | None = None,
    ) -> list | None:
        """Run a cell; None, or name, text and traceback of its error. Without room for pictures none are drawn.

        known: whether the judge has the picture of a figure with this digest
        """
        if known is not None and (pictures := sys.modules.get("autograder.worker.pictures")):  # where plots are ready
            pictures.ask(known)
        if given:
            self._given.append(f"<ipython-input-{self.shell.execution_count}-")
        self.outputs.begin(characters, rich_bytes)
        if not rich_bytes:
            self.shell.display_formatter.active_types = ["text/plain"]
            self.shell.display_formatter.mimebundle_formatter.enabled = False
        result = self.shell.run_cell(source, store_history=True)
        error = result.error_before_exec or result.error_in_exec
        if error is None:
            return None
        return [short(type(error).__name__, 80), text_of(error), trace_of(error)]

    def do_test(self, forbidden: list[str], counted: list[str]) -> None:
        """A test begins: what the learner's code prints from here on belongs to it."""
        self.outputs.begin(100_000, 0)
        self._callbacks.clear()
        self._guard.testing = True
        self._watch.begin(forbidden, counted, self.shell.user_ns, self._given)

    def do_used(self) -> list[Any]:
        """A test ends: the forbidden names that it saw used, and the calls of each counted one."""
        self._watch.look_at_copies(self._guard.made)
        used = self._watch.used
        self._watch.end()
        self._guard.testing = False
        return [used, dict(self._watch.counts)]

    def do_count(self, name: str) -> int:
        """Count calls of a name from here on; those so far."""
        if SWITCH in self._watch.used:
            raise RuntimeError(f"calls of `{name}` cannot be counted: something called {SWITCH}")
        return self._watch.count(name, self.shell.user_ns)

    def do_names(self, names: list[str]) -> dict[str, Any]:
        """Those of the notebook's names that exist."""
        found = {name: self.shell.user_ns[name] for name in names if name in self.shell.user_ns}
        self._watch.look_at(found)
        return found

    def do_module(self, name: str) -> Any:
        return importlib.import_module(name)

    def do_get(self, value: Any, name: str) -> Any:
        return getattr(value, name)

    def do_set(self, value: Any, name: str, new: Any) -> None:
        setattr(value, name, new)

    def do_delete(self, value: Any, name: str) -> None:
        delattr(value, name)

    def do_call(self, function: Any, args: tuple, kwargs: dict) -> Any:
        return function(*args, **kwargs)

    def do_operate(self, name: str, *args: Any) -> Any:
        return OPERATIONS[name](*args)

    def do_plain(self, value: Any) -> Any:
        return as_plain(value)

    def do_values_at(self, *asked: Any) -> list[list[Any]]:
        return values_at(importlib.import_module("minigrad"), as_plain, *asked)

    def do_gradients_at(self, *asked: Any) -> list[Any]:
        return gradients_at(importlib.import_module("minigrad"), as_plain, *asked)

    def do_exit(self, manager: Any, error: BaseException | None) -> Any:
        return type(manager).__exit__(
            manager, type(error) if error else None, error, getattr(error, "__traceback__", None)
        )

    def do_run(self, source: str, names: dict[str, Any], helpers: list[str]) -> None:
        run_in(names_for(helpers) | names, source)

    def do_eval(self, expression: str, names: dict[str, Any], helpers: list[str]) -> Any:
        return evaluate_in(names_for(helpers) | names, expression)

    def do_define(self, source: str, name: str, helpers: list[str]) -> Any:
        return define_in(names_for(helpers), source, name)

    def do_put(self, names: dict[str, Any]) -> None:
        self.shell.user_ns.update(names)

    def do_hold(self, value: Any) -> Any:
        return Held(value)
