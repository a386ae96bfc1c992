"""The few plots that the course needs. Each has axes with units and a caption, and returns its matplotlib figure."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .values import array_of, number

LARGEST_WITH_NUMBERS = 12


def axes_of(ax: Any, width: float = 5.2, height: float = 4.0) -> Any:
    """The axes to draw into: the given ones, or those of a new figure."""
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("the plots need matplotlib: pip install matplotlib") from error
    figure, ax = pyplot.subplots(figsize=(width, height), layout="constrained")
    pyplot.close(figure)  # a notebook shows what a cell returns, and all open figures: once is enough
    return ax


def captioned(ax: Any, caption: str) -> Any:
    """Put `caption` below the axes; returns the figure."""
    # Wrapped here: matplotlib wraps at the edge of the figure, and the layout would shrink the axes for it.
    ax.annotate(
        textwrap.fill(caption, 62),
        (0, 0),
        (0, -38),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize="small",
        va="top",
    )
    return ax.figure


def plot_jacobian(J: Any, caption: str | None = None, ax: Any = None) -> Any:
    """A Jacobian as a picture: row i is output i, column j is input j, colour is the derivative.

    `J` has shape (outputs, inputs). Red is positive, blue negative, white zero; small matrices carry their numbers.

    >>> import numpy as np
    >>> figure = plot_jacobian(np.tril(np.ones((3, 3))), "cumsum: output i depends on the inputs up to i")
    >>> figure.axes[0].get_xlabel()
    'input j'
    """
    J = numbers(J, "J", 2)
    ax = axes_of(ax)
    reach = float(np.abs(J[np.isfinite(J)]).max(initial=0.0)) or 1.0
    image = ax.imshow(
        J,
        cmap="RdBu_r",
        vmin=-reach,
        vmax=reach,
        aspect="equal" if max(J.shape) < 4 * min(J.shape) else "auto",
        interpolation="nearest",
    )
    ax.figure.colorbar(image, ax=ax, label="∂ output i / ∂ input j", shrink=0.85)
    ax.set(xlabel="input j", ylabel="output i", xticks=ticks(J.shape[1]), yticks=ticks(J.shape[0]))
    if max(J.shape) <= LARGEST_WITH_NUMBERS:
        for (i, j), v in np.ndenumerate(J):
            ax.text(
                j,
                i,
                number(float(v) or 0.0),
                ha="center",
                va="center",
                fontsize="x-small",
                color="white" if abs(v) > 0.6 * reach else "black",
            )
    zeros = int((J == 0).sum())
    return captioned(ax, caption or f"{J.shape[0]} outputs, {J.shape[1]} inputs; {zeros} of {J.size} entries are zero.")


def plot_descent(
    f: Callable,
    path: Sequence,
    caption: str | None = None,
    ax: Any = None,
    *,
    labels: tuple[str, str] = ("x0", "x1"),
    height: str | None = None,
) -> Any:
    """The way of an optimizer over a function of one or two variables.

    `f` takes the variables as numpy arrays, one by one, and works element by element. `path` holds the visited points,
    shape (steps + 1,) or (steps + 1, 2). `height` says what the values of `f` are; without it, they are called f.

    >>> figure = plot_descent(lambda x: x * x, [2.0, 1.0, 0.5])
    >>> figure.axes[0].get_ylabel()
    'f(x0)'
    """
    points = numbers(path, "path", None)
    points = points[:, None] if points.ndim == 1 else points
    if points.ndim != 2 or points.shape[1] not in (1, 2) or not len(points):
        raise ValueError(
            f"path has shape {points.shape}: plot_descent draws paths of shape (n,) or (n, 2), of one or two variables"
        )
    ax = axes_of(ax)
    values = np.asarray(f(*points.T), float)
    last = landscape(ax, f, points, values, labels, height or f"f({', '.join(labels[: points.shape[1]])})")
    ax.plot(*last, "*", color="#1a6b34", markersize=13, label="last")
    ax.legend(fontsize="small")
    return captioned(
        ax,
        caption or f"{len(points) - 1} steps; f went from {number(float(values[0]))} to {number(float(values[-1]))}.",
    )


def landscape(
    ax: Any, f: Callable, points: np.ndarray, values: np.ndarray, labels: tuple[str, str], height: str
) -> tuple:
    """Draw f around the path, as a curve or as shades, and the path on it; returns where it ends in the plot."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.maximum(0.25 * (high - low), 0.1 * np.maximum(np.abs(high), 1.0))
    grid = [np.linspace(a, b, 121) for a, b in zip(low - room, high + room, strict=True)]
    if points.shape[1] == 1:
        ax.plot(grid[0], f(grid[0]), color="0.55", label="f")
        ax.plot(points[:, 0], values, "o-", color="#9a3c00", markersize=4, label="steps")
        ax.set(xlabel=labels[0], ylabel=height)
        return points[-1, 0], values[-1]
    X, Y = np.meshgrid(*grid)
    shades = ax.contourf(X, Y, f(X, Y), levels=24, cmap="Greys")
    ax.figure.colorbar(shades, ax=ax, label=height)
    ax.plot(*points.T, "o-", color="#d2410b", markersize=4, label="steps")
    ax.set(xlabel=labels[0], ylabel=labels[1])
    return tuple(points[-1])


def plot_gradcheck(steps: Sequence, errors: Sequence, caption: str | None = None, ax: Any = None) -> Any:
    """The error of a difference quotient against its step size, both on logarithmic axes, and where it is least.

    >>> plot_gradcheck([1e-2, 1e-5, 1e-8], [1e-4, 1e-10, 1e-8]).axes[0].get_xscale()
    'log'
    """
    h, e = numbers(steps, "steps", 1), numbers(errors, "errors", 1)
    if h.shape != e.shape or not len(h):
        raise ValueError(f"{len(h)} steps and {len(e)} errors: plot_gradcheck wants one error for each step size")
    ax = axes_of(ax)
    best = int(np.argmin(e))
    ax.loglog(h, np.maximum(e, np.finfo(float).tiny), "o-", color="#1f5fa8", markersize=4)
    ax.plot(h[best], e[best], "*", color="#1a6b34", markersize=13)
    ax.set(xlabel="step size h", ylabel="|difference quotient − derivative|")
    ax.grid(alpha=0.3)
    return captioned(
        ax,
        caption
        or f"The error is least at h = {number(float(h[best]))}: above it the formula is too "
        "coarse, below it rounding wins.",
    )


def numbers(value: Any, what: str, ndim: int | None) -> np.ndarray:
    """The argument as an array of floats, tensors included."""
    array = array_of(value) if hasattr(value, "grad_fn") else np.asarray(value, float)
    if array is None or (ndim is not None and array.ndim != ndim):
        shape = None if array is None else array.shape
        raise ValueError(
            f"{what} has shape {shape}: {ndim} dimensions are wanted"
            + (", as in J.reshape(outputs, inputs)" if what == "J" else "")
        )
    return np.asarray(array, float)


def ticks(n: int) -> list[int]:
    """At most a dozen whole numbers."""
    return list(range(0, n, max(1, -(-n // LARGEST_WITH_NUMBERS))))
