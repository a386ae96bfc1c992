# ruff: noqa: E402  the course is imported from where this file lies
"""Which system calls do honest notebooks make that the sandbox does not list? Needs strace, and Linux.

    python tools/trace_syscalls.py

Runs every fair case of the selftest and every solved notebook at level 1 under strace, looks at what workers called
after they entered their sandbox, and prints the names that `autograder/sandbox/syscalls.py` does not have, with how
often, and then those that it has and nobody used. A name in the first list is to be looked at, not simply added.
"""

from __future__ import annotations

import collections
import contextlib
import platform
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from autograder.authoring.masters import load_master
from autograder.authoring.reference import reference_cells
from autograder.judge import workers
from autograder.judge.plans import make_plan
from autograder.judge.replay import Replay
from autograder.limits import Limits
from autograder.paths import Paths
from autograder.sandbox import syscalls
from autograder.selftest import exercise
from autograder.selftest.cases import honest

ENTERED = "landlock_restrict_self"
LINE = re.compile(r"(?:\[pid +)?(\d+)\]? +(\w+)\(")


def plans():
    """What is judged: the fair cases, and the course's own solutions."""
    patient = Limits(cell_seconds=120, test_seconds=120, submission_seconds=1200)
    for case in honest():
        yield make_plan(exercise.master(), exercise.submission(case.answer), b"", patient)
    paths = Paths.find(ROOT)
    for name in paths.names():
        master = load_master(paths, name)
        yield make_plan(master, reference_cells(master), b"", patient)


def called(log: Path) -> collections.Counter[str]:
    """Calls by processes that had entered a sandbox, and by threads that they started."""
    inside: set[str] = set()
    found: collections.Counter[str] = collections.Counter()
    for line in log.read_text(errors="replace").splitlines():
        pid = line.split(maxsplit=1)[0]
        if pid in inside and "clone" in line and (child := re.search(r"= (\d+)$", line)):
            inside.add(child[1])  # also where strace tells of a call in two parts
        match = LINE.match(line)
        if not match:
            continue
        name = match[2]
        if pid in inside:
            found[name] += 1
        if name == ENTERED:
            inside.add(pid)
    return found


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "calls")
        zygote = workers.Zygote.__new__(workers.Zygote)
        zygote.limits, zygote.folder, zygote.reasons = Limits(), Path(folder), {}
        workers.START_SECONDS = 300  # strace is slow
        zygote._start(["strace", "-f", "-qq", "-e", "signal=none", "-o", str(log)], 1)
        for plan in plans():
            list(Replay(zygote, plan, lambda seconds: contextlib.nullcontext()).records())
        zygote.close()
        found = called(log)
    machine = platform.machine()
    tables = (syscalls.free, syscalls.watched, syscalls.pretended, syscalls.absent)
    listed = {name for table in tables for name in table(machine)}
    print(f"{sum(found.values())} calls of {len(found)} kinds")
    print("not listed:", ", ".join(f"{name} ({n})" for name, n in found.most_common() if name not in listed) or "none")
    print("listed, and not used here:", ", ".join(sorted(listed - set(found))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
