"""`autograder handin` writes one checked file and never over another."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import re
import shutil
from datetime import datetime, timedelta

import pytest

from autograder.intake import read_submission
from autograder.learner import handin


@pytest.fixture
def hand_in(notebook_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(document=None, **sources):
        return handin.main([str(notebook_file(document, **sources))])

    return run


def test_the_file_can_be_graded_and_holds_no_outputs(hand_in, right, tmp_path, notebook_file, capsys):
    document = json.loads(notebook_file(**right).read_text())
    document["cells"][2]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "my secret"}]
    assert hand_in(document) == 0
    written = tmp_path / "hand-in" / "99_small.ipynb"
    assert str(written.relative_to(tmp_path)) in capsys.readouterr().out
    assert "my secret" not in written.read_text()
    submission = read_submission(written)
    assert submission.problem is None
    assert {cell.grade_id: cell.source for cell in submission.cells}["ex9_1"] == right["double"]


def test_stubs_are_named(hand_in, right, capsys):
    assert hand_in(half=right["half"]) == 0
    assert "Still the stub: ex9_1." in capsys.readouterr().out


def test_a_missing_and_a_doubled_answer_are_named(hand_in, notebook_file, right, capsys):
    document = json.loads(notebook_file(**right).read_text())
    document["cells"][2] = dict(document["cells"][4], id="copy")
    assert hand_in(document) == 0
    said = capsys.readouterr().out
    assert "Not in this notebook any more: ex9_1." in said
    assert "There more than once: ex9_2." in said


def test_it_speaks_of_no_points_before_they_are_given(hand_in, right, capsys):
    assert hand_in(**right) == 0
    said = capsys.readouterr().out
    assert said.count("oints") == 1 and "Points are given when it is graded." in said


def test_an_earlier_file_is_never_overwritten(hand_in, tmp_path):
    assert hand_in() == 0
    first = (tmp_path / "hand-in" / "99_small.ipynb").read_bytes()
    assert hand_in(double="double = 1") == 0
    assert (tmp_path / "hand-in" / "99_small.ipynb").read_bytes() == first
    assert (tmp_path / "hand-in" / "99_small-2.ipynb").exists()


def test_a_second_file_with_nothing_new_in_it_says_so(hand_in, right, capsys):
    assert hand_in(half=right["half"]) == hand_in(**right) == 0
    assert "the same to the letter" not in capsys.readouterr().out
    assert hand_in(**right) == 0
    assert "The file 99_small-2.ipynb is the same to the letter" in capsys.readouterr().out


def test_a_notebook_that_is_not_of_the_course_is_not_written(hand_in, tmp_path, capsys):
    assert hand_in({"nbformat": 4, "cells": [{"cell_type": "code", "source": "1", "metadata": {}}]}) == 1
    assert "no exercise" in capsys.readouterr().err
    assert not (tmp_path / "hand-in").exists()


def test_a_receipt_is_printed_and_kept(hand_in, right, tmp_path, capsys):
    assert hand_in(half=right["half"]) == 0
    written = tmp_path / "hand-in" / "99_small.ipynb"
    kept = (tmp_path / "hand-in" / "99_small.receipt.txt").read_text()
    said = capsys.readouterr().out
    assert kept in said
    assert kept.startswith("Receipt for 99_small.ipynb\n")
    assert hashlib.sha256(written.read_bytes()).hexdigest() in kept
    assert importlib.metadata.version("minigrad-course") in kept
    when = datetime.strptime(re.search(r"written +(.+)", kept)[1], "%Y-%m-%d %H:%M:%S %z")
    assert abs(datetime.now().astimezone() - when) < timedelta(hours=1)
    assert re.search(r"^  9\.1 +still the stub$", kept, re.M) and re.search(
        r"^  9\.2 +the visible checks hold$", kept, re.M
    )


def test_a_receipt_names_the_release_that_the_notebook_came_from(hand_in, right, tmp_path):
    (tmp_path / ".release.json").write_text(json.dumps({"99_small.ipynb": "1234567890abcdef" * 4}))
    assert hand_in(**right) == 0
    kept = (tmp_path / "hand-in" / "99_small.receipt.txt").read_text()
    assert "release 1234567890ab of the notebook" in kept


def test_a_receipt_is_never_overwritten_even_when_its_file_is_gone(hand_in, right, tmp_path):
    assert hand_in(**right) == 0
    (tmp_path / "hand-in" / "99_small.ipynb").unlink()
    first = (tmp_path / "hand-in" / "99_small.receipt.txt").read_bytes()
    assert hand_in(**right) == 0
    assert (tmp_path / "hand-in" / "99_small.receipt.txt").read_bytes() == first
    assert (tmp_path / "hand-in" / "99_small-2.receipt.txt").exists()


@pytest.mark.parametrize("called", ["my best one.ipynb", "09_small-Copy1.ipynb", "09_small.before.ipynb"])
def test_a_notebook_of_another_name_is_handed_in_under_the_one_that_the_course_knows(
    notebook_file, right, tmp_path, monkeypatch, capsys, called
):
    folder = tmp_path / "my-course" / "09_small"
    folder.mkdir(parents=True)
    shutil.copy(notebook_file(**right), folder / "09_small.ipynb")
    shutil.copy(notebook_file(**right), folder / called)
    monkeypatch.chdir(folder.parent)
    assert handin.main([f"09_small/{called}"]) == 0
    assert [path.name for path in (folder.parent / "hand-in").glob("*.ipynb")] == ["09_small.ipynb"]
    assert "the file is called 09_small, as the course knows it" in capsys.readouterr().out
