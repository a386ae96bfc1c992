"""What the learner's code prints and shows, kept in order and within bounds before anything is stored."""

from __future__ import annotations

import base64
import io
import sys
import warnings
from typing import Any

from autograder.wire.messages import DIGEST

MAX_PIECES = 1000
MAX_WARNINGS = 40
RICH = ("text/plain", "text/html", "text/markdown", "text/latex", "image/png", "image/jpeg", "image/svg+xml")


class Outputs:
    """The pieces since the last message to the judge."""

    def __init__(self) -> None:
        self.pieces: list[tuple[str, Any]] = []
        self.warned: list[list] = []
        self.room = self.rich_room = 0

    def begin(self, characters: int, rich_bytes: int) -> None:
        """A cell starts, with so much room; what goes beyond is dropped, not stored."""
        self.pieces, self.room, self.rich_room = [], characters, rich_bytes

    def text(self, stream: str, text: str) -> None:
        if self.room <= 0:
            return
        text = text[: self.room].encode("utf-8", "replace").decode()
        self.room -= len(text)
        if not self.room:
            text += "\n[more was printed than is kept]\n"
        if self.pieces and self.pieces[-1][0] == stream:
            self.pieces[-1][1].append(text)
        elif len(self.pieces) < MAX_PIECES:
            self.pieces.append((stream, [text]))

    def rich(self, kind: str, data: dict[str, Any]) -> None:
        """A displayed object in the forms that can be shown again safely; Python objects never leave."""
        kept = {}
        for mime in RICH:
            value = data.get(mime)
            if told := getattr(value, "digest", ""):
                kept[DIGEST] = str(told)
            if isinstance(value, bytes):
                value = base64.b64encode(value).decode()
            if isinstance(value, str) and (value or not told) and len(value) <= self.rich_room:
                self.rich_room -= len(value)
                kept[mime] = str(value).encode("utf-8", "replace").decode()
        if kept and len(self.pieces) < MAX_PIECES:
            self.pieces.append((kind, kept))

    def clear(self) -> None:
        self.pieces = []

    def warning(
        self, message: Any, category: type, filename: str, lineno: int, file: Any = None, line: Any = None
    ) -> None:
        """Stands in for warnings.showwarning: the judge repeats the warning, and the cell shows it."""
        if len(self.warned) < MAX_WARNINGS:
            names = [c.__name__ for c in type.mro(category) if c.__module__ == "builtins"][:4]
            text = str(message)[:500].encode("utf-8", "replace").decode()
            self.warned.append([names, text])
        print(f"{category.__name__}: {message}", file=sys.stderr)

    def take(self) -> tuple[list[tuple[str, Any]], list[list]]:
        """The pieces and warnings since the last time."""
        pieces = [(kind, "".join(content) if type(content) is list else content) for kind, content in self.pieces]
        warned, self.pieces, self.warned = self.warned, [], []
        return pieces, warned

    def install(self) -> None:
        """Become sys.stdout, sys.stderr and the place where warnings are shown."""
        for name in ("stdout", "stderr"):
            stream = Stream(self, name)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        warnings.showwarning = self.warning


class Stream(io.TextIOBase):
    """sys.stdout or sys.stderr of the learner's code."""

    encoding = "utf-8"

    def __init__(self, outputs: Outputs, name: str):
        self._outputs, self._name = outputs, name

    @property
    def name(self) -> str:
        return f"<{self._name}>"

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._outputs.text(self._name, text)
        return len(text)
