"""The real course, and the real judge, stand on what the small courses prove."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from autograder.authoring.build import build, build_master
from autograder.paths import Paths
from autograder.source.findings import CourseErrors

REAL = Paths(Path(__file__).resolve().parents[3])
needs_notebooks = pytest.mark.skipif(not REAL.names(), reason="solutions/ has no notebook")


@needs_notebooks
def test_no_false_alarm_on_the_first_notebooks(tmp_path):
    """Sources, lint and leak scan; `make lint` builds the whole course, with the reference judged."""
    first = REAL.names()[:2]
    others = [f"{name}*" for name in REAL.names()[2:]]
    shutil.copytree(REAL.solutions, tmp_path / "solutions", ignore=shutil.ignore_patterns(*others))
    assert build(Paths(tmp_path), reference=lambda master, source: master, say=lambda line: None) == 0
    assert sorted(path.name for path in (tmp_path / "course").iterdir()) == [*first, "README.md"]


def test_the_judge_counts_the_checks_of_the_reference(course):
    test = build_master(course.paths, "01_doubling").find("ex1_1_test")
    assert set(test.sites.values()) == {1} and len(test.sites) == 2


def test_the_judge_refuses_a_reference_that_is_wrong(course):
    course.change("01_doubling", "np.add(x, x)", "np.add(x, 1)")
    with pytest.raises(CourseErrors, match=r"solutions/01_doubling.py:\d+: ex1_1_test does not hold .*twice"):
        build_master(course.paths, "01_doubling")


def test_the_judge_refuses_checks_that_hang_on_the_data(course):
    loop = "for number in secret_numbers[secret_numbers > 0]:\n    close(double(number), number * 2.0, "
    line = course.change("01_doubling", "close(double(secret_numbers), secret_numbers * 2.0, ", loop) + 1
    with pytest.raises(
        CourseErrors, match=rf"solutions/01_doubling.py:{line}: this check is reached .* on three seeds"
    ):
        build_master(course.paths, "01_doubling")
