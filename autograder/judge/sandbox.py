"""What keeps a worker in its scratch folder, from the standard library alone.

Level 0  a separate process, a clean environment, a wall clock
Level 1  the same with rlimits and, where the kernel has Landlock, a rule: write nowhere but in the scratch folder

A level counts as available only after it was tried on this machine (see `zygote`); nothing is read off a version.
Reading stays open at level 1, and so do file metadata: Landlock guards opening, creating and removing only.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from pathlib import Path

from autograder.judge.limits import Limits, restrict_worker

# The same numbers on x86-64 and aarch64: the calls are newer than the tables' common part.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_RULE_PATH_BENEATH = 1
_NO_NEW_PRIVS, _SET_PDEATHSIG = 38, 1

_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
# write a file, remove a folder or file, make a character device, folder, file, socket, fifo, block device or link;
# then what later versions added: link or rename across folders, truncate, ioctl on devices.
_WRITES = {1: 0b1_1111_1111_0010, 2: 1 << 13, 3: _TRUNCATE, 5: 1 << 15}
_SCOPES = {6: 0b11}  # abstract sockets, and signals to processes outside


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), what)
    return result


def landlock_version() -> int:
    """The kernel's Landlock ABI; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(_libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION), 0)


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent is gone."""
    if sys.platform.startswith("linux"):
        _libc().prctl(_SET_PDEATHSIG, 9, 0, 0, 0)


def write_only_in(folder: Path) -> bool:
    """From here on, this process and its children write below `folder` (and to /dev/null) only.

    False where the kernel has no Landlock.
    """
    version = landlock_version()
    if not version:
        return False
    libc = _libc()
    handled = sum(bits for since, bits in _WRITES.items() if version >= since)
    scoped = sum(bits for since, bits in _SCOPES.items() if version >= since)
    attributes = struct.pack("<QQQ", handled, 0, scoped)[: 24 if version >= 6 else 16 if version >= 4 else 8]
    ruleset = _checked(libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0), "landlock")
    try:
        _allow(libc, ruleset, folder, handled)
        _allow(libc, ruleset, Path(os.devnull), handled & (_WRITE_FILE | _TRUNCATE))
        _checked(libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
        _checked(libc.syscall(_RESTRICT_SELF, ruleset, 0), "landlock")
    finally:
        os.close(ruleset)
    return True


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path, access: int) -> None:
    opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("<Qi", access, opened)
        _checked(libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0), f"landlock: {path}")
    finally:
        os.close(opened)


def enter(level: int, scratch: Path, limits: Limits) -> None:
    """Put the calling process into its sandbox, for good."""
    if level >= 1:
        restrict_worker(limits)
        write_only_in(scratch)


def try_level(scratch: Path, limits: Limits) -> tuple[int, bool]:
    """The highest level that holds here, and whether writing outside is refused, found by a child that tries."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        verdict = b"00"
        with contextlib.suppress(BaseException):
            enter(1, scratch, limits)
            verdict = b"11" if _writing_is_refused(scratch) else b"10"
        os.write(writing, verdict)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        verdict = pipe.read()
    os.waitpid(child, 0)
    return int(verdict[:1] or b"0"), verdict[1:] == b"1"


def _writing_is_refused(scratch: Path) -> bool:
    """Try to write beside the scratch folder; and within it, which must work."""
    (scratch / "probe").write_bytes(b"")
    (scratch / "probe").unlink()
    outside = scratch.parent / f"{scratch.name}.probe"
    try:
        outside.write_bytes(b"")
    except OSError:
        return True
    outside.unlink()
    return False
