"""Steps of the bridge that need no gradebook: links, previous copies, hidden tests, the report on top."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output

from autograder.authoring.masters import load_master
from autograder.bridge.clean import clean_html, markdown_html
from autograder.bridge.essays import model_of
from autograder.bridge.execute import verdict_output
from autograder.bridge.feedback import HIDDEN, HideTests
from autograder.bridge.links import remove_links, remove_odd_marks
from autograder.bridge.pages import MATHJAX
from autograder.bridge.report import remark, report_html
from autograder.judge.verdict import CellResult
from autograder.runs.previous import PreviousCopies
from tests.notebooks.lesson import PATHS


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_links_and_pipes_do_not_come_along(tmp_path):
    folder = tmp_path / "submitted" / "ada" / "05"
    (folder / "data").mkdir(parents=True)
    (folder / "05.ipynb").write_text("{}")
    (folder / "data" / "mine.csv").write_text("1")
    secret = tmp_path / "gradebook.db"
    secret.write_text("secret")
    (folder / "data" / "link").symlink_to(secret)
    (folder / "folder").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe")
    remove_links(assignment="05", student="*", notebooks=[str(folder / "05.ipynb")])
    left = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    assert left == ["05.ipynb", "data", "data/mine.csv"]
    assert secret.read_text() == "secret"


@pytest.mark.parametrize(
    ("text", "stays"),
    [(b"2026-11-21 12:00:00 UTC", True), (b"", True), (b"soon", False), (b"\xff\xfe", False), (b"9" * 10_000, False)],
)
def test_a_timestamp_that_is_no_time_does_not_stop_the_grading(tmp_path, text, stays):
    (tmp_path / "timestamp.txt").write_bytes(text)
    remove_odd_marks(tmp_path)
    assert (tmp_path / "timestamp.txt").exists() == stays


@pytest.mark.parametrize(
    ("content", "stays"),
    [
        (b"0" * 128, True),
        (b"any word\n", True),
        (b"", False),
        (b"\xc3\xa9", False),
        (b"\xff", False),
        (b"0" * 10_000, False),
    ],
)
def test_a_secret_that_is_none_does_not_stop_the_release_of_feedback(tmp_path, content, stays):
    secret = tmp_path / "submission_secret.txt"
    secret.write_bytes(content)
    remove_odd_marks(tmp_path)
    assert secret.exists() == stays


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
@pytest.mark.parametrize("name", ["timestamp.txt", "submission_secret.txt"])
def test_what_is_not_a_file_beside_a_notebook_is_removed(tmp_path, name):
    (tmp_path / name).symlink_to("/etc/hostname")
    remove_odd_marks(tmp_path)
    assert not (tmp_path / name).is_symlink()
    (tmp_path / name / "more").mkdir(parents=True)
    remove_odd_marks(tmp_path)
    assert not (tmp_path / name).exists()


@pytest.fixture
def copies(tmp_path):
    def destination(assignment, student):
        return tmp_path / "autograded" / student / assignment

    standing = destination("05", "ada")
    standing.mkdir(parents=True)
    (standing / "05.ipynb").write_text("old")
    return PreviousCopies(tmp_path / ".previous", destination), standing / "05.ipynb"


def test_a_copy_without_a_successor_comes_back(copies):
    previous, notebook = copies
    previous.keep("05", "ada")
    notebook.unlink()
    notebook.parent.rmdir()
    previous.restore_missing()
    assert notebook.read_text() == "old"
    assert not previous.store.exists()


def test_a_copy_with_a_successor_is_let_go(copies):
    previous, notebook = copies
    previous.keep("05", "ada")
    notebook.write_text("new")
    previous.restore_missing()
    assert notebook.read_text() == "new"
    assert not previous.store.exists()


def test_a_run_that_was_killed_is_repaired_by_the_next(copies):
    previous, notebook = copies
    previous.keep("05", "ada")
    notebook.unlink()
    PreviousCopies(previous.store, previous.destination).restore_missing()
    assert notebook.read_text() == "old"


def test_to_be_done_with_one_learner_looks_at_nobody_else_and_the_last_one_leaves_nothing(copies, monkeypatch):
    previous, _ = copies
    learners = ["ada", "a[b]*", *(f"learner{number}" for number in range(30))]
    for learner in learners:
        previous.keep("05", learner)
        previous.begin("05", learner)
    removed = []
    rmdir = Path.rmdir
    monkeypatch.setattr(Path, "rmdir", lambda folder: (removed.append(folder), rmdir(folder)))
    for learner in learners:
        removed.clear()
        previous.done("05", learner)
        assert {folder.name for folder in removed} & set(learners) == {learner}
        assert not previous.unfinished("05", learner)
    assert not previous.store.exists()


SECRET = "assert twice(7) == 14"


def graded(**metadata):
    source = f"assert twice(1) == 2\n### BEGIN HIDDEN TESTS\n{SECRET}\n### END HIDDEN TESTS"
    marks = {"grade_id": "t", "grade": True, "solution": False, "points": 1, "schema_version": 3}
    failure = new_output("error", ename="AssertionError", evalue="14", traceback=[f"----> 3 {SECRET}"])
    cell = new_code_cell(source, metadata={"nbgrader": marks, **metadata}, outputs=[failure])
    return HideTests().preprocess(new_notebook(cells=[cell]), {})[0].cells[0]


def test_feedback_shows_the_visible_part_and_no_hidden_line():
    cell = graded(verdict={"outcome": "wrong"})
    assert cell.source == f"assert twice(1) == 2\n{HIDDEN}"


def test_a_traceback_of_stock_steps_is_not_shown():
    assert SECRET not in str(graded())


def verdict(**changes):
    fields = {"grade_id": "ex1_test", "outcome": "right", "points": 2.0, "max_points": 3.0}
    return CellResult(**{**fields, "kind": "C", **changes})


def test_a_right_test_prints_and_a_wrong_one_fails():
    assert verdict_output(verdict()).text == "right · 2 of 3 points\n"
    wrong = verdict_output(verdict(outcome="wrong", points=0.0, law="x: y", message="seen"))
    assert wrong == NotebookNode(
        output_type="error",
        ename="wrong",
        evalue="law: x: y\nseen",
        traceback=["wrong · 0 of 3 points\nlaw: x: y\nseen"],
    )


def test_a_remark_keeps_its_lines_and_nothing_in_it_is_markup():
    shown = markdown_html(remark(verdict(outcome="wrong", law="value: a * b", message="`f(2)` raised\n__call__ *b*")))
    assert "wrong:" in shown
    assert "law: value: a * b\n`f(2)` raised\n__call__ *b*" in shown


def test_the_report_holds_outcomes_and_remarks_and_nobodys_markup():
    cells = [
        SimpleNamespace(
            grade_id=None, release_source="## Exercise 5.1 · The `sum` (code, 3 points, about 5 min)\nText."
        ),
        SimpleNamespace(grade_id="ex1_test", release_source="assert f"),
    ]
    judged = SimpleNamespace(
        master=SimpleNamespace(name="05", cells=cells),
        submission=SimpleNamespace(problem=None, notes=["Cell ex2 is missing."]),
        woven=[],
        result=SimpleNamespace(
            level=1,
            seed="ab12",
            score=2.0,
            max_score=7.0,
            manual=4.0,
            notes=[],
            cells=[verdict(outcome="wrong", law="size: as <many>", message="got <img src=x>\n\n$x$ \\href{y}")],
        ),
    )
    shown = report_html(judged)
    assert "2 of 3 points by the tests" in shown and "Points for a person to give: 4." in shown
    assert '<a href="#exercise-5-1">5.1 The sum</a>' in shown
    assert "<b>size</b>: as &lt;many&gt;<br>got" in shown
    assert "Cell ex2 is missing." in shown
    assert "sandbox level 1" in shown
    assert '<table class="table">' in clean_html(shown), "the page's own look survives its cleaning"
    assert "<img" not in shown
    assert "$" not in shown
    assert "\n\n" not in shown


ESSAY = """### BEGIN SOLUTION
**A model answer.** Because $a$
is $b$.

