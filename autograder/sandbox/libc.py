"""The few calls of the C library that Python does not offer. Importing this works everywhere, calling it on Linux."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache

LINUX = sys.platform.startswith("linux")
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
