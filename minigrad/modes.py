"""Grad modes: what an operation does besides computing its value.

One immutable `Mode` in a context variable answers every question an operation has, so that the usual case costs one
look and each thread and each asyncio task has its own.
"""

import functools
import inspect
import warnings
from contextvars import ContextVar
from typing import Any, NamedTuple


class Mode(NamedTuple):
    """The state of this thread or task. The first four fields come from context managers."""

    grad: bool = True  # record operations
    inference: bool = False  # results are inference tensors
    pack: tuple = ()  # saved_tensors_hooks: (pack, unpack) pairs, innermost last
    anomaly: bool = False  # remember whole stacks, look for nan
    check_nan: bool = True
    level: Any = None  # forward-mode or batching level, for transforms


PLAIN, NO_GRAD = Mode(), Mode(grad=False)
USUAL, GRAD_ONLY = PLAIN[1:5], {"grad"}
_mode: ContextVar[Mode] = ContextVar("mode", default=PLAIN)
current = _mode.get


def change(**fields) -> Mode:
    """Change fields of the current mode; returns what it was. The two usual modes stay the same two objects."""
    if fields.keys() == GRAD_ONLY:
        return change_grad(fields["grad"])
    before = current()
    after = before._replace(**fields)
    _mode.set(moved(after, after.grad, after.level))
    return before


def change_grad(flag: bool) -> Mode:
    """`change(grad=flag)`, quicker: every backward comes here, every step, every no_grad."""
    before = current()
    if before is PLAIN or before is NO_GRAD:
        _mode.set(PLAIN if flag else NO_GRAD)
    elif before.grad is not flag:
        _mode.set(moved(before, flag, before.level))
    return before


def moved(mode: Mode, grad: bool, level) -> Mode:
    """The mode with another `grad` and `level`. The usual ones are made once: a level keeps its own."""
    if mode[1:5] != USUAL:
        return mode._replace(grad=grad, level=level)
    if level is None:
        return PLAIN if grad else NO_GRAD
    if grad not in level.modes:
        level.modes[grad] = Mode(grad=grad, level=level)
    return level.modes[grad]


def move(level) -> Mode:
    """Go on as from inside another level; returns the mode there was."""
    before = current()
    _mode.set(moved(before, before.grad, level))
    return before


def move_back(before: Mode) -> None:
    """Undo `move`; what has become of `grad` stays."""
    now = current()
    _mode.set(before if now.grad is before.grad else moved(now, now.grad, before.level))


class at:
    """For a `with`: run a block as from inside another level."""

    __slots__ = ("before", "level")

    def __init__(self, level) -> None:
        self.level = level

    def __enter__(self) -> None:
        self.before = move(self.level)

    def __exit__(self, *_) -> None:
        move_back(self.before)


def restore(mode: Mode, *names: str) -> None:
    """Put back the named fields as they were in `mode`."""
    change(**{name: getattr(mode, name) for name in names})


def kept(function):
    """Decorate what calls hooks or a backward of the user's: whatever they do to the modes is undone afterwards."""

    @functools.wraps(function)
    def call(*args):
        before = current()
        try:
            return function(*args)
        finally:
            if current() is not before:
                change(grad=before.grad, pack=before.pack)

    return call


class ModeManager:
    """A context manager and decorator, with or without brackets, that changes fields of the mode. Usable again, also
    while it is open."""

    def __new__(cls, function=None, **fields):
        return cls()(function) if callable(function) else super().__new__(cls)

    def __init__(self, **fields) -> None:
        self._fields = fields
        self._before: list[Mode] = []

    def __enter__(self) -> None:
        self._before.append(change(**self._fields))

    def __exit__(self, *_) -> None:
        restore(self._before.pop(), *self._fields)

    def __call__(self, function):
        """Decorate a function, a generator function (the mode holds while it runs, not while it waits) or a class."""
        if inspect.isclass(function):
            what = "Decorating classes is deprecated and will be disabled in future versions"
            advice = "decorate the methods, or use the mode as a context manager."
            warnings.warn(f"{what}: {advice}", FutureWarning, stacklevel=2)
            function.__init__ = self(function.__init__)  # type: ignore[method-assign]
            return function
        if inspect.isgeneratorfunction(function):
            return self._around_generator(function)

        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with ModeManager(**self._fields):
                return function(*args, **kwargs)

        return wrapped

    def _around_generator(self, function):
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            generator = function(*args, **kwargs)
            step, value = generator.send, None
            while True:
                try:
                    with ModeManager(**self._fields):
                        item = step(value)
                except StopIteration as stop:
                    return stop.value
                try:
                    step, value = generator.send, (yield item)
                except BaseException as error:  # GeneratorExit too, by which a generator is closed
                    step, value = generator.throw, error

        return wrapped


class no_grad(ModeManager):
    """Compute without recording. Results are leaves that require no gradient.

    >>> import minigrad as mg
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> with mg.no_grad():
    ...     y = x * x
    >>> y.requires_grad
    False
    """

    def __init__(self) -> None:
        super().__init__(grad=False)


class enable_grad(ModeManager):
    """Record again, inside a `no_grad` region."""

    def __init__(self) -> None:
        super().__init__(grad=True)


class AtOnce(ModeManager):
    """One that changes fields as soon as it is made; the block of a `with` ends that, and a decorator takes it back."""

    def __init__(self, **fields) -> None:
        super().__init__(**fields)
        super().__enter__()
        self._entered = False

    def __enter__(self) -> None:
        if self._entered:
            super().__enter__()
        self._entered = True

    def __call__(self, function):
        self.__exit__()
        return super().__call__(function)


class set_grad_enabled(AtOnce):
    """Switch recording on or off, at once as a call, for a block in a `with`, for a function as a decorator."""

    def __init__(self, mode: bool) -> None:
        super().__init__(grad=bool(mode))


class inference_mode(ModeManager):
    """Like `no_grad`, for good: tensors made inside have no version counter and can never take part in a graph."""

    def __init__(self, mode: bool = True) -> None:
        super().__init__(grad=not mode, inference=bool(mode))


class detect_anomaly(ModeManager):
    """Keep the stack of every forward call, and stop backward at the first nan. Slow: for debugging."""

    def __init__(self, check_nan: bool = True) -> None:
        super().__init__(anomaly=True, check_nan=check_nan)
        message = "Anomaly Detection has been enabled: every operation keeps its stack now. Slow; for debugging only."
        warnings.warn(message, UserWarning, stacklevel=2)


class set_detect_anomaly(AtOnce):
    """Switch `detect_anomaly` on or off: at once as a call, for a block in a `with`."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        super().__init__(anomaly=bool(mode), check_nan=check_nan)


def is_grad_enabled() -> bool:
    """Whether operations are being recorded in this thread or task."""
    return current().grad


def is_inference_mode_enabled() -> bool:
    """Whether results are inference tensors in this thread or task."""
    return current().inference
