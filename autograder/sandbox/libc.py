"""The few calls of the C library that Python does not offer. Importing this works everywhere, calling it on Linux."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
from functools import cache

LINUX = sys.platform.startswith("linux")
#: Flags of `mount`.
READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS, BIND, RECURSIVE, PRIVATE = 1, 2, 4, 8, 4096, 16384, 1 << 18
_DETACH = 2
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}  # its number
_MOUNT_SETATTR, _HERE, _ALSO_BELOW = 442, -100, 0x8000
_SET_PDEATHSIG, _SET_DUMPABLE, _SET_CHILD_SUBREAPER, _NO_NEW_PRIVS = 1, 4, 36, 38


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def checked(result: int, what: str) -> int:
    """The result of a call, or OSError with what was being done."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def prctl(option: int, value: int = 0, more: object = None) -> int:
    words = (ctypes.c_ulong(value), more if more is not None else ctypes.c_ulong(0), ctypes.c_ulong(0))
    return _libc().prctl(option, *words, ctypes.c_ulong(0))


def syscall(number: int, *arguments: object) -> int:
    """A system call by number; whole numbers go as longs, as the kernel takes them."""
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return _libc().syscall(ctypes.c_long(number), *words)


def capset(header: bytes, data: bytes) -> int:
    return _libc().capset(_buffer(header), _buffer(data))


def capget(header: bytes, length: int) -> bytes:
    data = _buffer(bytes(length))
    checked(_libc().capget(_buffer(header), data), "reading capabilities")
    return data.raw


def _buffer(data: bytes) -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(data, len(data))


def no_new_privileges() -> None:
    """From here on no program that this process starts gains rights; the kernel asks for this before a filter."""
    checked(prctl(_NO_NEW_PRIVS, 1), "no_new_privs")


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent is gone."""
    if LINUX:
        prctl(_SET_PDEATHSIG, 9)


def closed_to_others() -> None:
    """Let no other process of this user look into this one's memory or descriptors."""
    if LINUX:
        prctl(_SET_DUMPABLE, 0)


def adopt_orphans() -> None:
    """Become the parent of whatever a child leaves behind, so that it can be found and ended."""
    if LINUX:
        prctl(_SET_CHILD_SUBREAPER, 1)


def current_core() -> int:
    """The number of the core that this runs on."""
    return _libc().sched_getcpu()


# ---- namespaces


def unshare(flags: int) -> None:
    checked(_libc().unshare(ctypes.c_int(flags)), "making namespaces")


def mount(source: str, place: str, kind: str, flags: int, options: str = "") -> None:
    words = [word.encode() for word in (source, place, kind, options)]
    result = _libc().mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3])
    checked(result, f"mounting {kind or source} on {place}")


def set_flags(place: str, flags: int) -> None:
    """Set flags of a mount and of those below it; what stood before stays set."""
    attributes = struct.pack("<QQQQ", flags, 0, 0, 0)
    arguments = (_HERE, place.encode(), _ALSO_BELOW, attributes, len(attributes))
    checked(syscall(_MOUNT_SETATTR, *arguments), f"restricting the mount {place}")


def pivot_root(new: str, old: str) -> None:
    checked(syscall(PIVOT_ROOT[platform.machine()], new.encode(), old.encode()), "changing the root")


def unmount(place: str) -> None:
    checked(_libc().umount2(place.encode(), ctypes.c_int(_DETACH)), f"taking {place} away")
