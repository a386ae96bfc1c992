"""`progress` says of each exercise how far it is, by the saved notebooks, the hand-ins and the feedback alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from nbformat import from_dict
from nbgrader.utils import compute_checksum

from autograder.kit.reading import Unusable
from autograder.learner import handin, overview
from autograder.learner.notebooks import BEGUN, GRADED, HANDED_IN, HOLDS, NOT_BEGUN, WRITTEN
from autograder.learner.overview import progress
from autograder.learner.place import place
from tests.notebooks.lesson import PATHS

HOLD = "The visible checks in this cell hold.\n"
RIGHT = "def double(x):\n    return 2 * x"
PAGE = """<html><body><div id="toc"><ol>
<li><a href="#ex5_1_test">Test cell</a> (Score: {score} / 3.0)</li>
<li><a href="#comment-ex5_1_test">Comment</a></li>
</ol></div><a href="#ex5_2">Written response</a> (Score: 9.0 / 2.0)</body></html>"""


def code(source, name, **marks):
    marks = {"grade_id": name, "grade": False, "solution": False, "locked": False, "schema_version": 3} | marks
    cell = {"cell_type": "code", "id": name, "metadata": {"nbgrader": marks}, "source": source}
    cell |= {"outputs": [], "execution_count": None}
    marks["checksum"] = compute_checksum(from_dict(cell))
    return cell


def text(source, name):
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def small(answer=None, says=None, answer_ran=1, test_ran=2, words=None):
    """An exercise with a test, and one that a person reads; what was written in them, and what the test put out."""
    stub = code("raise NotImplementedError('still the stub')", "ex5_1", solution=True)
    test = code(
        "from autograder.kit import close\nclose(double(2), 4, 'twice: double(2) is 4')",
        "ex5_1_test",
        grade=True,
        points=3,
        locked=True,
    )
    test["metadata"]["exercise"] = {"kind": "C", "answers": ["ex5_1"]}
    manual = code("YOUR ANSWER HERE", "ex5_2", grade=True, solution=True, points=2)
    manual["cell_type"] = "markdown"
    manual["metadata"]["nbgrader"]["checksum"] = compute_checksum(from_dict(manual))
    del manual["outputs"], manual["execution_count"]
    if answer is not None:
        stub["source"], stub["execution_count"] = answer, answer_ran
    if says is not None:
        test["outputs"] = [{"output_type": "stream", "name": "stdout", "text": says}]
        test["execution_count"] = test_ran
    if words is not None:
        manual["source"] = words
    cells = [
        text("# 05 · A small one", "t1"),
        text("## Exercise 5.1 · Twice (code, 3 points, about 8 min, needs nothing)\n\n" + "word " * 300, "t2"),
        stub,
        test,
        text("## Exercise 5.2 · Why (explain, 2 points, about 10 min, needs 5.1)", "t3"),
        manual,
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Write the small notebook into a course folder, which is the current one."""
    monkeypatch.chdir(tmp_path)

    def write(**written):
        path = tmp_path / "05_small" / "05_small.ipynb"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(small(**written)))
        return path

    return write


def states(**how):
    [notebook] = progress(**how).notebooks
    return {each.number: each.state for each in notebook.exercises}


def test_a_notebook_as_released_is_not_begun(course):
    course()
    assert states() == {"5.1": NOT_BEGUN, "5.2": NOT_BEGUN}


@pytest.mark.parametrize(
    "written, state",
    [
        ({"answer": RIGHT}, BEGUN),
        ({"answer": RIGHT, "says": HOLD}, HOLDS),
        ({"answer": RIGHT, "says": "Your prediction is set.\n"}, HOLDS),
        ({"answer": RIGHT, "says": "The visible checks in this cell hold, I say\n"}, BEGUN),
        ({"answer": RIGHT, "says": HOLD, "answer_ran": 3}, BEGUN),  # run again after its test
        ({"answer": RIGHT, "says": HOLD, "answer_ran": None}, BEGUN),
        ({"says": HOLD}, NOT_BEGUN),
    ],
)
def test_a_state_is_read_from_the_answer_and_the_saved_output_of_its_test(course, written, state):
    course(**written)
    assert states()["5.1"] == state


def test_words_that_a_person_reads_are_written(course):
    course(words="Because of the chain rule.")
    assert states()["5.2"] == WRITTEN


def test_checks_can_be_run_instead(course):
    course(answer=RIGHT)
    assert states()["5.1"] == BEGUN and states(run=True)["5.1"] == HOLDS
    course(answer="def double(x):\n    return 3 * x", says=HOLD)
    assert states()["5.1"] == HOLDS and states(run=True)["5.1"] == BEGUN


def test_what_was_handed_in_is_found_in_the_file_whatever_it_is_called(course, tmp_path):
    course(answer=RIGHT)
    assert handin.main(["05"]) == 0
    (tmp_path / "hand-in" / "05_small.ipynb").rename(tmp_path / "hand-in" / "final.ipynb")
    assert states() == {"5.1": HANDED_IN, "5.2": NOT_BEGUN}
    course(answer=RIGHT + "  # better")
    [notebook] = progress().notebooks
    assert notebook.exercises[0].changed and "handed in, changed since" in repr(progress())
    assert "fail now" not in repr(progress(run=True))


def test_an_answer_that_was_handed_in_and_fails_now_is_not_done(course):
    course(answer=RIGHT)
    assert handin.main(["05"]) == 0
    course(answer="def double(x):\n    return 3 * x")
    [notebook] = progress(run=True).notebooks
    assert not notebook.exercises[0].done
    assert "handed in, changed since, and its visible checks fail now" in repr(progress(run=True))


