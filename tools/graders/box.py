"""One run of a grader: in a box of its own where it keeps nothing in by itself, and in a folder that is thrown away.

The box is bubblewrap's: own processes, own network with nothing in it, own file system with the grader's environment
to read and half a gigabyte in memory to write, and no more memory or processes than are given here. It is to the grader
what a virtual machine or a container would be. Who is root becomes nobody in it. The benchmark does not go on without.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from autograder.sandbox import scratch
from autograder.selftest.wires import TripWires
from graders.adapter import ROOT, Came, Grader

SECONDS = 240.0  # for one run of a grader with one hostile submission in it
MEMORY, TASKS, DISK = 4 << 30, 500, 512 << 20
LOOK_SECONDS = 0.5
MOST_SAID = 64 << 20
NOBODY = "65534"


@dataclass
class Ran:
    """What came of a run.

    ended: in time; sprung: the trip-wires; left: processes that it left behind
    tasks, megabytes: the most that its processes had together; said: what it printed
    """

    came: Mapping[str, Came] = field(default_factory=dict)
    ended: bool = False
    sprung: Sequence[str] = ()
    left: int = 0
    tasks: int = 0
    megabytes: float = 0.0
    said: str = ""


def run(grader: Grader, answers: Mapping[str, tuple[str, str]], seconds: float = SECONDS) -> Ran:
    """Grade these submissions; see `Grader.hand_in`."""
    place = Path(tempfile.mkdtemp(prefix="graders-"))
    try:
        folder = place / "folder"
        shutil.copytree(grader.prepared, folder)
        grader.hand_in(folder, answers)
        if grader.beside:
            return _ran(grader, folder, list(answers), None, seconds)
        with TripWires() as wires:  # outside of its container, with everything else
            found = _ran(grader, folder, list(answers), list(wires.names), seconds)
            found.sprung = [*found.sprung, *wires.sprung()]
            return found
    finally:
        scratch.remove(place)


def _ran(grader: Grader, folder: Path, learners: Sequence[str], names: list | None, seconds: float) -> Ran:
    python = str(grader.python)
    asked = {
        "command": [python if word == "python" else word for word in grader.command(learners)],
        "kept": list(grader.kept),
        "names": names,
        "seconds": seconds,
        "folder": "/box/course" if grader.boxed else str(folder),
        "source": "/in" if grader.boxed else None,
        "wires": "/wires" if grader.boxed else str(ROOT),
        "memory": MEMORY if grader.boxed else None,
        "tasks": TASKS if grader.boxed else None,
    }
    inside = "/inside.py" if grader.boxed else str(Path(__file__).with_name("inside.py"))
    command = [*(_box(grader, folder) if grader.boxed else []), python, "-I", inside, json.dumps(asked)]
    path = os.pathsep.join([str(grader.python.parent), os.environ["PATH"]])
    home = "/tmp" if grader.boxed else str(folder)
    environment = {"PATH": path, "HOME": home, "LANG": "C.UTF-8"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert process.stdout and process.stderr
    watch = _Watch(process.pid)
    end = threading.Timer(seconds + 60, process.kill)
    end.start()
    try:
        told = process.stdout.read(MOST_SAID)
        complained = process.stderr.read(1 << 20)
    finally:
        process.kill()
        process.wait()
        end.cancel()
        watch.stop()
    return _read(grader, learners, told, complained, watch)


def _read(grader: Grader, learners: Sequence[str], told: bytes, complained: bytes, watch: _Watch) -> Ran:
    try:
        answer = json.loads(told)
        files = {name: base64.b64decode(content) for name, content in answer["files"].items()}
    except (ValueError, KeyError, TypeError):  # whoever was to say it was ended, too
        said = complained.decode(errors="replace")
        return Ran(tasks=watch.tasks, megabytes=watch.megabytes, said=said)
    said = files.pop("said.log", b"").decode(errors="replace")
    came = grader.read(files, learners)
    return Ran(came, answer["ended"], answer["sprung"], answer["left"], watch.tasks, watch.megabytes, said)


def _box(grader: Grader, folder: Path) -> list[str]:
    """The command that makes the box; what is to run in it follows."""
    bubblewrap = shutil.which("bwrap")
    if bubblewrap is None:
        raise SystemExit("the benchmark runs hostile code and needs bubblewrap (Debian's package bubblewrap) for that")
    root = os.geteuid() == 0
    own = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"] if root else ["--unshare-all"]
    base = Path(sys.base_prefix)
    readable = [base] if base != Path("/usr") else []
    binds = [word for path in (*readable, grader.environment) for word in _readable(path, path)]
    links = [word for name in ("lib", "lib64", "bin") for word in ("--symlink", f"usr/{name}", f"/{name}")]
    wires = ["selftest/__init__.py", "selftest/wires.py", "sandbox/scratch.py", "sandbox/datafiles.py", "__init__.py"]
    parts = [word for it in wires for word in _readable(ROOT / "autograder" / it, Path("/wires/autograder", it))]
    inside = str(Path(__file__).with_name("inside.py"))
    return [
        *(bubblewrap, *own, "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr", *links),
        *("--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev"),
        *("--size", str(DISK), "--tmpfs", "/tmp", "--chmod", "1777", "/tmp"),
        *("--size", str(DISK), "--perms", "0777", "--tmpfs", "/box", *binds, *parts),
        *("--ro-bind", str(folder), "/in", "--ro-bind", inside, "/inside.py", "--chdir", "/box", "--"),
        *(_nobody() if root else []),
    ]


def _readable(path: Path, there: Path) -> list[str]:
    """What puts a file or folder into the box; the folders above it would be closed to others."""
    above = [folder for folder in reversed(there.parents) if folder not in (Path("/"), Path("/tmp"))]
    return [word for folder in above for word in ("--perms", "0755", "--dir", str(folder))] + [
        *("--ro-bind", str(path), str(there)),
    ]


def _nobody() -> list[str]:
    """Before anything runs: another account, and no way back."""
    return [
        "setpriv",
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
        "--bounding-set=-all",
        "--no-new-privs",
    ]


class _Watch:
    """Looks now and then how much the processes below one have together."""

    def __init__(self, pid: int):
        self.tasks, self.megabytes = 0, 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, args=(pid,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def _look(self, pid: int) -> None:
        while not self._over.wait(LOOK_SECONDS):
            tasks, memory = 0, 0
            try:
                below = psutil.Process(pid).children(recursive=True)
            except psutil.Error:
                return
            for process in below:
                try:
                    tasks += process.num_threads()
                    memory += process.memory_info().rss
                except psutil.Error:
                    continue
            self.tasks = max(self.tasks, tasks)
            self.megabytes = max(self.megabytes, memory / (1 << 20))
