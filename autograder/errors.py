"""The three ways in which a command can end badly, and the exit code that each one means."""

from __future__ import annotations

from pathlib import Path


class CommandError(Exception):
    """A failure that the person at the keyboard can act on; its text is all they need to see."""

    exit_code = 1


class CourseError(CommandError):
    """Something in the course's own source is wrong: says where, so that an editor can jump there.

    `file` and `line` may be left out when no single place is to blame.
    """

    def __init__(self, message: str, file: str | Path | None = None, line: int | None = None):
        self.message, self.file, self.line = message, file, line
        where = "" if file is None else f"{file}: " if line is None else f"{file}:{line}: "
        super().__init__(where + message)


class UsageError(CommandError):
    """The command was called in a way that cannot be meant."""

    exit_code = 2


class OurFault(CommandError):
    """The grader itself failed: nothing was graded, and nobody's mark may change because of it."""

    exit_code = 3
