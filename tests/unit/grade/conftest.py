import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "authoring"))

from authoring_course import Course
from classes import course_of_one, small  # noqa: F401  fixtures


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of two small notebooks, and its folder as the place where commands are typed."""
    root = tmp_path / "course"
    root.mkdir()
    made = Course(root)
    monkeypatch.chdir(root)
    return made
