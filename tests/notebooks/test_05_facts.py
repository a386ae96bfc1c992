"""What notebook 05 says is so: its own cells are run here, and the numbers in its text are checked against them."""

from __future__ import annotations

import numpy as np
import pytest

import minigrad as mg
from tests.notebooks.lesson import Lesson

LESSON = Lesson.read("05_custom_functions")


def test_the_reference_predicts_what_happens(names):
    assert names["prediction"] == names["seen"]
    assert names["seen"] == {
        "number_saved": "error",
        "number_on_ctx": "fine",
        "tensor_on_ctx": 206.0,
        "tensor_saved": "error",
    }


def test_without_the_overwriting_both_ways_give_6(names):
    for function in (names["Square"], names["SquareLoose"]):
        x = mg.tensor(3.0, requires_grad=True)
        function.apply(x).backward()
        assert x.grad.item() == 6.0


def test_only_a_tensor_goes_through_save_for_backward(names):
    with pytest.raises(TypeError, match="save_for_backward can only save variables"):
        names["NumberSaved"].apply(mg.tensor(2.0, requires_grad=True))


def test_the_error_comes_in_backward_and_not_in_the_write(names):
    x = mg.tensor(3.0, requires_grad=True).clone()
    y = names["Square"].apply(x)
    x.add_(100)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_saving_makes_no_copy(names):
    x = mg.tensor(3.0, requires_grad=True)
    assert names["Square"].apply(x).grad_fn.saved_tensors[0] is x


def test_ctx_is_the_node():
    seen = []

    class Look(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            seen.append(ctx)
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    assert Look.apply(mg.tensor(1.0, requires_grad=True)).grad_fn is seen[0]


def test_gradient_by_hand_is_0_and_2_5588(names):
    x = mg.tensor(np.array([0.0, 4.0]), requires_grad=True)
    y = names["ScaledTanh"].apply(x)
    (y * y).sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [0.0, 2.5588], atol=5e-5)
    np.testing.assert_allclose(names["by_hand"], [0.0, 2.5588], atol=5e-5)


@pytest.mark.parametrize(("at", "value", "slope"), [(2.0, 1.8485, 0.7864), (4.0, 3.0464, 0.4200)])
def test_scaled_tanh_and_its_slope_in_the_example_and_the_hint(names, at, value, slope):
    x = mg.tensor(np.array(at), requires_grad=True)
    y = names["ScaledTanh"].apply(x)
    y.backward()
    assert y.item() == pytest.approx(value, abs=5e-5)
    assert x.grad.item() == pytest.approx(slope, abs=5e-5)


def test_far_out_it_is_4_by_rounding():
    assert [(4 * (mg.tensor(far) / 4).tanh()).item() for far in (40.0, 400.0)] == [4.0, 4.0]
    assert 4 - 1e-6 < 4 * np.tanh(10.0) < 4


def test_apply_stands_in_tape_which_finds_what_mg_finds(names):
    tape = names["tape"]
    assert tape.apply is names["apply"]
    assert names["of_the_swing"](tape) == names["of_the_swing"](mg)
    x = tape.tensor(-1.0, requires_grad=True)
    y = names["Cube"].apply(x * x)
    assert y.grad_fn.name() == "CubeBackward" and y.grad_fn.next_functions[0][0].name() == "MulBackward0"
    assert names["of_the_cube"](-1.0).item() == -6.0


def test_the_example_of_5_7_holds(names):
    tape, apply, mul = names["tape"], names["apply"], names["Mul"]
    x, c = tape.Tensor([2.0, 3.0], requires_grad=True), tape.Tensor([5.0, 7.0])
    y = apply(mul, c, x)
    assert y.data.tolist() == [10.0, 21.0] and str(y.grad_fn.next_functions) == "((None, 0), (<AccumulateGrad>, 0))"
    assert apply(mul, c, c).grad_fn is None


def test_saved_intermediate_halves_the_second_derivative(names):
    first, second = names["two_derivatives"](names["Height"].apply, 0.5)
    assert (first, second) == (pytest.approx(-50 / np.e, rel=1e-6), pytest.approx(50 / np.e, rel=1e-6))
    first, second = names["two_derivatives"](names["MendedHeight"].apply, 0.5)
    assert (first, second) == (pytest.approx(-50 / np.e, rel=1e-6), pytest.approx(100 / np.e, rel=1e-6))


def test_with_a_sum_in_place_of_the_square_an_error_comes(names):
    d = mg.tensor(0.5, requires_grad=True)
    (first,) = mg.autograd.grad(names["Height"].apply(d).sum(), d, create_graph=True)
    with pytest.raises(RuntimeError, match="does not require grad and does not have a grad_fn"):
        mg.autograd.grad(first, d)


