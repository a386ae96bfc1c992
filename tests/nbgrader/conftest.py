"""A copy of the real course with a classroom of its own."""

from __future__ import annotations

import pytest

from autograder.demo import copy_course
from tests.nbgrader.classroom import Classroom


@pytest.fixture(scope="module")
def classroom(built, tmp_path_factory) -> Classroom:
    return Classroom(copy_course(built, tmp_path_factory.mktemp("course") / "checkout"))
