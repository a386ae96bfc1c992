"""Trying a level: a forked child enters it, then does what must work and attempts what must be refused.

probe(level, scratch, limits)  ->  "" when the level holds, else a sentence with the first thing that was not so
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from autograder.limits import Limits
from autograder.sandbox import capabilities, seccomp
from autograder.sandbox.enter import enter
from autograder.sandbox.libc import LINUX

Trials = list[tuple[str, Callable[[Path], object]]]


def probe(level: int, scratch: Path, limits: Limits, outside: str = "") -> str:
    """Why a level does not hold here; "" when it does. `outside`: a file that level 3 must not see."""
    if level == 2 and seccomp.available():
        return seccomp.available()
    if level == 3:
        return probe(2, scratch, limits) or _namespaces(scratch, limits, outside)
    return _in_child(lambda: _try(level, scratch, limits))


def confines_writes(scratch: Path, limits: Limits) -> bool:
    """Does level 1 here refuse to write outside the scratch folder?"""

    def attempt() -> str:
        enter(1, scratch, limits)
        return "" if _refused(_write_beside, scratch) else "writing outside works"

    return _in_child(attempt) == ""


def _in_child(attempt: Callable[[], str]) -> str:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        said = "the trial ended by itself"
        try:
            said = attempt()
        except BaseException as error:
            said = str(error) or type(error).__name__
        with contextlib.suppress(BaseException):
            os.write(writing, b"=" + said.encode("utf-8", "replace"))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read().decode("utf-8", "replace")
    os.waitpid(child, 0)
    return answer[1:] if answer else "the trial was ended by the system"


def _try(level: int, scratch: Path, limits: Limits) -> str:
    enter(level, scratch, limits)
    for name, work in _WORKING[: None if level >= 2 else 1]:
        try:
            work(scratch)
        except Exception as error:
            return f"{name} should work and does not ({type(error).__name__}: {error})"
    for name, attack in _REFUSED if level >= 2 else []:
        if not _refused(attack, scratch):
            return f"{name} should be refused and is not"
    if level >= 2 and capabilities.held():
        return "capabilities should be dropped and are not"
    return ""


def _refused(attack: Callable[[Path], object], scratch: Path) -> bool:
    try:
        attack(scratch)
    except OSError:
        return True
    return False


# ---- what must work


def _use_scratch(scratch: Path) -> None:
    inner = scratch / "probe"
    inner.mkdir()
    (inner / "file").write_bytes(b"x")
    assert (inner / "file").read_bytes() == b"x" and [path.name for path in inner.iterdir()] == ["file"]
    (inner / "file").unlink()
    inner.rmdir()


def _run_thread(scratch: Path) -> None:
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()


def _talk_to_itself(scratch: Path) -> None:
    left, right = socket.socketpair()
    left.sendall(b"x")
    assert right.recv(1) == b"x"


def _read_library(scratch: Path) -> None:
    Path(os.__file__).read_bytes()  # an interpreter in a folder of somebody else's may be unreadable from here
    os.urandom(1)


_WORKING: Trials = [
    ("using the scratch folder", _use_scratch),
    ("running a thread", _run_thread),
    ("a pair of sockets", _talk_to_itself),
    ("reading Python's library", _read_library),
]

# ---- what must be refused


def _write_beside(scratch: Path) -> None:
    outside = scratch.parent / f"{scratch.name}.probe"
    outside.write_bytes(b"")
    outside.unlink()


def _fork(scratch: Path) -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


_REFUSED: Trials = [
    ("writing outside the scratch folder", _write_beside),
    ("reading a file of ours", lambda scratch: Path(__file__).read_bytes()),
    ("listing the folder above", lambda scratch: list(scratch.parent.iterdir())),
    ("reading /proc", lambda scratch: Path("/proc/self/environ").read_bytes()),
    ("starting a process", _fork),
    ("starting a program", lambda scratch: os.execv("/bin/true", ["true"])),
    ("opening a socket", lambda scratch: socket.socket()),
    ("signalling its parent", lambda scratch: os.kill(os.getppid(), 0)),
    ("a session of its own", lambda scratch: os.setsid()),
    ("changing who owns a file", lambda scratch: os.chown(scratch, os.getuid(), os.getgid())),
]


# ---- level 3


def _namespaces(scratch: Path, limits: Limits, outside: str) -> str:
    """Is this process itself in namespaces of its own?"""
    if not LINUX or os.getppid() > 2:
        return "the processes outside can be seen"
    if outside and Path(outside).exists():
        return "the files outside can be seen"
    if [name for _, name in socket.if_nameindex() if name != "lo"]:
        return "the network outside can be seen"
    space = os.statvfs(scratch)
    if space.f_blocks * space.f_frsize > 2 * limits.scratch_bytes:
        return "the scratch folder has no fixed size"
    return ""
