"""What keeps our code on the learner's side from being led astray there: the modules that it uses, and no hook in it.

What a test runs beside a learner's code is the word of the learner's process, and stays so: who searches memory finds
this too. It is there so that no cell of a few plain lines changes what our helpers say: by a function that numpy, the
engine or the standard library has in another's place, or by a hook that sees their frames.
"""

from __future__ import annotations

import builtins
import sys
import threading
from collections.abc import Iterator, Sequence
from operator import is_
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from autograder.kit import asmade, telling, watching
from autograder.kit.called import OURS
from autograder.worker import carried
from autograder.worker.stack import ATTRIBUTE, INTERPRETER, WAYS_OUT, Stack

#: Modules that our helpers call, with all that lies below them; of numpy the functions that go by its own name.
OTHERS = (
    "numpy",
    "numpy.linalg",
    "contextlib",
    "functools",
    "itertools",
    "operator",
    "copy",
    "math",
    "threading",
    "tracemalloc",
)
PYTHONS_TESTS = frozenset({"_testcapi", "_testinternalcapi", "_testbuffer"})  # they reach into the interpreter
DEFAULTS = frozenset({"__defaults__", "__kwdefaults__"})
METHODS = (FunctionType, property, staticmethod, classmethod)
BUILTINS = frozenset(name for name in vars(builtins) if not name.startswith("_"))
RUN_OURS = frozenset({"run", "eval", "define", "values_at", "gradients_at"})  # what the judge may ask for
HOOKS = frozenset({"sys.settrace", "sys.setprofile"})
NEW, SET, MADE, COMPILED = "function.__new__", "object.__setattr__", "code.__new__", "compile"
LOOKED_AT = HOOKS | {NEW, SET, MADE, COMPILED}
#: Whose code a function is of is told by the file that its code names: those of tests and of ours are nobody else's.
FILES: tuple[str, ...] = (watching.RUN, watching.EVAL, watching.SIDE, telling.TELLING)
NOT_YOURS = "{} is not yours: its code and defaults cannot be exchanged"
NOT_THAT_NAME = "no code can be made that names the file {}, which is not yours"


