"""What late work costs: table, dry run, gradebook, feedback and export say the same, whichever command graded."""

from __future__ import annotations

import csv
import sys

import pytest
from classes import NAME, RIGHT
from late_work import DUE, extensions, mark_late, rules
from nbgrader.converters.base import NbGraderException

from autograder.errors import UsageError
from autograder.export.totals import totals
from autograder.grading.command import as_text, to_json

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")

ESSAY = "It doubles."
TEN_A_DAY = "percent_per_day = 10\n"  # of 6 points, of which an essay has 4


@pytest.fixture
def term(small):
    """A class whose gradebook knows the due date."""
    small.hand_in("ada")
    small.grade()
    small.query("update assignment set duedate = ?", DUE.isoformat(" ", "microseconds"))
    return small


def penalties(small) -> dict[str, float | None]:
    return dict(
        small.query(
            "select student_id, late_submission_penalty from submitted_notebook "
            "join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id"
        )
    )


def export(small) -> dict[str, dict[str, str]]:
    from nbgrader.apps import ExportApp

    target = small.paths.classroom / "grades.csv"
    app = ExportApp.instance()
    try:
        app.initialize(["--to", str(target)])
        app.start()
    finally:
        ExportApp.clear_instance()
    with target.open(newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def class_of_four(term) -> None:
    """On time, two days late, with an extension, and marked late by Canvas."""
    rules(term, TEN_A_DAY)
    extensions(term, "learner,assignment,hours\ncleo,01,48\n")
    term.hand_in("ada", timestamp="2026-11-02 22:00:00.7 UTC")
    term.hand_in("ben", timestamp="2026-11-04 22:00:00 UTC")
    term.hand_in("cleo", timestamp="2026-11-04 23:00:00 CET")
    term.hand_in("dora")
    mark_late(term, "dora")


OFF = {"ada": None, "ben": 1.2, "cleo": None, "dora": 0.6}


def test_table_json_and_dry_run_show_what_is_late_and_what_it_costs(term):
    class_of_four(term)
    for dry_run in (True, False):
        before = penalties(term)
        found = term.grade(dry_run=dry_run)
        said = as_text(found)
        assert "late by 2 days: 1.2 points off" in said
        assert "late, as Canvas marked it: 0.6 points off" in said
        assert ", 2 late" in said
        late = {it["learner"]: it["late"] for it in to_json(found)["submissions"]}
        assert late["ben"] == {"seconds": 172_800, "days": 2, "points_off": 1.2}
        assert late["ada"] is None
        assert penalties(term) == (before if dry_run else OFF)


def test_nbgraders_command_takes_the_same_off_as_ours(term):
    class_of_four(term)
    term.nbgrader("Autograde", force=True)
    assert penalties(term) == OFF


def test_no_more_is_taken_off_than_there_is_and_an_essay_that_is_read_later_counts(term, monkeypatch):
    monkeypatch.chdir(term.paths.root)  # where nbgrader's command looks for its configuration
    rules(term, "percent_per_day = 50\nat_most_percent = 60\n")
    term.hand_in("ben", RIGHT, ESSAY, timestamp="2026-11-04 22:00:00 UTC")
    term.grade()
    assert penalties(term)["ben"] == 2.0  # of the 3.6; nobody has read the essay
    term.query("update grade set manual_score = 4, needs_manual_grade = 0 where auto_score is null")
    for_a_platform = totals(term.paths, NAME).marks["ben"]
    assert (for_a_platform.penalty, round(for_a_platform.score, 4)) == (3.6, 2.4)
    assert penalties(term)["ben"] == 2.0  # it only reads
    row = export(term)["ben"]
    assert (float(row["raw_score"]), float(row["late_submission_penalty"]), float(row["score"])) == (6.0, 3.6, 2.4)
    term.query("update submitted_notebook set late_submission_penalty = 2.0 where late_submission_penalty is not null")
    term.nbgrader("GenerateFeedback")
    assert penalties(term)["ben"] == 3.6
    page = term.paths.classroom / "feedback" / "ben" / NAME / f"{NAME}.html"
    assert "Points taken off because it came late: 3.6." in page.read_text(encoding="utf-8")


def test_the_export_to_a_platform_calls_late_who_is_late_by_extensions_and_by_the_platform(term):
    class_of_four(term)
    extensions(term, "learner,assignment,hours\ncleo,01,48\ndora,01,24\n")
    term.hand_in("eve", timestamp="2026-11-02 22:05:00 UTC")
    rules(term, f"{TEN_A_DAY}grace_minutes = 10\n")
    term.hand_in("finn")
    mark_late(term, "finn")
    term.grade()
    marks = totals(term.paths, NAME).marks
    assert {learner: mark.penalty for learner, mark in marks.items() if mark.late} == {
        "ben": 1.2,
        "eve": 0,
        "finn": 0.6,
    }


def test_a_plug_in_of_nbgraders_decides_where_the_file_names_no_percentage_and_both_are_refused(term):
    with (term.paths.root / "nbgrader_config.py").open("a") as file:
        file.write("\nc.LateSubmissionPlugin.penalty_method = 'zero'\n")
    rules(term, "grace_minutes = 5\n")
    term.hand_in("ben", timestamp="2026-11-02 22:05:00 UTC")
    term.hand_in("cleo", timestamp="2026-11-02 22:05:01 UTC")
    term.hand_in("dora")
    mark_late(term, "dora")
    assert "late by 5 min, within the grace period: costs nothing" in as_text(term.grade())
    assert penalties(term) == {"ada": None, "ben": None, "cleo": 2.0, "dora": 2.0}
    rules(term, TEN_A_DAY)
    with pytest.raises(UsageError, match="both say"):
        term.grade()


def test_when_a_line_is_refused_nobody_is_graded(term):
    term.hand_in("ben")
    extensions(term, "learner,assignment,hours\nada,01,never\n")
    with pytest.raises(UsageError, match="line 2"):
        term.grade(dry_run=True)
    with pytest.raises(UsageError, match="line 2"):
        term.grade()
    with pytest.raises(NbGraderException, match="line 2"):
        term.nbgrader("Autograde", force=True)
    assert list(term.tests()) == ["ada"]
