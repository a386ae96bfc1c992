"""One file of a source, not yet read, and the reasons for which one is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from autograder.kit.reading import MAX_BYTES
from autograder.learners import unreadable

MAX_MEMBERS = 20_000
MAX_TOTAL = 4 << 30  # bytes, of everything that one command reads
MAX_DEPTH = 12  # folders around a file
_ARCHIVES = (".zip", ".gz", ".tar", ".tgz", ".7z", ".rar", ".bz2", ".xz", ".zst")
# What file managers and Jupyter leave beside a learner's work.
_LITTER = ("__MACOSX", ".ipynb_checkpoints", ".DS_Store", "Thumbs.db", "desktop.ini")


class Refused(Exception):
    """This file, or this whole source, is not taken; the text says why."""


class NotOurs(Refused):
    """A notebook that is not named after one of this course."""


class Stranger(Refused):
    """The hand-in of somebody who is not in the roster; `who` names them."""

    def __init__(self, who: str, reason: str):
        super().__init__(reason)
        self.who = who


@dataclass(frozen=True)
class Member:
    """A file in a source: where it lies there, when it was handed in as far as is known, and how to read it."""

    source: str
    name: str  # with / between folders
    time: float | None
    read: Callable[[], bytes] = field(repr=False)


@dataclass
class Found:
    """What a source holds."""

    members: list[Member] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)  # name, reason

    def take(self, name: str, kind_problem: Callable[[], str | None], member: Callable[[], Member]) -> None:
        """Put a file among the members, or with the reason among the refused. A bad name is not looked at further."""
        problem = name_problem(name) or kind_problem() or archive_problem(name)
        if problem:
            self.refused.append((name, problem))
        else:
            self.members.append(member())


class Budget:
    """How much may still be read, over all sources of a command."""

    def __init__(self, total: int = MAX_TOTAL):
        self.left = total

    def spend(self, size: int) -> None:
        """Raise Refused when this was more than is left."""
        self.left -= size
        if self.left < 0:
            raise Refused(f"together, the files are larger than {MAX_TOTAL >> 30} GB")


def is_litter(name: str) -> bool:
    """Is this a file that nobody handed in?"""
    return any(part in _LITTER or part.startswith("._") for part in name.split("/"))


def name_problem(name: str) -> str | None:
    """Why a path inside an archive is refused; None for one that stays below the folder it is unpacked in."""
    odd = unreadable(name)
    if odd:
        return f"its name cannot be trusted: {odd}"
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        return "its name is an absolute path"
    if "\\" in name:
        return "its name has a backslash, which is a folder on some systems and a letter on others"
    parts = name.split("/")
    if ".." in parts or "." in parts:
        return "its name leads out of the archive"
    if len(parts) > MAX_DEPTH:
        return f"it lies in more than {MAX_DEPTH - 1} folders"
    if max(len(part.encode()) for part in parts) > 255:
        return "its name is longer than file systems take"
    return None


def archive_problem(name: str) -> str | None:
    """What to do with an archive where a notebook should be: nobody can say what else is in it.

    All names in an archive inside a hand-in are its learner's, so they must not say whose it is.
    """
    if PurePosixPath(name).suffix.lower() not in _ARCHIVES:
        return None
    return (
        "it is an archive; unpack it and collect the folder: always with --learner ID where one learner made the "
        "archive, since that learner wrote all names in it"
    )


def too_big(size: int) -> str | None:
    """The sentence for a notebook that nobody would read."""
    return f"it has {size >> 20} MB; notebooks of at most {MAX_BYTES >> 20} MB are taken" if size > MAX_BYTES else None
