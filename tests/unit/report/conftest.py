import shutil
import sys
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[1]
sys.path[:0] = [str(Path(__file__).parent), str(UNIT / "grade"), str(UNIT / "authoring")]


@pytest.fixture(scope="session")
def course_of_one(tmp_path_factory):
    """Built once: building takes longer than any test."""
    from classes import make_course

    return make_course(tmp_path_factory.mktemp("report") / "course")


@pytest.fixture
def small(course_of_one, tmp_path, monkeypatch):
    """A class of its own for each test, in whose course commands are typed."""
    from classes import SmallClass

    from autograder.paths import Paths

    shutil.copytree(course_of_one.root, tmp_path / "course")
    monkeypatch.chdir(tmp_path / "course")
    return SmallClass(Paths(tmp_path / "course"))
