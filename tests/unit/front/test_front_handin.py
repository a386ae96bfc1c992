"""`autograder handin` writes one checked file and never over another."""

from __future__ import annotations

import json

import pytest

from autograder.intake import read_submission
from autograder.kit import handin


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


def test_a_notebook_that_is_not_of_the_course_is_not_written(hand_in, tmp_path, capsys):
    assert hand_in({"nbformat": 4, "cells": [{"cell_type": "code", "source": "1", "metadata": {}}]}) == 1
    assert "no exercise" in capsys.readouterr().err
    assert not (tmp_path / "hand-in").exists()