class Guard:
    """Made before any code of a learner's runs.

    testing: an answer is tested: no hook may be set, and no frame is had
    made: the codes of which somebody made a function, or that they put into one
    """

    def __init__(self, watch: watching.Watch, given: list[str]) -> None:
        """given: how the files of the given cells' code begin, a list that grows"""
        self.testing = False
        self._watch, self._given = watch, given
        self._files = FILES + tuple(
            str(Path(sys.modules[name].__file__ or "").parent) for name in OURS if name in sys.modules
        )
        self._secret = FILES + tuple(file for file in self._files if Path(file).name == "autograder")
        sys.getprofile = _no_hook
        self.made: list[CodeType] = []
        stack = Stack(watch)
        carried.exchange()

        def keeps(carrier: FunctionType | FrameType, asking: FrameType) -> bool:
            """Is it ours, or given while a test runs, and a learner's code that asks?"""
            file = (carrier.__code__ if type(carrier) is FunctionType else carrier.f_code).co_filename
            kept = file.startswith(self._secret) or (self.testing and self._is_our_file(file))
            return kept and stack.is_for_learner(asking)

        carried.keeps = keeps
        asmade.restore = self.restore  # before it is noted what is put back
        self._kept = [(home, list(names), list(names.values())) for home, names in _pristine()]
        self._sizes = [len(vars(home)) for home, _, _ in self._kept]

        def look(event: str, args: Any) -> None:  # a method would take three times as long, and the engine is audited
            if event in LOOKED_AT:
                self._look_at(event, args)
            elif event == "import" and args[0] in PYTHONS_TESTS:
                raise ImportError(f"{args[0]} is there for tests of Python itself")
            elif event == INTERPRETER or (self.testing and (event == ATTRIBUTE or event in WAYS_OUT)):
                stack.refuse(event, args)

        sys.addaudithook(look)

    def before(self, what: str, args: Sequence[Any], nested: bool) -> None:
        """The judge asks for something: no hook of a cell's sees it, and our code runs with what it was made for.

        nested: within a call of the test's; what our code exchanged itself stays exchanged
        """
        self._unhook()
        if not nested and (what in RUN_OURS or (what == "call" and _is_ours(args[0]))):
            self.restore()

    def restore(self) -> None:
        """What a learner's cell exchanged in modules and classes is as it was."""
        for k, (home, names, things) in enumerate(self._kept):
            there = vars(home)
            if len(there) != self._sizes[k]:
                self._take_out(home, names)
                self._sizes[k] = len(there)
            if all(map(is_, map(there.get, names), things)):
                continue
            for name, thing in zip(names, things, strict=True):
                if there.get(name) is not thing:
                    _kind_of(home).__setattr__(home, name, thing)

    def _take_out(self, home: Any, names: list[str]) -> None:
        """What was put there and is used without a name: a class's special methods, a builtin's name in a module."""
        known = set(names)
        for name in [each for each in vars(home) if each not in known]:
            special = name.startswith("__") and type(vars(home)[name]) in METHODS
            if special if isinstance(home, type) else name in BUILTINS:
                _kind_of(home).__delattr__(home, name)

    def _unhook(self) -> None:
        """Take out a hook that a cell left; the one that notices calls says itself when it is gone."""
        if sys.gettrace() is not None:
            sys.settrace(None)
        if not self._watch.hooked and watching.getprofile() is not None:
            sys.setprofile(None)

    def _look_at(self, event: str, args: tuple[Any, ...]) -> None:
        caller = sys._getframe(2)  # the function that the interpreter told is one of the frames between
        if caller.f_globals is vars(carried) and caller.f_back is not None:  # which only does what it is asked
            caller = caller.f_back
        if any(caller.f_globals is each for each in _OURS):
            return
        if event in (NEW, SET):
            if type(args[-1]) is CodeType and (event == NEW or args[1] == "__code__"):
                self.made.append(args[-1])
                if event == SET and not self._watch.tells(args[0]):
                    self._keep_code(*args)
            elif event == SET and args[1] in DEFAULTS and type(args[0]) is FunctionType:
                self._keep_code(*args)
        elif event in (MADE, COMPILED):
            if type(args[1]) is str and self._is_our_file(args[1]) and not self._is_modules(caller):
                raise RuntimeError(NOT_THAT_NAME.format(args[1]))
        elif self.testing and caller.f_code is not _BOOTSTRAP:
            self._refuse_hooks(event)

    def _is_our_file(self, file: str) -> bool:
        return file.startswith((*self._files, *self._given))

    def _is_modules(self, frame: FrameType) -> bool:
        """Is this the code of a module, and not of the notebook?"""
        return self._watch.callers.home_of(frame) not in (None, "__main__")

    def _keep_code(self, function: FunctionType, _: str, new: Any) -> None:
        before = function.__code__
        if new is not before and self._is_our_file(before.co_filename):
            raise RuntimeError(NOT_YOURS.format(function.__qualname__))

    def _refuse_hooks(self, event: str) -> None:
        if event == "sys.setprofile" and self._watch.on:
            self._watch.switched_off()  # an answer that needs to be watched is refused for it
            return
        raise RuntimeError(f"{event} cannot be called while a test runs")


_OURS = (vars(watching), vars(telling), globals())
_BOOTSTRAP = vars(threading.Thread)["_bootstrap_inner"].__code__  # which hands a new thread the hook of all


def _kind_of(home: Any) -> Any:
    """Whose way of changing an attribute is asked: neither a metaclass's nor a module's own."""
    return type if isinstance(home, type) else ModuleType


def _no_hook() -> None:
    """In the place of `sys.getprofile`: the hook leads to all that was noticed."""


def _is_ours(function: Any) -> bool:
    """Is it a test's function that runs here, or the kit's? Asked without tools that a learner may have broken."""
    if type(function) is not FunctionType:
        return False
    of_a_test = function.__code__.co_filename.startswith((watching.RUN, watching.EVAL, watching.SIDE))
    return of_a_test or str(function.__module__).startswith("autograder.")


def _pristine() -> Iterator[tuple[Any, dict[str, Any]]]:
    """Modules and classes, each with what can be called in it, or leads there."""
    for name, module in list(sys.modules.items()):
        ours = name.partition(".")[0] in OURS
        if not isinstance(module, ModuleType) or not (ours or name in OTHERS):
            continue
        yield module, {key: each for key, each in vars(module).items() if callable(each) or type(each) is ModuleType}
        for each in vars(module).values() if ours else ():
            if isinstance(each, type) and each.__module__ == name:
                methods = {key: part for key, part in vars(each).items() if isinstance(part, METHODS)}
                yield each, methods
