"""Words that learners chose, in ids, terminals and tables."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.bridge.export import guarded
from autograder.collect.members import name_problem
from autograder.learners import MAX_CHARACTERS, id_problem, same_folder, shown, slug
from autograder.progress import Progress

TEXT = st.text(alphabet=st.characters(), max_size=80)


@pytest.mark.parametrize("learner", ["ada", "ada-lovelace", "José Peña", "李雷", "محمد", "O'Brien", "a@b.org", "7"])
def test_ids_of_people_are_taken(learner):
    assert id_problem(learner) is None


@given(TEXT)
def test_an_id_that_is_taken_is_one_folder_and_one_line_and_no_formula(learner):
    if id_problem(learner) is None:
        assert name_problem(learner) is None
        assert "/" not in learner and "\\" not in learner and learner not in (".", "..")
        assert learner.isprintable() and len(learner) <= MAX_CHARACTERS
        assert guarded(learner) == learner


@given(TEXT)
def test_whatever_is_shown_is_one_printable_line(text):
    assert "\x1b" not in shown(text) and len(shown(text).splitlines()) <= 1 and len(shown(text)) <= 80


@given(TEXT)
def test_no_cell_of_the_export_is_a_formula_and_each_comes_back_as_one_cell(text):
    cell = guarded(text)
    assert not cell.lstrip().startswith(("=", "@", "|", "%")) and "\n" not in cell and "\r" not in cell
    line = io.StringIO()
    csv.writer(line).writerow([cell, "end"])
    assert next(csv.reader(io.StringIO(line.getvalue()))) == [cell, "end"]


@pytest.mark.parametrize(
    ("value", "cell"), [(None, ""), (-2.5, "-2.5"), ("+49", "+49"), ("-1+1", "'-1+1"), ("＝1", "'＝1")]
)
def test_numbers_stay_numbers(value, cell):
    assert guarded(value) == cell


def test_one_person_has_one_id_and_one_folder():
    assert slug("  Ada  Lovelace ") == slug("ADA LOVELACE") == "ada-lovelace"
    assert same_folder("Straße") == same_folder("STRASSE")
    assert same_folder("José") == same_folder("Jose\u0301")


def test_the_estimate_counts_only_what_was_judged_now():
    progress = Progress(10, io.StringIO())
    for kept in (True, True, False, False):
        progress.step(kept)
    assert progress.line(4.0) == "4 of 10 · 2 s each · about 12 s left"


@pytest.mark.parametrize(("logged", "lines"), [(True, 3), (False, 0)])
def test_what_is_not_for_a_log_says_nothing_there_however_long_it_takes(monkeypatch, logged, lines):
    monkeypatch.setattr("autograder.progress.EVERY", -1.0)
    stream = io.StringIO()
    progress = Progress(3, stream, logged=logged)
    for _ in range(3):
        progress.step()
    progress.end()
    assert len(stream.getvalue().splitlines()) == lines
