"""A copy of the real course with a classroom of its own."""

from __future__ import annotations

import pytest

from tests.nbgrader.classroom import Classroom


@pytest.fixture(scope="module")
def classroom(course_copy, tmp_path_factory) -> Classroom:
    return Classroom(course_copy(tmp_path_factory.mktemp("course") / "checkout"))
