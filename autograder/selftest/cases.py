"""Reading the cases. A case is what a learner's answer cell holds, in a file for IPython since it may hold magics; or,
in a file for Python, a function `faults(stage)` that hands in files and archives and yields whatever came of them that
should not have. Both begin with comment lines:

    # 29 · Starts processes without end.
    # expect: zero            or full, or any: the points; then perhaps the outcomes that are right
    # from level 2            the level from which the attack is stopped (0 when left out)
    # stock: words            what stock nbgrader does with it, where no answer cell can be tried there

Below stands the code. A learner's has the names of `prelude`: `attempt` says so when an attack succeeds.
"""

from __future__ import annotations

import platform
import re
import runpy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.selftest.calls import attacked

if TYPE_CHECKING:
    from autograder.selftest.stage import Stage

HERE = Path(__file__).parent
ESCAPED = "ESCAPED:"

_PRELUDE = f"""
GRADEBOOK, FOLDER, PORT, SOCKET, ABSTRACT, SENTINEL = {{names!r}}
NUMBERS = {{numbers!r}}
import ctypes, os, sys

def attempt(what, action):
    try:
        action()
    except BaseException:
        return
    print("{ESCAPED}", what)

def system_call(name, *arguments):
    words = [ctypes.c_long(a) if type(a) is int else a for a in (NUMBERS[name], *arguments)]
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.syscall(*words)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result
"""


def prelude(names: tuple = ("",) * 6) -> str:
    """A cell that stands above the answer: where the trip-wires are, and what the cases call."""
    return _PRELUDE.format(names=names, numbers=attacked(platform.machine()))


@dataclass(frozen=True)
class Case:
    """One hostile, or honest, answer and what must come of it."""

    name: str
    title: str
    answer: str
    points: str  # full, zero or any
    outcomes: tuple[str, ...]
    level: int  # from here on the attack is stopped
    faults: Callable[[Stage], Iterable[str]] | None = None  # for a case that is more than an answer
    stock: str = ""
    file: str = ""  # below this package

    @property
    def number(self) -> int:
        return int(self.name[:2]) if self.name[:2].isdigit() else 0


def hostile() -> list[Case]:
    return [read(file) for file in sorted((HERE / "cases").iterdir()) if file.suffix in (".ipy", ".py")]


def honest() -> list[Case]:
    return [read(file) for file in sorted((HERE / "fair").glob("*.ipy"))]


def read(file: Path) -> Case:
    """A case from its file; ValueError when its head says something else than it should."""
    text = file.read_text(encoding="utf-8")
    head = [line[1:].strip() for line in text[: len(text) - len(_below(text))].splitlines()]
    title = head[0].partition("·")[2].strip() or head[0]
    points, outcomes, level, stock = "full", (), 0, ""
    for line in head[1:]:
        if found := re.fullmatch(r"expect: (full|zero|any)((?: [a-z]+)*)", line):
            points, outcomes = found[1], tuple(found[2].split())
        elif found := re.fullmatch(r"from level (\d)", line):
            level = int(found[1])
        elif line.startswith("stock: "):
            stock = line.removeprefix("stock: ")
        elif re.match(r"(expect|from|stock)\b", line):
            raise ValueError(f"{file.name}: {line!r} says nothing that is known here")
        else:
            title += " " + line
    faults = runpy.run_path(str(file))["faults"] if file.suffix == ".py" else None
    return Case(
        file.stem, title, _below(text), points, outcomes, level, faults, stock, f"{file.parent.name}/{file.name}"
    )


def _below(text: str) -> str:
    """What follows the comment lines at the top."""
    return re.sub(r"\A(?:#.*\n)+\n*", "", text)


def table() -> str:
    """docs/hostile-cases.md: every case, its file, what must come of it and from which level on."""
    wanted = {"full": "keeps its points", "zero": "no points", "any": "either, and no harm"}
    rows = [
        f"| {case.name.partition('_')[0]} | {case.title.rstrip('. ')} | `{case.file}` "
        f"| {'no fault in any of its files' if case.faults else wanted[case.points]} | {case.level} |"
        for case in [*hostile(), *honest()]
    ]
    return "\n".join([_HEAD, *(row.replace("\\", "\\\\") for row in rows)]) + "\n"


_HEAD = """# The hostile cases

Made by `python -m autograder.selftest.cases`. `autograder selftest` runs them on your machine, `tests/hostile` at every
level that a machine has, with trip-wires around them: a dummy gradebook, listening sockets, a process that must live.
An attack that leaves the answer right must leave everything as it was, and keeps its points. After each case an honest
answer must still get its own. 1 to 44 are the list that the judge was designed against, 45 and on came later; a letter
marks another attack of the same kind. The level is the one from which on the machine is safe from it; the mark is right
at every level.

| number | what it tries | file in `autograder/selftest/` | what must come of it | from level |
|---|---|---|---|---|"""


if __name__ == "__main__":
    (HERE.parents[1] / "docs" / "hostile-cases.md").write_text(table(), encoding="utf-8")
