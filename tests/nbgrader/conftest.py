"""A copy of the real course with a classroom of its own."""

from __future__ import annotations

import sys

import pytest

from autograder.authoring.master import Master
from autograder.demo import NAME, copy_course
from autograder.grading.canaries import demand_canaries
from autograder.judge.grader import Judge
from autograder.judge.pool import OneJudge
from autograder.paths import Paths
from tests.nbgrader.classroom import Classroom
from tests.notebooks.lesson import PATHS


@pytest.fixture(scope="session")
def built() -> Paths:
    """The checkout, with instructor notebook and master as the source has them, and its canaries asked."""
    if sys.platform != "win32":
        with Judge() as judge:
            demand_canaries(PATHS, Master.load(PATHS, NAME), OneJudge(judge))
    return PATHS


@pytest.fixture(scope="module")
def classroom(built, tmp_path_factory) -> Classroom:
    return Classroom(copy_course(built, tmp_path_factory.mktemp("course") / "checkout"))
