"""How the tests are shared out among the workers of `make test`, and what several folders of them start from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from autograder.paths import Paths
from tests.notebooks.lesson import NAMES, PATHS

HERE = Path(__file__).parent
# Begun first, the slowest one foremost, so that no worker is left with one of them while the others have nothing to do.
FIRST = (
    "unit/judge/test_judge_course.py",
    "nbgrader/test_nbgrader_batch.py",
    "notebooks/test_mechanical.py",
    "nbgrader/test_nbgrader_exchange.py",
    "nbgrader/test_nbgrader_grade.py",
    "nbgrader/test_nbgrader_course.py",
    "browser/test_browser_instructor.py",
    "browser/test_browser_learner.py",
)
# Of these, each notebook of the course is a piece of work of its own; of all others the whole file is.
BY_NOTEBOOK = {FIRST[0], FIRST[2], FIRST[5]}


@pytest.hookimpl(optionalhook=True)  # pytest-xdist's
def pytest_xdist_make_scheduler(config, log):
    """A file stays together on one worker, or what a file has on one notebook, and the order is ours.

    pytest-xdist's own groups (`xdist_group`) are lost on pytest 9.2, which keeps a test's id elsewhere.
    """
    from xdist.scheduler import LoadFileScheduling

    class ByFileOrNotebook(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file, _, test = nodeid.partition("::")
            notebook = next((name for name in NAMES if f"[{name}]" in test), "")
            return f"{file} {notebook}" if file.removeprefix("tests/") in BY_NOTEBOOK else file

    return ByFileOrNotebook(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items):
    """What is slow comes first, and of this the later notebooks, which have the more to judge."""

    def place(item):
        file = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
        if file not in FIRST:
            return len(FIRST), 0
        notebook = item.callspec.id if file in BY_NOTEBOOK and hasattr(item, "callspec") else ""
        return FIRST.index(file), -NAMES.index(notebook) if notebook in NAMES else 1

    items.sort(key=place)


@pytest.fixture(scope="session")
def built() -> Paths:
    """The checkout. What the canaries of its notebooks say is held by test_judge_course, and not asked again."""
    if sys.platform != "win32":  # where no judge can be imported
        from autograder.authoring.master import Master
        from autograder.grading.canaries import remember
        from autograder.judge.grader import Judge

        with Judge() as judge:
            for name in NAMES:
                remember(PATHS, Master.load(PATHS, name), judge.level)
    return PATHS
