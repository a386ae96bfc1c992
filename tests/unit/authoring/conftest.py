"""Courses in temporary folders."""

from __future__ import annotations

import pytest
from authoring_course import Course


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path)


@pytest.fixture(scope="session")
def built_course(tmp_path_factory):
    """A course that was built once, for tests that only look."""
    made = Course(tmp_path_factory.mktemp("course"))
    assert made.build() == 0
    return made
