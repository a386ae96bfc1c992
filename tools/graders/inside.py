"""Runs a grader's command among trip-wires, and says what came of it. Standard library and `autograder.selftest.wires`.

It is started in the box, or, for a grader that keeps hostile code in by itself, outside of one: the same way for all.
What it says is one line of JSON on standard output; what the grader says goes to a file.
"""

from __future__ import annotations

import base64
import ctypes
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import nullcontext, suppress
from pathlib import Path

MOST_BYTES = 16 << 20  # of a file that is brought out
WIRE = "'@wire {}@'"  # in a submission, in the place of one of the trip-wires' names
SUBREAPER = 36


def fill(folder: Path, names: list) -> None:
    """Write the trip-wires' names into the submissions, where they are expected."""
    for file in folder.rglob("*.ipynb"):
        text = file.read_text(encoding="utf-8")
        for number, name in enumerate(names):
            text = text.replace(WIRE.format(number), repr(name))
        file.write_text(text, encoding="utf-8")


def limit(memory: int, tasks: int) -> None:
    """What no grader's processes may have more of. Where the grader has no limits, these save the machine."""
    for kind, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_NPROC, tasks), (resource.RLIMIT_CORE, 0)):
        if most is not None:
            resource.setrlimit(kind, (most, most))


def run(command: list[str], folder: Path, seconds: float) -> bool:
    """Did it end in time? Its processes are ended when it did not."""
    with (folder / "said.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            process.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            for pid in descendants():
                kill(pid)
            process.wait()
            return False


def descendants(spared: int = 0) -> list[int]:
    """All processes below this one, which is given those whose parents have ended; without zombies."""
    parents, found, waiting = {}, [], [os.getpid()]
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] not in "ZX":
                parents.setdefault(int(fields[1]), []).append(int(folder.name))
    while waiting:
        below = [pid for pid in parents.get(waiting.pop(), ()) if pid != spared]
        found += below
        waiting += below
    return found


def kill(pid: int) -> None:
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def brought(folder: Path, patterns: list[str]) -> dict[str, str]:
    found = {}
    for pattern in [*patterns, "said.log"]:
        for file in sorted(folder.glob(pattern)):
            if file.is_file() and not file.is_symlink() and file.stat().st_size <= MOST_BYTES:
                found[file.relative_to(folder).as_posix()] = base64.b64encode(file.read_bytes()).decode()
    return found


def main() -> None:
    asked = json.loads(sys.argv[1])
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    folder = Path(asked["folder"])
    if asked["source"]:
        shutil.copytree(asked["source"], folder, dirs_exist_ok=True)
    limit(asked["memory"], asked["tasks"])
    sys.path.insert(0, asked["wires"])
    from autograder.selftest.wires import TripWires

    with nullcontext() if asked["names"] else TripWires() as wires:
        fill(folder, asked["names"] or list(wires.names))
        ended = run(asked["command"], folder, asked["seconds"])
        time.sleep(0.5)
        left = descendants(spared=wires.sentinel.pid if wires else 0)
        sprung = wires.sprung() if wires else []
        for pid in left:
            kill(pid)
        print(
            json.dumps({"ended": ended, "sprung": sprung, "left": len(left), "files": brought(folder, asked["kept"])})
        )


if __name__ == "__main__":
    main()