def test_the_newest_page_of_feedback_gives_the_points(course, tmp_path):
    course(answer=RIGHT, words="Because.")
    for number, (folder, score) in enumerate((("05_small/feedback/2026-11-24", 1.5), ("feedback", 2.0))):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "05_small.html").write_text(PAGE.format(score=score))
        os.utime(tmp_path / folder / "05_small.html", (number, number))
    [notebook] = progress().notebooks
    assert [(each.state, each.received) for each in notebook.exercises] == [(GRADED, 2.0), (WRITTEN, None)]
    assert "graded, 2 of 3 points" in repr(progress())


def test_a_page_of_nbgraders_template_is_understood(tmp_path):
    """The list that nbgrader writes at the top of each page, with one cell and its score."""
    from jinja2 import Template
    from nbgrader.server_extensions import formgrader

    template = Path(formgrader.__file__).parent / "templates" / "feedback" / "index.html.j2"
    page = template.read_text(encoding="utf-8")
    begin = page.index('<div id="toc">')
    toc = page[begin : page.index("</div>", begin) + len("</div>")]
    cell = small()["cells"][3]
    cell["metadata"]["nbgrader"] |= {"score": 2.5}
    (tmp_path / "feedback").mkdir()
    resources = {"nbgrader": {"late_penalty": 0}}
    shown = Template(toc).render(nb={"cells": [from_dict(cell)]}, resources=resources)
    (tmp_path / "feedback" / "a.html").write_text(shown)
    from autograder.learner.handed import points

    assert points(tmp_path) == {"ex5_1_test": 2.5}


def test_minutes_are_left_of_what_is_not_done(course):
    course()
    [fresh] = progress().notebooks
    assert fresh.left == fresh.minutes > 20
    course(answer=RIGHT, says=HOLD)
    [begun] = progress().notebooks
    assert fresh.left - begun.left == pytest.approx(fresh.parts[0].minutes) and 10 < begun.left < 12
    course(answer=RIGHT, says=HOLD, words="Because.")
    [finished] = progress().notebooks
    assert finished.finished and finished.left == 0


def test_the_table_says_what_comes_next(course):
    course(answer=RIGHT, says=HOLD)
    said = repr(progress())
    assert "05 · A small one  1 of 2 exercises, about 15 min left" in said
    assert "    5.1 Twice (3 points)  visible checks hold" in said
    assert "Next: 05 · A small one, exercise 5.2." in said
    page = progress()._repr_html_()
    assert "<details open>" in page and "visible checks hold" in page


def test_a_title_is_text_in_the_page(course):
    path = course()
    path.write_text(path.read_text().replace("A small one", "<script>alert(1)</script>"))
    assert "<script>" not in progress()._repr_html_()


def test_a_broken_notebook_has_a_sentence_and_the_others_are_shown(course, tmp_path):
    course(answer=RIGHT)
    (tmp_path / "06_broken").mkdir()
    (tmp_path / "06_broken" / "06_broken.ipynb").write_text("{")
    said = repr(progress())
    assert "06 · 06_broken" in said and "cannot be read: The file is not JSON" in said
    assert "5.1 Twice (3 points)  begun" in said


def test_a_broken_hand_in_is_passed_over(course, tmp_path):
    course(answer=RIGHT)
    (tmp_path / "hand-in").mkdir()
    (tmp_path / "hand-in" / "05_small.ipynb").write_text("no notebook")
    assert states()["5.1"] == BEGUN


def test_a_folder_without_notebooks_gets_a_sentence(tmp_path, monkeypatch, capsys):
    with pytest.raises(Unusable, match="Go to the folder"):
        progress(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert overview.main([]) == 1 and "Go to the folder" in capsys.readouterr().err


def test_it_is_the_same_from_a_notebooks_own_folder_and_keeps_nothing(course, tmp_path, monkeypatch):
    path = course(answer=RIGHT)
    here = repr(progress())
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(path.parent)
    from autograder.learner import progress as imported

    assert repr(imported()) == here and sorted(tmp_path.rglob("*")) == before


def test_the_course_as_released_is_not_begun_and_its_parts_of_the_engine_are_nobodys(tmp_path):
    place(PATHS.course, tmp_path / "mine")
    found = progress(tmp_path / "mine")
    assert [each.path.stem for each in found.notebooks] == PATHS.names()
    assert not any(each.begun or each.finished or each.problem for each in found.notebooks)
    assert found.next is found.notebooks[0] and found.next.next.number == "0.1"
    assert len(found.slots) > 10 and not any(filled for _, filled in found.slots)


def test_a_part_of_the_engine_is_yours_when_its_answer_is_there(tmp_path):
    place(PATHS.course, tmp_path / "mine")
    path = tmp_path / "mine" / "03_leaves" / "03_leaves.ipynb"
    document = json.loads(path.read_text())
    slot = next(slot for slot, _ in progress(tmp_path / "mine").slots if slot.notebook == "03")
    [cell] = [cell for cell in document["cells"] if cell["id"] == slot.grade_id]
    cell["source"] = "\n".join(f"def {name}(*given): return given" for name in slot.names)
    path.write_text(json.dumps(document))
    found = progress(tmp_path / "mine")
    assert [each.name for each, filled in found.slots if filled] == [slot.name]
    assert f"1 is answered: {slot.name}." in repr(found)


def test_an_answer_that_was_handed_in_failing_is_not_done_either(course):
    course(answer="def double(x):\n    return 3 * x")
    handin.main(["05"])
    assert "handed in, and its visible checks fail now" in repr(progress(run=True))
    assert "fail" not in repr(progress())  # where nothing is run, nobody knows
