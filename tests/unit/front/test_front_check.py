"""`autograder check` tells a learner, in a line an exercise, how the visible checks went."""

from __future__ import annotations

import json
import sys

import pytest

from autograder.kit import check as checking
from autograder.kit import runner
from autograder.kit.cells import TestCells


@pytest.fixture
def outcomes(notebook_file):
    def run(timeout=30, **sources):
        report = checking.check(notebook_file(**sources), timeout)
        return report, {exercise.grade_id: exercise for exercise in report.exercises}

    return run


def test_visible_checks_hold_for_right_answers_and_hidden_tests_do_not_run(outcomes, right):
    _, found = outcomes(**right)
    assert [found[name].outcome for name in ("ex9_1_test", "ex9_2_test", "ex9_3")] == ["holds", "holds", "manual"]


def test_a_stub_is_called_a_stub_and_the_rest_is_still_checked(outcomes, right):
    _, found = outcomes(half=right["half"])
    assert found["ex9_1_test"].outcome == "stub"
    assert found["ex9_2_test"].outcome == "holds"


def test_words_that_nobody_wrote_yet_are_a_stub_too(outcomes, right):
    _, found = outcomes(**right, words="### Here\n\nYOUR ANSWER HERE")
    assert found["ex9_3"].outcome == "stub"


def test_a_stub_inside_a_function_is_a_stub_too(outcomes):
    _, found = outcomes(double='def double(x):\n    raise NotImplementedError("still the stub")')
    assert found["ex9_1_test"].outcome == "stub"


FAILURES = {
    "a wrong value": ("def double(x):\n    return x", "wrong", "twice: double(2) is 4"),
    "an error": ("def double(x):\n    return x + '2'", "wrong", "TypeError"),
    "an answer that stops": ("1 / 0", "wrong", "its answer stops: ZeroDivisionError"),
    "a syntax error": ("def double(x:\n  return", "wrong", "SyntaxError"),
    "a name not defined": ("dubble = 1", "missing", "double"),
    "a slip in a function": ("def double(x):\n    return totl * x", "wrong", "totl"),
    "a slip before it is bound": ("def double(x):\n    totl += x\n    return totl", "wrong", "totl"),
    "exit": ("raise SystemExit(0)", "wrong", "SystemExit"),
}


@pytest.mark.parametrize(("source", "outcome", "says"), FAILURES.values(), ids=FAILURES)
def test_what_failed_is_said_in_words(outcomes, right, source, outcome, says):
    _, found = outcomes(double=source, half=right["half"])
    assert (found["ex9_1_test"].outcome, found["ex9_2_test"].outcome) == (outcome, "holds")
    assert says in found["ex9_1_test"].message


def test_an_endless_loop_costs_its_own_exercise_only(outcomes, right):
    _, found = outcomes(timeout=1.0, double="while True:\n    pass", half=right["half"])
    assert (found["ex9_1_test"].outcome, found["ex9_2_test"].outcome) == ("timeout", "holds")
    assert "1 seconds" in found["ex9_1_test"].message


def test_a_cell_that_ends_the_process_costs_its_own_exercise_only(outcomes, right):
    _, found = outcomes(double="import os\nos._exit(0)", half=right["half"])
    assert (found["ex9_1_test"].outcome, found["ex9_2_test"].outcome) == ("crashed", "holds")


def test_without_ipython_cells_run_as_plain_python(monkeypatch):
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    run = runner._plain(TestCells({}))
    assert run("%matplotlib inline\nx = 1\nif x:\n    !ls\n", "a") is None
    assert run("y = x + 1", "b") is None
    assert isinstance(run("z", "c"), NameError)
    assert runner.ending(run("def f():\n    return 1 / 0\nf()", "d"))["message"].endswith("(at: return 1 / 0)")


def test_an_exception_that_cannot_be_printed_is_still_reported():
    class Liar(Exception):
        def __str__(self):
            raise RuntimeError

    assert runner.ending(Liar())["message"] == "Liar"


def test_the_command_says_what_holds_and_claims_no_points(notebook_file, right, capsys):
    assert checking.main([str(notebook_file(half=right["half"]))]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "99_small",
        "  ex9_1  still the stub",
        "  ex9_2  the visible checks hold",
        "  ex9_3  read by a person",
        "Points are given when it is graded.",
    ]


