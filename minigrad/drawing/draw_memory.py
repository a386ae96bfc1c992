"""`draw_memory`: what tensors read of their storage, and by which steps."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from .memory import Storage, View, caller, named, storages
from .panel import ROW, Panel, Part, cell_width, wide_as
from .svg import PAGE

LABELS = 76  # pixels: the column of words to the left of the cells
FOOT = "Yellow: a storage. Blue: entries, at the number they read. Arrows: one step along a dimension, dim."


def draw_memory(*tensors: Any) -> Panel:
    """Tensors and the storage that they read: where each entry lies, and how far one step along each dimension goes.

    tensors   tensors or numpy arrays, which the caller's variables name; or one dictionary from name to tensor. Those
              that share a storage stand below it. At most 8 tensors, of at most 48 entries each

    A ValueError or TypeError says what cannot be drawn.

    >>> import minigrad as mg
    >>> from minigrad.drawing import draw_memory
    >>> x = mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> print(draw_memory({"x": x, "x.T": x.T}))
    Storage of x and x.T: 6 numbers, float32
    position  0    1    2    3    4    5
    number    1.0  2.0  3.0  4.0  5.0  6.0
    x    shape (2, 3), strides (3, 1), begins at position 0, reads [[0, 1, 2], [3, 4, 5]]
    x.T  shape (3, 2), strides (1, 3), begins at position 0, reads [[0, 3], [1, 4], [2, 5]]
    """
    found = storages(named(tensors, caller(), "draw_memory"), "draw_memory")
    parts, lines = [], []
    for each in found:
        parts += [strip(each), *(lane(view, each) for view in each.views)]
        lines += listing(each)
    count = sum(len(each.views) for each in found)
    title = f"{count} tensor{'s' * (count > 1)} on {len(found)} storage{'s' * (len(found) > 1)}"
    return Panel(title, parts, FOOT, "\n".join(lines))


def listing(storage: Storage) -> list[str]:
    """A storage as lines of text."""
    places = [str(p) for p in range(storage.first, storage.first + len(storage.values))]
    wide = [max(map(len, pair)) for pair in zip(places, storage.values, strict=True)]
    rows = [("position", places), ("number", storage.values)]
    lines = [f"{word:<8}  " + "  ".join(map(str.ljust, texts, wide)) for word, texts in rows]
    longest = max(len(view.name) for view in storage.views)
    lines += [f"{view.name:<{longest}}  {view.facts}, reads {nested(view)}" for view in storage.views]
    return [storage.title, *(line.rstrip() for line in lines)]


def nested(view: View) -> str:
    """The positions that a tensor reads, in its shape."""
    return str(np.array(view.positions, dtype=int).reshape(view.shape).tolist())


def strip(storage: Storage) -> Part:
    """The numbers of a storage, one after the other, each below its position."""
    part = Part(storage.title, f"{storage.title}: {', '.join(storage.values) or 'empty'}.")
    part.words(0, 16, storage.title, "title")
    wide = width_in(storage)
    part.words(0, 34, "position")
    part.words(0, 55, "number")
    for k, text in enumerate(storage.values):
        x = LABELS + k * wide
        part.words(x + wide / 2, 34, str(storage.first + k), "dim small", "middle")
        part.cell(x, 40, text, "number", wide)
    return part


def width_in(storage: Storage) -> float:
    """How wide a cell of a storage is: all its lanes are in line with it."""
    return cell_width([*storage.values, *(entries_at(view, p) for view in storage.views for p in set(view.positions))])


def entries_at(view: View, place: int) -> str:
    """Which entry of a tensor lies at a position: '0,1'; with how many others: '0,1 ×3'."""
    there = [i for i, p in zip(view.indices, view.positions, strict=True) if p == place]
    if not there:
        return ""
    return (",".join(map(str, there[0])) or "()") + (f" ×{len(there)}" if len(there) > 1 else "")


def lane(view: View, storage: Storage) -> Part:
    """A tensor below its storage: which entry lies where, one step along each dimension, and the tensor as a grid."""
    hops = view.hops()
    part = Part(view.name, sentence(view))
    part.words(0, 16, view.name, "title")
    part.words(wide_as(view.name, "title") + 12, 16, view.facts)
    part.words(0, 41, "entry")
    wide = width_in(storage)
    for k in range(len(storage.values)):
        text = entries_at(view, storage.first + k)
        part.cell(LABELS + k * wide, 26, text, "" if text else "empty", wide)
    middle = LABELS + (view.start - storage.first + 0.5) * wide
    bottom = 26.0 + ROW
    for d, stride in hops:
        part.words(0, bottom + 15, f"dim {d}: {stride:+d}" if stride else f"dim {d}: 0", "view small")
        part.hop(middle, middle + stride * wide, bottom)
        bottom += 20
    beside = LABELS + len(storage.values) * wide + 16
    if len(view.shape) < 2 and view.values == storage.values:
        return part  # the storage has just shown it
    if beside + grid_width(view) <= PAGE + 60:
        grid(part, view, beside, 26.0)
    else:
        grid(part, view, LABELS, bottom + 10)
    return part


def sentence(view: View) -> str:
    """What a screen reader says of a tensor."""
    steps = [
        f"one step along dimension {d} goes {f'{stride:+d} in the storage' if stride else 'nowhere'}"
        for d, stride in view.hops()
    ]
    return "; ".join([f"Tensor {view.name}, {view.facts}, reads the positions {nested(view)}", *steps]) + "."


def planes(view: View) -> list[tuple[int, ...]]:
    """The leading indices of the tables that a tensor of more than two dimensions is made of."""
    return list(np.ndindex(view.shape[:-2]))


def grid_width(view: View) -> float:
    """How wide a tensor is as one table or several beside each other."""
    count = view.shape[-1] if view.shape else 1
    return len(planes(view)) * (count * cell_width(view.values) + 18)


def grid(part: Part, view: View, left: float, top: float, again: Collection[tuple[int, ...]] = ()) -> None:
    """The tensor as a table of its values; one of more dimensions as tables side by side."""
    wide = cell_width(view.values)
    for k, index in enumerate(planes(view)):
        x = left + k * (grid_width(view) / max(len(planes(view)), 1))
        y = top
        if index:
            part.words(x, y + 12, f"[{', '.join(map(str, index))}]")
            y += 18
        for at, value in zip(view.indices, view.values, strict=True):
            if at[:-2] == index:
                row, column = (0, 0, *at)[-2:]
                part.cell(x + column * wide, y + row * ROW, value, "again" if at in again else "", wide)
