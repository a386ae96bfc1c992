"""Landlock: which files a process may open, create and remove, and whom it may signal; for good, and without root.

It guards opening, not looking: `stat` of any path still works, and so would chmod, utime and the like, which are left
to the seccomp filter. What the kernel's version of Landlock does not know is left out of a rule set here and has to be
refused there too: the filter relies on no version.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

from autograder.sandbox.libc import LINUX, checked, no_new_privileges, syscall

# The same numbers on every architecture: these calls are newer than the tables' common part.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
_READS = _READ_FILE | _READ_DIR
# write a file, remove a folder or file, make a character device, folder, file, socket, fifo, block device or link;
# then what later versions added: link or rename across folders, truncate, ioctl on devices.
_WRITES = {1: 0b1_1111_1111_0010, 2: 1 << 13, 3: _TRUNCATE, 5: 1 << 15}
_NETWORK = {4: 0b11}  # bind and connect TCP
_SCOPES = {6: 0b11}  # abstract sockets, and signals to processes outside
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | 1 << 15  # what a rule about a single file may grant


def version() -> int:
    """The kernel's Landlock ABI; 0 where there is none."""
    return max(syscall(_CREATE_RULESET, None, 0, _VERSION), 0) if LINUX else 0


def confine(writable: Path, readable: Iterable[Path] | None = None) -> bool:
    """From here on this process opens only what is below `writable` and, without network, `readable`.

    readable=None leaves reading and the network open. False where the kernel has no Landlock.
    """
    found = version()
    if not found:
        return False
    handled, network = _upto(found, _WRITES), 0
    if readable is not None:
        handled, network = handled | _READS | _EXECUTE, _upto(found, _NETWORK)
    attributes = struct.pack("<QQQ", handled, network, _upto(found, _SCOPES))
    attributes = attributes[: 24 if found >= 6 else 16 if found >= 4 else 8]
    ruleset = checked(syscall(_CREATE_RULESET, attributes, len(attributes), 0), "Landlock, making a rule set")
    try:
        _allow(ruleset, writable, handled & ~_EXECUTE)
        _allow(ruleset, Path(os.devnull), handled & (_WRITE_FILE | _TRUNCATE | _READ_FILE))
        for path in readable or ():
            _allow(ruleset, path, handled & _READS)
        no_new_privileges()
        checked(syscall(_RESTRICT_SELF, ruleset, 0), "Landlock, entering")
    finally:
        os.close(ruleset)
    return True


def hide(readable: Iterable[Path]) -> None:
    """From here on this process reads no file but those in `readable` and below; whatever else it may do stays.

    For the process that workers are forked from: rules about each part of a folder take longer than a worker should.
    """
    attributes = struct.pack("<Q", _READ_FILE)
    ruleset = checked(syscall(_CREATE_RULESET, attributes, len(attributes), 0), "Landlock, making a rule set")
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE)
        no_new_privileges()
        checked(syscall(_RESTRICT_SELF, ruleset, 0), "Landlock, entering")
    finally:
        os.close(ruleset)


def _upto(found: int, rights: dict[int, int]) -> int:
    return sum(bits for since, bits in rights.items() if found >= since)


def _allow(ruleset: int, path: Path, access: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not there: nothing to allow
    try:
        if not stat.S_ISDIR(os.fstat(opened).st_mode):
            access &= _ON_FILES
        rule = ctypes.create_string_buffer(struct.pack("<Qi", access, opened), 12)
        checked(syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0), f"Landlock, allowing {path}")
    finally:
        os.close(opened)
