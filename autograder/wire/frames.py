"""The bytes between judge and worker: frames of msgpack, never pickle, with every limit checked before building.

A frame is a header (two lengths), a *tree* in msgpack, and *blobs*: the raw bytes of arrays and long texts, which the
tree refers to by offset. Keeping bulk out of the tree lets the tree be small: at 1 MiB even a tree of nothing but
empty lists, the worst that msgpack can be made to build, costs some tens of megabytes. No pre-scan is needed.

In a tree None, bool, float, short str and 64-bit int stand for themselves; every other value is `[tag, ...]`. What is
not plain (a tensor, a class, a function) is passed to `other`, in which the two ends differ.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import msgpack

from autograder.kit.arrays import np

MAX_TREE = 1 << 20  # bytes of msgpack in a frame
MAX_BLOBS = 16 << 20  # bytes of arrays and long texts in a frame: two million float64
MAX_ITEMS = 100_000  # members of lists and dicts in a frame
MAX_DEPTH = 40
MAX_RANK = 32
MAX_INT_BITS = 4096
SHORT = 1024  # texts up to here travel in the tree
DTYPES = frozenset(("|b1", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8", "<f2", "<f4", "<f8", "<c8", "<c16"))
HEADER = struct.Struct(">II")
SEQUENCES = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
CONSTANTS = {"...": Ellipsis, "NotImplemented": NotImplemented}

Other = Callable[[Any], list]


class ProtocolError(BaseException):
    """The other end broke the rules. Never an Exception: a test's `except Exception` must not hide it."""


class TooLarge(Exception):
    """An honest value that does not fit into one frame."""


class _Budget:
    """What one frame may still hold; `error` is what running out means at this end."""

    def __init__(self, error: type[BaseException]):
        self.items, self.bytes, self.error = MAX_ITEMS, MAX_BLOBS, error

    def take(self, items: int = 0, bytes_: int = 0) -> None:
        self.items -= items
        self.bytes -= bytes_
        if self.items < 0 or self.bytes < 0:
            raise self.error("the value is too large for one message")


class Encoder:
    """Turns values into one frame's tree and blobs.

    `other(value)` gives the tagged list for what is not plain; `ordinary(value)` may give a plain value in its place.
    """

    def __init__(self, other: Other, ordinary: Callable[[Any], Any] = lambda value: value):
        self.other, self.ordinary = other, ordinary
        self.blobs = bytearray()
        self._budget = _Budget(TooLarge)
        self._depth = 0

    def value(self, value: Any) -> Any:
        """The tree of a value; plain ones are recognised by exact type."""
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        encode = self._BY_TYPE.get(kind)
        if encode is None:
            value = self.ordinary(value)
            if type(value) is float:
                return value
            encode = self._BY_TYPE.get(type(value))
        if encode is None and isinstance(value, np.generic | np.dtype):
            encode = Encoder._scalar if isinstance(value, np.generic) else Encoder._dtype
        tree = encode(self, value) if encode else NotImplemented
        return self.other(value) if tree is NotImplemented else tree

    def frame(self, tree: Any) -> bytes:
        """The bytes to send."""
        packed = msgpack.packb(tree, use_bin_type=True, strict_types=True)
        if len(packed) > MAX_TREE:
            raise TooLarge("the value is too large for one message")
        return b"".join((HEADER.pack(len(packed), len(self.blobs)), packed, self.blobs))

    def _blob(self, data: bytes) -> list[int]:
        self._budget.take(bytes_=len(data))
        offset = len(self.blobs)
        self.blobs += data
        return [offset, len(data)]

    def _int(self, value: int) -> Any:
        if -(1 << 63) <= value < 1 << 63:
            return value
        return ["int", hex(value)] if value.bit_length() <= MAX_INT_BITS else NotImplemented

    def _text(self, value: str) -> Any:
        try:
            data = value.encode()
        except UnicodeEncodeError:  # a lone surrogate
            return NotImplemented
        return value if len(data) <= SHORT else ["text", *self._blob(data)]

    def _bytes(self, value: bytes) -> list:
        return ["bytes", *self._blob(value)]

    def _complex(self, value: complex) -> list:
        return ["complex", value.real, value.imag]

    def _array(self, value: np.ndarray) -> Any:
        if value.dtype.str not in DTYPES:
            value = self.ordinary(value)
        if value.dtype.str not in DTYPES or value.ndim > MAX_RANK:
            return NotImplemented
        self._budget.take(bytes_=value.nbytes)  # before `tobytes`, which a broadcast view can make enormous
        self._budget.take(bytes_=-value.nbytes)
        return ["array", value.dtype.str, list(value.shape), *self._blob(value.tobytes())]

    def _scalar(self, value: np.generic) -> Any:
        if type(value) is not value.dtype.type or value.dtype.str not in DTYPES:
            return NotImplemented
        return ["scalar", value.dtype.str, *self._blob(value.tobytes())]

    def _dtype(self, value: np.dtype) -> Any:
        return ["dtype", value.str] if value.str in DTYPES else NotImplemented

    def _members(self, values: Any) -> list:
        if self._depth >= MAX_DEPTH:
            raise TooLarge("the value is nested too deep")
        self._budget.take(items=len(values))
        self._depth += 1
        members = [self.value(member) for member in tuple(values)]
        self._depth -= 1
        return members

    def _sequence(self, values: Any) -> list:
        return [type(values).__name__, self._members(values)]

    def _dict(self, values: dict) -> list:
        return ["dict", self._members([part for pair in tuple(values.items()) for part in pair])]

    def _slice(self, value: slice | range) -> list:
        if type(value) is range and abs(value.stop - value.start) > MAX_ITEMS * abs(value.step):
            raise TooLarge("a range of too many numbers")
        return [type(value).__name__, self._members([value.start, value.stop, value.step])]

    _BY_TYPE: dict[type, Callable] = {
        **{int: _int, str: _text, bytes: _bytes, complex: _complex, np.ndarray: _array, dict: _dict},
        **dict.fromkeys((list, tuple, set, frozenset), _sequence),
        **dict.fromkeys((slice, range), _slice),
        type(Ellipsis): lambda self, value: ["..."],
        type(NotImplemented): lambda self, value: ["NotImplemented"],
    }


