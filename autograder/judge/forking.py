"""The judge's hand on a process that workers are forked from: asks for workers, and sees them out."""

from __future__ import annotations

import json
import os
import socket
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from autograder.errors import OurFault
from autograder.limits import Limits
from autograder.sandbox.cores import starved

START_SECONDS = 60
NO_ANSWER = "the process that workers are forked from does not answer: {}"
CONFINED = 2  # the level from which on no worker can signal or look into another, or write into its folder
FIRST_BYTES = 1 << 16  # a descriptor travels with the first part of a message


class Worker:
    """A running worker and its session; `made_for` are the limits and files that it has."""

    def __init__(self, forker: Forker, made_for: tuple[Limits, dict[str, str]], sock: socket.socket):
        from autograder.judge.session import Session  # numpy: not before it is needed

        self.forker, self.made_for, self.session = forker, made_for, Session(sock, self.starved)
        self._pid: int | None = None
        self._starved = starved(os.getpid())
        self.lost = 0.0  # all that `starved` has told so far

    @property
    def pid(self) -> int:
        while self._pid is None:
            self.forker.read_pid()
        return self._pid

    def born(self, pid: int) -> None:
        self._pid = pid

    def stop(self) -> dict[str, Any]:
        """Kill it, and say how it ended; its scratch folder goes with it."""
        self._close()
        return self.forker.ask({"do": "reap", "pid": self.pid})

    def leave(self) -> None:
        """The same, when nobody wants to know how it ended: nothing waits for it to be gone."""
        self._close()
        self.forker.tell({"do": "reap", "pid": self.pid, "answer": False})

    def starved(self) -> float:
        """Seconds for which it has had no core, or the judge that it waits for, since the last time."""
        theirs = self.forker.ask({"do": "starved", "pid": self.pid})["seconds"]
        before, self._starved = self._starved, theirs + starved(os.getpid())
        lost = max(self._starved - before, 0.0)  # of a process that is gone nothing is told
        self.lost += lost
        return lost

    def _close(self) -> None:
        self.forker.serving -= 1
        self.session.end(ConnectionError("stopped"))
        self.session.channel.sock.close()


class Forker:
    """A process that workers are forked from, by the socket that it takes requests on.

    level: the sandbox level of its workers, whose scratch folders are made in `folder`
    """

    def __init__(self, limits: Limits, folder: Path):
        self.limits, self.folder, self.level = limits, folder, 0
        self.control: socket.socket
        self._buffer = b""
        self._spare: Worker | None = None
        self._unborn: deque[Worker] = deque()  # asked for, and its number not read yet
        self._begun: list[Begun] = []  # the last one is kept; others have workers that somebody still asks
        self.serving = 0  # workers that are neither ended nor waiting

    def spawn(self, limits: Limits, files: Mapping[str, str] | None = None, core: int | None = None) -> Worker:
        """A fresh worker in a fresh scratch folder, with the notebook's own files in it, to run on `core` only.

        Where workers cannot reach each other, the next one is made at once: it waits in its sandbox while this one
        works, and serves one submission as every worker does.
        """
        made_for = limits, dict(files or {})
        if self._spare and self._spare.made_for != made_for:
            self._drop_spare()
        worker, self._spare = self._spare or self._spawn(made_for), None
        self.serving += 1
        if core is not None:
            self.tell({"do": "move", "pid": worker.pid, "core": core, "answer": False})
        if self.level >= CONFINED:
            self._spare = self._spawn(made_for, spare=True)
        return worker

    def _spawn(self, made_for: tuple[Limits, dict[str, str]], spare: bool = False) -> Worker:
        limits, files = made_for
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        try:
            self.tell(self._job("spawn", limits, level=self.level, files=files, spare=spare), theirs.fileno())
        finally:
            theirs.close()
        worker = Worker(self, made_for, ours)
        self._unborn.append(worker)
        return worker

    def _drop_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare:
            self.serving += 1  # until it has left
            spare.leave()

    def begun(self, cells: Sequence[Mapping[str, Any]], files: Mapping[str, str]) -> Forker | None:
        """The process whose workers have these cells behind them, which nobody but the course has written.

        The last one is kept, for the next notebook that begins like this, and goes on from there if it goes further.
        None when the cells leave something that no worker could be forked with.
        """
        if not cells:
            return self
        made_of = [(cell["source"], cell["kind"] == "given") for cell in cells], dict(files)
        if not self._begun or not self._begun[-1].begins(*made_of):
            # One submission may be judged in several lines of workers, so another's beginning may be in use.
            for idle in [each for each in self._begun if not each.busy()]:
                self._begun.remove(idle)
                idle.close()
            self._drop_spare()
            self._begun.append(Begun(self, *made_of))
        last = self._begun[-1]
        return last.begun(cells[len(last.cells) :], files) if last.fit else None

    def busy(self) -> bool:
        """Does anybody still ask a worker of it, or of one that goes on from it?"""
        return self.serving > 0 or any(each.busy() for each in self._begun)

    # ---- requests

    def _job(self, do: str, limits: Limits | None = None, **more: Any) -> dict[str, Any]:
        return {"do": do, "folder": str(self.folder), "limits": (limits or self.limits).as_dict()} | more

    def ask(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Its answer."""
        self.tell(job)
        while self._unborn:
            self.read_pid()
        return self._read()

    def read_pid(self) -> None:
        """The answer to the first request for a worker that is still open."""
        self._unborn.popleft().born(self._read()["pid"])

    def tell(self, job: Mapping[str, Any], *descriptors: int) -> None:
        """Send a request and go on; the process takes one after the other."""
        message = json.dumps({"answer": True, **job}).encode() + b"\n"
        try:
            sent = socket.send_fds(self.control, [message[:FIRST_BYTES]], descriptors)
            self.control.sendall(message[sent:])
        except OSError as error:
            raise OurFault(NO_ANSWER.format(error)) from None

    def _read(self) -> dict[str, Any]:
        while b"\n" not in self._buffer:
            try:
                part = self.control.recv(1 << 16)
            except OSError as error:
                raise OurFault(NO_ANSWER.format(error)) from None
            if not part:
                raise OurFault("the process that workers are forked from ended; run the command again")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        """End it, and the workers that it has."""
        while self._begun:
            self._begun.pop().close()
        self.control.close()


class Begun(Forker):
    """A process forked from another, in which a notebook's first cells have run, and its workers' forks begin there.

    cells: source of each, and whether it is given, from where the other process was; files: the notebook's own
    fit: whether workers can be forked from what the cells left
    """

    def __init__(self, parent: Forker, cells: list[tuple[str, bool]], files: dict[str, str]):
        super().__init__(parent.limits, parent.folder)
        self.level, self.cells, self.files = parent.level, cells, files
        self.control, theirs = socket.socketpair()
        self.control.settimeout(START_SECONDS)
        try:
            parent.tell(parent._job("begin", cells=cells, files=files, answer=False), theirs.fileno())
        finally:
            theirs.close()
        self.fit: bool = self._read()["fit"]

    def begins(self, cells: list[tuple[str, bool]], files: dict[str, str]) -> bool:
        """Does a notebook of these cells begin with those of this process?"""
        return self.files == files and self.cells == cells[: len(self.cells)]
