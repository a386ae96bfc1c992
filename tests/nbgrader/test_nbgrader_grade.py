"""`autograder grade` beside nbgrader's own commands: the same files, and formgrader, feedback and export go on."""

from __future__ import annotations

import base64
import csv
import json
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest

from autograder.bridge.export import HANDED_IN
from tests.nbgrader.classroom import NAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")

HOSTILE_NAME = '=HYPERLINK("http://x","y")'


@pytest.fixture(scope="module")
def graded(classroom):
    """The same class graded by `autograder grade` and by `nbgrader autograde`, each from an empty gradebook."""
    classroom.hand_in("ada", classroom.notebook())
    classroom.hand_in("ben", classroom.notebook(ex1_2="print('<b>no</b>')"))
    classroom.hand_in("cleo", b"no notebook")
    (classroom.submission("ada").parent / "timestamp.txt").write_text("2026-11-21 12:00:00 UTC")
    (classroom.submission("ada").parent / "diary.txt").write_text("not asked for")
    (classroom.submission("ada").parent / "submission_secret.txt").write_text("0" * 128)
    assert not (classroom.paths.classroom / "gradebook.db").exists()
    done = subprocess.run(
        [sys.executable, "-m", "autograder", "grade", NAME, "--json", "grades.json", "--require", "0"],
        cwd=classroom.paths.root,
        env=classroom.environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr  # cleo's file cannot be read
    classroom.said = done.stdout
    classroom.by_us = pages(classroom), marks(classroom)
    # With what we wrote still there, a mark that nbgrader's steps do not write would seem to be theirs.
    (classroom.paths.classroom / "gradebook.db").unlink()
    for folder in ("autograded", "results"):
        shutil.rmtree(classroom.paths.classroom / folder)
    classroom.run("autograde", NAME)
    return classroom


def pages(classroom):
    folder = classroom.paths.classroom / "autograded"
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_mode, without_ids(path.read_bytes())) for path in files
    }


def without_ids(content):
    """A drawing has an id of its own each time it is drawn, also inside a picture's address."""
    opened = re.sub(rb"base64,([A-Za-z0-9+/=]+)", lambda found: base64.b64decode(found[1]), content)
    return re.sub(rb"mg[0-9a-f]{8}", b"mg", opened)


# Everything in the gradebook about a class, by names, since ids are drawn anew.
TABLES = {
    "marks": """select submitted_assignment.student_id, base_cell.name, auto_score, manual_score, extra_credit,
        needs_manual_grade from grade join base_cell on base_cell.id = grade.cell_id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id""",
    "comments": """select submitted_assignment.student_id, base_cell.name, auto_comment, manual_comment from comment
        join base_cell on base_cell.id = comment.cell_id
        join submitted_notebook on submitted_notebook.id = comment.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id""",
    "submissions": """select student_id, assignment.name, timestamp, late_submission_penalty from submitted_assignment
        join assignment on assignment.id = submitted_assignment.assignment_id
        join submitted_notebook on submitted_notebook.assignment_id = submitted_assignment.id""",
    "students": "select id, first_name, last_name, email, lms_user_id from student",
    "cells": """select base_cell.name, base_cell.type, max_score, grade_cells.cell_type, source, checksum from base_cell
        left join grade_cells on grade_cells.id = base_cell.id
        left join source_cell on source_cell.name = base_cell.name""",
}


def marks(classroom):
    with sqlite3.connect(classroom.paths.classroom / "gradebook.db") as database:
        return {table: sorted(database.execute(query), key=repr) for table, query in TABLES.items()}


def test_files_and_marks_are_those_of_nbgraders_command(graded):
    files, ours = graded.by_us
    assert files == pages(graded)
    theirs = marks(graded)
    assert all(theirs.values())
    for table in TABLES:
        assert ours[table] == theirs[table], table
    assert graded.scores("ada") == graded.points


def test_only_what_the_assignment_has_comes_along(graded):
    folder = graded.paths.classroom / "autograded" / "ada" / NAME
    assert sorted(path.name for path in folder.iterdir()) == [f"{NAME}.ipynb", "submission_secret.txt", "timestamp.txt"]
    assert (graded.submission("ada").parent / "diary.txt").exists()


def test_the_json_holds_the_judges_object_for_each_learner(graded):
    document = json.loads((graded.paths.root / "grades.json").read_text())
    assert document["schema"] == 1
    ada, ben, cleo = document["submissions"]
    assert [it["learner"] for it in (ada, ben, cleo)] == ["ada", "ben", "cleo"]
    assert ada["score"] == ada["max_score"] == sum(graded.points.values())
    assert {"notebook", "level", "seed", "manual", "cells"} <= ben.keys()
    assert {cell["outcome"] for cell in cleo["cells"]} == {"refused"}


def test_feedback_is_made_from_it(graded):
    assert "WARNING" not in graded.run("generate_feedback", NAME).stderr
    assert graded.of_most in graded.feedback("ben")


def test_the_export_is_quoted_and_no_formula(graded):
    graded.run("db", "student", "add", "dora", f"--first-name={HOSTILE_NAME}", '--last-name=a,"b"')
    graded.run("export", "--to", "classroom/grades.csv")
    with (graded.paths.classroom / "grades.csv").open(newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    assert rows["dora"]["first_name"] == f"'{HOSTILE_NAME}"
    assert rows["dora"]["last_name"] == 'a,"b"'
    assert float(rows["ada"]["score"]) == graded.most
    assert float(rows["cleo"]["score"]) == 0.0
    levels = {learner: row["sandbox_level"] for learner, row in rows.items()}
    assert levels["dora"] == "" and int(levels["ada"]) == graded.autograded("ada")["metadata"]["verdict"]["level"]


def test_who_handed_in_nothing_has_no_mark_in_the_export_and_not_a_zero(graded):
    graded.run("db", "student", "add", "emil")
    graded.run("export", "--to", "classroom/grades.csv")
    with (graded.paths.classroom / "grades.csv").open(newline="") as file:
        emil = next(row for row in csv.DictReader(file) if row["student_id"] == "emil")
    assert [emil[column] for column in HANDED_IN] == ["", "", "", ""]
    assert float(emil["max_score"]) == graded.most
