"""How the tests are shared out among the workers of `make test`, and what several folders of them start from."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from autograder.paths import Paths
from tests.notebooks.lesson import NAMES, PATHS

# Begun first, the slowest one foremost, so that no worker is left with one of them while the others have nothing to do.
# True: each notebook of the course in it is a piece of work of its own. Of all other files the whole file is.
SLOW = {
    "tests/unit/judge/test_judge_course.py": True,
    "tests/site/test_site_pages.py": False,
    "tests/nbgrader/test_nbgrader_batch.py": False,
    "tests/notebooks/test_mechanical.py": True,
    "tests/nbgrader/test_nbgrader_exchange.py": False,
    "tests/nbgrader/test_nbgrader_grade.py": False,
    "tests/nbgrader/test_nbgrader_course.py": True,
    "tests/browser/test_browser_instructor.py": False,
    "tests/browser/test_browser_learner.py": False,
}


def piece_of(nodeid: str) -> tuple[str, str]:
    """The piece of work that a test belongs to: its file, and its notebook where the file is shared out by these."""
    file, _, test = nodeid.partition("::")
    return file, next((name for name in NAMES if f"[{name}]" in test), "") if SLOW.get(file) else ""


@pytest.hookimpl(optionalhook=True)  # pytest-xdist's
def pytest_xdist_make_scheduler(config, log):
    """A piece of work stays together on one worker.

    pytest-xdist's own groups (`xdist_group`) are lost on pytest 9.2, which keeps a test's id elsewhere.
    """
    from xdist.scheduler import LoadFileScheduling

    class ByPiece(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return " ".join(piece_of(nodeid))

    return ByPiece(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items):
    """What is slow comes first, and of this the later notebooks, which have the more to judge."""
    files, notebooks = list(SLOW), ["", *NAMES]

    def place(item):
        file, notebook = piece_of(item.nodeid)
        return (files.index(file), -notebooks.index(notebook)) if file in SLOW else (len(files), 0)

    items.sort(key=place)


@pytest.fixture(scope="session")
def course_copy() -> Callable[[Path], Paths]:
    """Copies the course to a folder. What its canaries say is held by `make mutants`, so a copy does not ask them.

    Only a copy: in the checkout, where somebody may grade, they are known when they were asked.
    """
    from autograder.demo import copy_course

    if sys.platform == "win32":  # where no judge can be imported, and nobody asks canaries
        return partial(copy_course, PATHS)

    from autograder.authoring.masters import load_master
    from autograder.judge.grader import Judge
    from autograder.runs.canaries import remember

    masters = [load_master(PATHS, name) for name in NAMES]
    with Judge() as judge:
        level = judge.level

    def copy_to(root: Path) -> Paths:
        copy = copy_course(PATHS, root)
        for master in masters:
            remember(copy, master, level)
        return copy

    return copy_to
