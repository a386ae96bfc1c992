"""Notebooks of the course through nbgrader's own commands: the reference, and the release as it was handed out.

Three of them in `make test`, which between them have what exercises and notebooks can have; all in `make mutants`.
What the judge says of every notebook's reference is held by tests/unit/judge/test_judge_course.py either way.
"""

from __future__ import annotations

import sys

import pytest

from tests.nbgrader.classroom import Classroom
from tests.notebooks.lesson import ASSIGNMENTS, THOROUGH, reference, released

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")

# Predictions, an essay and rooms; lines in order; data beside it and limits of its own.
SOME = ["02_graphs", "03_leaves", "10_capstone"]


@pytest.fixture(scope="module")
def course(course_copy, tmp_path_factory):
    """One classroom for all notebooks."""
    return course_copy(tmp_path_factory.mktemp("course") / "checkout")


@pytest.fixture(scope="module", params=ASSIGNMENTS if THOROUGH else SOME)
def graded(request, course):
    """The notebook handed in solved, untouched and with its predictions alone; stderr has what nbgrader warns of."""
    room = Classroom(course, request.param)
    room.hand_in("right", room.notebook())
    room.hand_in("untouched", (course.course / room.name / f"{room.name}.ipynb").read_bytes())
    predictions = {answer for test in room.master.tests if test.commitment for answer in test.answers}
    answers = {name: source for name, source in reference(room.master).items() if name in predictions}
    room.hand_in("committed", released(room.master, answers))
    room.stderr = room.run("autograde", room.name, "--Application.log_level=WARN").stderr
    return room


def test_the_reference_gets_full_marks(graded):
    by_hand = {cell.grade_id: None for cell in graded.master.cells if cell.role == "manual"}
    assert graded.scores("right") == graded.points | by_hand
    assert set(graded.outcomes("right").values()) <= {"right", "committed", "manual"}


def test_stubs_get_nothing_not_even_for_a_commitment(graded):
    assert not any(graded.scores("untouched").values())
    assert set(graded.outcomes("untouched").values()) <= {"stub", "wrong", "manual"}


def test_commitments_that_were_made_get_their_points_and_nothing_else(graded):
    made = {test.grade_id: test.points for test in graded.master.tests if test.commitment}
    points = {name: points or 0 for name, points in graded.scores("committed").items()}
    assert points == dict.fromkeys(points, 0) | made
    assert [graded.outcomes("committed")[name] for name in made] == ["committed"] * len(made)


def test_nothing_is_on_stderr(graded):
    assert graded.stderr == ""
    for learner in ("right", "untouched", "committed"):
        outputs = [output for cell in graded.autograded(learner)["cells"] for output in cell.get("outputs", [])]
        assert outputs and not [output for output in outputs if output.get("name") == "stderr"]
