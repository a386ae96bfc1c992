"""`draw_jacobian`: the derivatives of all outputs by all inputs as a table, with its zeros, a row and a column."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..autograd import grad
from ..factories import zeros
from ..modes import enable_grad
from ..tensor import Tensor
from .panel import ROW, Panel, Part, cell_width, wide_as
from .values import number

MOST_WITH_NUMBERS = 10  # columns whose numbers are read at 620 pixels
MOST_ROWS_WITH_NUMBERS = 16
MOST = 64  # rows or columns
FRAMES = "the row that a vjp takes (orange)", "the column that a jvp takes (purple)"
NUMBERS = "Dashed: zero."
SHADES = "Orange: positive. Purple: negative. The stronger, the larger in size. White: zero."


@dataclass
class Table:
    """A Jacobian with the shapes that its rows and columns are counted in, and what is framed."""

    J: np.ndarray
    out: tuple[int, ...]
    into: tuple[int, ...]
    row: int | None
    column: int | None

    @property
    def title(self) -> str:
        """'Jacobian: 3 outputs, 2 inputs, 1 of 6 entries is zero'."""
        (m, n), none = self.J.shape, int((self.J == 0).sum())
        are = "is" if none == 1 else "are"
        return f"Jacobian: {counted(m, 'output')}, {counted(n, 'input')}; {none} of {m * n} entries {are} zero"

    @property
    def with_numbers(self) -> bool:
        return self.J.shape[0] <= MOST_ROWS_WITH_NUMBERS and self.J.shape[1] <= MOST_WITH_NUMBERS

    def products(self) -> list[str]:
        """What the framed row and column are, in words."""
        told = []
        if self.row is not None:
            at = entry("y", self.row, self.out)
            told.append(f"vjp with v = 1 at {at}, 0 elsewhere: row {self.row}, {shown(self.J[self.row])}")
        if self.column is not None:
            at = entry("x", self.column, self.into)
            told.append(f"jvp with v = 1 at {at}, 0 elsewhere: column {self.column}, {shown(self.J[:, self.column])}")
        return told


def draw_jacobian(f: Callable, x: Tensor, row: int | None = 0, column: int | None = 0) -> Panel:
    """The Jacobian of `f` at `x` as a table: a row for each entry of `f(x)`, a column for each entry of `x`.

    f             a function of one tensor; its value is a tensor
    x             a floating tensor; x and f(x) have at most 64 entries. Up to 16 rows and 10 columns show their
                  numbers, larger ones are shades
    row, column   which ones are framed, counted in reading order; None for none

    It is found by one walk back for each row. A ValueError or TypeError says what cannot be drawn.

    >>> import minigrad as mg
    >>> from minigrad.drawing import draw_jacobian
    >>> print(draw_jacobian(lambda x: x[1:] * x[:-1], mg.tensor([2.0, 3.0, 5.0]), row=1, column=0))
    Jacobian: 2 outputs, 3 inputs; 2 of 6 entries are zero
          x[0]  x[1]  x[2]
    y[0]  3.0   2.0   .
    y[1]  .     5.0   3.0
    vjp with v = 1 at y[1], 0 elsewhere: row 1, [0.0, 5.0, 3.0]
    jvp with v = 1 at x[0], 0 elsewhere: column 0, [3.0, 0.0]
    """
    table = measured(f, x, row, column)
    parts = [numbers_of(table) if table.with_numbers else shades_of(table)]
    for k, words in enumerate(table.products()):
        part = Part(words, f"{words}.")
        part.words(0, 16, short(words), ("flow", "view")[k] if table.row is not None else "view")
        parts.append(part)
    framed = ", and ".join(words for words, at in zip(FRAMES, (row, column), strict=True) if at is not None)
    legend = NUMBERS if table.with_numbers else SHADES
    return Panel(table.title, parts, f"{legend} Framed: {framed}." if framed else legend, listing(table))


def measured(f: Callable, x: Tensor, row: int | None, column: int | None) -> Table:
    """The Jacobian, row by row; errors for what has no picture."""
    if not isinstance(x, Tensor) or not x.is_floating_point():
        raise TypeError(f"draw_jacobian takes a function and a floating tensor; x is of type {type(x).__name__}")
    with enable_grad():
        leaf = x.detach().clone().requires_grad_()
        y = f(leaf)
    if not isinstance(y, Tensor):
        raise TypeError(f"draw_jacobian takes a function whose value is a tensor; f(x) is of type {type(y).__name__}")
    sizes = y.numel(), x.numel()
    for name, size in zip(("f(x)", "x"), sizes, strict=True):
        if not 1 <= size <= MOST:
            raise ValueError(f"{name} has {size} entries, and a picture has room for 1 to {MOST}: draw a smaller one")
    for name, place, size in zip(("row", "column"), (row, column), sizes, strict=True):
        if place is not None and not 0 <= place < size:
            raise ValueError(f"draw_jacobian: {name} {place}, and the {name}s are numbered from 0 to {size - 1}")
    found = np.zeros(sizes)
    for k in range(sizes[0] if y.requires_grad else 0):
        v = zeros(sizes[0], dtype=y.dtype)
        v[k] = 1
        (part,) = grad(y, leaf, v.reshape(y.shape), retain_graph=True, materialize_grads=True)
        found[k] = part.detach().numpy().reshape(-1)
    return Table(found, tuple(y.shape), tuple(x.shape), row, column)


def listing(table: Table) -> str:
    """The table as lines of text: numbers and a dot for zero, or signs where there is no room for numbers."""
    (m, n), marks = table.J.shape, {1.0: "+", -1.0: "-", 0.0: "."}
    if not table.with_numbers:
        rows = ["".join(marks.get(sign, "?") for sign in np.sign(line)) for line in table.J.tolist()]
        return "\n".join([table.title, *rows, *map(short, table.products())])
    names = [entry("x", j, table.into) for j in range(n)]
    cells = [[number(v) if v else "." for v in line] for line in table.J.tolist()]
    wide = [max(map(len, column)) for column in zip(names, *cells, strict=True)]
    first = max(len(entry("y", i, table.out)) for i in range(m))
    heads = ["", *(entry("y", i, table.out) for i in range(m))]
    lines = [
        f"{head:<{first}}  " + "  ".join(map(str.ljust, line, wide))
        for head, line in zip(heads, [names, *cells], strict=True)
    ]
    return "\n".join([table.title, *(line.rstrip() for line in lines), *table.products()])


def numbers_of(table: Table) -> Part:
    """A cell for each entry, with its number."""
    (m, n), part = table.J.shape, Part(table.title, f"{listing(table)}.")
    names = [entry("x", j, table.into) for j in range(n)]
    wide = cell_width([*names, *(number(v) for v in table.J.reshape(-1).tolist())])
    left = 10 + max(wide_as(entry("y", i, table.out), "small") for i in range(m))
    for j, name in enumerate(names):
        part.words(left + (j + 0.5) * wide, 14, name, "dim small", "middle")
    for i in range(m):
        part.words(0, 20 + i * ROW + 15, entry("y", i, table.out))
        for j in range(n):
            v = float(table.J[i, j])
            part.cell(left + j * wide, 20 + i * ROW, number(v) if v else "", "number" if v else "empty", wide)
    frames(part, table, left, 20, wide, ROW)
    return part


def shades_of(table: Table) -> Part:
    """A small box for each entry that is not zero, by sign and size."""
    (m, n), part = table.J.shape, Part(table.title, f"{table.title}; {', '.join(table.products())}.")
    wide, high = min(90.0, 440.0 / n), min(float(ROW), max(6.0, 320.0 / m))
    left = 10 + max(wide_as(entry("y", i, table.out), "small") for i in (0, m - 1))
    largest = float(np.abs(table.J[np.isfinite(table.J)]).max(initial=0.0)) or 1.0
    for j in (0, n - 1):
        part.words(left + (j + 0.5) * wide, 14, entry("x", j, table.into), "dim small", "middle")
    for i in (0, m - 1):
        part.words(0, 20 + i * high + high, entry("y", i, table.out))
    box = f'<rect class="shades" x="{left:.1f}" y="20" width="{n * wide:.1f}" height="{m * high:.1f}"/>'
    part.pieces.append(box)
    for (i, j), v in np.ndenumerate(table.J):
        if v:
            strength = 0.25 + 0.75 * abs(float(v)) / largest if math.isfinite(v) else 1.0
            part.pieces.append(
                f'<rect class="{"plus" if v > 0 else "minus"}" x="{left + j * wide:.1f}" y="{20 + i * high:.1f}" '
                f'width="{wide:.1f}" height="{high:.1f}" fill-opacity="{strength:.2f}"/>'
            )
    part.reach(left + n * wide + wide / 2, 20 + m * high)
    frames(part, table, left, 20, wide, high)
    return part


def frames(part: Part, table: Table, left: float, top: float, wide: float, high: float) -> None:
    """A frame around the row of the vjp and one around the column of the jvp, each with its name."""
    m, n = table.J.shape
    if table.row is not None:
        y = top + table.row * high
        part.pieces.append(f'<path class="taken" d="M{left:.1f} {y:.1f}h{n * wide:.1f}v{high:.1f}h{-n * wide:.1f}z"/>')
        part.words(left + n * wide + 8, y + high / 2 + 4, "vjp", "flow small")
    if table.column is not None:
        x = left + table.column * wide
        part.pieces.append(f'<path class="hop" d="M{x:.1f} {top - 2:.1f}h{wide:.1f}v{m * high + 4:.1f}h{-wide:.1f}z"/>')
        part.words(x + wide / 2, top + m * high + 16, "jvp", "view small", "middle")


def entry(name: str, k: int, shape: tuple[int, ...]) -> str:
    """'x[0,2]' for the entry at place k in reading order; 'x' where there is one only, without dimensions."""
    return f"{name}[{','.join(map(str, np.unravel_index(k, shape)))}]" if shape else name


def counted(size: int, what: str) -> str:
    return f"{size} {what}{'s' * (size != 1)}"


def shown(values: np.ndarray) -> str:
    return "[" + ", ".join(number(float(v) or 0.0) for v in values) + "]"


def short(words: str) -> str:
    """What fits into the picture's width."""
    return words if len(words) <= 76 else words[:75] + "…"
