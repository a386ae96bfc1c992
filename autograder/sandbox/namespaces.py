"""Level 3: the command that starts a program in namespaces of its own, with bubblewrap.

What is not bound in below does not exist inside: no home folder, no other process, no network but loopback. The
folder for scratch is memory of a fixed size.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from autograder.sandbox.reading import DEVICES, ROOT, exists, readable

TRIAL_SECONDS = 20


def command(folder: Path, size: int) -> list[str]:
    """What to put before a command; empty where bubblewrap is not installed."""
    program = shutil.which("bwrap")
    if program is None:
        return []
    start = [program, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--proc", "/proc"]
    for path in _visible():
        start += ["--ro-bind", str(path), str(path)]
    for device in DEVICES:
        start += ["--dev-bind", device, device]
    return [*start, "--size", str(size), "--tmpfs", str(folder), "--chdir", str(folder), "--"]


def refusal(command: list[str]) -> str:
    """Why a command made here cannot be used; "" when it can."""
    if not command:
        return "bubblewrap (`bwrap`) is not installed"
    try:
        tried = subprocess.run(
            [*command, sys.executable, "-I", "-S", "-c", ""], capture_output=True, timeout=TRIAL_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap could not be run: {error}"
    said = tried.stderr.decode("utf-8", "replace").strip().splitlines()
    return "" if tried.returncode == 0 else said[-1] if said else f"bubblewrap ended with {tried.returncode}"


def _visible() -> list[Path]:
    """What the process that workers are forked from needs: more than they may read, but nothing that is secret."""
    executable = Path(sys.executable)
    found = [*readable(), executable, executable.resolve(), ROOT / "autograder"]
    # Folders that are links, such as /lib: programs name their loader by the link.
    found += [path for path in map(Path, ("/lib", "/lib64", "/lib32")) if path.exists()]
    found += [Path(sys.prefix, "pyvenv.cfg")]
    return sorted(dict.fromkeys(path for path in found if exists(path) and not str(path).startswith("/dev/")))
