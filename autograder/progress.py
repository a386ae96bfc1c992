"""How far a long run is, on stderr: in one line that changes on a terminal, now and then in a log."""

from __future__ import annotations

import sys
import time
from typing import TextIO

EVERY = 10.0  # seconds between two lines of a log


class Progress:
    """Counts `total` pieces of work and says when the last one may be done."""

    def __init__(self, total: int, stream: TextIO | None = None, what: str = "", logged: bool = True):
        """`logged` False says nothing but on a terminal, where the line goes away again."""
        self.total, self.stream, self.what, self.logged = total, stream or sys.stderr, what, logged
        self.done = self.kept = 0
        self._began = self._said = time.monotonic()
        self._terminal = self.stream.isatty()

    def step(self, kept: bool = False) -> None:
        """One more is done; `kept` when an earlier run had done it, which says nothing about the pace."""
        self.done += 1
        self.kept += kept
        now = time.monotonic()
        if self._terminal or (self.logged and now - self._said > EVERY):
            self._said = now
            self._say(self.line(now - self._began))

    def line(self, seconds: float) -> str:
        """`37 of 200 · 0.2 s each · about 33 s left`."""
        worked = self.done - self.kept
        if not worked:
            return f"{self.what}{self.done} of {self.total}"
        pace = seconds / worked
        left = _span(pace * (self.total - self.done))
        return f"{self.what}{self.done} of {self.total} · {pace:.2g} s each · about {left} left"

    def end(self) -> None:
        if self._terminal and self.done:
            self._say("")

    def _say(self, line: str) -> None:
        print(f"\r\x1b[K{line}" if self._terminal else line, end="" if self._terminal else "\n", file=self.stream)
        self.stream.flush()


def _span(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
