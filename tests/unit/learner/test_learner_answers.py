"""`answer("3.4")`: shown when the visible checks hold or on the second asking, and nowhere in a graded copy."""

from __future__ import annotations

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from autograder.handout import self_study
from autograder.handout.worked import worked
from autograder.learner import answers
from autograder.learner.answers import answer
from autograder.learner.worked import Right, Worked, Wrong
from autograder.source.cells import read_source
from autograder.source.marks import HIDDEN, regions_of
from tests.notebooks.lesson import NAMES, PATHS

WAYS = (Right("one", "ONE"), Right("two", "TWO"), Right("three", "THREE"))
WRONG = (Wrong("adds once", "sum: it adds `x` up", "def total(x):\n    return x"),)
IT = Worked("ex3_4", "3.4", "A sum", "python", "def total(x):\n    return sum(x)", WAYS, WRONG)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A learner's notebook folder, three levels below the answers, in plain Python."""
    here = tmp_path / "my-course" / "03_leaves"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    monkeypatch.setattr(answers, "_shell", lambda: None)
    monkeypatch.setattr(answers, "_asked", set())
    return tmp_path


def put(folder, name="03_leaves", text=None):
    (folder / "answers").mkdir(exist_ok=True)
    data = {"notebook": name, "answers": [IT.as_json()], "tests": {"3.4": {"ex3_4_test": "assert total([1])"}}}
    (folder / "answers" / f"{name}.json").write_text(json.dumps(data) if text is None else text)


def test_a_copy_without_answers_says_so(folder, capsys):
    answer("3.4")
    answer("3.4")
    said = capsys.readouterr().out
    assert said.count("This copy of the course has no answers in it") == 2


def test_the_second_asking_shows_it_with_two_other_ways_and_the_wrong_ones(folder, capsys):
    put(folder)
    answer("3.4")
    assert 'ask once more: answer("3.4")' in (said := capsys.readouterr().out) and "sum(x)" not in said
    answer(" 3.4+ ")
    said = capsys.readouterr().out
    assert "return sum(x)" in said and "ONE" in said and "TWO" in said and "THREE" not in said
    assert "adds once" in said and "sum: it adds x up" in said and "<" not in said


def test_each_exercise_is_asked_for_by_itself(folder, capsys):
    put(folder)
    put(folder, "04_backward_rules", json.dumps({"answers": [IT.as_json() | {"exercise": "4.1"}], "tests": {}}))
    answer("3.4")
    answer("4.1")
    assert capsys.readouterr().out.count("once more") == 2


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("", "Say the number"),
        ("three", "Say the number"),
        ("3.9", "no exercise 3.9; there are 3.4"),
        ("5.1", "no answers to notebook 05 here"),
    ],
)
def test_what_is_not_there_is_said(folder, capsys, asked, said):
    put(folder)
    answer(asked)
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", '{"answers": [{}], "tests": {}}', "[" * 100_000])
def test_a_damaged_file_is_a_sentence(folder, capsys, text):
    put(folder, text=text)
    answer("3.4")
    assert "unpack the zip of the course again" in capsys.readouterr().out


def test_in_a_notebook_the_visible_checks_decide(tmp_path):
    """In a real kernel: the answer to what holds comes at once, that to a stub on the second asking."""
    from nbclient import NotebookClient

    name = NAMES[0]
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / f"{name}.json").write_bytes(self_study.sheet(PATHS, name))
    folder = tmp_path / "my-course" / name
    folder.mkdir(parents=True)
    notebook = nbformat.read(PATHS.course / name / f"{name}.ipynb", as_version=4)
    first, second, *_ = worked(PATHS, read_source(PATHS.solutions / f"{name}.py", PATHS.root))
    for cell in notebook.cells:
        if cell.id == second.grade_id:
            cell.source = second.reference
    ask = "from autograder.learner import answer\nanswer({!r})"
    asked = [new_code_cell(ask.format(number)) for number in (second.exercise, first.exercise, first.exercise)]
    after = [new_code_cell("print(In[-1][:5], 'ex' in globals())")]
    notebook.cells += asked + after
    settings = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, kernel_name="python3", allow_errors=True, resources=settings).execute()
    shown = ["".join(each.get("data", {}).get("text/markdown", "") for each in cell.outputs) for cell in asked]
    assert list(map(bool, shown)) == [True, False, True], [cell.outputs for cell in asked]
    assert second.title in shown[0]
    # A kernel that is slow sends what was printed in several pieces.
    said, printed = ("".join(each.text for each in cell.outputs) for cell in (asked[1], after[0]))
    assert "do not hold yet" in said and "once more" in said
    assert printed == "print False\n", "the checks ran beside the history of the notebook"


@pytest.mark.parametrize("name", PATHS.assignments())
def test_the_files_of_answers_hold_no_hidden_test(name):
    source = read_source(PATHS.solutions / f"{name}.py", PATHS.root)
    data = json.loads(self_study.sheet(PATHS, name))
    text = "\n".join(
        [*(json.dumps(it) for it in data["answers"]), *(t for e in data["tests"].values() for t in e.values())]
    )
    shown = "\n".join(cell.source for cell in source.cells if cell.role in ("given", "answer"))
    hidden = [
        line.strip()
        for test in source.by_role("test")
        for part in regions_of(test.source, HIDDEN)
        for line in part.split("\n")
        if len(line.strip()) > 30
    ]
    visible = "\n".join(test.visible for test in source.by_role("test"))
    wrong = "".join(file.read_text() for file in (PATHS.mutants / name).glob("*.py"))
    leaked = [line for line in hidden if json.dumps(line)[1:-1] in text or line in text]
    assert hidden and [line for line in leaked if not any(line in known for known in (visible, shown, wrong))] == []
    for number, tests in data["tests"].items():
        assert {it["exercise"] for it in data["answers"]} >= {number} and all(tests.values())
