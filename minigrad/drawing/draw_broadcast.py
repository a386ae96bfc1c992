"""`draw_broadcast`: how shapes meet in `+`, `*` and the like, and which entries are used again."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from .draw_memory import grid
from .memory import MOST_NUMBERS, View, caller, listed, named, numbers_of
from .panel import ROW, Panel, Part, cell_width, wide_as
from .values import number

FOOT = "Blue: an entry. Grey, dashed: the same entry, used again. No copy is made."
TOO_MANY = f"More than {MOST_NUMBERS} entries: only the shapes are drawn."


@dataclass
class Side:
    """One of those that meet; a bare shape has no numbers."""

    name: str
    shape: tuple[int, ...]
    array: np.ndarray | None = None

    def stretched_along(self, shape: tuple[int, ...]) -> list[int]:
        """The dimensions of the common shape along which its entries are used again."""
        mine = (1,) * (len(shape) - len(self.shape)) + self.shape
        return [d for d, (here, there) in enumerate(zip(mine, shape, strict=True)) if here == 1 and there != 1]

    def how(self, shape: tuple[int, ...]) -> str:
        """'is stretched along dim 1', 'stays as it is'."""
        along = [str(d) for d in self.stretched_along(shape)]
        return f"is stretched along dim {listed(along)}" if along else "stays as it is"

    def view(self, shape: tuple[int, ...]) -> View | None:
        """Its entries in the common shape, with the strides that find them."""
        if self.array is None or math.prod(shape) > MOST_NUMBERS:
            return None
        wide = np.broadcast_to(self.array, shape)
        strides = tuple(stride // self.array.itemsize for stride in wide.strides)
        values = [number(v) for v in wide.reshape(-1).tolist()]
        return View(self.name, shape, strides, 0, str(wide.dtype), values, [])


def draw_broadcast(*tensors: Any) -> Panel:
    """How shapes meet: aligned at the right, and each tensor stretched to the common shape.

    tensors   tensors, numpy arrays, or shapes (tuples of whole numbers), which the caller's variables name; or one
              dictionary from name to any of these. With more than 48 entries the shapes alone are drawn

    Shapes that cannot meet are a ValueError, which says in which column.

    >>> import minigrad as mg
    >>> from minigrad.drawing import draw_broadcast
    >>> column, row = mg.tensor([[1.0], [2.0]]), mg.tensor([10.0, 20.0, 30.0])
    >>> print(draw_broadcast(column, row))
    column    (2, 1)  is stretched along dim 1: [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
    row       (3,)    is stretched along dim 0: [[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]]
    together  (2, 3)
    """
    sides = [side(name, value) for name, value in named(tensors, caller(), "draw_broadcast")]
    shape = met(sides)
    parts, rows = [table(sides, shape)], []
    for each in sides:
        told = each.how(shape)
        if view := each.view(shape):
            told += f": {written(view)}"
            parts.append(sheet(each, view))
        rows.append((each.name, str(each.shape), told))
    rows.append(("together", str(shape), ""))
    name, size = (max(len(row[k]) for row in rows) for k in (0, 1))
    words = [f"{row[0]:<{name}}  {row[1]:<{size}}  {row[2]}".rstrip() for row in rows]
    foot = FOOT if math.prod(shape) <= MOST_NUMBERS else TOO_MANY
    return Panel(f"How {listed([each.name for each in sides])} meet", parts, foot, "\n".join(words))


def side(name: str, value: Any) -> Side:
    """A tensor, an array or a shape, as one of those that meet."""
    if isinstance(value, tuple) and all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in value):
        return Side(name.replace("tensor ", "shape "), value)
    array = numbers_of(value, name, "draw_broadcast")
    return Side(name, array.shape, array)


def met(sides: list[Side]) -> tuple[int, ...]:
    """The common shape; a ValueError where two sizes differ and neither is 1."""
    longest = max(len(each.shape) for each in sides)
    shape = []
    for column in range(-longest, 0):
        sizes = [(each.shape[column], each) for each in sides if len(each.shape) >= -column]
        wanted = [(size, each) for size, each in sizes if size != 1]
        for size, each in wanted[1:]:
            if size != wanted[0][0]:
                first = wanted[0][1]
                place = "last column" if column == -1 else f"column {-column} from the right"
                raise ValueError(
                    f"{first.name} with the shape {first.shape} and {each.name} with {each.shape} cannot meet: "
                    f"{wanted[0][0]} against {size} in the {place}, and neither is 1"
                )
        shape.append(wanted[0][0] if wanted else 1)
    return tuple(shape)


def table(sides: list[Side], shape: tuple[int, ...]) -> Part:
    """The shapes below each other, aligned at the right, and the common one below all."""
    told = [f"{each.name} of shape {each.shape} {each.how(shape)}" for each in sides]
    part = Part("Shapes", f"Shapes, aligned at the right: {'; '.join(told)}. Together they have the shape {shape}.")
    part.words(0, 16, "Shapes, aligned at the right", "title")
    wide = cell_width([str(n) for each in [*sides, Side("", shape)] for n in each.shape])
    left = max(wide_as(name, "small") for name in ["together", *(each.name for each in sides)]) + 16
    for k, each in enumerate([*sides, Side("together", shape)]):
        y = 26.0 + k * (ROW + 4)
        part.words(0, y + 15, each.name)
        missing = len(shape) - len(each.shape)
        along = each.stretched_along(shape)
        for d in range(len(shape)):
            text = "" if d < missing else str(each.shape[d - missing])
            kind = "number" if k == len(sides) else "empty" if d < missing else "again" if d in along else ""
            part.cell(left + d * (wide + 4), y, text, kind, wide)
        part.words(left + len(shape) * (wide + 4) + 8, y + 15, each.how(shape) if k < len(sides) else str(shape))
    return part


def sheet(side: Side, view: View) -> Part:
    """A tensor, stretched to the common shape: which of its entries are used again."""
    title = f"{side.name}, stretched to {view.shape}" if side.stretched_along(view.shape) else side.name
    facts = f"strides {view.strides}"
    part = Part(title, f"{title}, {facts}: {written(view)}.")
    part.words(0, 16, title, "title")
    part.words(wide_as(title, "title") + 12, 16, facts)
    along = side.stretched_along(view.shape)
    again = [index for index in view.indices if any(index[d] for d in along)]
    grid(part, view, 0.0, 26.0, again)
    return part


def written(view: View) -> str:
    """The entries of a tensor in its shape."""
    rows = np.array(view.values, dtype=object).reshape(view.shape).tolist()

    def nested(part: Any) -> str:
        return "[" + ", ".join(map(nested, part)) + "]" if isinstance(part, list) else part

    return nested(rows)
