"""Remotes: the learner's objects and classes as a test sees them. Everything is forwarded; nothing is believed.

A remote forwards attributes, calls, operators, indexing, iteration and `with` to the learner's process. What a test
could mistake for a verdict (`==`, `<`, `in`, truth) is refused with a sentence that names the helper to use. Classes
are mirrored as real classes, so that `isinstance`, `type(x) is Tensor` and `except BackwardTwice` read naturally.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NoReturn

import numpy as np

from autograder.testcell.errors import AuthorError
from autograder.wire import messages
from autograder.wire.frames import ProtocolError
from autograder.wire.operations import BINARY, IN_PLACE, UNARY

OBJECT_LINK = "__judge_link__"  # on every remote object: its session and its key there
CLASS_LINK = "__judge_class__"  # on every mirrored class: the same
_raw = object.__getattribute__
_raw_type = type.__getattribute__


class Refused(Exception):
    """The test asked a remote something that only the learner could answer."""


def link_of(remote: Any) -> tuple[Any, int] | None:
    """Session and key of a remote object, mirrored class or mirrored exception; None for anything else."""
    if isinstance(remote, type):
        return _raw_type(remote, CLASS_LINK) if type(remote) is RemoteType else None
    if type(type(remote)) is not RemoteType:
        return None
    return _raw(remote, OBJECT_LINK)


def is_remote(value: Any) -> bool:
    """Does this stand for something of the learner's that is not a plain value?"""
    return type(value) is RemoteType or type(type(value)) is RemoteType


def class_name(remote: Any) -> str:
    return _raw_type(type(remote), "__name__")


def _session_of(remote: Any) -> Any:
    link = link_of(remote)
    if link is None:
        raise Refused(f"{remote!r} is a class of Python's own, of which the learner has objects: make them there")
    return link[0]


def _ask(remote: Any, what: str, *args: Any) -> Any:
    return _session_of(remote).request(what, *args)


# What a mirrored class answers itself: Python asks for these when it handles classes, not tests.
_TYPE_LOCAL = frozenset(
    ("__name__", "__qualname__", "__mro__", "__bases__", "__base__", "__module__", "__class__", "__dict__", "mro")
    + ("__flags__", "__subclasses__", "__abstractmethods__", "__instancecheck__", "__subclasscheck__", "__hash__")
    + ("__mro_entries__", "__new__", "__init__", "__eq__", "__prepare__", "__reduce_ex__", "__array_ufunc__")
    + (CLASS_LINK, OBJECT_LINK, "with_traceback", "add_note", "__notes__", "__text_signature__", "__type_params__")
)
_LOCAL = frozenset(
    (
        "__class__",
        "__slots__",
        "__weakref__",
        "__init_subclass__",
        "__array_ufunc__",
        "__array_interface__",
        OBJECT_LINK,
    )
    + ("__array_struct__", "__array_function__", "__buffer__", "__deepcopy__", "__copy__", "__reduce_ex__")
    + ("__reduce__",)
)


