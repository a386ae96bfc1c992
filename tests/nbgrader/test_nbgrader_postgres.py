"""Formgrader and nbgrader's own commands on a gradebook that lies on a PostgreSQL server."""

from __future__ import annotations

import csv
import json
import sys

import pytest

from tests.nbgrader.classroom import NAME, Classroom
from tests.nbgrader.test_nbgrader_formgrader import autograde, server  # noqa: F401  a fixture
from tests.postgres import WHY_NOT, programs, running

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork"),
    pytest.mark.skipif(programs() is None, reason=WHY_NOT),
]
SCORES = "select student_id, sum(auto_score) from grade, submitted_notebook n, submitted_assignment a where "
SCORES += "grade.notebook_id = n.id and n.assignment_id = a.id group by student_id order by student_id"


@pytest.fixture(scope="module")
def database():
    with running() as postgres:
        yield postgres


@pytest.fixture(scope="module")
def classroom(course_copy, tmp_path_factory, database) -> Classroom:
    """A course whose nbgrader_config.py names the server, and two who have handed the reference in."""
    made = Classroom(course_copy(tmp_path_factory.mktemp("course") / "checkout"))
    for learner in ("ada", "eve"):
        made.hand_in(learner, made.notebook())
    made.url = database.new_database()
    with (made.paths.root / "nbgrader_config.py").open("a") as file:
        file.write(f"\nc.CourseDirectory.db_url = {made.url!r}\n")
    return made


def test_formgraders_buttons_work_on_a_server(server, classroom, database):  # noqa: F811
    for learner in ("ada", "eve"):
        done = autograde(server, learner)
        assert done["success"], done
    most = classroom.most
    assert database.rows(classroom.url, SCORES) == [("ada", most), ("eve", most)]
    listed = json.loads(server.call("/formgrader/api/assignments"))
    assert {it["name"]: it["num_submissions"] for it in listed}[NAME] == 2
    of_ada = json.loads(server.call("/formgrader/api/student_submissions/ada"))
    assert [it["score"] for it in of_ada if it["name"] == NAME] == [most]
    done = json.loads(server.call(f"/formgrader/api/assignment/{NAME}/generate_feedback", "POST"))
    assert done["success"], done


def test_nbgrader_exports_what_lies_on_a_server(server, classroom):  # noqa: F811
    assert autograde(server, "ada")["success"]
    file = classroom.paths.root / "grades.csv"
    classroom.run("export", "--to", str(file))
    rows = {
        row["student_id"]: row for row in csv.DictReader(file.read_text().splitlines()) if row["assignment"] == NAME
    }
    assert float(rows["ada"]["score"]) == classroom.most
