"""Slots with several names, slots whose exercise is not there yet, and my_tape.py where notebooks find it."""

import importlib
import json
import sys

import pytest
from tape_answers import ANSWERS, LATER, write_notebook, write_slots

from autograder.kit.gather import main
from autograder.kit.tape import gathered, load, whose
from autograder.kit.tape.slots import NoAnswer, answer_text, engine_with, slots

RULES = "mul_rule, div_rule"


def test_the_names_of_a_slot_come_from_one_answer():
    slot = next(each for each in slots() if each.name == RULES)
    assert slot.names == ("mul_rule", "div_rule") and slot.grade_id == "ex4_1" and slot.notebook == "04"
    assert "def mul_rule" in slot.default and "def div_rule" in slot.default
    with pytest.raises(NoAnswer, match="it does not define div_rule"):
        answer_text("def mul_rule(g, a, b):\n    return g, g\n", *slot.names)


def test_one_line_tells_whose_both_are(tmp_path, capsys):
    write_notebook(tmp_path, "04_rules", **{RULES: LATER[RULES]})
    here = write_slots(tmp_path / "05_functions", "05_functions", *ANSWERS, RULES)
    tape = load(mine=True, folder=here)
    assert f"{RULES}  " in capsys.readouterr().out
    whose(tape)
    assert "yours" in next(line for line in capsys.readouterr().out.splitlines() if line.startswith(RULES))


def test_one_of_two_put_in_counts_as_yours(tmp_path, capsys):
    tape = load(folder=write_slots(tmp_path, "05_functions", *ANSWERS, RULES))
    tape.div_rule = lambda g, a, b: (g, g)
    capsys.readouterr()
    whose(tape)
    assert "yours" in next(line for line in capsys.readouterr().out.splitlines() if line.startswith(RULES))


def test_of_exercises_that_are_not_there_nothing_is_said(tmp_path, capsys):
    tape = load(folder=write_slots(tmp_path, "03_leaves", "sum_to_shape"))
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(ANSWERS)
    with pytest.raises(NotImplementedError, match=r"^the slot matmul_rule is empty$"):
        tape.matmul_rule(0, 0, 0)
    text = engine_with({}, known=["backward"])
    assert "(exercise 3.5)" in text and text.count("(exercise ") == 1 and text.count(" is written in exercise ") == 1
    assert "# --- slot unpack\n" in text


def test_gather_speaks_of_what_the_releases_know(tmp_path, capsys):
    write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    write_slots(tmp_path / "03_leaves", "03_leaves", "sum_to_shape")
    assert main([str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(ANSWERS) + 1
    assert "(exercise 4.1)" not in (tmp_path / "my_tape.py").read_text()
    write_slots(tmp_path / "05_functions", "05_functions", *ANSWERS, RULES)
    assert main([str(tmp_path)]) == 0
    assert f"# --- slot {RULES} (exercise 4.1): reference\n" in (tmp_path / "my_tape.py").read_text()


@pytest.fixture
def clean(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "my_tape", raising=False)
    yield
    sys.modules.pop("my_tape", None)


def test_a_notebook_finds_the_gathered_file(tmp_path, clean, capsys):
    write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"])
    here = write_slots(tmp_path / "03_leaves", "03_leaves", "sum_to_shape")
    assert not gathered(here)
    assert "autograder gather" in capsys.readouterr().out
    main([str(here)])
    capsys.readouterr()
    assert gathered(here) and capsys.readouterr().out == ""
    assert importlib.import_module("my_tape").__file__ == str(tmp_path / "my_tape.py")
    (tmp_path / "my_tape.py").write_text("anew = 1\n")
    assert gathered(here) and importlib.import_module("my_tape").anew == 1


def test_where_work_is_graded_nothing_is_said(tmp_path, clean, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "autograder.worker", sys)
    assert not gathered(tmp_path) and capsys.readouterr().out == ""


def test_the_engine_stays_one_that_is_read():
    filled = engine_with(ANSWERS | LATER)
    assert len([line for line in filled.splitlines() if line.strip()]) <= 550
    assert set(ANSWERS | LATER) == {slot.name for slot in slots()}
    assert json.dumps(filled).isascii()
