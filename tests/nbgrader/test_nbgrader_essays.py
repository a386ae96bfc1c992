"""A notebook with an essay, on its way to a person and back: marks that stay, and pages that say what is so now."""

from __future__ import annotations

import re
import sys
from contextlib import contextmanager

import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Gradebook

from autograder.authoring.masters import load_master
from autograder.learner.handed import FEEDBACK, points
from tests.nbgrader.classroom import NAME as OTHER
from tests.nbgrader.classroom import Classroom
from tests.notebooks.lesson import handed_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
NAME, ESSAY, MODEL = "02_graphs", "ex2_8", "So group the paths by their first edge."
WRONG = "def forward_values(graph, inputs, table):\n    return {}"
TOTAL = re.compile(r"[\d.]+ (?:of|/) (\d+)(?:\.0)?")


@pytest.fixture(scope="module")
def classroom(course_copy, tmp_path_factory):
    return Classroom(course_copy(tmp_path_factory.mktemp("course") / "checkout"), NAME)


@pytest.fixture(scope="module")
def graded(classroom):
    """ada, one answer of whose is wrong, and two whose files hold nothing of this notebook."""
    classroom.hand_in("ada", classroom.notebook(ex2_4=WRONG, **{ESSAY: "Both add up $x$."}))
    classroom.hand_in("dan", b"not a notebook")
    classroom.hand_in("eve", handed_in(load_master(classroom.paths, OTHER)))
    classroom.run("autograde", NAME)
    classroom.run("generate_feedback", NAME)
    return classroom


@contextmanager
def entry(classroom, learner="ada"):
    """A learner's notebook in the gradebook; what is changed is committed."""
    with Gradebook(f"sqlite:///{classroom.paths.classroom / 'gradebook.db'}") as gradebook:
        yield gradebook.find_submission_notebook(NAME, NAME, learner)
        gradebook.db.commit()


def by_a_person(classroom, given):
    """Give ada's essay points as formgrader does."""
    with entry(classroom) as ada:
        grade = next(grade for grade in ada.grades if grade.name == ESSAY)
        grade.manual_score, grade.needs_manual_grade = given, False


def page(classroom, learner):
    """A feedback page, and its words as a browser shows them."""
    soup = BeautifulSoup(classroom.feedback(learner), "html.parser")
    for script in soup(["script", "style"]):
        script.extract()
    return soup, soup.get_text()


def test_a_page_has_one_total_and_that_is_the_gradebooks(graded):
    most = graded.master.find(ESSAY).points + graded.most
    for given in (0.0, 2.0):
        if given:
            by_a_person(graded, given)
            graded.run("generate_feedback", NAME)
        with entry(graded) as ada:
            score = ada.score
        soup, words = page(graded, "ada")
        assert soup.h3.get_text() == f"{NAME}: {score:g} of {most:g} points"
        assert [found[0] for found in TOTAL.finditer(words) if float(found[1]) == most] == [f"{score:g} of {most:g}"]
        assert ("yet to give" in words) == (not given)


def test_rows_name_the_exercise_lead_to_it_and_say_the_law_in_words(graded):
    soup, _ = page(graded, "ada")
    row = next(row for row in soup.table("tr") if "2.4" in row.get_text())
    assert row.a.get_text() == "2.4 Forward"
    assert soup.find(id=row.a["href"].removeprefix("#")).find_next("h2").get_text().startswith("Exercise 2.4 · Forward")
    assert "the result has the inputs and every step of the graph" in row.get_text()
    assert not soup.table("code")
    graded_cells = [cell for cell in graded.master.cells if cell.role in ("test", "manual")]
    assert len(soup.table("a")) == len(graded_cells)


@pytest.mark.parametrize("learner", ["ada", "dan"])
def test_a_program_of_the_learners_can_read_the_points(graded, tmp_path, learner):
    """`progress` does; also of a file with nothing in it, since a page before it may have had points."""
    (tmp_path / FEEDBACK).mkdir()
    (tmp_path / FEEDBACK / "page.html").write_text(graded.feedback(learner))
    with entry(graded, learner) as marks:
        assert points(tmp_path) == {grade.name: grade.score for grade in marks.grades}


@pytest.mark.parametrize(("learner", "why"), [("dan", "The file is not JSON"), ("eve", f"It is {OTHER}.")])
def test_a_file_with_nothing_in_it_says_so_once_and_which_notebook_it_is(graded, learner, why):
    _, words = page(graded, learner)
    assert words.count(why) == 1
    assert NAME in words and "Exercise 2.4" not in words
    assert why in graded.report(learner)
    shown = [output for cell in graded.autograded(learner)["cells"][1:] for output in cell.get("outputs", [])]
    assert not [output for output in shown if why in str(output)]


def test_grading_again_leaves_an_essays_mark_unless_the_answer_changed(graded):
    by_a_person(graded, 2.0)
    graded.run("autograde", NAME, "--student", "ada", "--force")
    assert (graded.scores("ada", "manual_score")[ESSAY], graded.scores("ada", "needs_manual_grade")[ESSAY]) == (2.0, 0)
    graded.hand_in("ada", graded.notebook(ex2_4=WRONG, **{ESSAY: "Both multiply."}))
    for _ in range(2):  # the second time the answer is the same, and still nobody has read it
        graded.run("autograde", NAME, "--student", "ada", "--force")
        asked = graded.scores("ada", "needs_manual_grade")[ESSAY]
        assert (graded.scores("ada", "manual_score")[ESSAY], asked) == (2.0, 1)


def test_feedback_is_made_anew_where_something_in_it_changed_and_only_there(graded):
    by_a_person(graded, 1.0)
    graded.run("generate_feedback", NAME)
    file = graded.paths.classroom / "feedback" / "{}" / NAME / f"{NAME}.html"
    files = {learner: type(file)(str(file).format(learner)) for learner in ("ada", "dan", "eve")}
    before = {learner: path.stat().st_mtime_ns for learner, path in files.items()}
    assert "anew" not in graded.run("generate_feedback", NAME).stderr
    assert {learner: path.stat().st_mtime_ns for learner, path in files.items()} == before
    with entry(graded) as ada:
        next(comment for comment in ada.comments if comment.name == ESSAY).manual_comment = "Nearly."
    assert "Making the feedback of ada anew" in graded.run("generate_feedback", NAME).stderr
    assert "Nearly." in page(graded, "ada")[1]
    assert {learner for learner, path in files.items() if path.stat().st_mtime_ns != before[learner]} == {"ada"}


def test_a_page_fetches_nothing_and_holds_no_model_answer(graded):
    soup = BeautifulSoup(graded.feedback("ada"), "html.parser")
    assert not soup.select("script[src], link[href], img[src^=http]")
    assert MODEL not in soup.get_text() and MODEL in graded.master.find(ESSAY).source.replace("\n", " ")
