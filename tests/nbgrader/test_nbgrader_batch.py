"""One batch with everything that learners hand in: each gets an outcome and a sentence, and none stops the others."""

from __future__ import annotations

import csv
import json
import sqlite3
import sys

import pytest
from bs4 import BeautifulSoup

from tests.nbgrader.classroom import NAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")

FIRST = "ex1_2"  # the answer that most of these spoil


def cell_of(document, grade_id=FIRST):
    cells = document["cells"]
    return next(cell for cell in cells if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def nbformat3(document):
    """The same notebook as IPython 2 would have saved it."""
    sheet = [{**cell, "input": cell["source"]} for cell in document["cells"]]
    return {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": sheet}]}


def duplicated(document):
    document["cells"].append(dict(cell_of(document), id="copy"))
    return document


def deleted(document):
    document["cells"].remove(cell_of(document))
    return document


def retyped(document):
    cell = cell_of(document)
    cell["cell_type"] = "markdown"
    del cell["outputs"], cell["execution_count"]
    return document


def renamed(document):
    cell_of(document)["metadata"]["nbgrader"]["grade_id"] = "ex1_2_mine"
    return document


def edited_tests(document):
    for cell in document["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            cell["source"] = "print('PASSED')"
            cell["metadata"]["nbgrader"]["points"] = 1000
    return document


UNREADABLE = {
    "not_json": (b"print('hello')", "not JSON"),
    "not_a_notebook": (b'{"hello": "world"}', "has no cells"),
    "a_list": (b"[1, 2, 3]", "not a notebook"),
    "empty": (b"", "empty"),
    "deep": (b"[" * 100_000, "nested too deeply"),
    "null_bytes": (b"\0" * 1000, "not JSON"),
}
# What was done to a solved notebook, the outcome of the first exercise, and a word of the sentence about it.
STRUCTURE = {
    "nbformat3": (nbformat3, "right", "old format"),
    "duplicated": (duplicated, "right", "there 2 times"),
    "deleted": (deleted, "missing", "missing from the notebook"),
    "retyped": (retyped, "right", "another type"),
    "renamed": (renamed, "right", "was changed"),
    "edited_tests": (edited_tests, "right", "do not count"),
}
CODE = {
    "syntax_error": ("def broadcast_shapes(:", None, "SyntaxError"),
    "endless_loop": ("while True: pass", "timeout", ""),
    "os_exit": ("import os; os._exit(0)", "crashed", ""),
    "sys_exit": ("import sys; sys.exit(0)", None, ""),
    "null_byte": ("def broadcast_shapes():\0 pass", None, "null bytes"),
}


@pytest.fixture(scope="module")
def batch(classroom):
    """Everything handed in and graded by one `nbgrader autograde`."""
    classroom.hand_in("good", classroom.notebook())
    classroom.hand_in("untouched", (classroom.paths.course / NAME / f"{NAME}.ipynb").read_bytes())
    classroom.hand_in("instructor", (classroom.paths.source / NAME / f"{NAME}.ipynb").read_bytes())
    for learner, (content, _) in UNREADABLE.items():
        classroom.hand_in(learner, content)
    with classroom.hand_in("huge", b"").open("wb") as file:
        file.truncate(100 << 20)
    classroom.hand_in("linked", b"").unlink()
    classroom.submission("linked").symlink_to(classroom.submission("good"))
    (classroom.submission("linked").parent / "data.csv").symlink_to("/etc/passwd")
    for learner, (change, _, _) in STRUCTURE.items():
        classroom.hand_in(learner, change(classroom.notebook()))
    for learner, (source, _, _) in CODE.items():
        classroom.hand_in(learner, classroom.notebook(**{FIRST: source}))
    solution = "".join(cell_of(classroom.notebook())["source"])
    classroom.hand_in("huge_print", classroom.notebook(**{FIRST: f"print('x' * 10**8)\n{solution}"}))
    page = "from IPython.display import HTML, Markdown\ndisplay(HTML('<b>bold</b><script>alert(1)</script>'))\n"
    page += "display(Markdown('$a<b$ <img src=x onerror=alert(1)>'))\n"
    classroom.hand_in("markup", classroom.notebook(**{FIRST: page + solution}))
    classroom.log = classroom.run("autograde", NAME, check=False).stderr
    return classroom


def test_the_batch_runs_to_its_end_and_knows_everyone(batch):
    learners = {path.name for path in (batch.paths.classroom / "submitted").iterdir()}
    assert {path.name for path in (batch.paths.classroom / "autograded").iterdir()} == learners
    assert "ERROR" not in batch.log


@pytest.mark.parametrize("learner", ["good", "instructor", "huge_print", "markup"])
def test_right_answers_get_full_marks(batch, learner):
    assert batch.scores(learner) == batch.points


def test_the_untouched_release_gets_nothing_and_is_called_a_stub(batch):
    assert set(batch.scores("untouched").values()) == {0.0}
    assert set(batch.outcomes("untouched").values()) == {"stub"}


@pytest.mark.parametrize("learner", [*UNREADABLE, "huge", "linked"])
def test_an_unreadable_file_is_refused_with_a_sentence(batch, learner):
    says = UNREADABLE.get(learner, (b"", {"huge": "100 MB", "linked": "link"}.get(learner)))[1]
    assert set(batch.outcomes(learner).values()) == {"refused"}
    assert set(batch.scores(learner).values()) == {0.0}
    assert says in batch.report(learner)


@pytest.mark.parametrize("learner", STRUCTURE)
def test_what_was_done_to_the_notebook_costs_its_own_exercise_at_most(batch, learner):
    _, outcome, says = STRUCTURE[learner]
    assert batch.outcomes(learner)[f"{FIRST}_test"] == outcome
    assert says in batch.report(learner)
    others = {name: points for name, points in batch.points.items() if name != f"{FIRST}_test"}
    assert batch.scores(learner).items() >= others.items()


@pytest.mark.parametrize("learner", CODE)
def test_code_that_stops_costs_its_own_exercise_only(batch, learner):
    _, outcome, says = CODE[learner]
    found = batch.outcomes(learner)[f"{FIRST}_test"]
    assert found == outcome if outcome else found in ("wrong", "missing")
    assert says in json.dumps(batch.autograded(learner))
    assert batch.scores(learner) == {**batch.points, f"{FIRST}_test": 0.0}


def test_a_message_stands_beside_the_answer_in_the_gradebook(batch):
    with sqlite3.connect(batch.paths.classroom / "gradebook.db") as database:
        comments = [text for (text,) in database.execute("select auto_comment from comment") if text]
    assert any(text.startswith("timeout:\n\n    ") for text in comments)


def test_a_link_is_neither_followed_nor_copied(batch):
    copied = batch.paths.classroom / "autograded" / "linked" / NAME / "data.csv"
    assert not copied.exists()
    assert "removing" in batch.log.lower()


def test_autograded_notebooks_are_small_and_hold_nothing_active(batch):
    assert len(json.dumps(batch.autograded("huge_print"))) < 500_000
    shown = json.dumps([cell.get("outputs") for cell in batch.autograded("markup")["cells"]])
    assert "<b>bold</b>" in shown
    assert "<script" not in shown
    assert "onerror" not in shown


def test_level_and_seed_are_stored_with_the_grade(batch):
    stored = batch.autograded("good")["metadata"]["verdict"]
    assert stored["level"] >= 1
    assert len(stored["seed"]) >= 16
    assert stored["seed"] != batch.autograded("duplicated")["metadata"]["verdict"]["seed"]


@pytest.fixture(scope="module")
def pages(batch):
    """What `nbgrader generate_feedback` and `export` make of the batch."""
    batch.run("generate_feedback", NAME, "--student", "[gmn]*")  # good, markup, not_json ...
    batch.run("export", "--to", "classroom/grades.csv")
    return batch


def test_no_page_shows_a_hidden_line(pages):
    visible = "\n".join(cell.release_source for cell in pages.master.cells)
    hidden = {line.strip() for cell in pages.master.tests for line in cell.hidden.splitlines()}
    hidden = {line for line in hidden if len(line) > 25 and line not in visible}
    assert len(hidden) > 10
    for page in (pages.paths.classroom / "feedback").rglob("*.html"):
        text = plain_text(page.read_text(encoding="utf-8"))
        assert not [line for line in hidden if line in text]


def test_pages_say_what_was_found(pages):
    assert "not JSON" in pages.feedback("not_json")
    assert "hidden tests ran here" in pages.feedback("good")


def test_pages_run_nothing_of_a_learners(pages):
    page = BeautifulSoup(pages.feedback("markup"), "html.parser")
    assert not page.select("[onerror]")
    assert not [script for script in page.select("script") if "alert(1)" in script.text]
    assert "$a<b$" in page.get_text()


def test_the_export_lists_everyone(pages):
    with (pages.paths.classroom / "grades.csv").open(newline="") as file:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores.keys() == {path.name for path in (pages.paths.classroom / "submitted").iterdir()}
    assert (scores["good"], scores["not_json"]) == (sum(pages.points.values()), 0.0)


def plain_text(page):
    """A page's words, as a browser shows them."""
    return BeautifulSoup(page, "html.parser").get_text()
