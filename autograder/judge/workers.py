"""The judge's hand on the zygote: starts it, asks for workers, and sees them out."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from autograder.errors import OurFault
from autograder.judge.datafiles import write_files
from autograder.judge.limits import Limits
from autograder.judge.session import Session

START_SECONDS = 60
ANSWER_SECONDS = 20
ROOT = Path(__file__).resolve().parents[2]  # where `autograder` is imported from


def isolated(module: str, *args: object) -> list[str]:
    """The command that runs `module.main(*args)` in a Python that takes nothing from its surroundings."""
    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import main; main(*{args!r})"
    return [sys.executable, "-I", "-X", "utf8", "-c", start]


def clean_environment() -> dict[str, str]:
    """All that a zygote may know of this machine. One thread, so that a memory limit is not eaten by stacks."""
    environment = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
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


class Worker:
    """A running worker: its session, its scratch folder."""

    def __init__(self, zygote: Zygote, pid: int, session: Session, scratch: Path):
        self.zygote, self.pid, self.session, self.scratch = zygote, pid, session, scratch

    def stop(self) -> dict[str, Any]:
        """Kill it, remove its scratch folder, and say how it ended."""
        self.session.end(ConnectionError("stopped"))
        self.session.channel.sock.close()
        try:
            return self.zygote.ask({"do": "reap", "pid": self.pid})
        finally:
            shutil.rmtree(self.scratch, ignore_errors=True)


class Zygote:
    """The process that workers are forked from."""

    def __init__(self, limits: Limits, folder: Path, level: int | None = None):
        """Scratch folders are made in `folder`; `level` None takes the highest that holds here."""
        self.limits = limits
        self.folder = folder
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            isolated("autograder.judge.zygote", theirs.fileno()),
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
            found = self.ask({"do": "probe", "scratch": str(self._scratch()), "limits": limits.as_dict()})
        except BaseException:
            self.close()
            raise
        self.level = found["level"] if level is None else min(level, found["level"])
        self.writes_confined = found["writes_confined"] and self.level >= 1

    def _scratch(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self.folder))

    def spawn(self, limits: Limits, files: Mapping[str, str] | None = None) -> Worker:
        """A fresh worker in a fresh scratch folder, with the notebook's own files in it."""
        scratch = self._scratch()
        write_files(scratch, files or {})
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        job = {"do": "spawn", "scratch": str(scratch), "level": self.level, "limits": limits.as_dict()}
        try:
            pid = self.ask(job, theirs.fileno())["pid"]
        finally:
            theirs.close()
        return Worker(self, pid, Session(ours), scratch)

    def ask(self, job: Mapping[str, Any], *descriptors: int) -> dict[str, Any]:
        self.control.settimeout(ANSWER_SECONDS)
        try:
            socket.send_fds(self.control, [json.dumps(job).encode()], descriptors)
            return self._read()
        except OSError as error:
            raise OurFault(f"the process that workers are forked from does not answer: {error}") from None

    def _read(self) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            part = self.control.recv(1 << 16)
            if not part:
                raise OurFault("the process that workers are forked from ended; run the command again")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        self.control.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(2)
