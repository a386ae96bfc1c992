"""What notebook 00 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import re
from pathlib import Path

import jupytext
import numpy as np
import pytest

SOURCE = Path(__file__).parents[2] / "solutions" / "00_orientation.py"
NOTEBOOK = jupytext.read(SOURCE)
TEXT = "\n".join(cell.source for cell in NOTEBOOK.cells if cell.cell_type == "markdown")
TRUTH = np.array([10, 0.3, 2])
GUESS = (6, 0.5, 1.5)


def code(cell) -> str:
    """A cell as the instructor's notebook runs it: without the stub, which stands in comments."""
    return re.sub(r"\n *### STUB\n( *#.*\n)*", "\n", cell.source)


@pytest.fixture(scope="module")
def names():
    """The names that the given cells and the reference's answers leave behind."""
    pytest.importorskip("matplotlib").use("Agg")
    namespace = {"__name__": "__main__"}
    for cell in NOTEBOOK.cells:
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("grade"):
            exec(compile(code(cell), str(SOURCE), "exec"), namespace)
    return namespace


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


def test_an_answer_that_returns_6_passes_the_visible_check_only():
    cell = next(c for c in NOTEBOOK.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "ex0_1_test")
    assert "slope(3.0), 6.0" in cell.source.partition("### BEGIN HIDDEN")[0]


def test_the_self_test_has_six_questions_each_with_a_place_to_read():
    questions = re.findall(r"<details><summary>(\d)\. .*?</summary>(.*?)</details>", TEXT, re.S)
    assert [number for number, _ in questions] == list("123456")
    assert all(re.search(r"To\s+read:", answer) for _, answer in questions)


def test_nothing_counts_and_the_exercises_fit_into_the_quarter_of_an_hour():
    assert all(int(points) == 0 for points in re.findall(r"^## Exercise.*, (\d+) points", TEXT, re.M))
    assert sum(int(found) for found in re.findall(r"^## Exercise.*about (\d+) min", TEXT, re.M)) <= 12
