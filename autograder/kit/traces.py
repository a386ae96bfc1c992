"""What a learner reads of an error that passed through other people's code: the law, their own lines, the error.

    law: upstream gradient: backward multiplies its own derivative by the gradient that arrives, entry by entry
    The test was at line 8:
        Exp.apply(x).backward(mg.tensor(weights))
    In your notebook:
      Cell In[7], line 9, in Exp.backward
        return g * ctx.saved_tensor
    AttributeError: 'Context' object has no attribute 'saved_tensor'

The whole trace is for those who want it; whoever shows this says how to get there.
"""

from __future__ import annotations

import linecache
import re
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, TracebackType

from autograder.kit.apart import SUFFIX
from autograder.kit.laws import THE_CELL, Check, check_at, place_of

FIRST, LAST = 6, 2  # calls of a deep recursion that are shown
LONGEST = 30  # lines of an error's own text
ENGINE, LINES = "<tape>", "<your lines>"  # files of the learner's engine, and of lines that were put in order
INTERNALS = frozenset({"minigrad", "autograder"})

Name = Callable[[str], str | None]  # from a file's name to what the learner calls that cell, None for other files


def brief(error: BaseException, tb: TracebackType | None, checks: Sequence[Check], name: Name) -> list[str]:
    """What is shown of an error; `checks` are those of the test cell that ran, if one did."""
    frames = _frames(tb)
    at_top = next((frame for frame, _ in frames if name(frame.f_code.co_filename) is not None), None)
    test = at_top.f_code.co_filename if checks and at_top is not None else None
    theirs = [_is_own(frame, test, name) for frame, _ in frames]
    own = [_line(frame, line, name) for (frame, line), is_own in zip(frames, theirs, strict=True) if is_own]
    said = []
    if test is not None:
        called = frames[: theirs.index(True)] if own else frames  # what the learner's code calls is not the test's way
        said += _of_the_test(checks, [(frame, line) for frame, line in called if frame.f_code.co_filename == test])
    if own:
        said += ["In your notebook:", *_shortened(own)]
    return [*said, *_error(error)]


def passes_internals(tb: TracebackType | None) -> bool:
    """Did the error come through code of this course's packages, or through lines that were put in order?"""
    ours = (ENGINE, LINES)
    return any(_package(frame) in INTERNALS or frame.f_code.co_filename in ours for frame, _ in _frames(tb))


def _of_the_test(checks: Sequence[Check], way: list[tuple[FrameType, int]]) -> list[str]:
    """The law, what it was tried with and the line.

    way: the cell, and each function of it on the way to the error
    """
    check, number = check_at(checks, [place_of(frame.f_code, line) for frame, line in way])
    said = [f"law: {check.law}"] if check else []
    if check and (about := _about(check, *way[number])):
        said += [f"It was tried with: {about}"]
    frame, line = way[-1]
    test = linecache.getline(frame.f_code.co_filename, line)
    return [*said, f"The test was at line {line}:", f"    {test.strip()}"]


def _about(check: Check, frame: FrameType, line: int) -> str | None:
    """What the check says that it is tried with, if the error was on the way to it and the case was known by then."""
    if line > check.end_line or line <= check.about_line:
        return None
    own = {} if check.within == THE_CELL else frame.f_locals
    of_the_cell = frame.f_globals.get(check.about_name + SUFFIX)  # without this ending it would be the learner's
    said = check.about or own.get(check.about_name, of_the_cell)
    return said if type(said) is str else None


def _frames(tb: TracebackType | None) -> list[tuple[FrameType, int]]:
    found = []
    while tb is not None:
        found.append((tb.tb_frame, tb.tb_lineno))
        tb = tb.tb_next
    return found


def _is_own(frame: FrameType, test: str | None, name: Name) -> bool:
    """Is this the learner's code: a cell, lines put in order, a slot of theirs, or a file in their folder?"""
    file = frame.f_code.co_filename
    if file == test:
        return False
    if name(file) is not None or file == LINES:
        return True
    if file == ENGINE:
        filled = frame.f_globals.get("__filled__", {}).get(frame.f_code.co_qualname.partition(".")[0])
        return filled is not None and filled[0].owner == "yours"
    if _package(frame) in INTERNALS or not Path(file).is_file():
        return False
    libraries = (sys.prefix, *(sysconfig.get_path(kind) for kind in ("stdlib", "purelib", "platlib")))
    path = Path(file).resolve()
    return path.is_relative_to(Path.cwd()) and not any(path.is_relative_to(Path(each).resolve()) for each in libraries)


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _line(frame: FrameType, line: int, name: Name) -> list[str]:
    code = frame.f_code
    place = name(code.co_filename) or {ENGINE: "tape", LINES: "your lines"}.get(code.co_filename)
    called = re.sub(r"[^.]*<locals>\.", "", code.co_qualname)
    where = f"  {place or Path(code.co_filename).name}, line {line}"
    return [
        where if called == "<module>" else f"{where}, in {called}",
        f"    {linecache.getline(code.co_filename, line, frame.f_globals).strip()}",
    ]


def _shortened(own: list[list[str]]) -> list[str]:
    """A recursion without end is its first calls and its last."""
    left_out = len(own) - FIRST - LAST
    if left_out > 0:
        own = [*own[:FIRST], [f"  ({left_out} more calls are not shown here)"], *own[-LAST:]]
    return [text for lines in own for text in lines]


def _error(error: BaseException) -> list[str]:
    """The error as Python says it, with its notes, and what it came from."""
    lines = [_kind_and_text(error), *(str(note) for note in getattr(error, "__notes__", ()))]
    lines = "\n".join(lines).split("\n")
    lines = [*lines[:LONGEST], "..."] if len(lines) > LONGEST else lines
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return lines if before is None else [*lines, f"It came up while this was dealt with: {_kind_and_text(before)}"]


def _kind_and_text(error: BaseException) -> str:
    text = text_of(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def text_of(error: BaseException) -> str:
    """The error's own text; a learner's exception may fail to have one."""
    try:
        return str(error)
    except Exception:
        return ""
