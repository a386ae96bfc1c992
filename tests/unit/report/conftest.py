import shutil
import sys
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[1]
sys.path[:0] = [str(Path(__file__).parent), str(UNIT / "grade"), str(UNIT / "authoring")]


from classes import SmallClass, course_of_one  # noqa: E402, F401  a fixture

from autograder.paths import Paths  # noqa: E402


@pytest.fixture
def small(course_of_one, tmp_path, monkeypatch):  # noqa: F811
    """A class of its own for each test, in whose course commands are typed."""
    shutil.copytree(course_of_one.root, tmp_path / "course")
    monkeypatch.chdir(tmp_path / "course")
    return SmallClass(Paths(tmp_path / "course"))
