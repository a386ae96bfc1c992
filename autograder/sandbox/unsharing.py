"""Level 3 without bubblewrap: a small program that makes namespaces itself and then becomes another program in them.

    python -I -c "... from autograder.sandbox.unsharing import main; main(folder, size)" COMMAND ...

Three processes stand in a row: the first waits outside, the second is number one inside and reaps whatever is left
behind, the third becomes COMMAND. When the first or the second ends, the kernel ends everything inside.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from autograder.sandbox import capabilities, libc
from autograder.sandbox.reading import DEVICES, needed

_NEW_USER, _NEW_PID, _NEW_NET, _NEW_IPC = 0x10000000, 0x20000000, 0x40000000, 0x08000000
_NEW_FILES, _NEW_NAME, _NEW_CGROUP = 0x00020000, 0x04000000, 0x02000000
_EVERYTHING = _NEW_USER | _NEW_PID | _NEW_NET | _NEW_IPC | _NEW_FILES | _NEW_NAME | _NEW_CGROUP
_FILES_OF_THE_ROOT = 4 << 20  # bytes: places that others are mounted on, and matplotlib's list of fonts


def main(folder: str, size: int) -> None:
    """Run the command line's program in namespaces, with `size` bytes for files in `folder`; OSError where refused."""
    user, group = os.getuid(), os.getgid()
    libc.unshare(_EVERYTHING)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    first = os.fork()  # a namespace of processes begins with the next one
    if first:
        libc.die_with_parent()
        _leave_as(first)
    libc.die_with_parent()
    os.setsid()
    try:
        _build_root(Path(folder), size)
    except OSError as error:
        sys.exit(f"{error}")
    os.chdir(folder)
    capabilities.lower_bounds()
    capabilities.drop()
    program = os.fork()
    if program:
        _leave_as(program)
    os.execv(sys.argv[1], sys.argv[1:])


def _leave_as(child: int) -> None:
    """Wait for a process, and for whatever else it leaves to this one, and end as it did."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # the other end of a socket must see when the program is gone
    status = 0
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            os._exit(1)
        if ended == child:
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _build_root(folder: Path, size: int) -> None:
    """A small root of memory, with what a worker's parent needs in it, read-only, and a folder of a fixed size."""
    libc.mount("none", "/", "", libc.PRIVATE | libc.RECURSIVE)
    libc.mount("root", str(folder), "tmpfs", libc.NO_SETUID | libc.NO_DEVICES, f"size={_FILES_OF_THE_ROOT},mode=755")
    for path in needed():
        _bind(path, folder, libc.READ_ONLY | libc.NO_SETUID | libc.NO_DEVICES)
    for device in map(Path, DEVICES):
        _bind(device, folder, libc.NO_SETUID)
    inside = Path(f"{folder}/proc")
    inside.mkdir()
    libc.mount("proc", str(inside), "proc", libc.NO_SETUID | libc.NO_DEVICES | libc.NO_PROGRAMS)
    inside = Path(f"{folder}/{folder}")
    inside.mkdir(parents=True)
    options = f"size={size},mode=700"
    libc.mount("scratch", str(inside), "tmpfs", libc.NO_SETUID | libc.NO_DEVICES, options)
    os.chdir(folder)
    libc.pivot_root(".", ".")  # the old root now lies over the new one, and is taken away
    libc.unmount(".")
    os.chdir("/")


def _bind(path: Path, root: Path, flags: int) -> None:
    place = Path(f"{root}/{path}")
    if os.path.lexists(place):
        return  # it came with a folder above it
    if path.is_dir():
        place.mkdir(parents=True, exist_ok=True)
    else:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.touch()
    libc.mount(str(path), str(place), "", libc.BIND | libc.RECURSIVE)
    libc.set_flags(str(place), flags)


signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started it, and ends this one by itself