class Decoder:
    """Turns one frame's trees back into values; anything out of order is a ProtocolError.

    `other(tree)` makes what is not plain; `finish(value)` may replace a list, dict or array by a copy of its own kind.
    """

    def __init__(self, blobs: bytes, other: Other, finish: Callable[[Any], Any] = lambda value: value):
        self.blobs, self.other, self.finish = blobs, other, finish
        self._budget = _Budget(ProtocolError)
        self._depth = 0

    def value(self, tree: Any) -> Any:
        """The value of a tree."""
        if tree is None or type(tree) in (bool, int, float, str):
            return tree
        if type(tree) is not list or not tree or type(tree[0]) is not str:
            raise ProtocolError("something that is not a value")
        decode = self._BY_TAG.get(tree[0])
        if decode is None:
            return self.other(tree)
        try:
            return decode(self, *tree[1:])
        except Exception as error:  # wrong number or types of parts, unhashable keys, ...
            raise ProtocolError(f"a malformed {tree[0]}: {type(error).__name__}") from None

    def _blob(self, offset: int, length: int) -> bytes:
        if not (type(offset) is type(length) is int and 0 <= offset <= offset + length <= len(self.blobs)):
            raise ProtocolError("bytes that are not in the frame")
        self._budget.take(bytes_=length)
        return self.blobs[offset : offset + length]

    def _int(self, digits: str) -> int:
        if len(digits) > MAX_INT_BITS // 4 + 4:
            raise ProtocolError("an integer of too many digits")
        return int(digits, 16)

    def _array(self, dtype: str, shape: list, offset: int, length: int) -> np.ndarray:
        size = 1
        for extent in _demand(shape, list)[: MAX_RANK + 1]:
            if type(extent) is not int or not 0 <= extent <= MAX_BLOBS:
                raise ProtocolError("an array of impossible shape")
            size = min(size * extent, MAX_BLOBS + 1) if extent else 0
        if dtype not in DTYPES or len(shape) > MAX_RANK or size * np.dtype(dtype).itemsize != length:
            raise ProtocolError("an array whose bytes do not match its shape")
        data = self._blob(offset, length)
        if dtype == "|b1" and data.translate(None, b"\0\1"):
            raise ProtocolError("a bool that is neither true nor false")
        return self.finish(np.frombuffer(data, dtype).reshape(shape))

    def _scalar(self, dtype: str, offset: int, length: int) -> Any:
        return self._array(dtype, [], offset, length)[()]

    def _members(self, trees: list) -> list:
        if self._depth >= MAX_DEPTH:
            raise ProtocolError("a value nested too deep")
        self._budget.take(items=len(_demand(trees, list)))
        self._depth += 1
        members = [self.value(tree) for tree in trees]
        self._depth -= 1
        return members

    def _sequence(self, kind: type, trees: list) -> Any:
        return self.finish(kind(self._members(trees)))

    def _range(self, start: int, stop: int, step: int) -> range:
        """A few bytes that stand for as many numbers as anyone likes; nothing may hold more than a message can."""
        if not step or abs(stop - start) > MAX_ITEMS * abs(step):
            raise ProtocolError("a range of too many numbers")
        return range(start, stop, step)

    def _dict(self, trees: list) -> Any:
        flat = self._members(trees)
        found = dict(zip(flat[::2], flat[1::2], strict=True))
        if 2 * len(found) != len(flat):
            raise ProtocolError("a dict with a key given twice")
        return self.finish(found)

    _BY_TAG: dict[str, Callable] = {
        "int": _int,
        "text": lambda self, *where: self._blob(*where).decode(),
        "bytes": _blob,
        "complex": lambda self, real, imag: complex(_demand(real, float), _demand(imag, float)),
        "array": _array,
        "scalar": _scalar,
        "dtype": lambda self, name: np.dtype({known: known for known in DTYPES}[name]),
        "dict": _dict,
        "slice": lambda self, parts: slice(*self._members(parts)),
        "range": lambda self, parts: self._range(*(_demand(part, int) for part in self._members(parts))),
        **{tag: lambda self, trees, kind=kind: self._sequence(kind, trees) for tag, kind in SEQUENCES.items()},
        **{tag: lambda self, constant=constant: constant for tag, constant in CONSTANTS.items()},
    }


def _demand(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ProtocolError(f"a {type(value).__name__} where a {kind.__name__} belongs")
    return value
