"""Errors whose stack would tell a learner nothing: in Jupyter these show in a few lines.

An exercise that nobody has begun, and a cell that uses a name whose own cell was not run, are two lines and no stack. A
recursion without end is its first calls and its last, not thousands of lines.
"""

from __future__ import annotations

import linecache
import sys
from types import TracebackType
from typing import Any

STUB = "still the stub"
FIRST, LAST = 6, 2  # calls of a deep recursion that are shown


def two_lines(error: BaseException, tb: TracebackType | None) -> list[str]:
    """What a learner reads in place of the stack of an answer that was left as it was handed out."""
    name = getattr(error, "answer", None) or _innermost(tb)
    unknown = name is None or name.startswith("<")
    what = "The answer" if unknown else f"`{name}`"
    return [
        f"{type(error).__name__}: {STUB}",
        f"{what} is as it was handed out: write it in its cell, run that cell, then this one.",
    ]


def name_stub(error: BaseException, name: str) -> None:
    """Say which answer this is the stub of, where no frame of the notebook's own can tell."""
    error.answer = name  # type: ignore[attr-defined]


def _innermost(tb: TracebackType | None) -> str | None:
    """The innermost function of the notebook itself: its names the learner knows, this package's helpers' not."""
    name = None
    while tb is not None:
        if tb.tb_frame.f_globals.get("__name__") == "__main__":
            name = tb.tb_frame.f_code.co_qualname.rpartition("<locals>.")[2]  # a method with its class
        tb = tb.tb_next
    return name


def missing_name(error: BaseException, tb: TracebackType | None) -> list[str] | None:
    """What a learner reads when a cell itself uses a name that no cell has made; None for any other error."""
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    if tb is None or not isinstance(error, NameError) or not error.name:
        return None
    code, names = tb.tb_frame.f_code, tb.tb_frame.f_globals
    if code.co_name != "<module>" or names.get("__name__") != "__main__" or error.name in names:
        return None
    line = linecache.getline(code.co_filename, tb.tb_lineno).strip()
    return [
        f"NameError: name '{error.name}' is not defined, in line {tb.tb_lineno}: {line}",
        f"Run the cell that makes `{error.name}`, then this one; if that cell ends in an error, mend it first. "
        "(A word that is meant as a value stands in quotes.)",
    ]


def fold(error: BaseException, tb: TracebackType | None) -> None:
    """Take the middle out of a stack that is too deep to read, and note how many calls that were."""
    deep = []
    while tb is not None:
        deep.append(tb)
        tb = tb.tb_next
    left_out = len(deep) - FIRST - LAST
    if left_out > 0:
        deep[FIRST - 1].tb_next = deep[-LAST]
        error.add_note(f"(Of {len(deep)} calls, the {left_out} in the middle are not shown.)")


def show_briefly() -> None:
    """Tell the IPython shell, where there is one, how to show them; everything else shows as always."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is not None:
        shell.set_custom_exc((NotImplementedError, NameError, RecursionError), _show)


def _show(shell: Any, kind: type, error: BaseException, tb: TracebackType, tb_offset: int | None = None) -> None:
    lines = two_lines(error, tb) if str(error) == STUB else missing_name(error, tb)
    if lines is not None:
        shell._showtraceback(kind, error, lines)
        return
    if isinstance(error, RecursionError):
        fold(error, tb)
    shell.showtraceback((kind, error, tb), tb_offset=tb_offset)