**Rubric.**

- **2 points** All of
  it.
- **0.5 points** Some.
### STUB
# YOUR ANSWER HERE
### END SOLUTION"""


def test_an_essays_cell_is_a_model_answer_and_a_rubric():
    assert model_of(ESSAY) == ("**A model answer.** Because $a$\nis $b$.", [(2.0, "All of it."), (0.5, "Some.")])
    assert model_of("Just so.\n\n**Rubric.**\n\nUse sense.") == ("Just so.\n\n**Rubric.**\n\nUse sense.", [])


def test_every_essay_of_the_course_has_a_rubric_from_all_points_down_to_none():
    essays = [cell for name in PATHS.names() for cell in load_master(PATHS, name).cells if cell.role == "manual"]
    assert essays
    for cell in essays:
        model, rubric = model_of(cell.source)
        assert model and [points for points, _ in rubric] == [*range(int(cell.points), -1, -1)], cell.grade_id


def test_what_pages_are_made_of_comes_with_the_package():
    patterns = tomllib.loads((PATHS.root / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    bridge = PATHS.root / "autograder" / "bridge"
    listed = {file for pattern in patterns["autograder.bridge"] for file in bridge.glob(pattern)}
    assert {file for file in bridge.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc")} == listed
    assert MATHJAX / "LICENSE" in listed
