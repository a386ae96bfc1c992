"""How tensors lie in memory: which numbers a storage holds, and which of them each tensor reads, by which strides.

All of it is read from the arrays themselves, so it holds for any engine whose tensors keep their numbers in `data`, and
for numpy's arrays.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy as np

from .names import is_tensor
from .values import array_of, number

MOST_NUMBERS = 48  # of a storage, or of a grid: more than this nobody reads
MOST_TENSORS = 8


@dataclass
class View:
    """A tensor as a way to read a storage. Positions and strides count numbers, not bytes."""

    name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: int
    dtype: str
    values: list[str]  # in reading order
    positions: list[int]

    @property
    def indices(self) -> list[tuple[int, ...]]:
        """The index of each entry, in reading order."""
        return list(np.ndindex(self.shape))

    @property
    def facts(self) -> str:
        """'shape (2, 3), strides (3, 1), begins at position 0'."""
        if not self.positions:
            return f"shape {self.shape}, no entries"
        return f"shape {self.shape}, strides {self.strides}, begins at position {self.start}"

    def hops(self) -> list[tuple[int, int]]:
        """For each dimension that has a second entry: its number, and how far one step along it goes."""
        return [(d, stride) for d, stride in enumerate(self.strides) if self.shape[d] > 1 and self.positions]


@dataclass
class Storage:
    """Numbers that lie one after the other, and the tensors that read them; `first` is the position of the first."""

    first: int
    values: list[str]
    dtype: str
    views: list[View]
    whole: bool = True  # whether all numbers of the storage are here

    @property
    def title(self) -> str:
        """'Storage of x and turned: 6 numbers, float32'."""
        count = f"{len(self.values)} number{'s' * (len(self.values) != 1)}"
        part = "" if self.whole else f" from position {self.first} on"
        return f"Storage of {listed([view.name for view in self.views])}: {count}{part}, {self.dtype}"


def listed(words: list[str]) -> str:
    """'x', 'x and y', 'x, y and z'."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def storages(named: list[tuple[str, Any]], what: str) -> list[Storage]:
    """The storages behind these tensors, in the order in which they come up."""
    found: dict[int, tuple[np.ndarray, list[tuple[str, np.ndarray]]]] = {}
    for name, value in named:
        array = numbers_of(value, name, what)
        owner = owner_of(array)
        there = found.setdefault(low(owner), (owner, []))
        if there[0].dtype != array.dtype:
            raise ValueError(
                f"{what}: {name} reads the numbers of {there[0].dtype} as {array.dtype}, which has no picture"
            )
        there[1].append((name, array))
    return [storage(owner, arrays, what) for owner, arrays in found.values()]


def storage(owner: np.ndarray, arrays: list[tuple[str, np.ndarray]], what: str) -> Storage:
    """One storage: all of it where it is small, else the part that the tensors read."""
    begin, size = low(owner), owner.itemsize
    views = [view_of(name, array, begin) for name, array in arrays]
    first, end = 0, extent(owner) // size
    if whole := end <= MOST_NUMBERS:
        pass
    elif places := [p for view in views for p in view.positions]:
        first, end = min(places), max(places) + 1
    if end - first > MOST_NUMBERS:
        raise ValueError(
            f"{what}: the storage of {listed([name for name, _ in arrays])} has {end - first} numbers, and a picture "
            f"has room for {MOST_NUMBERS}: draw a smaller tensor of the same form"
        )
    line = np.lib.stride_tricks.as_strided(lowest(owner), (end,), (size,), writeable=False)[first:]
    return Storage(first, [number(v) for v in line.tolist()], str(owner.dtype), views, whole)


def view_of(name: str, array: np.ndarray, begin: int) -> View:
    """An array as it reads the memory that begins at the address `begin`."""
    size = array.itemsize
    if array.size > MOST_NUMBERS:
        raise ValueError(
            f"{name} has {array.size} entries, and a picture has room for {MOST_NUMBERS}: draw a smaller one"
        )
    steps = [stride / size for stride in array.strides]
    if any(step != int(step) for step in steps):
        raise ValueError(f"{name} takes steps of parts of a number, which has no picture")
    strides = tuple(int(step) for step in steps)
    start = (array.__array_interface__["data"][0] - begin) // size
    positions = [start + sum(i * s for i, s in zip(index, strides, strict=True)) for index in np.ndindex(array.shape)]
    values = [number(v) for v in array.reshape(-1).tolist()]
    return View(name, array.shape, strides, start, str(array.dtype), values, positions)


def numbers_of(value: Any, name: str, what: str) -> np.ndarray:
    """The numbers of a tensor or array, in the memory where they lie."""
    array = array_of(value) if isinstance(value, np.ndarray) or is_tensor(value) else None
    if array is None:
        raise TypeError(f"{what} takes tensors and numpy arrays of numbers; {name} is of type {type(value).__name__}")
    return array


def owner_of(array: np.ndarray) -> np.ndarray:
    """The array whose memory `array` reads."""
    base = array.base
    while base is not None:
        array = base if isinstance(base, np.ndarray) else array
        base = getattr(base, "base", None)
    return array


def low(array: np.ndarray) -> int:
    """The lowest address of an array's numbers."""
    back = sum((n - 1) * stride for n, stride in zip(array.shape, array.strides, strict=True) if stride < 0 < n)
    return array.__array_interface__["data"][0] + back


def extent(array: np.ndarray) -> int:
    """How many bytes lie between an array's first number and behind its last one."""
    if not array.size:
        return 0
    steps = zip(array.shape, array.strides, strict=True)
    return sum((n - 1) * abs(stride) for n, stride in steps) + array.itemsize


def lowest(array: np.ndarray) -> np.ndarray:
    """The array with each dimension turned so that it begins at its lowest address."""
    return array[tuple(slice(None, None, -1 if stride < 0 else 1) for stride in array.strides)]


def named(given: tuple, frame: FrameType | None, what: str) -> list[tuple[str, Any]]:
    """Name and tensor for what was given: a dictionary from name to tensor, or tensors, which the caller has named."""
    if len(given) == 1 and isinstance(given[0], dict):
        pairs = [(str(name), value) for name, value in given[0].items()]
    else:
        values = given[0] if len(given) == 1 and isinstance(given[0], list) else given
        pairs = [(name_in(frame, value) or f"tensor {k}", value) for k, value in enumerate(values, 1)]
    if not 1 <= len(pairs) <= MOST_TENSORS:
        raise ValueError(f"{what} takes 1 to {MOST_TENSORS} tensors, not {len(pairs)}")
    return pairs


def name_in(frame: FrameType | None, value: Any) -> str:
    """What the caller calls this very object."""
    scopes = (frame.f_locals, frame.f_globals) if frame is not None else ()
    known = (name for scope in scopes for name, held in list(scope.items()) if held is value and name[0] != "_")
    return next(known, "")


def caller() -> FrameType:
    """The frame that called the function that asks."""
    return sys._getframe(2)
