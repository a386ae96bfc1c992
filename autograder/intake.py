"""Reading what a learner handed in, and setting its answers into the released notebook.

Nothing a learner can put into a file may raise here: a file that cannot be used becomes a `Submission` whose
`problem` is a sentence for its author, and everything smaller (a copied, deleted, renamed or retyped cell) becomes
a note. Only what belongs to the learner is taken from the file, namely the answers by their `grade_id` and cells of
the learner's own; given cells and tests come from the release, whatever the file says they are.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.errors import OurFault
from autograder.kit.reading import (
    MAX_BYTES,
    MAX_CELLS,
    MAX_SOURCE,
    NotebookCell,
    Stamp,
    Unusable,
    cells_of,
    document_of,
    read_text,
    stamp_of,
)
from autograder.weave import ReplayCell, replayed, weave

if TYPE_CHECKING:
    from autograder.master import Master

__all__ = [
    "MAX_BYTES",
    "MAX_CELLS",
    "MAX_SOURCE",
    "ReplayCell",
    "Submission",
    "read_submission",
    "rebuild",
    "weave",
]

# What the exchange writes beside a notebook: when it was handed in, and what only its learner and the instructor know.
# The address of the feedback page is made from the second.
TIMESTAMP, SECRET = MARKS = ("timestamp.txt", "submission_secret.txt")
OTHERS_FILE = "This is another name for a file of somebody else's (a hard link). Hand in a notebook of your own."


@dataclass
class Submission:
    """A notebook handed in: its cells, or the reason why it has none that can be used.

    stamp: the release that it says it was made from
    """

    path: Path
    problem: str | None = None
    notes: list[str] = field(default_factory=list)
    cells: list[NotebookCell] = field(default_factory=list)
    stamp: Stamp | None = None

    def note(self, sentence: str) -> None:
        """Keep a sentence about this submission, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)


def read_submission(path: str | os.PathLike[str]) -> Submission:
    """The submission in `path`; bad content ends in `.problem`, never in an exception.

    Raises OurFault only when this machine cannot read the file (permissions, a failing disk): that is no fault of
    the learner and must not become a zero.
    """
    submission = Submission(Path(path))
    if names_others_file(submission.path):
        submission.problem = OTHERS_FILE
        return submission
    try:
        document = document_of(read_text(submission.path, submission.note))
        submission.cells, submission.stamp = cells_of(document, submission.note), stamp_of(document)
    except Unusable as reason:
        submission.problem = str(reason)
    except OSError as error:
        raise OurFault(f"{path} could not be read: {error.strerror}") from error
    return submission


def names_others_file(path: Path) -> bool:
    """Is this a second name (a hard link) for a file of somebody else's, which its maker need not be able to read?

    One for a file of one's own is as good as a copy of it, and backups and tidying tools make such.
    """
    try:
        file, folder = path.lstat(), path.parent.stat()
    except OSError:
        return False
    return stat.S_ISREG(file.st_mode) and file.st_nlink > 1 and file.st_uid != folder.st_uid


def rebuild(master: Master, submission: Submission) -> list[ReplayCell]:
    """The code to replay, in notebook order; what had to be set right is added to `submission.notes`."""
    cells, notes = weave(master.cells, submission.cells)
    for sentence in notes if submission.problem is None else ():
        submission.note(sentence)
    return replayed(cells)