def test_the_second_derivative_tells_a_scaled_tanh_with_a_saved_intermediate(names):
    class Tempting(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            t = (x / 4).tanh()
            ctx.save_for_backward(t)
            return 4 * t

        @staticmethod
        def backward(ctx, g):
            (t,) = ctx.saved_tensors
            return g * (1 - t * t)

    right = names["two_derivatives"](names["ScaledTanh"].apply, 4.0)
    wrong = names["two_derivatives"](Tempting.apply, 4.0)
    assert right == (pytest.approx(2.5588, abs=5e-5), pytest.approx(-0.6216, abs=5e-5))
    assert wrong[0] == pytest.approx(right[0]) and wrong[1] > 0


def test_two_false_readings_spoil_plain_squares_and_not_scaled_tanh(names):
    np.testing.assert_allclose(names["soft_fit"], [10, 0.3, 2], rtol=0.03)
    amplitude, damping, rate = names["plain_fit"]
    assert round(amplitude) == -39 and damping < 0.1 and abs(rate - 2) > 0.5


def test_plain_squares_were_not_stopped_early_and_cannot_take_the_other_rates(names):
    def straight(difference):
        return difference

    longer = names["fit"](straight, (1.0, 1e-5, 1e-5), 1200)
    assert longer == [pytest.approx(each, abs=5e-4) for each in (-38.919, 0.072, 1.456)]
    assert np.abs(names["fit"](straight, (1.0, 2e-3, 2e-3), 10)).max() > 1e6


def test_the_figure_in_words_says_what_the_figure_shows(names):
    seconds, reading = names["seconds"], names["reading"]
    assert reading[0] == pytest.approx(10, abs=0.5) and np.abs(reading[-5:]).max() < 2
    assert seconds[[9, 22]].round(1).tolist() == [1.8, 4.5]
    t = np.linspace(0, 8, 200)
    assert names["swing"](*names["plain_fit"], 0.0) == pytest.approx(-39, abs=0.5)
    plain = names["swing"](*names["plain_fit"], t)
    assert 30 < plain.max() < 40 and np.abs(plain[100:]).max() > 20


def test_the_claims_that_its_runs_settle():
    settled = [claim for cell in LESSON.source.cells for claim in cell.claims]
    assert len(settled) == len(set(settled)) >= 14 and all(claim.startswith("C1-") for claim in settled)


def test_own_slope_and_that_of_the_package_agree_and_so_does_the_paper(names):
    ours, theirs = (names["of_squares"](f) for f in (names["ScaledTanh"].apply, lambda x: 4 * (x / 4).tanh()))
    np.testing.assert_allclose(ours.numpy(), [0.0, 2.5588], atol=5e-5)
    np.testing.assert_allclose(theirs.numpy(), ours.numpy(), atol=1e-6)
    assert 8 * np.tanh(1.0) / np.cosh(1.0) ** 2 == pytest.approx(2.5588, abs=5e-5)


def test_needs_input_grad_is_true_of_what_requires_grad_alone(names, capsys):
    names["Look"].apply(mg.tensor(2.0, requires_grad=True), mg.tensor(2.0), mg.tensor(3), "three")
    assert capsys.readouterr().out == "(True, False, False, False)\n"


def test_straight_through_comes_home_and_the_clamps_own_gradient_does_not_move(names):
    assert names["downhill"](False) == 5.0
    assert names["downhill"](True) == pytest.approx(0.25, abs=1e-3)


def test_the_cosh_overflows_in_the_second_derivative_and_tanh_does_not(names):
    with np.errstate(all="ignore"):
        first, second = names["two_derivatives"](names["CoshTanh"].apply, 4.0)
        assert (first, second) == (pytest.approx(2.559, abs=5e-4), pytest.approx(-0.622, abs=5e-4))
        first, second = names["two_derivatives"](names["CoshTanh"].apply, 400.0)
    assert first == 0 and np.isnan(second)
    assert names["two_derivatives"](lambda x: 4 * (x / 4).tanh(), 400.0) == (0, 0)
    assert np.finfo(np.float32).max == pytest.approx(3.4e38, rel=0.01) and np.cosh(100) == pytest.approx(
        1.3e43, rel=0.04
    )


def test_the_gradient_of_a_matrix_is_a_column_of_what_arrives_times_x(names):
    a, x = (mg.tensor(each.numpy(), requires_grad=True) for each in (names["a"], mg.tensor([1.0, -1.0, 2.0])))
    names["TimesMatrix"].apply(a, x).backward(names["g"])
    assert a.grad.tolist() == [[1.0, -1.0, 2.0], [10.0, -10.0, 20.0]] and x.grad.tolist() == [41.0, 52.0, 63.0]
    assert names["g"].shape == (2,) and names["g"].reshape(-1, 1).shape == (2, 1)


def test_a_matrix_sends_back_the_sums_of_its_columns(names):
    np.testing.assert_allclose((names["g"].reshape(-1, 1) * names["a"]).numpy().sum(axis=0), [41.0, 52.0, 63.0])


def test_log_sum_exp_as_it_stands_ends_at_89_in_float32():
    with np.errstate(all="ignore"):
        high = [mg.tensor([at, at - 1]).exp().sum().log().item() for at in (80.0, 89.0)]
    assert np.isfinite(high[0]) and high[1] == np.inf


def test_with_the_level_of_the_whole_a_low_row_is_minus_infinity(names):
    x = mg.tensor([[1000.0, 999.0], [-1000.0, -1000.0]])
    with np.errstate(all="ignore"):
        of_the_whole = (x - x.max()).exp().sum(-1).log() + x.max()
    assert of_the_whole[1].item() == -np.inf and np.isfinite(names["LogSumExp"].apply(x).numpy()).all()


def test_log_sum_exp_of_400_and_399(names):
    x = mg.tensor([400.0, 399.0], requires_grad=True)
    y = names["LogSumExp"].apply(x)
    y.backward()
    assert y.item() == pytest.approx(400.3133, abs=5e-5)
    np.testing.assert_allclose(x.grad.numpy(), [0.7311, 0.2689], atol=5e-5)


def test_five_broken_functions_end_in_the_five_errors(names):
    assert names["five_errors"] == names["met"]
    assert sorted(names["met"].values(), key=str)[2:7] == ["A", "B", "C", "D", "E"]


def test_none_for_all_leaves_no_gradient_and_apply_is_a_method(names):
    assert names["slopes"](names["NoneForAll"], 3) is None
    x = mg.tensor(2.0, requires_grad=True)
    assert [names["scaled"](x, k).item() for k in (3, 5)] == [6.0, 10.0]
    assert names["slopes"](names["Apart"], 3).tolist() == [3.0, 3.0, 3.0]


def test_numpy_in_backward_loses_a_part_of_the_second_derivative_without_a_word(names):
    derivatives, foreign = names["two_derivatives"], names["NumpyForeign"]
    sine = derivatives(lambda x: foreign.apply(x, np.sin, np.cos), 0.8)
    assert derivatives(names["Bell"].apply, 0.8) == (pytest.approx(-0.844, abs=5e-4), pytest.approx(0.295, abs=5e-4))
    assert derivatives(names["NumpyBell"].apply, 0.8)[1] == pytest.approx(0.675, abs=5e-4)
    assert sine == (pytest.approx(1.000, abs=5e-4), pytest.approx(np.cos(0.8) ** 2 * 2, abs=5e-4))
    right = derivatives(lambda x: x.sin(), 0.8)
    assert right == (pytest.approx(1.000, abs=5e-4), pytest.approx(-0.058, abs=5e-4))


def test_the_fence_of_once_differentiable_has_gaps(names):
    assert [names["twice_inside"](square) for square in (True, False)] == [1.916, 1.604]
    for square, right in ((True, 3.384), (False, 0.075)):
        x = mg.tensor(np.array(0.8), requires_grad=True)
        y = (x * x).sin()
        (first,) = mg.autograd.grad(y * y if square else y, x, create_graph=True)
        assert mg.autograd.grad(first, x)[0].item() == pytest.approx(right, abs=5e-4)
    x = mg.tensor(0.8, requires_grad=True)
    y = names["Foreign"].apply(x * x, np.sin, np.cos)
    (first,) = mg.autograd.grad(y * y, x, create_graph=True)
    with pytest.raises(RuntimeError, match="marked with @once_differentiable"):
        first.backward()


def test_the_example_of_foreign_and_what_two_derivatives_says_of_it(names):
    x = mg.tensor(0.8, requires_grad=True)
    y = names["Foreign"].apply(x, np.sin, np.cos)
    (first,) = mg.autograd.grad(y * y, x, create_graph=True)
    assert first.item() == pytest.approx(1.000, abs=5e-4)
    with pytest.raises(RuntimeError, match="trying to differentiate twice a function that was marked with"):
        first.backward()
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph"):
        names["two_derivatives"](lambda x: names["Foreign"].apply(x, np.sin, np.cos), 0.8)


def test_what_is_made_on_the_way_has_no_place_and_inputs_and_outputs_have(names):
    class Kept(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x * 1)
            return x * x

        backward = names["Square"].backward

    assert names["two_derivatives"](names["Square"].apply, 2.0) == (32.0, 48.0)
    assert names["two_derivatives"](Kept.apply, 2.0) == (32.0, 32.0)


def test_vjp_is_another_name_of_backward(names):
    rules = {"forward": names["Square"].forward, "vjp": names["Square"].backward}
    named = type("Named", (mg.autograd.Function,), rules)
    x = mg.tensor(3.0, requires_grad=True)
    named.apply(x).backward()
    assert x.grad.item() == 6.0


def test_a_function_called_as_an_object_is_refused_as_legacy(names):
    with pytest.warns(DeprecationWarning), pytest.raises(RuntimeError, match="Legacy autograd function"):
        names["Scaled"]()(mg.tensor(2.0), 3)


def test_each_run_of_a_backward_is_a_line_also_before_an_error(names, capsys):
    names["fine_or_error"]("again", lambda: names["lines_of"]("again", names["SinCos"], [0], [1]))
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("again: arrives:") and second.startswith("again: Trying to backward through the graph")


def test_an_unused_output_sends_a_zero_and_backward_runs_once(names):
    assert names["two_outputs"] == names["came"]
    assert -np.sin(0.5) == pytest.approx(-0.479, abs=5e-4) and 2 * np.cos(0.5) == pytest.approx(1.755, abs=5e-4)
