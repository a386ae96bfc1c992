"""What a real run would refuse, a dry run refuses too: it writes as the real one does, into a copy of the gradebook."""

from __future__ import annotations

import copy
import sqlite3
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from autograder.bridge.late import Charge
from autograder.bridge.register import ensure_registered
from autograder.errors import OurFault
from autograder.grading.book import SQLITE, Book, Entry
from autograder.master import Master
from autograder.paths import Paths


def rehearse(
    paths: Paths,
    coursedir: CourseDirectory,
    master: Master,
    entries: Iterable[Entry],
    also: Callable[..., None] | None = None,
) -> dict[str, Charge]:
    """Enter everything into a copy that is thrown away; what is late and what it costs, by learner.

    Raises what entering it into the gradebook itself would. A gradebook that is no file (one on a server) is not
    copied, and there nothing is tried.
    """
    book = Book(coursedir)
    if book.file is None:
        return {}
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        there = Path(folder) / "gradebook.db"
        if book.file.exists():
            _copy(book.file, there)
        config = copy.deepcopy(coursedir.config)
        config.CourseDirectory.db_url = f"{SQLITE}{there}"
        other = CourseDirectory(config=config)
        ensure_registered(other, paths, master.name, master)
        return Book(other).write(master.name, entries, also)


def _copy(file: Path, there: Path) -> None:
    """A whole copy; OurFault when nothing could be written to the original now."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(there)) as target:
        try:
            source.execute("begin immediate")  # as a writer would; nothing is written
            source.rollback()
        except sqlite3.OperationalError as error:
            raise OurFault(
                f"the gradebook could not be written now ({error}), so grading would stop: close what else may be "
                "writing to it, see that you may write to its file, and run the same command again"
            ) from error
        source.backup(target)
