"""What notebook 07 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from minigrad.drawing import draw_jacobian
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("07_jacobian_products")


def at(*numbers):
    return mg.tensor(list(numbers))


# --- tables


def test_the_first_figure_is_the_table_of_the_two_products(names):
    told = str(draw_jacobian(names["two_products"], at(2.0, 3.0, 5.0), row=1, column=1))
    assert "2 of 6 entries are zero" in told
    assert "row 1, [0.0, 5.0, 3.0]" in told and "column 1, [2.0, 5.0]" in told


def test_the_tables_of_the_reference_are_the_jacobians(names):
    for name, f in names["four"].items():
        x = mg.tensor(names["points"][name])
        table = mg.func.jacrev(f)(x).numpy().reshape(-1, x.numel())
        assert np.array_equal(np.array(names["tables"][name], dtype=float), table), name
        assert np.allclose(table @ x.numpy().ravel(), f(x).numpy().ravel()), "each is linear at its point"


def test_the_transposition_has_thirty_zeros_and_the_convolution_a_half(names):
    zeros = {
        name: (np.asarray(table, dtype=float) == 0).sum() / np.size(table) for name, table in names["tables"].items()
    }
    assert zeros["transpose"] == 30 / 36 and zeros["convolution"] == 0.5


# --- vjp


def test_backward_gives_a_product_with_the_output_s_weights(names):  # C2-25, C2-26, C2-27, C2-34
    x = at(2.0, 3.0, 5.0).requires_grad_()
    names["two_products"](x).backward(at(1.0, 10.0))
    assert x.grad.tolist() == [3.0, 52.0, 30.0]
    with pytest.raises(RuntimeError, match="only for scalar outputs"):
        names["two_products"](x).backward()
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        names["two_products"](x).backward(at(1.0, 1.0, 1.0))


def test_a_graph_is_walked_once_unless_it_is_kept_and_rows_add_up(names):  # C2-09, C2-11, C2-23
    x = at(2.0, 3.0, 5.0).requires_grad_()
    y = names["two_products"](x)
    made_by = y.grad_fn
    y.backward(at(1.0, 0.0), retain_graph=True)
    y.backward(at(0.0, 1.0))
    assert x.grad.tolist() == [3.0, 7.0, 3.0] and "3, 7, 3 is neither row" in LESSON.flat
    with pytest.raises(RuntimeError, match="second time"):
        y.backward(at(1.0, 0.0))
    assert y.grad_fn is made_by


def test_the_article_prints_4_2_8_4_4_2():  # C2-28, C2-29, C2-31
    x = mg.eye(4, 5, requires_grad=True)
    y = (x + 1).pow(2).t()
    seen = []
    for keep, clear in ((True, False), (True, False), (False, True)):
        if clear:
            x.grad.zero_()
        y.backward(mg.ones_like(y), retain_graph=keep)
        seen.append(x.grad[0].tolist()[:2])
    assert seen == [[4.0, 2.0], [8.0, 4.0], [4.0, 2.0]]


def test_grad_is_a_tuple_and_gives_gradients_of_inner_tensors(names):  # C2-08, C3-24
    x = at(2.0, 3.0, 5.0).requires_grad_()
    shifted = x + 1
    found = mg.autograd.grad(names["two_products"](shifted), (x, shifted), at(1.0, 10.0))
    assert isinstance(found, tuple) and found[0].tolist() == found[1].tolist() and x.grad is None


def test_the_reference_vjp_gives_the_rows(names):
    assert [row.tolist() for row in names["rows_of_two_products"]()] == [[3.0, 2.0, 0.0], [0.0, 5.0, 3.0]]


# --- jvp


def test_the_first_dual_moves_by_the_rule_of_the_sum(names):
    moved = names["Dual"](np.array([2.0, 3.0]), np.array([1.0, 0.0])) + 10
    assert (moved.value.tolist(), moved.tangent.tolist()) == ([12.0, 13.0], [1.0, 0.0])


def test_columns_of_the_decay_are_its_slopes(names):
    a, d, t = 10.0, 0.5, np.array([0.0, 1.0, 2.0])
    primals = np.array(a), np.array(d)
    by_a = names["jvp"](names["decay"], primals, (np.array(1.0), np.array(0.0)))[1]
    by_d = names["jvp"](names["decay"], primals, (np.array(0.0), np.array(1.0)))[1]
    assert np.allclose(by_a, np.exp(-d * t)) and np.allclose(by_d, -a * t * np.exp(-d * t))


def test_jvp_wants_tuples_and_is_a_slope_along_v(names):  # C3-04, C3-20, C3-21
    x, v, square = at(2.0, 3.0, 5.0), at(1.0, 10.0, 0.0), names["square"]
    with pytest.raises(RuntimeError, match="Expected primals to be a tuple"):
        mg.func.jvp(square, x, v)
    once = mg.func.jvp(lambda x: square(x).sum(), (x,), (v,))[1]
    twice = mg.func.jvp(lambda x: square(x).sum(), (x,), (2 * v,))[1]
    assert once.shape == () and twice.item() == 2 * once.item() == 128.0
    assert mg.func.jvp(names["two_products"], (x,), (v,))[1].tolist() == [23.0, 50.0]


def test_two_walks_make_a_jvp(names):
    x, v = at(2.0, 3.0, 5.0), at(1.0, 10.0, 0.0)
    value, tangent = names["jvp_by_walks"](names["two_products"], (x,), (v,))
    assert (value.tolist(), tangent.tolist()) == ([6.0, 15.0], [23.0, 50.0])
    assert names["passes"](lambda: names["jvp_by_walks"](names["two_products"], (x,), (v,))) == 2
    assert names["passes"](lambda: mg.func.jvp(names["two_products"], (x,), (v,))) == 1


# --- passes


def test_the_reference_predicts_the_passes_that_the_package_counts(names):
    assert names["needed"] == names["counts"]
    assert names["passes"](lambda: mg.func.jacrev(names["swing"])(names["shapes"]["swing"][1])) == 1


def test_the_slopes_of_the_squares_are_one_push_along_ones(names):
    squares, _ = names["shapes"]["squares"]
    x = mg.tensor(np.linspace(-1, 2, 7))
    assert mg.func.jvp(squares, (x,), (mg.ones_like(x),))[1].tolist() == (2 * x).tolist()


def test_columns_are_not_made_by_walking_back(names):
    """Otherwise right predictions of the passes would be called wrong."""
    x = mg.tensor([2.0, 3.0, 5.0])
    with mg.func.counted() as count:
        names["jacfwd"](names["two_products"], x)
    assert (count.forward, count.backward) == (3, 0)


# --- the dot-product test


def test_the_five_right_pairs_pass_and_the_five_wrong_ones_do_not(names):
    for seed in range(20):
        assert all(names["dot_test"](*pair, seed) for pair in names["PAIRS"].values())
        assert not any(names["dot_test"](*pair, seed) for pair in names["WRONG"].values())
    assert len(names["PAIRS"]) == len(names["WRONG"]) == 5


def test_both_wrong_in_the_same_way_passes(names):
    assert names["dot_test"](
        lambda v: 3 * v[:-1] - v[1:], lambda u: 3 * np.append(u, 0) - np.append(0, u), (4,), (3,), 0
    )


def test_the_package_agrees_with_itself_to_twelve_digits(names):
    points = names["points"] | {"two products": [2.0, 3.0, 5.0], "swing": [10.0, 0.3, 2.0]}
    assert set(points) == set(names["functions"])
    for name, point in points.items():
        left, right = names["both_sides"](names["functions"][name], mg.tensor(point, dtype=mg.float64))
        assert abs(left - right) < 1e-12


# --- one number


def test_backward_puts_in_one_for_one_entry(names):  # C2-33
    begun = names["begun"]
    assert begun(()) == begun((), mg.tensor(1.0)) == begun((1,)) == [4.0, 6.0]
    assert (mg.ones(2) * 1.0).sum().dtype is mg.float32, "the type that backward() puts in here"
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        begun((1,), mg.tensor(1.0))
    for shape in ((), (1,)):
        with pytest.raises(TypeError):
            begun(shape, 1.0)


def test_the_four_functions_are_wrong_as_the_text_says(names):
    x, v = at(2.0, 3.0, 5.0), at(1.0, 10.0, 0.0)
    assert names["all_rows"](names["two_products"], x).tolist() == [[3.0, 7.0, 3.0]] * 2
    assert names["rate_along"](lambda x: x.cumsum(0), x, v).tolist() == [11.0, 10.0, 0.0]
    assert names["mended_rate"](lambda x: x.cumsum(0), x, v).tolist() == [1.0, 11.0, 11.0]
    assert names["steepest"](lambda x: x[0] * x[1] * x[2], x).item() == 15 + 10 + 6
    for call in (
        lambda: names["slope_of_one"](lambda x: x[:1] * x[1:2], x),
        lambda: names["rate_along"](names["two_products"], x, v),
    ):
        with pytest.raises(RuntimeError, match="Mismatch in shape"):
            call()


# --- the swing


def test_the_best_numbers_are_where_the_gradient_of_the_misfit_is_0(names):
    J, off = names["J"], names["off"]
    step = np.linalg.lstsq(J, off, rcond=None)[0]
    assert np.abs(step).max() < 2e-4 and round(float((off * off).mean()), 4) == 0.0389


def test_both_ways_make_the_table_of_the_swing_by_3_and_40_passes(names):
    swing, best = names["swing"], names["best"]
    for way, count in (("jacfwd", 3), ("jacrev", 40)):
        assert names["passes"](lambda way=way: names[way](swing, best)) == count
        assert np.abs(names[way](swing, best).numpy() - names["J"]).max() < 1e-9
    assert names["J"].shape == (40, 3)


def test_the_picture_of_the_swing_is_told_as_it_is(names):
    size = np.abs(names["J"])
    assert size[0, 1] == size[0, 2] == 0 and size[:, 0].max() == 1
    strong = [row for row in range(40) if size[row, 1:].max() > 0.9 * size.max()]
    assert (min(strong), max(strong)) == (11, 23) and "between rows 11 and 23" in LESSON.flat
    assert abs(names["at"][size[:, 1].argmax()] - 3) < 0.2
    assert np.corrcoef(size[:, 1], size[:, 2])[0, 1] < -0.3, "one is strong where the other is weak"
    assert 0.5 < size[36:, 1:].max() / size.max() < 0.65 and "fade to about half" in LESSON.flat


def test_a_reading_that_is_off_moves_the_numbers_as_the_text_says(names):
    moves, J = names["moves"], names["J"]
    shifted = [np.linalg.lstsq(J, np.eye(40)[k], rcond=None)[0] for k in (0, 12)]
    assert np.allclose(moves[:, [0, 12]].T, shifted)
    assert [round(float(each), 2) for each in moves[:2, 0]] == [0.39, 0.01] and abs(moves[2, 0]) < 3e-4
    assert round(float(moves[2, 12]), 3) == 0.006 and abs(moves[1, 12]) < 1e-3 and abs(moves[0, 12]) < 0.01
    assert 2.4 < names["at"][12] < 2.5


def test_how_well_the_three_numbers_are_known(names):
    errors = np.sqrt(np.diag(names["spread"]))
    away = np.abs(names["best"].numpy() - [10, 0.3, 2])
    assert np.round(away / errors, 1).tolist() == [0.5, 1.9, 3.3]
    assert round(float(names["sigma"]), 3) == 0.205
    by_true = errors * 0.3 / names["sigma"]
    assert np.round(away / by_true, 1).tolist() == [0.3, 1.3, 2.3]
    strength = np.linalg.norm(names["J"], axis=0)
    assert 19 < strength[1] / strength[0] < 21 and 19 < strength[2] / strength[0] < 21
    assert all(0.0045 < each < 0.01 for each in (*errors[1:], *by_true[1:]))
    assert 0.1 < errors[0] < by_true[0] < 0.2


def test_how_rare_the_draw_is(names):
    """Noise at 0.3, and what a fit by the slopes of the swing makes of it."""
    random, J = np.random.default_rng(5), names["J"]
    noise = random.normal(0, 0.3, size=(100_000, 40))
    moved = noise @ names["moves"].T
    left = np.sqrt(((noise - moved @ J.T) ** 2).sum(axis=1) / 37)
    of_one = np.sqrt(np.linalg.inv(J.T @ J)[2, 2])
    assert 0.0015 < (left <= names["sigma"]).mean() < 0.003, "two of a thousand"
    away = abs(names["best"].numpy()[2] - 2) / of_one
    assert 0.0014 < (np.abs(moved[:, 2]) / left >= of_one * away / names["sigma"]).mean() < 0.0027
    assert 1 / 50 < (np.abs(moved[:, 2]) >= of_one * away).mean() < 1 / 38, "one draw in forty or so"


def test_the_last_figure_is_told_as_it_is(names):
    band, off, truth = names["band"], np.abs(names["off"]), np.abs(names["truth"])
    assert band.argmax() == 0 and band.argmin() == 4 and names["at"][4] < 1 and band[5:].max() < 0.2
    assert [round(float(each), 2) for each in (band[0], band[4], band[39])] == [0.39, 0.09, 0.11]
    outer = band * 0.3 / names["sigma"]
    assert 1.4 < 0.3 / names["sigma"] < 1.5, "half as wide again"
    assert 0.4 < off.max() < 0.5 and ((off > band).sum(), (off > outer).sum()) == (16, 11)
    assert ((truth > band).sum(), (truth > outer).sum(), round(float(truth.max()), 2)) == (15, 0, 0.22)


def test_the_spread_is_that_of_fits_to_other_noise(names):
    """The rule that the text takes from statistics, tried as the text proposes."""
    random, J = np.random.default_rng(3), names["J"]
    shifts = [np.linalg.lstsq(J, random.normal(0, names["sigma"], 40), rcond=None)[0] for _ in range(2000)]
    assert np.allclose(np.std(shifts, axis=0), np.sqrt(np.diag(names["spread"])), rtol=0.1)


def test_the_claims_that_its_runs_settle():
    settled = [claim for cell in LESSON.source.cells for claim in cell.claims]
    assert len(settled) == len(set(settled))
    assert sum(claim.startswith("C2-") for claim in settled) >= 12
    assert sum(claim.startswith("C3-") for claim in settled) >= 4
