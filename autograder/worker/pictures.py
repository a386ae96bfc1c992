"""Plots, told by what is in them: one that the judge has a picture of already is not drawn again.

Drawing a figure takes a hundred times as long as reading what is in it, and most plots of a class are those of the
notebook's own cells. Whoever draws a figure here first asks whether its digest is known; the answer is yes or no,
and no digest ever comes from the judge, so a learner's code gets no picture that it could not draw itself.
"""

from __future__ import annotations

import contextlib
import copyreg
import hashlib
import io
import pickle
from collections.abc import Callable
from typing import Any

import matplotlib
from IPython.core import pylabtools
from matplotlib.figure import Figure
from matplotlib.transforms import TransformNode

_draw = pylabtools.print_figure
_known: Callable[[str], bool] | None = None


class Picture(str):
    """A drawn figure as base64, with the digest of the figure; empty where the judge has its picture."""

    digest: str

    def __new__(cls, content: str, digest: str) -> Picture:
        made = super().__new__(cls, content)
        made.digest = digest
        return made


def install() -> None:
    """Let IPython show figures by this module, also after a learner's `%matplotlib inline`."""
    setattr(pylabtools, "print_figure", shown)  # noqa: B010 - with other names for its arguments


def ask(known: Callable[[str], bool] | None) -> None:
    """From here on a figure's digest is first asked of `known`; None draws every figure, and tells no digest."""
    global _known
    _known = known


def shown(figure: Figure, fmt: str = "png", **how: Any) -> Any:
    """In the place of IPython's `print_figure`, with its arguments."""
    if _known is None or fmt != "png" or not how.get("base64") or not (told := digest(figure, how)):
        return _draw(figure, fmt=fmt, **how)
    if _known(told) is True:
        return Picture("", told)
    picture = _draw(figure, fmt=fmt, **how)  # None where there is nothing in it
    return picture and Picture(picture, told)


def digest(figure: Figure, how: dict[str, Any]) -> str:
    """A digest of all that a figure's picture hangs on; "" where it holds what cannot be read, such as a lambda."""
    with contextlib.suppress(Exception):
        written = io.BytesIO()
        _Reader(written, 5).dump((figure, sorted(matplotlib.rcParams.items()), sorted(how.items())))
        return hashlib.sha256(written.getvalue()).hexdigest()
    return ""


class _Reader(pickle.Pickler):
    """Writes a figure down; nothing ever reads it back."""

    def reducer_override(self, value: Any) -> Any:
        if not isinstance(value, TransformNode):
            return NotImplemented
        # Who depends on a transform stands in it by address, which differs from process to process.
        state = {name: part for name, part in value.__dict__.items() if name != "_parents"}
        return copyreg.__newobj__, (type(value),), state  # type: ignore[attr-defined]
