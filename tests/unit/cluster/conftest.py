import shutil
import sys
from pathlib import Path

import pytest

from autograder.paths import Paths

for folder in ("cluster", "grade", "authoring"):
    sys.path.insert(0, str(Path(__file__).parents[1] / folder))


@pytest.fixture(scope="session")
def course_of_one(tmp_path_factory):
    """Built once: building takes longer than most tests."""
    from classes import make_course

    return make_course(tmp_path_factory.mktemp("small") / "course")


@pytest.fixture
def small(course_of_one, tmp_path):
    """A class of its own for each test, in a copy of the course."""
    from classes import SmallClass

    shutil.copytree(course_of_one.root, tmp_path / "course")
    return SmallClass(Paths(tmp_path / "course"))


@pytest.fixture(scope="module")
def servers(course_of_one, tmp_path_factory):
    """A scheduler and two workers, for all tests of a file."""
    from servers import Servers

    with Servers(tmp_path_factory.mktemp("dask")) as started:
        started.worker(course_of_one.root)
        started.worker(course_of_one.root)
        started.wait_for(2)
        yield started
