"""What notebook 02 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import re

import numpy as np
import pytest

import minigrad as mg
from tests.notebooks.lesson import PATHS, Lesson

LESSON = Lesson.read("02_graphs")


def test_errors_of_the_two_quotients_are_those_of_the_formulas(names):
    for h in (1e-1, 1e-2, 1e-3):
        one_side, both_sides = names["errors"](h)
        assert one_side == pytest.approx(3 * 1.7 * h + h * h, rel=1e-6)
        assert both_sides == pytest.approx(h * h, rel=1e-6)


def test_the_reference_predicts_the_best_nudges(names):
    four, said = names["four"], names["quotients"]
    assert [min(four, key=lambda h, which=which: names["errors"](h)[which]) for which in (0, 1)] == [1e-8, 1e-5]
    assert said == {"one side": 1e-8, "both sides": 1e-5, "h = 1e-17": 0.0}
    assert 1.7 + 1e-17 == 1.7


def test_figure_1_in_words_says_what_the_figure_shows(names):
    errors = np.array([names["errors"](10.0**-k) for k in range(1, 16)]).T
    assert [int(each.argmin()) + 1 for each in errors] == [8, 5]
    assert 1e-9 < errors[0].min() < 2e-8 and 5e-11 < errors[1].min() < 2e-10
    assert np.all(np.diff(np.log10(errors[0, :7])) < -0.9) and np.all(np.diff(np.log10(errors[1, :5])) < -1.9)
    assert np.all((errors[:, -1] > 0.3) & (errors[:, -1] < 3))


def test_a_tiny_number_has_sixteen_digits_too():
    assert 1e-307 > 0 and 1e-9 + 1e-24 != 1e-9  # sixteen digits, also of a small number


def test_local_rules_agree_with_nudges(names):
    for operation, rule in names["LOCAL"].items():
        point = (2.0, 3.0)[: 1 if operation in ("neg", "exp", "cos") else 2]
        np.testing.assert_allclose(
            rule(*point), names["central_difference"](names["VALUE"][operation], point, 1e-5), rtol=1e-8
        )


def test_the_forward_run_builds_the_graph_and_backward_leaves_it():
    a, b = (mg.tensor(number, requires_grad=True) for number in (2.0, 3.0))
    y = a * b
    node = y.grad_fn
    assert node is not None and node.next_functions
    y.backward()
    assert y.grad_fn is node and (a * b).grad_fn is not node and a.grad_fn is None


def test_one_accumulate_grad_for_each_tensor_and_none_for_a_number():
    x = mg.tensor(2.0, requires_grad=True)
    first, second = (x * x).grad_fn.next_functions
    assert first[0] is second[0] and first[0].variable is x
    assert (x * 3).grad_fn.next_functions[1] == (None, 0)


def test_the_gradient_of_b_in_the_example_is_8_by_both_ways(names):
    example, known, rules = names["example"], names["known"], names["LOCAL"]
    assert known == names["forward_values"](example, {"a": 2.0, "b": 3.0}, names["VALUE"])
    assert names["sum_over_paths"](example, known, "y", "b", rules) == 8.0
    assert names["gradients"](example, known, "y", rules) == {"a": 3.0, "b": 8.0, "s": 3.0, "y": 1.0}


def test_the_examples_of_the_predictions_are_true_and_answer_none_of_their_lines(names):
    one_side, _ = (min((1e-1, 1e-3), key=lambda h, which=which: names["errors"](h)[which]) for which in (0, 1))
    assert one_side == 1e-3 and "one side, of two" not in names["quotients"]
    steps = names["ladder"](1)
    assert len(steps) + 1 == 4 and "nodes, 1 diamond" not in names["counts"]


def test_figure_4_in_words_says_what_backward_does():
    from minigrad.drawing import draw

    a, b = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
    s = a + b
    y = s * b
    told = str(draw(y, backward=True))
    sent = ["y sends 3.0 to s", "y sends 5.0 to b", "s sends 3.0 to a", "s sends 3.0 to b"]
    assert [told.index(each) for each in sent] == sorted(told.index(each) for each in sent)
    assert "5.0 + 3.0" in told


def test_the_reference_predicts_the_paths_and_edges_of_the_ladder(names):
    assert names["counts"] == names["seen"]


def test_300_diamonds_have_more_paths_than_atoms_and_1200_edges(names):
    assert 2**300 > 10**80
    assert sum(len(inputs) for _, *inputs in names["ladder"](300).values()) == 1200
    assert float(names["yours"]) == pytest.approx(names["x0"].grad.item(), abs=1e-9)


def test_the_paths_tell_the_sign_that_was_lost_by_hand(names):
    t, reading, (a, d, w) = names["t"], names["reading"], (6.0, 0.5, 1.5)
    twice = 2 * (a * np.exp(-d * t) * np.cos(w * t) - reading)
    fade, turn = np.exp(-d * t), w * t
    by_hand = [np.mean(twice * each) for each in (fade * np.cos(turn), t * a * fade * np.cos(turn),
                                                  -t * a * fade * np.sin(turn))]  # fmt: skip
    assert np.round(by_hand, 3).tolist() == [-0.499, 0.501, -7.240]
    for way in ("by_paths", "by_one_pass"):
        found = names["mean_slopes"](names[way], a, d, w)
        np.testing.assert_allclose(found, np.array([1, -1, 1]) * by_hand, rtol=1e-9)
    np.testing.assert_allclose(names["by_mg"]((a, d, w)), np.array([1, -1, 1]) * by_hand, rtol=1e-6)


def test_one_way_leads_from_d_to_the_difference(names):
    def ways(name):
        return 1 if name == "d" else sum(map(ways, names["swing"].get(name, ("",))[1:]))

    assert ways("e") == 1 and ways("square") == 2 and len(names["swing"]) == 9


def test_the_fit_arrives_where_that_of_notebook_00_did(names):
    assert names["guess"].round(2).tolist() == [9.5, 0.29, 1.98]


def test_the_explanation_has_a_model_answer_and_four_levels_for_the_instructor_only():
    (cell,) = LESSON.source.by_role("manual")
    assert cell.kind == "X" and "A model answer." in cell.source
    assert re.findall(r"\*\*(\d) points?\*\*", cell.source) == ["3", "2", "1", "0"]
    release = (PATHS.course / LESSON.name / f"{LESSON.name}.ipynb").read_text(encoding="utf-8")
    assert "distributive" not in release and "Rubric" not in release
