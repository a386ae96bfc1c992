"""Worked answers: they run, they show what is right and wrong and why, and no hidden test; not before they are due."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime, timedelta

import nbformat
import pytest
from classes import NAME

from autograder.cli import main
from autograder.errors import UsageError
from autograder.handout.answers import answers_notebook, demand_due, last_due
from autograder.handout.worked import worked
from autograder.learner.worked import Right, Worked, Wrong, folds
from autograder.runs.gradebook import opened
from autograder.source.cells import read_source
from tests.notebooks.lesson import NAMES, PATHS

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ALT = "def double(x):\n    twice = np.add(x, x)\n    return twice\n"
SAID_TWICE = "# law: twice\ndef double(x):\n    # Adds once more.\n    return x + x + x\n"


@pytest.fixture
def course(small, monkeypatch):
    monkeypatch.chdir(small.paths.root)
    folder = small.paths.mutants / NAME
    (folder / "ex1_1__alt__adds_first.py").write_text(ALT)
    (folder / "ex1_1__adds_thrice.py").write_text(SAID_TWICE)
    return small


def source_of(small):
    return read_source(small.paths.solutions / f"{NAME}.py", small.paths.root)


def set_due(small, when, extension=None):
    with opened(small.paths) as gradebook:
        gradebook.update_or_create_assignment(NAME, duedate=when.replace(tzinfo=None))
        if extension:
            gradebook.find_submission(NAME, "ada").extension = extension
            gradebook.db.commit()


# ---- what is said of an exercise


def test_an_exercise_has_its_reference_other_ways_and_wrong_ones_with_the_law_in_words(course):
    first, essay = worked(course.paths, source_of(course))
    assert first.reference.startswith("def double") and "SOLUTION" not in first.reference
    assert first.right == (Right("adds first", ALT.strip()),)
    assert [wrong.name for wrong in first.wrong] == ["adds thrice", "squares"]
    assert first.wrong[0].law == "twice: double returns two times its argument"
    assert "# Adds once more." in first.wrong[0].code and "law:" not in first.wrong[0].code
    assert essay.language == "markdown" and "twice as large" in essay.reference and not essay.wrong


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_answer_of_the_course_has_a_law_in_words_and_every_exercise_a_title(name):
    source = read_source(PATHS.solutions / f"{name}.py", PATHS.root)
    found = worked(PATHS, source)
    assert len(found) == len(source.by_role("answer", "manual"))
    assert sum(len(it.right) + len(it.wrong) for it in found) == len(list((PATHS.mutants / name).glob("*.py")))
    for it in found:
        assert it.title and it.exercise.startswith(f"{int(name[:2])}."), it.grade_id
        assert all(": " in wrong.law for wrong in it.wrong), it.grade_id


# ---- the notebook


def test_the_notebook_runs_from_top_to_bottom():
    from nbclient import NotebookClient

    name = NAMES[0]
    notebook = answers_notebook(PATHS, read_source(PATHS.solutions / f"{name}.py", PATHS.root))
    metadata = {"path": str(PATHS.course / name)}
    NotebookClient(notebook, kernel_name="python3", resources={"metadata": metadata}).execute()
    said = "".join(it.text for cell in notebook.cells for it in cell.get("outputs", []) if it.output_type == "stream")
    assert said.count("The visible checks in this cell hold.") + said.count("is set.") == 3


def test_below_the_test_stand_the_other_ways_and_the_wrong_ones(course):
    cells = answers_notebook(course.paths, source_of(course)).cells
    ids = [cell.id for cell in cells]
    assert ids.index("ex1_1-ways") == ids.index("ex1_1_test") + 1 and "ex1_2-ways" not in ids
    text = cells[ids.index("ex1_1-ways")].source
    assert text.count("<details>") == text.count("</details>") == 3
    assert "twice: double returns two times its argument · 2" in text and ALT.strip() in text


@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_is_the_release_but_for_the_answers(name):
    """So no hidden test is in it, as the build sees to it that none is in a release."""
    source = read_source(PATHS.solutions / f"{name}.py", PATHS.root)
    made = answers_notebook(PATHS, source)
    nbformat.validate(made)
    cells = {cell.id: cell.source for cell in made.cells}
    answers = {str(cell.grade_id) for cell in source.by_role("answer", "manual")}
    release = nbformat.read(PATHS.course / name / f"{name}.ipynb", as_version=4)
    for cell in release.cells:
        if cell.metadata.get("nbgrader", {}).get("grade_id") not in answers:
            assert cells[cell.id] == cell.source
    for cell in made.cells:
        assert not {"nbgrader", "exercise"} & cell.metadata.keys() and "raises-exception" not in str(cell.metadata)
        assert 'NotImplementedError("still the stub")' not in cell.source or cell.id.endswith("-ways")


def test_code_with_backticks_and_laws_with_signs_stay_what_they_are():
    wrong = Wrong("a way", "order: `x < y` and *not* $y$", 'text = """\n```\n"""')
    text = folds(Worked("ex1_1", "1.1", "Small", "python", "", (), (wrong,)))
    assert "<summary>order: <code>x &lt; y</code> and &#42;not&#42; &#36;y&#36; · 1</summary>" in text
    assert '````python\ntext = """\n```\n"""\n````' in text


# ---- when


def test_answers_are_refused_while_the_due_date_lies_ahead(course):
    course.hand_in("ada")
    course.grade()
    assert demand_due(course.paths, [NAME], NOW) == [
        f"{NAME} has no due date in the gradebook: nothing says that everybody has handed in"
    ]
    set_due(course, NOW - timedelta(hours=1))
    assert demand_due(course.paths, [NAME], NOW) == []
    set_due(course, NOW - timedelta(hours=1), timedelta(hours=2))
    assert last_due(course.paths, NAME) == NOW + timedelta(hours=1)
    with pytest.raises(UsageError, match="until 2026-11-20 01:00 UTC"):
        demand_due(course.paths, [NAME], NOW)


def test_an_extension_in_the_file_of_extensions_counts_too(course):
    course.hand_in("ada")
    course.grade()
    set_due(course, NOW - timedelta(hours=1))
    (course.paths.classroom / "extensions.csv").write_text("learner,assignment,hours\nada,01,48\n")
    assert last_due(course.paths, NAME) == NOW + timedelta(hours=47)
    with pytest.raises(UsageError, match="until 2026-11-21 23:00 UTC"):
        demand_due(course.paths, [NAME], NOW)


def test_the_command_writes_a_zip_of_its_own_or_nothing(course, capsys):
    course.hand_in("ada")
    course.grade()
    set_due(course, datetime.now(UTC) + timedelta(days=2))
    archive = course.paths.root / "dist" / "minigrad-course-answers-01.zip"
    assert main(["pack", "--answers", "01"]) == 2 and not archive.exists()
    assert "--before-due" in capsys.readouterr().err
    assert main(["pack", "--answers", "01", "--before-due"]) == 0
    with zipfile.ZipFile(archive) as opened_zip:
        (inside,) = opened_zip.namelist()
        assert inside == f"minigrad-course/my-course/worked-answers/{NAME}/{NAME}_answers.ipynb"
        assert "adds first" in json.dumps(json.loads(opened_zip.read(inside)))
    assert main(["pack", "--answers"]) == 2 and "wants the notebooks" in capsys.readouterr().err


def test_without_a_gradebook_nobody_makes_one_by_asking(course):
    assert last_due(course.paths, NAME) is None
    assert not (course.paths.classroom / "gradebook.db").exists()
