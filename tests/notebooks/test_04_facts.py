"""What notebook 04 says is so: its own cells are run here, and what its text claims is checked against them."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("04_backward_rules")
PUBLISHED = ("sine_rule", "sub_rule", "prod_rule", "pow_rule", "fill_rule")


def differentiated(f, g, *arrays):
    """What `mg` says: the gradients of sum(g * f(*arrays))."""
    inputs = [mg.tensor(each, requires_grad=True) for each in arrays]
    return [each.numpy() for each in mg.autograd.grad(f(*inputs), inputs, mg.tensor(g))]


def test_a_rule_with_a_wrong_sign_says_0_and_nothing_else(names):
    tape = names["tape"]
    usual, tape.mul_rule = tape.mul_rule, lambda g, a, b: (g * b, -g * a)
    try:
        x = tape.Tensor(3.0, requires_grad=True)
        (x * x).backward()
    finally:
        tape.mul_rule = usual
    assert x.grad.item() == 0.0


def test_nudges_say_what_the_square_s_rule_says(names):
    x, g = np.array([1.0, -2.0, 3.0]), np.array([1.0, 10.0, 0.0])
    (measured,) = names["by_nudges"](np.square, [x], g)
    assert np.allclose(measured, g * 2 * x, atol=1e-6) and measured[-1] == 0


def test_all_rules_are_those_of_mg(names):
    rng = np.random.default_rng(4)
    a, b, g = rng.normal(size=(2, 1)), rng.normal(size=3), rng.normal(size=(2, 3))
    for rule, f in (("mul_rule", lambda a, b: a * b), ("div_rule", lambda a, b: a / b)):
        for found, right in zip(names[rule](g, a, b), differentiated(f, g, a, b), strict=True):
            assert np.allclose(found, right)
    x, g = rng.normal(size=(2, 3, 4)), rng.normal(size=3)
    assert np.allclose(names["sum_rule"](g, x.shape, (0, -1), False), differentiated(lambda x: x.sum((0, -1)), g, x)[0])
    assert np.allclose(names["mean_rule"](g, x.shape, (2, 0), False), differentiated(lambda x: x.mean((2, 0)), g, x)[0])
    a, b, g = rng.normal(size=(3, 4)), rng.normal(size=(2, 4, 5)), rng.normal(size=(2, 3, 5))
    for found, right in zip(names["matmul_rule"](g, a, b), differentiated(lambda a, b: a @ b, g, a, b), strict=True):
        assert np.allclose(found, right)
    x, g, index = rng.normal(size=(4, 2)), rng.normal(size=(3, 2)), [1, -1, 3]
    assert np.allclose(names["index_rule"](g, x.shape, index), differentiated(lambda x: x[index], g, x)[0])
    x, g = 400 * rng.uniform(-1, 1, size=(2, 3)), rng.normal(size=(2, 3))
    y, z = names["softmax"](x, 1), mg.tensor(x).log_softmax(1).numpy()
    assert np.allclose(names["softmax_rule"](g, y, 1), differentiated(lambda x: x.softmax(1), g, x)[0])
    assert np.allclose(names["log_softmax_rule"](g, z, 1), differentiated(lambda x: x.log_softmax(1), g, x)[0])


def test_the_examples_of_the_text(names):
    a, b = np.array([[2.0], [-4.0]]), np.array([1.0, 2.0, -4.0])
    to_a, to_b = names["mul_rule"](np.array([[1.0, 10.0, -2.0], [3.0, 0.0, 5.0]]), a, b)
    assert to_a.tolist() == [[29.0], [-17.0]] and to_b.tolist() == [-10.0, 20.0, -24.0]
    assert names["sum_rule"](np.array([1.0, 10.0]), (2, 3), 1, False).tolist() == [[1.0] * 3, [10.0] * 3]
    g, a, b = np.array([[1.0, 10.0]]), np.array([[2.0, 3.0]]), np.array([[1.0, 0.0], [4.0, -1.0]])
    assert [each.tolist() for each in names["matmul_rule"](g, a, b)] == [[[1.0, -6.0]], [[2.0, 20.0], [3.0, 30.0]]]
    g = np.array([1.0, 10.0, 100.0, 1000.0])
    assert names["index_rule"](g, (4,), [0, 2, 2, 2]).tolist() == [1.0, 0.0, 1110.0, 0.0]
    y, g = np.array([0.25, 0.75]), np.array([1.0, 5.0])
    assert names["softmax_rule"](g, y, 0).tolist() == [-0.75, 0.75]
    assert np.allclose(names["log_softmax_rule"](g, np.log(y), 0), [-0.5, 0.5])


def test_broadcasting_takes_g_for_a_row(names):
    g = np.array([1.0, 10.0])
    with pytest.raises(ValueError, match="broadcast"):
        np.broadcast_to(g, (2, 3))
    assert np.broadcast_to(g, (2, 2)).tolist() == [[1.0, 10.0]] * 2
    x = np.ones((2, 2))
    assert names["by_nudges"](lambda x: x.sum(1), [x], g)[0].round(6).tolist() == [[1.0, 1.0], [10.0, 10.0]]


def test_a_mean_over_two_dimensions_divides_by_eight(names):
    measured = names["by_nudges"](lambda x: x.mean((0, 2)), [np.arange(24.0).reshape(2, 3, 4)], np.full(3, 24.0))[0]
    assert np.allclose(measured, 3.0, atol=1e-6)


def test_a_nudge_of_one_entry_moves_one_row_of_the_product(names):
    moved, nudge = names["pictures"]["how c moves"], names["pictures"]["nudge of a"]
    assert np.argwhere(nudge).tolist() == [[1, 2]] and not moved[[0, 2]].any()
    assert (moved[1] == names["pictures"]["b"][2]).all() and moved[1].any()
    assert max(np.abs(each).max() for each in names["pictures"].values()) <= 4, "the colours go as far"


def test_adding_in_place_loses_repeats_and_the_last_write_stays():
    grad, g = np.zeros(4), np.array([1.0, 10.0, 100.0, 1000.0])
    grad[[0, 2, 2, 2]] += g
    assert grad.tolist() == [1.0, 0.0, 1000.0, 0.0]


def test_the_table_of_50_000_words_has_20_gigabytes_and_e_to_the_800_is_too_large():
    assert 50_000 * 50_000 * 8 == 20e9
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(400.0)) and np.exp(800.0) == np.inf


def test_the_gradient_of_a_softmax_adds_up_to_0(names):
    assert np.abs(names["to_x"].sum(1).round(4)).tolist() == [0.0, 0.0]


def test_softmax_of_far_numbers_is_exactly_0_and_its_logarithm_about_minus_800(names):
    far = np.array([400.0, -400.0])
    assert names["softmax"](far, 0).tolist() == [1.0, 0.0]
    assert mg.tensor(far).log_softmax(0).numpy()[1] == pytest.approx(-800)


def test_the_miss_of_a_label_has_the_softmax_less_1_at_the_label_for_its_gradient(names):
    found = np.array(names["engine_gradients"](names["misses"], names["x"])[0])
    right = names["softmax"](names["x"], 1)
    right[names["rows"], names["labels"]] -= 1
    assert np.allclose(found, right, atol=1e-6)


def test_the_engine_computes_with_the_rules_of_this_notebook(names):
    rules = [
        "mul_rule",
        "div_rule",
        "sum_rule",
        "mean_rule",
        "matmul_rule",
        "index_rule",
        "softmax_rule",
        "log_softmax_rule",
    ]
    assert [getattr(names["tape"], rule) is names[rule] for rule in rules] == [True] * 8


def test_ties_and_kinks_are_what_the_reference_predicts(names):
    assert names["seen"] == names["kinks"]
    assert names["gradient"](names["safe_root"], [-4.0, 0.0, 4.0]) == [0.0, 0.0, 0.25]


def test_where_has_the_value_0_at_a_number_without_a_root_and_the_gradient_nan():
    x = mg.tensor([-4.0], requires_grad=True)
    with np.errstate(all="ignore"):
        y = mg.where(x > 0, x.sqrt(), 0 * x)
        y.sum().backward()
        assert y.item() == 0 and np.isnan(x.sqrt().item()) and np.isnan(x.grad.item())


def test_two_numbers_agree_for_the_right_rule_of_the_cube():
    x = np.array([[1.0, -2.0, 0.5], [0.3, 1.5, -1.0]])
    u, v = np.random.default_rng(4).normal(size=(2, 2, 3))
    measured = np.sum(u * ((x + 1e-5 * v) ** 3 - (x - 1e-5 * v) ** 3)) / 2e-5
    assert measured == pytest.approx(np.sum(u * 3 * x**2 * v), rel=1e-8)
    assert abs(measured - np.sum(u * 3 * x * v)) > 0.1


def test_a_product_of_two_matrices_takes_20_000_nudges_of_10_000_results():
    assert 2 * 100 * 100 == 20_000 and "20,000 nudges of 10,000" in LESSON.flat


def test_the_example_of_the_check(names):
    x = np.array([[1.0, -2.0, 0.5], [0.3, 1.5, -1.0]])
    check = names["check_rule"]
    assert check(np.multiply, lambda g, a, b: (g * b, g * a), (x, x), 0) is True
    assert check(np.multiply, lambda g, a, b: (g * a, g * b), (x, x + 1), 0) is False


def test_the_planted_sign_is_found_at_once_and_where_it_stands(names):
    assert names["check_rule"](names["misfit"], names["slopes_by_hand"], names["start"], 0) is False
    assert [names["one_alone"](place) for place in range(3)] == [True, False, True]


def test_the_mended_slopes_pass(names):
    def mended(g, a, d, w):
        along_a, along_d, along_w = names["slopes_by_hand"](g, a, d, w)
        return along_a, -along_d, along_w

    assert all(names["check_rule"](names["misfit"], mended, names["start"], seed) for seed in range(5))


def test_the_curve_of_figure_1(names):
    shares = dict(zip(range(-9, 1), names["shares"], strict=True))
    assert all(shares[k] == 0 for k in range(-9, -5))
    assert 0.55 < shares[-5] < 0.75 and shares[-4] > 0.85 and all(shares[k] == 1 for k in (-2, -1, 0))


def test_at_ordinary_inputs_two_published_rules_are_found_and_three_get_through(names):
    found = {name: ask() for name, ask in names["ASK"].items()}
    assert found == {"sine": False, "sub": False, "prod": True, "pow": True, "fill": True}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_special_inputs_find_the_other_three_and_spare_the_mended(names):
    check, b, v = names["check_rule"], np.array([0.0, 2.0, -1.2]), np.array(0.7)
    again = [1, 1]
    assert not check(np.prod, names["prod_rule"], (b,), 0) and check(np.prod, names["mended_prod"], (b,), 0)
    for n, seed in ((0, 0), (0, 1), (1, 0), (3, 0)):

        def power(x, n=n):
            return x**n

        assert check(power, lambda g, x, n=n: names["mended_pow"](g, x, n), (b,), seed)
    assert not check(lambda x: x**0, lambda g, x: names["pow_rule"](g, x, 0), (b,), 0)
    filled = names["filled"]
    assert not check(lambda x, v: filled(x, v, again), lambda g, x, v: names["fill_rule"](g, again), (b, v), 0)
    assert check(lambda x, v: filled(x, v, again), lambda g, x, v: names["mended_fill"](g, again), (b, v), 0)


def test_each_published_rule_has_its_report_in_the_metadata(names):
    sources = [url for cell in LESSON.source.cells for url in cell.metadata.get("sources", ())]
    assert len(sources) == len(set(sources)) == len(PUBLISHED)
    for name in PUBLISHED:
        assert [number for number in (url.rpartition("/")[2] for url in sources) if number in names[name].__doc__]


def test_the_weak_inputs_let_four_wrong_rules_through_and_the_references_catch_them(names):
    assert all(names["verdict"](name, arrays) for name, arrays in names["weak"].items())
    for name in ("div", "mean"):
        assert names["verdict"](name, names["inputs"][name]) is False
    with pytest.raises(ValueError):
        names["verdict"]("matmul", names["inputs"]["matmul"])


def test_the_network_has_65_weights_and_the_engines_agree(names):
    assert sum(each.data.size for each in names["way"][0]) == 65 and "is 65 weights" in LESSON.flat
    told = names["told"](names["tape"], names["way"])
    assert told == "loss 0.038301, 394 of 400 points on the right side" == names["told"](mg, names["train"](mg))
    assert "a loss of 0.038301 and 394 of 400 points" in LESSON.flat
    assert "six points are on the wrong side" in LESSON.flat


def test_a_product_with_a_0_and_a_power_of_0_are_right_in_mg():
    x = mg.tensor([0.0, 2.0, 4.0], requires_grad=True)
    x.prod().backward()
    assert x.grad.tolist() == [8.0, 0.0, 0.0]
    x.grad = None
    (x**0).sum().backward()
    assert x.grad.tolist() == [0.0, 0.0, 0.0]
