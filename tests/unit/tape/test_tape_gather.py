"""`autograder gather`: one file that runs on its own, in which every slot says whose it is."""

import subprocess
import sys

import pytest
from tape_answers import ANSWERS, USES_IT_ALONE, write_notebook, write_slots

from autograder.kit.gather import main


@pytest.fixture
def folder(tmp_path):
    """A learner's folder: 01 is done, 03 is begun, 04 has brought the earlier references along."""
    write_notebook(tmp_path, "01_tensors", sum_to_shape=ANSWERS["sum_to_shape"] + "\nprint(sum_to_shape(1, 2))")
    write_notebook(tmp_path, "03_leaves", backward="def backward(order, g):\n    return later", **{})
    write_slots(tmp_path / "04_rules", "04_rules", *ANSWERS)
    return tmp_path


def test_the_file_runs_on_its_own_and_says_whose_each_slot_is(folder):
    assert main([str(folder)]) == 0
    text = (folder / "my_tape.py").read_text()
    assert "# --- slot sum_to_shape (exercise 1.5): yours\n" in text and "print(" not in text
    assert "# --- slot backward (exercise 3.5): reference\n" in text
    done = subprocess.run([sys.executable, "-c", USES_IT_ALONE], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_was_not_used_is_said(folder, capsys):
    main([str(folder)])
    said = capsys.readouterr().out
    assert "reference  exercise 3.5: it needs later, which the cell itself neither defines nor imports" in said
    assert "03_leaves.ipynb has no cell ex3_4" in said


def test_it_works_from_a_notebooks_own_folder(folder, monkeypatch):
    monkeypatch.chdir(folder / "03_leaves")
    assert main([]) == 0
    assert (folder / "my_tape.py").exists() and not (folder / "03_leaves" / "my_tape.py").exists()


def test_what_no_release_has_brought_yet_stays_empty(folder):
    (folder / "04_rules" / "tape_slots.json").unlink()
    main([str(folder)])
    text = (folder / "my_tape.py").read_text()
    assert "# --- slot topological_order (exercise 3.4): empty\n" in text
    assert subprocess.run([sys.executable, "-c", "import my_tape"], cwd=folder).returncode == 0


def test_nothing_that_was_changed_is_lost(folder, capsys):
    main([str(folder)])
    main([str(folder)])
    assert "up to date" in capsys.readouterr().out
    for content in ("mine = 1", "mine = 2"):
        (folder / "my_tape.py").write_text(content)
        main([str(folder)])
    assert [(folder / f"my_tape_old_{n}.py").read_text() for n in (1, 2)] == ["mine = 1", "mine = 2"]
    assert "class Tensor" in (folder / "my_tape.py").read_text()


def test_away_from_the_notebooks_there_is_a_sentence(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert main([str(tmp_path / "empty")]) == 1
    assert "Go to the folder that they are in." in capsys.readouterr().err


def test_a_damaged_file_of_slots_is_named(folder, capsys):
    (folder / "04_rules" / "tape_slots.json").write_text("{")
    assert main([str(folder)]) == 1
    assert "tape_slots.json is damaged" in capsys.readouterr().err
