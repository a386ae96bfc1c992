"""What stands between learners' code and the machine that it runs on, from the standard library alone.

A level counts as available only after it was tried on this machine (`probe`); nothing is read off a version number.
Each level holds what the ones below it hold.
"""

from __future__ import annotations

from dataclasses import dataclass

HIGHEST = 3
#: The lowest level at which a mark may be given. Below it an answer can read what the account that grades can read: the
#: solutions, the hidden tests and the secret that every seed is drawn from.
GRADING = 2


@dataclass(frozen=True)
class Level:
    """One level in words for people: what it is made of, what it stops, and what it leaves open."""

    number: int
    name: str
    stops: str
    leaves_open: str
    how: str  # to get it


LEVELS = (
    Level(
        0,
        "a process of its own",
        "code cannot reach into the process that decides; a wall clock ends what hangs",
        "the code may read, change and send whatever the account that grades may, the solutions and the course secret "
        "among it, so nothing is graded here unless asked for with `--require 0`",
        "it needs a system that can fork, such as Linux, macOS or WSL",
    ),
    Level(
        1,
        "limits of the operating system",
        "memory, computing time, file sizes, processes and scratch space are bounded, and where the kernel has "
        "Landlock, nothing outside the scratch folder can be written",
        "the code may read what the account that grades may read, the solutions and the course secret among it, and "
        "use the network, so nothing is graded here unless asked for with `--require 1`",
        "it needs a POSIX system, such as Linux or macOS",
    ),
    Level(
        2,
        "Landlock, a list of allowed system calls, no capabilities",
        "the code reads Python and system libraries only, writes in its scratch folder only, has no network, starts "
        "no program or process, and signals nothing but itself",
        "it can see that a file exists, how long it is and when it was changed (not what is in it); scratch space is "
        "measured twenty times a second, not fenced",
        "it needs Linux 5.13 or newer on x86-64 or aarch64, with Landlock among the kernel's security modules "
        "(`lsm=` on its command line); no package and no root",
    ),
    Level(
        3,
        "namespaces of its own",
        "files, processes and networks outside cannot even be seen, and scratch space has a fixed size",
        "a fault in the kernel itself; use a virtual machine where that matters",
        "let this account make namespaces (`sysctl user.max_user_namespaces` above 0; most containers do not), or "
        "install bubblewrap 0.8 or newer (`apt install bubblewrap`, `dnf install bubblewrap`), which some systems "
        "let make them where others may not",
    ),
)
