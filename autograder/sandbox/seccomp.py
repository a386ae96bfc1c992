"""A seccomp filter that allows what honest notebooks need and refuses every other system call.

The filter is a program for the kernel's small machine (classic BPF), put together here from the tables in `syscalls`.
It looks at a call's number and, for a few, at arguments that are plain numbers; it cannot follow pointers, so a call
that hides what it does in a struct (`clone3`, `openat2`, `sendmsg`) is not allowed at all.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from collections.abc import Iterable
from functools import cache

from autograder.sandbox import syscalls
from autograder.sandbox.libc import LINUX, checked, no_new_privileges, prctl

_SET_SECCOMP, _MODE_FILTER = 22, 2
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000  # the other way to say a number on x86-64

_LOAD, _AND, _JUMP, _RETURN = 0x20, 0x54, 0x05, 0x06  # word at an offset, bitwise and, jump ahead, return
_EQUAL, _AT_LEAST, _ANY_BIT = 0x15, 0x35, 0x45  # jumps, when it is so and when it is not
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in what the filter gets to see

_KILL, _ALLOW, _ERROR = 0x80000000, 0x7FFF0000, 0x00050000
_REFUSE = _ERROR | errno.EPERM

_UNIX = 1
_THREAD = 0x00010000  # CLONE_THREAD
_NAMES = (15, 16)  # PR_SET_NAME, PR_GET_NAME
_TERMINAL_QUESTIONS = (0x5401, 0x5413)  # TCGETS, TIOCGWINSZ: is this a terminal, and how wide?
_DESCRIPTOR_FLAGS = (0x541B, 0x5421, 0x5450, 0x5451)  # FIONREAD, FIONBIO, FIONCLEX, FIOCLEX
# Duplicate, flags, locks. Not F_SETOWN and F_SETSIG, which make the kernel send any signal to any process.
_FCNTL = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030)

Program = list[tuple[int, int, int, int]]
_YES: Program = [(_RETURN, 0, 0, _ALLOW)]
_NO: Program = [(_RETURN, 0, 0, _REFUSE)]
_DONE: Program = [(_RETURN, 0, 0, _ERROR)]  # error number 0
_NOT_HERE: Program = [(_RETURN, 0, 0, _ERROR | errno.EOPNOTSUPP)]
_SIGNALS = ("kill", "tgkill")


def available() -> str:
    """Why there can be no filter here; empty when there can."""
    if not LINUX:
        return "seccomp is a part of Linux"
    if platform.machine() not in _ARCHITECTURES or struct.calcsize("P") != 8:
        return f"the numbers of system calls on {platform.machine()} are not known here"
    return ""


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def prepare() -> None:
    """Put together what is the same for every process."""
    _packed_body(platform.machine())


def install() -> None:
    """Put the calling thread, and every thread that it starts, under the filter, for good."""
    machine = platform.machine()
    code = _packed(_head(machine, os.getpid())) + _packed_body(machine)
    no_new_privileges()
    made = _Filter(len(code) // 8, code)
    checked(prctl(_SET_SECCOMP, _MODE_FILTER, ctypes.byref(made)), "seccomp, entering")


def program(machine: str, pid: int) -> Program:
    """The filter for a process."""
    return [*_head(machine, pid), *_body(machine)]


def _packed(steps: Program) -> bytes:
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


@cache
def _packed_body(machine: str) -> bytes:
    return _packed(_body(machine))


def _head(machine: str, pid: int) -> Program:
    """The right kind of calls only; and a process may signal itself alone."""
    steps: Program = [(_LOAD, 0, 0, _ARCHITECTURE), (_EQUAL, 1, 0, _ARCHITECTURES[machine]), (_RETURN, 0, 0, _KILL)]
    steps.append((_LOAD, 0, 0, _NUMBER))
    if machine == "x86_64":
        steps += [(_AT_LEAST, 0, 1, _X32), *_NO]
    for name in _SIGNALS:
        steps += _when(syscalls.watched(machine)[name], _only(0, [pid]))
    return steps


def _body(machine: str) -> Program:
    """What becomes of every other call, the same for every process."""
    blocks = dict.fromkeys(syscalls.free(machine).values(), _YES)
    watched = _watched()
    blocks |= {number: watched[name] for name, number in syscalls.watched(machine).items() if name not in _SIGNALS}
    blocks |= dict.fromkeys(syscalls.pretended(machine).values(), _DONE)
    blocks |= dict.fromkeys(syscalls.absent(machine).values(), _NOT_HERE)
    return _search(sorted(blocks.items()))


def _search(blocks: list[tuple[int, Program]]) -> Program:
    """Find the block for the call by halving: the kernel tries the filter on every number when it is installed."""
    if len(blocks) <= 3:
        return [step for number, block in blocks for step in _when(number, block)] + _NO
    middle = len(blocks) // 2
    lower, upper = _search(blocks[:middle]), _search(blocks[middle:])
    return [(_AT_LEAST, 0, 1, blocks[middle][0]), (_JUMP, 0, 0, len(lower)), *lower, *upper]


def _when(number: int, block: Program) -> Program:
    """Run a block, which must end in a return, for this call."""
    return [(_EQUAL, 0, len(block), number), *block]


def _watched() -> dict[str, Program]:
    return {
        # C libraries take "no such call" as a sign to use clone, whose flags can be seen.
        "clone3": [(_RETURN, 0, 0, _ERROR | errno.ENOSYS)],
        "clone": [_low(0), (_ANY_BIT, 0, 1, _THREAD), *_YES, *_NO],
        # With an address it would reach any socket that has a name.
        "sendto": [_low(4), (_EQUAL, 0, 3, 0), _high(4), (_EQUAL, 0, 1, 0), *_YES, *_NO],
        "socketpair": _only(0, [_UNIX]),
        "prctl": _only(0, _NAMES),
        "ioctl": _only(1, (*_TERMINAL_QUESTIONS, *_DESCRIPTOR_FLAGS)),
        "fcntl": _only(1, _FCNTL),
        "prlimit64": _only(0, [0]),
        "open": _no_truncating_reads(1),
        "openat": _no_truncating_reads(2),
    }


def _low(argument: int) -> tuple[int, int, int, int]:
    """Load the lower half of an argument, which is all that the kernel reads of an int."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)


def _high(argument: int) -> tuple[int, int, int, int]:
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * argument + 4)


def _only(argument: int, values: Iterable[int]) -> Program:
    tests = [step for value in values for step in ((_EQUAL, 0, 1, value), *_YES)]
    return [_low(argument), *tests, *_NO]


def _no_truncating_reads(argument: int) -> Program:
    """`O_RDONLY | O_TRUNC` empties a file, and Landlock before its third version takes it for reading."""
    return [_low(argument), (_AND, 0, 0, os.O_TRUNC | 3), (_EQUAL, 0, 1, os.O_TRUNC), *_NO, *_YES]
