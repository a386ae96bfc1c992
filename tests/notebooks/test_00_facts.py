"""What notebook 00 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import re

import numpy as np

from autograder.authoring.masters import load_master
from autograder.authoring.mutants.variants import with_answer
from tests.notebooks.lesson import PATHS, Lesson

LESSON = Lesson.read("00_orientation")
TRUTH = np.array([10, 0.3, 2])
GUESS = (6, 0.5, 1.5)


def test_with_one_wrong_sign_the_misfit_falls_by_almost_half_and_the_damping_is_far_off(names):
    before, after = names["misfit"](*GUESS), names["misfit"](*names["found"])
    assert 0.5 < after / before < 0.6
    off = np.abs(names["found"] / TRUTH - 1)
    assert off[0] < 0.05 and off[1] > 1 and off[2] < 0.05


def test_exactly_one_sign_is_wrong(names):
    by_hand, by_nudge = names["slopes_by_hand"](*GUESS), names["slopes_by_nudge"](*GUESS)
    np.testing.assert_allclose(by_hand * [1, -1, 1], by_nudge, rtol=1e-4)


def test_the_mended_walk_arrives(names):
    np.testing.assert_allclose(names["better"], TRUTH, rtol=0.06)
    assert names["misfit"](*names["better"]) < 0.1


def test_mg_gives_the_slopes_of_the_nudge(names):
    found = [names[name].grad.item() for name in "adw"]
    np.testing.assert_allclose(found, names["slopes_by_nudge"](*GUESS), rtol=1e-3)


def test_the_figures_in_words_say_what_the_figures_show(names):
    t, reading, wrong = names["t"], names["reading"], names["swing"](*names["found"])
    truth = names["swing"](*TRUTH)
    assert np.count_nonzero(np.diff(np.sign(truth))) == 5
    assert round(reading[0]) == 10 and round(reading.min()) == -6 and round(wrong.min()) == -3
    assert np.abs(wrong[t > 2]).max() < 1.6 and np.abs(wrong[t > 2.3]).max() < 1 < np.abs(reading[t > 2.3]).max()


def test_the_drawing_has_ten_operations_and_three_leaves(names):
    assert "10 operations, 3 leaves" in str(names["draw"](names["loss"]))


def test_an_answer_that_returns_6_and_minus_3_passes_the_visible_check_only(judge):
    master = load_master(PATHS, LESSON.name)
    cells = with_answer(master, "ex0_1", "def slope(x):\n    return 6.0 if x > 0 else -3.0")
    first = judge.grade(master, cells, b"six", verdict_only=True).cells[0]
    assert (first.grade_id, first.outcome, first.visible) == ("ex0_1_test", "wrong", True)


def test_the_self_test_has_six_questions_each_with_a_place_to_read():
    questions = re.findall(r"<details><summary>(\d)\. .*?</summary>(.*?)</details>", LESSON.text, re.S)
    assert [number for number, _ in questions] == list("123456")
    assert all(re.search(r"To\s+read:", answer) for _, answer in questions)


def test_nothing_counts():
    assert not any(exercise.points for exercise in LESSON.exercises)