class RemoteType(type):
    """The type of mirrored classes."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        if CLASS_LINK not in namespace:
            raise AuthorError(f"class {name}: a test cannot subclass the learner's class; put @learner_side above it")
        return super().__new__(mcs, name, bases, namespace)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return _ask(cls, "call", cls, args, kwargs)

    def __getattribute__(cls, name: str) -> Any:
        if name in _TYPE_LOCAL or _raw_type(cls, CLASS_LINK) is None:
            return _raw_type(cls, name)
        return _ask(cls, "get", cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        if _raw_type(cls, CLASS_LINK) is None:
            return type.__setattr__(cls, name, value)
        _ask(cls, "set", cls, name, value)

    def __delattr__(cls, name: str) -> None:
        _ask(cls, "delete", cls, name)

    def __iter__(cls) -> Any:
        return _ask(cls, "operate", "iter", cls)

    def __len__(cls) -> int:
        return _ask(cls, "operate", "len", cls)

    def __getitem__(cls, index: Any) -> Any:
        return _ask(cls, "operate", "getitem", cls, index)

    def __bool__(cls) -> bool:
        return True

    def __repr__(cls) -> str:
        return f"<the learner's class {_raw_type(cls, '__name__')}>"


class Remote(metaclass=RemoteType):
    """An object of the learner's."""

    __slots__ = (OBJECT_LINK, "__weakref__")
    __judge_class__ = None
    __array_ufunc__ = None  # so that `ndarray @ remote` comes to __rmatmul__

    def __getattribute__(self, name: str) -> Any:
        return _raw(self, name) if name in _LOCAL else _ask(self, "get", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        _ask(self, "set", self, name, value)

    def __delattr__(self, name: str) -> None:
        _ask(self, "delete", self, name)

    def __bool__(self) -> NoReturn:
        raise Refused(
            f"whether a {class_name(self)} is true is the learner's word: compare plain values, or say `is not None`"
        )

    def __eq__(self, other: object) -> NoReturn:
        raise Refused(f"comparing a {class_name(self)} is the learner's word: use close(...), same(...) or .item()")

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __hash__(self) -> int:
        return hash(("remote", link_of(self)))

    def __dir__(self) -> list[str]:
        return _ask(self, "operate", "dir", self)

    def __repr__(self) -> str:
        session = _session_of(self)
        return session.request("operate", "repr", self) if session.alive else f"<the learner's {class_name(self)}>"

    def __str__(self) -> str:
        return _ask(self, "operate", "str", self)

    def __format__(self, spec: str) -> str:
        return _ask(self, "operate", "format", self, spec)

    def __copy__(self) -> Any:
        return _ask(self, "operate", "copy", self)

    def __deepcopy__(self, memo: dict) -> Any:
        return _ask(self, "operate", "deepcopy", self)

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise Refused("the learner's object cannot be pickled")

    def __mro_entries__(self, bases: tuple) -> NoReturn:
        raise AuthorError("a test cannot subclass the learner's object; put @learner_side above the class")

    def __del__(self) -> None:
        with suppress(AttributeError):  # never linked, or the interpreter is going down
            session, key = _raw(self, OBJECT_LINK)
            session.release(key)


def _operator(name: str, reflected: bool = False) -> Any:
    if reflected:
        return lambda self, other: _ask(self, "operate", name, other, self)
    return lambda self, *others: _ask(self, "operate", name, self, *others)


for _name in BINARY:
    type.__setattr__(Remote, f"__{_name.rstrip('_')}__", _operator(_name))
    type.__setattr__(Remote, f"__r{_name.rstrip('_')}__", _operator(_name, reflected=True))
for _name in (*IN_PLACE, *UNARY):
    type.__setattr__(Remote, f"__{_name}__", _operator(_name))


def _exactly(kind: type, name: str) -> Any:
    """An operator whose answer Python itself insists on: anything else would be an error inside the judge."""

    def ask(self: Any) -> Any:
        value: Any = _ask(self, "operate", name, self)
        if type(value) is not kind or (type(value) is int and name == "len" and not 0 <= value < 1 << 62):
            raise ProtocolError(f"{name}() of the learner's object is not a {kind.__name__}")
        return value

    return ask


def _array(self: Any, dtype: Any = None, copy: Any = None) -> np.ndarray:
    value = _ask(self, "plain", self)
    if type(value) is not np.ndarray:
        raise Refused(f"a {class_name(self)} is not a numeric array")
    return value if dtype is None else value.astype(dtype)


def _contains(self: Any, item: Any) -> NoReturn:
    raise Refused("`in` on the learner's object is the learner's word: use any(x is y for y in ...) or plain values")


def _exit(self: Any, kind: Any, error: BaseException | None, traceback: Any) -> bool:
    """Leave a learner's `with`; it may swallow only what came from the learner."""
    session = _session_of(self)
    if error is not None and not isinstance(error, Exception):
        error = None  # a failed check: none of the learner's business
    swallow = session.request("exit", self, error)
    return swallow is True and error is not None and session.raised(error)


#: What a mirrored class has for each of the special methods that its learner's class has.
_SPECIAL = {
    "call": lambda self, *args, **kwargs: _ask(self, "call", self, args, kwargs),
    "iter": _operator("iter"),
    "next": _operator("next"),
    "len": _exactly(int, "len"),
    "getitem": _operator("getitem"),
    "setitem": _operator("setitem"),
    "delitem": _operator("delitem"),
    "contains": _contains,
    "enter": _operator("enter"),
    "exit": _exit,
    "float": _exactly(float, "float"),
    "int": _exactly(int, "int"),
    "index": _exactly(int, "index"),
    "complex": _exactly(complex, "complex"),
    "array": _array,
    "reversed": _operator("reversed"),
}
SPECIAL = {f"__{name}__": _SPECIAL[name] for name in messages.SPECIAL}


class RemoteError(Exception, metaclass=RemoteType):
    """An exception of a class that the learner defined."""

    __judge_class__ = None

    def __str__(self) -> str:
        return self.__dict__.get("judge_text", "")

    def __getattr__(self, name: str) -> Any:
        """What the exception does not have here, such as `e.code`, the learner's object may have."""
        if name.startswith("_") or OBJECT_LINK not in self.__dict__:
            raise AttributeError(name)
        return _ask(self, "get", self, name)


def _frozen(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
    raise Refused(
        "this is a copy of the learner's list or dict, so changing it would not reach the learner: "
        "use learner.run(...), or copy it first"
    )


class FrozenList(list):
    """A read-only copy of a list of the learner's."""

    __slots__ = ()
    copy_of = list
    append = extend = insert = pop = remove = clear = sort = reverse = _frozen
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _frozen


class FrozenDict(dict):
    """A read-only copy of a dict of the learner's."""

    __slots__ = ()
    copy_of = dict
    update = pop = popitem = clear = setdefault = __setitem__ = __delitem__ = __ior__ = _frozen


def freeze(value: Any) -> Any:
    """A decoded list, dict or array in its read-only form."""
    if type(value) is list:
        return FrozenList(value)
    if type(value) is dict:
        return FrozenDict(value)
    if type(value) is np.ndarray:
        value.flags.writeable = False
    return value
