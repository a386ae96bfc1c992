"""Reading the cases. A case, in a file for IPython since it may hold magics, begins with comment lines:

    # 29 · Starts processes without end.
    # expect: zero            or full, or any: the points; then perhaps the outcomes that are right
    # from level 2            the level from which the attack is stopped (0 when left out)

Below stands the learner's code. It has the names of `PRELUDE`: `attempt` says so when an attack succeeds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ESCAPED = "ESCAPED:"

# Stands in a cell of its own above the answer; `run` fills in where the trip-wires are.
PRELUDE = f"""
GRADEBOOK, FOLDER, PORT, SOCKET, ABSTRACT, SENTINEL = {{names}}
import ctypes, os, sys

def attempt(what, action):
    try:
        action()
    except BaseException:
        return
    print("{ESCAPED}", what)

def system_call(*arguments):
    words = [ctypes.c_long(a) if type(a) is int else a for a in arguments]
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.syscall(*words)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
"""


@dataclass(frozen=True)
class Case:
    """One hostile, or honest, answer and what must come of it."""

    name: str
    title: str
    answer: str
    points: str  # full, zero or any
    outcomes: tuple[str, ...]
    level: int  # from here on the attack is stopped

    @property
    def number(self) -> int:
        return int(self.name[:2]) if self.name[:2].isdigit() else 0


def hostile() -> list[Case]:
    return [read(file) for file in sorted((HERE / "cases").glob("*.ipy"))]


def honest() -> list[Case]:
    return [read(file) for file in sorted((HERE / "fair").glob("*.ipy"))]


def read(file: Path) -> Case:
    """A case from its file; ValueError when its head says something else than it should."""
    text = file.read_text(encoding="utf-8")
    head = [line[1:].strip() for line in text[: len(text) - len(_below(text))].splitlines()]
    title = head[0].partition("·")[2].strip() or head[0]
    points, outcomes, level = "full", (), 0
    for line in head[1:]:
        if found := re.fullmatch(r"expect: (full|zero|any)((?: [a-z]+)*)", line):
            points, outcomes = found[1], tuple(found[2].split())
        elif found := re.fullmatch(r"from level (\d)", line):
            level = int(found[1])
        elif re.match(r"expect|from", line):
            raise ValueError(f"{file.name}: {line!r} says nothing that is known here")
        else:
            title += " " + line
    return Case(file.stem, title, _below(text), points, outcomes, level)


def _below(text: str) -> str:
    """What follows the comment lines at the top."""
    return re.sub(r"\A(?:#.*\n)+\n*", "", text)
