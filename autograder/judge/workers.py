"""The zygote, seen from the judge: how it is started, at which sandbox level, and the rooms beside it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from autograder.errors import OurFault
from autograder.judge.forking import CONFINED, START_SECONDS, Forker
from autograder.limits import Limits
from autograder.sandbox import HIGHEST, namespaces

OUTSIDE = "outside"  # a file that must not be seen from within namespaces
SPARE_BYTES = 16 << 20  # so that a full scratch folder is noticed as such, and told, before nothing can be written
ROOT = Path(__file__).resolve().parents[2]  # where `autograder` is imported from


def isolated(module: str, *args: object) -> list[str]:
    """The command that runs `module.main(*args)` in a Python that takes nothing from its surroundings."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import main; main(*{args!r})"
    return [sys.executable, "-I", "-X", "utf8", "-c", start]


def clean_environment() -> dict[str, str]:
    """All that a zygote may know of this machine.

    One thread of numpy's, so that a memory limit is not eaten by stacks, and one arena of glibc's: a learner's threads
    would else set aside 64 MB of addresses each, and code with a dozen of them would be out of memory it never used.
    """
    ones = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX")
    environment = dict.fromkeys(ones, "1")
    environment |= {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
    environment |= {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "MPLCONFIGDIR": str(_font_cache())}
    return environment


def _font_cache() -> Path:
    """matplotlib's list of fonts takes a second to make, so it is kept; a worker finds it in memory already."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "minigrad-course" / "matplotlib"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / "minigrad-course-matplotlib"
    return folder


class Zygote(Forker):
    """The process that workers are forked from, started by the judge.

    level: the sandbox level that holds here, at most the one asked for
    reasons: for each higher level that was tried, why it does not hold
    way: at level 3, what made the namespaces
    """

    def __init__(self, limits: Limits, folder: Path, level: int | None = None, spared: Sequence[str] = ()):
        """Scratch folders are made in `folder`; `level` None takes the highest that holds here.

        spared: packages that its workers do without (see `room`)
        """
        super().__init__(limits, folder)
        self.spared = tuple(spared)
        self._rooms: dict[tuple[str, ...], Zygote] = {}
        self.reasons: dict[int, str] = {}
        self.way = ""
        self._plotting = False
        wanted = HIGHEST if level is None else min(level, HIGHEST)
        if wanted == HIGHEST:
            self._start_in_namespaces()
            wanted = HIGHEST - 1 if self.reasons else HIGHEST
        if wanted < HIGHEST:
            self._start([], wanted)

    def _start_in_namespaces(self) -> None:
        """Level 3 by the first way that holds, or the reasons why none does."""
        (self.folder / OUTSIDE).touch()
        reasons = []
        for way in namespaces.ways(self.folder, self.limits.scratch_bytes + SPARE_BYTES):
            reason = way.refusal() or self._start_by(way)
            if not reason:
                self.way = way.name
                return
            reasons.append(reason)
        self.reasons = {HIGHEST: "; ".join(dict.fromkeys(reasons))}

    def _start_by(self, way: namespaces.Way) -> str:
        """Start in namespaces; "" or why level 3 does not hold there."""
        try:
            self._start(list(way.command), HIGHEST)
        except OurFault as fault:
            return str(fault)
        if self.level == HIGHEST:
            return ""
        self.close()
        return self.reasons.pop(HIGHEST)

    def _start(self, command: list[str], wanted: int) -> None:
        """Start the process, under `command`, and find the level that holds there."""
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            [*command, *self._program(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            cwd=self.folder,
            env=clean_environment(),
        )
        theirs.close()
        self.control = ours
        ours.settimeout(START_SECONDS)
        self._buffer = b""
        try:
            self._read()
            found = self.ask(self._job("probe", wanted=wanted, outside=str(self.folder / OUTSIDE)))
        except BaseException:
            self.close()
            raise
        self.level, self.writes_confined = found["level"], found["writes_confined"]
        self.reasons |= {int(level): reason for level, reason in found["reasons"].items()}

    def _program(self, descriptor: int) -> list[str]:
        if self.spared:
            return isolated("autograder.worker.room", descriptor, self.spared)
        return isolated("autograder.worker.zygote", descriptor)

    def room(self, spared: Sequence[str]) -> Zygote:
        """The process whose workers do without these packages: this one when there are none, else one that is started
        when it is first needed, and ends with this one."""
        wanted = tuple(sorted(spared))
        if wanted == self.spared:
            return self
        if wanted not in self._rooms:
            folder = Path(tempfile.mkdtemp(prefix="room-", dir=self.folder))
            room = Zygote(self.limits, folder, self.level, wanted)
            self._rooms[wanted] = room
            if room.level < self.level:
                raise OurFault(
                    f"a worker without {' and '.join(wanted)} is confined at level {room.level} only, others at level "
                    f"{self.level}: {'; '.join(room.reasons.values())}"
                )
        if self._plotting and "numpy" not in wanted:
            self._rooms[wanted].import_plotting()
        return self._rooms[wanted]

    def import_plotting(self) -> None:
        """Let every worker from here on have it; it takes a third of a second, and makes each a little slower."""
        if not self._plotting:
            self.ask({"do": "plotting"})
            self._plotting = True
            self._drop_spare()

    def demand_alive(self) -> None:
        """Raise OurFault now, not in the next submission, when code that could signal this process has killed it."""
        for zygote in (self, *self._rooms.values()) if self.level < CONFINED else ():
            zygote.ask({"do": "nothing"})

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        super().close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
