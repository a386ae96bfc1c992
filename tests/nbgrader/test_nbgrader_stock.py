"""The same notebooks under stock nbgrader: less safe, but it grades them."""

from __future__ import annotations

import sys

import pytest

from tests.nbgrader.classroom import NAME

STOCK = """
import os, sys
c = get_config()
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
c.CourseDirectory.source_directory = "build/source"
c.CourseDirectory.release_directory = "build/stock-release"
c.CourseDirectory.submitted_directory = "classroom/submitted"
c.CourseDirectory.autograded_directory = "classroom/autograded"
c.CourseDirectory.feedback_directory = "classroom/feedback"
c.CourseDirectory.db_url = "sqlite:///classroom/gradebook.db"
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="slow, and stock nbgrader's own business there")


def test_stock_nbgrader_grades_the_same_notebooks(classroom):
    (classroom.paths.root / "nbgrader_config.py").write_text(STOCK)
    classroom.run("generate_assignment", NAME)
    classroom.hand_in("right", classroom.notebook())
    classroom.hand_in("untouched", (classroom.paths.course / NAME / f"{NAME}.ipynb").read_bytes())
    classroom.run("autograde", NAME)
    assert classroom.scores("right") == classroom.points
    assert set(classroom.scores("untouched").values()) == {0.0}