def test_of_a_notebook_to_read_it_says_that_and_speaks_of_no_points(tmp_path, capsys):
    file = tmp_path / "99_read.ipynb"
    file.write_text('{"nbformat": 4, "cells": [{"cell_type": "code", "source": "1", "metadata": {}}]}')
    assert checking.main([str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert (said[0], said[-1]) == ("99_read", "There is no exercise in this notebook.")


CHOSEN = """\
from autograder.kit import same
same(double in ("a", "b"), True, "{law}: one of those that are offered")
"""


@pytest.mark.parametrize(("law", "says"), [("commitment", "your prediction is set"), ("choice", "your letter is set")])
def test_a_choice_is_set_and_nothing_is_said_of_its_being_right(notebook_file, capsys, law, says):
    document = json.loads(notebook_file(double="double = 'a'").read_text("utf-8"))
    document["cells"][3]["source"] = CHOSEN.format(law=law)
    assert checking.main([str(notebook_file(document))]) == 0
    assert f"  ex9_1  {says}\n" in capsys.readouterr().out


IN_THE_ENGINE = """\
def double(x):
    import minigrad as mg
    return mg.tensor([1.0]) + mg.tensor([1.0, 2.0, 3.0]).reshape(2, 2)
"""
CLOSE = """\
from autograder.kit import close
close(double(2), 4, "twice: double(2) is 4")
"""


def test_an_error_is_the_law_the_learners_line_and_the_error_and_the_whole_trace_on_demand(notebook_file, capsys):
    document = json.loads(notebook_file(double=IN_THE_ENGINE).read_text("utf-8"))
    document["cells"][3]["source"] = CLOSE
    path = str(notebook_file(document))
    assert checking.main([path]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[1].endswith("law: twice: double(2) is 4")
    assert lines[2:7] == [
        "The test was at line 2:",
        'close(double(2), 4, "twice: double(2) is 4")',
        "In your notebook:",
        "ex9_1, line 3, in double",
        "return mg.tensor([1.0]) + mg.tensor([1.0, 2.0, 3.0]).reshape(2, 2)",
    ]
    assert lines[7].startswith("RuntimeError: shape '[2, 2]' is invalid")
    assert lines[-2] == "The whole trace of each error: autograder check 99_small --trace"
    assert checking.main([path, "--trace"]) == 0
    whole = capsys.readouterr().out
    assert "Traceback (most recent call last)" in whole and "minigrad" in whole and "--trace" not in whole


def test_json_goes_to_the_screen_or_to_a_file(notebook_file, right, tmp_path, capsys):
    path = notebook_file(**right)
    assert checking.main([str(path), "--json"]) == 0
    on_screen = json.loads(capsys.readouterr().out)
    assert checking.main([str(path), "--json", str(tmp_path / "out.json")]) == 0
    assert json.loads((tmp_path / "out.json").read_text("utf-8")) == on_screen
    assert on_screen["schema"] == 1
    assert "score" not in on_screen and "points" not in json.dumps(on_screen), "what is earned is known when graded"


@pytest.mark.parametrize("content", [b"", b"no json", b"[]", b"{}", b"[" * 100_000])
def test_a_file_that_is_no_notebook_gets_a_sentence_and_exit_1(tmp_path, capsys, content):
    (tmp_path / "nb.ipynb").write_bytes(content)
    assert checking.main([str(tmp_path / "nb.ipynb")]) == 1
    assert capsys.readouterr().err.strip().endswith(".")


def test_a_name_is_enough(notebook_file, monkeypatch, tmp_path):
    path = notebook_file()
    (tmp_path / "99_small.new.ipynb").write_text("{}")
    monkeypatch.chdir(tmp_path)
    assert checking.find_notebook("99_small").resolve() == path
    assert checking.find_notebook("99").resolve() == path
    with pytest.raises(checking.Unusable, match=r"no such notebook here\. Go to the folder it lies in"):
        checking.find_notebook("98")
    (tmp_path / "my-course").mkdir()
    with pytest.raises(checking.Unusable, match=r"no such notebook here\. Go to my-course"):
        checking.find_notebook("98")


def test_the_learners_folder_can_be_imported_from(outcomes, tmp_path):
    (tmp_path / "helper_of_mine.py").write_text("double = lambda x: 2 * x\n")
    _, found = outcomes(double="from helper_of_mine import double")
    assert found["ex9_1_test"].outcome == "holds"


def test_a_python_without_the_course_is_told_the_one_right_command(notebook_file, tmp_path, capsys):
    (tmp_path / "minigrad.py").write_text("# another project of that name, found first, as in a learner's folder")
    assert checking.main([str(notebook_file())]) == 0
    assert "In the course folder, run: python3 start.py" in capsys.readouterr().out
