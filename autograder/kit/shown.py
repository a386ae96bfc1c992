"""How errors read in a learner's kernel, where IPython's stack would tell a learner little.

An exercise that nobody has begun, and a cell that uses a name whose own cell was not run, are two lines and no stack.
An error that passed through a test or through the course's packages is the law, the learner's own lines and the error
(`autograder.kit.traces`), with the whole trace to unfold below it. A recursion without end is its first calls and its
last, not thousands of lines.
"""

from __future__ import annotations

import html
import linecache
import re
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from autograder.kit.cells import TestCells
from autograder.kit.laws import Check
from autograder.kit.traces import FIRST, LAST, Name, brief, passes_internals, text_of

STUB = "still the stub"
TEXT_STUB = "YOUR ANSWER HERE"  # what stands in a released cell for words
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
WHOLE = "The whole trace"
HOW = f"{WHOLE}: run %tb in a cell of its own."


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


def what_to_do(error: BaseException, tb: TracebackType | None) -> list[str] | None:
    """Two lines that say all there is to say of an error; None for most errors."""
    if isinstance(error, NotImplementedError) and text_of(error) == STUB:
        return two_lines(error, tb)
    return missing_name(error, tb)


def in_short(error: BaseException, tb: TracebackType | None, checks: Sequence[Check], name: Name) -> list[str] | None:
    """The lines that are shown in place of a stack; None where IPython's own, or the error's own words, serve well."""
    says_itself = hasattr(error, "_render_traceback_") or isinstance(error, SyntaxError | BaseExceptionGroup)
    if says_itself or not (checks or passes_internals(tb)):
        return None
    return brief(error, tb, checks, name)


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


# ---- in IPython


def install(shell: Any = None) -> TestCells | None:
    """Tell the IPython shell, where there is one, how test cells run and how errors show."""
    ipython = sys.modules.get("IPython")
    shell = shell or (ipython.get_ipython() if ipython is not None else None)
    if shell is None:
        return None
    for earlier in [each for each in shell.ast_transformers if isinstance(each, TestCells)]:
        shell.ast_transformers.remove(earlier)
    cells = TestCells(shell.user_ns)
    shell.ast_transformers.append(cells)

    def show(shell: Any, kind: type, error: BaseException, tb: TracebackType, tb_offset: int | None = None) -> None:
        _show(shell, cells.checks, error, tb, tb_offset)

    shell.events.register("pre_run_cell", lambda info: cells.begin(getattr(info, "cell_id", None)))
    shell.set_custom_exc((Exception, KeyboardInterrupt), show)
    return cells


def _show(
    shell: Any, checks: Sequence[Check], error: BaseException, tb: TracebackType, tb_offset: int | None = None
) -> None:
    if lines := what_to_do(error, tb):
        shell._showtraceback(type(error), error, lines)
        return
    lines = in_short(error, tb, checks, lambda file: _cell_name(shell, file))
    if isinstance(error, RecursionError):
        fold(error, tb)
    if lines is None:
        shell.showtraceback((type(error), error, tb), tb_offset=tb_offset, running_compiled_code=True)
        return
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, tb  # where %tb and %debug look
    shell._showtraceback(type(error), error, lines)
    _offer_whole(shell, error, tb, tb_offset)


def _cell_name(shell: Any, file: str) -> str | None:
    """`Cell In[5]` for the file that IPython compiled a cell as; None for any other file."""
    found = shell.compile.format_code_name(file)
    return " ".join(found) if found else None


def _offer_whole(shell: Any, error: BaseException, tb: TracebackType, tb_offset: int | None) -> None:
    """IPython's own trace below a fold, where there is a page that can unfold it."""
    if not hasattr(shell, "kernel"):
        print(HOW)
        return
    stack = shell.InteractiveTB.structured_traceback(type(error), error, tb, tb_offset=tb_offset)
    text = html.escape(COLOURS.sub("", shell.InteractiveTB.stb2text(stack)))
    page = f"<details><summary>{WHOLE}</summary><pre>{text}</pre></details>"
    shell.display_pub.publish({"text/html": page, "text/plain": HOW})
