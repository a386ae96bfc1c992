"""Reading the cases. A case is what a learner's answer cell holds, in a file for IPython since it may hold magics; or,
in a file for Python, a function `faults(stage)` that hands in files and archives and yields whatever came of them that
should not have. Both begin with comment lines:

    # 30 · Threads without end.
    # expect: zero refused    no points, and the outcomes that are right; or full
    # from level 1            the level from which the attack is stopped (0 when left out)
    # on x86_64               the only machine that it can be tried on (any when left out)
    # stock: words            what stock nbgrader does with it, where no answer cell can be tried there
    # control: none, because  why the same attack cannot stand around an answer that gets full marks

Below stands the code. A learner's has the names of `prelude`: `attempt` says so when an attack succeeds. That a case
gets no points proves nothing unless something like it gets full marks, so each has its control: the same code, in which
the lines that end in `# control: ...` are replaced by what stands there.

    return b + c, a * c, a * b  # control: return b * c, a * c, a * b
"""

from __future__ import annotations

import platform
import re
import runpy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    except (OSError, ValueError, ZeroDivisionError):
        return
    except BaseException as error:  # nothing refused that: it was never tried
        what = f"do anything, since to {{{{what}}}} was never tried: {{{{error!r}}}}"
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
    points: str = "full"  # or zero
    outcomes: tuple[str, ...] = ("right",)
    level: int = 0  # from here on the attack is stopped
    faults: Callable[[Stage], Iterable[str]] | None = None  # for a case that is more than an answer
    stock: str = ""
    file: str = ""  # below this package
    control: str = ""  # the same attack around a right answer
    uncontrolled: str = ""  # or why there is none
    machine: str = ""  # the only one that it can be tried on

    @property
    def elsewhere(self) -> bool:
        """Can it be tried only on machines of another kind than this?"""
        return self.machine not in ("", platform.machine())

    @property
    def number(self) -> int:
        return int(self.name[:2]) if self.name[:2].isdigit() else 0


def hostile() -> list[Case]:
    return [read(file) for file in sorted((HERE / "cases").iterdir()) if file.suffix in (".ipy", ".py")]


def honest() -> list[Case]:
    return [read(file) for file in sorted((HERE / "fair").glob("*.ipy"))]


def read(file: Path) -> Case:
    """A case from its file; ValueError when its head says something else than it should, or there is no control."""
    text = file.read_text(encoding="utf-8")
    head = [line[1:].strip() for line in text[: len(text) - len(_below(text))].splitlines()]
    found: dict[str, Any] = {"title": head[0].partition("·")[2].strip() or head[0]}
    for line in head[1:]:
        if known := _said(line):
            found |= known
        elif re.match(r"(expect|from|on|stock|control)\b", line):
            raise ValueError(f"{file.name}: {line!r} says nothing that is known here")
        else:
            found["title"] += " " + line
    answer, control = (_CONTROL.sub(which, _below(text)) for which in (r"\1\2", r"\1\3"))
    if file.suffix == ".py":
        found["faults"] = runpy.run_path(str(file))["faults"]
    elif answer != control:
        found["control"] = control
    case = Case(file.stem, answer=answer, file=f"{file.parent.name}/{file.name}", **found)
    if not case.faults and bool(case.control) + bool(case.uncontrolled) != (case.points == "zero"):
        raise ValueError(f"{file.name}: what gets no points has a control, or says why there is none; nothing else has")
    return case


_CONTROL = re.compile(r"^( *)(.*\S)  # control: (.*)$", re.MULTILINE)


def _said(line: str) -> dict[str, Any]:
    """What a line of the head says of the case; nothing when it is a part of the title."""
    if line == "expect: full":
        return {"points": "full"}
    if found := re.fullmatch(r"expect: zero((?: [a-z]+)+)", line):
        return {"points": "zero", "outcomes": tuple(found[1].split())}
    if found := re.fullmatch(r"from level (\d)", line):
        return {"level": int(found[1])}
    if found := re.fullmatch(r"on (\w+)", line):
        return {"machine": found[1]}
    if found := re.fullmatch(r"control: none, because (.+)", line):
        return {"uncontrolled": found[1].rstrip(".")}
    return {"stock": line.removeprefix("stock: ")} if line.startswith("stock: ") else {}


def _below(text: str) -> str:
    """What follows the comment lines at the top."""
    return re.sub(r"\A(?:#.*\n)+\n*", "", text)


def table() -> str:
    """docs/hostile-cases.md: every case, its file, what must come of it, its control and from which level on."""
    rows = [
        f"| {case.name.partition('_')[0]} | {case.title.rstrip('. ')} | `{case.file}` "
        f"| {_wanted(case)} | {_controlled(case)} | {case.level} |"
        for case in [*hostile(), *honest()]
    ]
    return "\n".join([_HEAD, *(row.replace("\\", "\\\\") for row in rows)]) + "\n"


def _wanted(case: Case) -> str:
    if case.faults:
        return "no fault in any of its files"
    return "keeps its points" if case.points == "full" else f"no points: {' or '.join(case.outcomes)}"


def _controlled(case: Case) -> str:
    if case.uncontrolled:
        return f"none, because {case.uncontrolled}"
    if case.faults:
        return "in the file"
    if case.control:
        return "full marks"
    return "it keeps its points" if case.number else "honest itself"


_HEAD = """# The hostile cases

Made by `python -m autograder.selftest.cases`. `autograder selftest` runs them on your machine, `tests/hostile` at every
level that a machine has, with trip-wires around them: a dummy gradebook, listening sockets, a process that must live.
An attack that leaves the answer right must leave everything as it was, and keeps its points. One that must get none has
its control: the same attack around a right answer, or with nothing but its harm taken out, gets full marks right after
it; otherwise getting none would prove nothing. Where there is none, an honest answer must still get its points, and the
table says why. 1 to 44 are the list that the judge was designed against, 45 and on came later; a letter marks another
attack of the same kind. The level is the one from which on the machine is safe from it; the mark is right at each.

| number | what it tries | file in `autograder/selftest/` | what must come of it | its control | from level |
|---|---|---|---|---|---|"""


if __name__ == "__main__":
    (HERE.parents[1] / "docs" / "hostile-cases.md").write_text(table(), encoding="utf-8")
