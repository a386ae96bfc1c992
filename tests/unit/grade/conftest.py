import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "authoring"))

from authoring_course import Course

from autograder.paths import Paths


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of two small notebooks, and its folder as the place where commands are typed."""
    root = tmp_path / "course"
    root.mkdir()
    made = Course(root)
    monkeypatch.chdir(root)
    return made


@pytest.fixture(scope="session")
def course_of_one(tmp_path_factory):
    """Built once: building takes longer than any test."""
    from classes import make_course

    return make_course(tmp_path_factory.mktemp("small") / "course")


@pytest.fixture
def small(course_of_one, tmp_path):
    """A class of its own for each test."""
    from classes import SmallClass

    shutil.copytree(course_of_one.root, tmp_path / "course")
    return SmallClass(Paths(tmp_path / "course"))
