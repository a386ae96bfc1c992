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


def test_scaled_tanh_at_4_is_3_0464_with_slope_0_42(names):
    x = mg.tensor(np.array(4.0), requires_grad=True)
    y = names["ScaledTanh"].apply(x)
    y.backward()
    assert y.item() == pytest.approx(3.0464, abs=5e-5)
    assert x.grad.item() == pytest.approx(0.4200, abs=5e-5)


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


def test_the_figure_in_words_says_what_the_figure_shows(names):
    seconds, reading = names["seconds"], names["reading"]
    assert reading[0] == pytest.approx(10, abs=0.5) and np.abs(reading[-5:]).max() < 2
    assert seconds[[9, 22]].round(1).tolist() == [1.8, 4.5]
    t = np.linspace(0, 8, 200)
    assert names["swing"](*names["plain_fit"], 0.0) == pytest.approx(-39, abs=0.5)
    plain = names["swing"](*names["plain_fit"], t)
    assert 30 < plain.max() < 40 and np.abs(plain[100:]).max() > 20
