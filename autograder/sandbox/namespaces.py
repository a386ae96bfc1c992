"""Level 3: the commands that start a program in namespaces of its own, by bubblewrap or by ourselves.

What is not bound in does not exist inside: no home folder, no other process, no network but loopback. The folder for
scratch is memory of a fixed size.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from autograder.sandbox.libc import LINUX, PIVOT_ROOT
from autograder.sandbox.reading import DEVICES, ROOT, needed

TRIAL_SECONDS = 20
BUBBLEWRAP, UNSHARE = "bubblewrap", "unshare"


@dataclass(frozen=True)
class Way:
    """A way into namespaces: what to put before a command, or why there is nothing to put."""

    name: str
    command: tuple[str, ...] = ()
    missing: str = ""

    def refusal(self) -> str:
        """Why it cannot be used here; "" when it can, which is found by trying."""
        if self.missing:
            return self.missing
        trial = [*self.command, sys.executable, "-I", "-S", "-c", ""]
        try:
            tried = subprocess.run(trial, capture_output=True, timeout=TRIAL_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{self.name} could not be run: {error}"
        said = tried.stderr.decode("utf-8", "replace").strip().splitlines()
        return "" if tried.returncode == 0 else said[-1] if said else f"{self.name} ended with {tried.returncode}"


def ways(folder: Path, size: int) -> list[Way]:
    """All there are, the best first; `folder` will hold `size` bytes."""
    return [_bubblewrap(folder, size), _unshare(folder, size)]


def _bubblewrap(folder: Path, size: int) -> Way:
    program = shutil.which("bwrap")
    if program is None:
        return Way(BUBBLEWRAP, missing="bubblewrap (`bwrap`) is not installed")
    start = [program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--proc", "/proc"]
    for path in needed():
        start += ["--ro-bind", str(path), str(path)]
    for device in DEVICES:
        start += ["--dev-bind", device, device]
    return Way(BUBBLEWRAP, (*start, "--size", str(size), "--tmpfs", str(folder), "--chdir", str(folder), "--"))


def _unshare(folder: Path, size: int) -> Way:
    if not LINUX or platform.machine() not in PIVOT_ROOT:
        return Way(UNSHARE, missing="namespaces are a part of Linux, here known on x86-64 and aarch64")
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from autograder.sandbox.unsharing import main"
    return Way(UNSHARE, (sys.executable, "-I", "-X", "utf8", "-c", f"{start}; main({str(folder)!r}, {size})"))


def starts_namespaces(command_line: bytes) -> bool:
    """Is this the command line of a process that only stands around namespaces?"""
    return b"--unshare-all" in command_line or b"autograder.sandbox.unsharing" in command_line
