"""The seccomp filter as a program: what it lets through, run here on a machine of a dozen lines."""

import errno
import os
import re
import struct
from pathlib import Path

import pytest

from autograder.sandbox import landlock, libc, seccomp, syscalls
from autograder.selftest.calls import attacked
from autograder.selftest.cases import HERE

PID = 4711
ALLOW, REFUSE, DONE = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x00050000


def run(machine, number, *arguments, arch=None):
    """What the kernel would make of a call."""
    arch = seccomp._ARCHITECTURES[machine] if arch is None else arch
    words = [argument & (2**64 - 1) for argument in (*arguments, *[0] * 6)][:6]
    seen = struct.pack("<iIQ6Q", number, arch, 0, *words)
    steps, at, value = seccomp.program(machine, PID), 0, 0
    while True:
        code, yes, no, k = steps[at]
        at += 1
        if code == 0x20:
            value = struct.unpack_from("<I", seen, k)[0]
        elif code == 0x54:
            value &= k
        elif code == 0x05:
            at += k
        elif code == 0x06:
            return k
        else:
            holds = {0x15: value == k, 0x35: value >= k, 0x45: bool(value & k)}[code]
            at += yes if holds else no


def known(machine):
    return {
        name: number
        for table in (syscalls.free, syscalls.watched, syscalls.pretended, syscalls.absent)
        for name, number in table(machine).items()
    }


def number(name, machine):
    return known(machine)[name]


@pytest.fixture(params=syscalls.MACHINES)
def call(request):
    return lambda name, *arguments: run(request.param, number(name, request.param), *arguments)


def test_the_everyday_calls_are_free(call):
    assert call("read", 3) == call("futex") == call("mmap") == ALLOW


def test_threads_may_be_made_and_processes_not(call):
    assert call("clone", 0x3D0F00) == ALLOW
    assert call("clone", 0x1200011) == REFUSE and call("clone", 0x4111) == REFUSE
    assert call("clone3") == DONE | errno.ENOSYS


def test_signals_go_to_itself_only(call):
    assert call("kill", PID, 9) == call("tgkill", PID, PID, 6) == ALLOW
    assert {call("kill", pid, 9) for pid in (0, 1, -1, -PID, PID + 1)} == {REFUSE}
    assert call("fcntl", 3, 8, PID + 1) == call("fcntl", 3, 10, 9) == REFUSE  # F_SETOWN, F_SETSIG


def test_no_message_has_an_address(call):
    assert call("sendto", 3, 0, 0, 0, 0, 0) == ALLOW
    assert call("sendto", 3, 0, 0, 0, 1, 16) == call("sendto", 3, 0, 0, 0, 1 << 32, 16) == REFUSE
    assert call("socketpair", 1, 1) == ALLOW and call("socketpair", 2, 1) == REFUSE


def test_a_file_opened_for_reading_cannot_be_emptied(call):
    assert call("openat", 0, 0, os.O_RDONLY) == call("openat", 0, 0, os.O_WRONLY | os.O_TRUNC) == ALLOW
    assert call("openat", 0, 0, os.O_RDONLY | os.O_TRUNC) == REFUSE


def test_terminals_cannot_be_typed_into(call):
    assert call("ioctl", 0, 0x5401) == ALLOW and call("ioctl", 0, 0x5412) == REFUSE
    assert call("prctl", 15) == ALLOW and {call("prctl", option) for option in (1, 4, 22, 24, 36)} == {REFUSE}
    assert call("prlimit64", 0, 7) == ALLOW and call("prlimit64", PID + 1, 7) == REFUSE


def test_modes_and_times_are_pretended(call):
    assert call("fchmodat") == call("utimensat") == DONE
    assert call("listxattr") == call("setxattr") == DONE | errno.EOPNOTSUPP


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_whatever_is_not_listed_is_refused(machine):
    listed = set(known(machine).values())
    assert {run(machine, other) for other in range(1000) if other not in listed} == {REFUSE}


def test_other_ways_to_say_a_number_are_refused():
    assert run("x86_64", number("read", "x86_64") | 0x40000000) == REFUSE
    assert run("x86_64", 3, arch=0x40000003) == 0x80000000  # 32-bit calls: the process is killed


# The kernel's own table: name, number on x86-64, number on aarch64.
ROWS = [line.split() for line in Path(__file__).with_name("unistd.txt").read_text().splitlines()[1:]]
KERNELS = {
    machine: {row[0]: int(row[column]) for row in ROWS if row[column] != "-"}
    for column, machine in enumerate(syscalls.MACHINES, 1)
}


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_the_numbers_are_the_kernels(machine):
    others = {
        "pivot_root": libc.PIVOT_ROOT[machine],
        "mount_setattr": libc._MOUNT_SETATTR,
        "landlock_create_ruleset": landlock._CREATE_RULESET,
        "landlock_add_rule": landlock._ADD_RULE,
        "landlock_restrict_self": landlock._RESTRICT_SELF,
    }
    for ours in (known(machine), attacked(machine), others):
        assert ours == {name: KERNELS[machine].get(name) for name in ours}


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_what_one_architecture_may_call_the_other_may_where_it_has_the_call(machine):
    everywhere = {name for each in syscalls.MACHINES for name in known(each)}
    assert {name for name in everywhere if name in KERNELS[machine]} == set(known(machine))


@pytest.mark.parametrize("machine", syscalls.MACHINES)
def test_calls_that_the_hostile_cases_try_are_refused(machine):
    for name, each in attacked(machine).items():
        assert run(machine, each) in (REFUSE, DONE | errno.ENOSYS), name  # the second is clone3, as above


def test_the_hostile_cases_try_calls_that_have_a_number():
    cases = "".join(file.read_text(encoding="utf-8") for file in (HERE / "cases").glob("*.ipy"))
    listed = " ".join(re.findall(r'^CALLS.*"(.+)"', cases, re.MULTILINE))
    tried = {*re.findall(r'system_call\("(\w+)"', cases), *listed.split()}
    assert tried == {name for machine in syscalls.MACHINES for name in attacked(machine)}
