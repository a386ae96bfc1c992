"""What a real run would refuse, a dry run refuses too: it writes as the real one does, into a copy of the gradebook."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from autograder.bridge.late import Charge
from autograder.bridge.register import ensure_registered
from autograder.bridge.save import Entry
from autograder.grading.book import Book
from autograder.master import Master
from autograder.paths import Paths
from autograder.runs.backups import copy_into
from autograder.runs.database import SQLITE, Database


def rehearse(
    paths: Paths,
    coursedir: CourseDirectory,
    master: Master,
    entries: Sequence[Entry],
    also: Callable[..., None] | None = None,
) -> dict[str, Charge]:
    """Enter everything into a copy that is thrown away; what is late and what it costs, by learner.

    Raises what entering it into the gradebook itself would.
    """
    Database(coursedir.db_url).check(now=True)
    with tempfile.TemporaryDirectory(prefix="rehearsal-") as folder:
        there = Path(folder) / "gradebook.db"
        copy_into(Database(coursedir.db_url), there)
        config = copy.deepcopy(coursedir.config)
        config.CourseDirectory.db_url = f"{SQLITE}{there}"
        other = CourseDirectory(config=config)
        ensure_registered(other, paths, master.name, master)
        return Book(other).write(master.name, entries, also)
